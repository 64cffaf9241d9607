"""Measured results of a recipe: lists in a JSON file that grows as more is measured."""

import json
from pathlib import Path
from typing import Any

from training.training_error import TrainingError


def read_results(path: Path, depth: int) -> dict[str, Any]:
    """Return the lists of a file by name; an empty dict if there is no file.

    Args:
        path: of the file.
        depth: 1 for names of lists, 2 for names of names of lists.

    Raises:
        TrainingError: the file cannot be read, or holds something else.
    """
    try:
        results: dict[str, Any] = json.loads(path.read_bytes()) if path.exists() else {}
        if not _holds_lists(results, depth):
            raise ValueError("it does not hold lists by name")
    except (OSError, ValueError, RecursionError) as error:
        raise TrainingError(
            f"cannot use {path}: {error}; restore it from a backup, or move it away to measure "
            "its content again"
        ) from error
    return results


def _holds_lists(value: Any, depth: int) -> bool:
    if depth:
        return isinstance(value, dict) and all(
            _holds_lists(inner, depth - 1) for inner in value.values()
        )
    return is_figures(value)


def is_figures(value: Any) -> bool:
    """Return whether this is a list of numbers, or of lists of numbers."""
    return isinstance(value, list) and all(
        isinstance(one, int | float) or is_figures(one) for one in value
    )
