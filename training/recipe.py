"""Recipes: the settings of whole runs, from the first game to the last step, in JSON files.

`training/recipes/` holds those of the shipped nets. A recipe has the settings of
`training.config.RunConfig` and, unless the run starts from the rules alone, its `parent`: a file
in the recipe's folder, or the name of a shipped net.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.eval.net_loader import WEIGHTS
from training.config import RunConfig
from training.training_error import TrainingError

FOLDER = Path(__file__).with_name("recipes")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings of a run as parsed JSON, and the net that the run starts from."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    parent: Path | None = None


NO_RECIPE = Recipe()


def read_recipe(name: str) -> Recipe:
    """Return a recipe of ours by its name, or that of a file.

    Raises:
        TrainingError: there is no such recipe, or it cannot be read.
    """
    own = {path.stem: path for path in FOLDER.glob("*.json")}
    path = own.get(name, Path(name))
    try:
        settings = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise TrainingError(
            f"there is no recipe {name!r}: give a file, or one of {', '.join(sorted(own))}"
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise TrainingError(f"cannot read the recipe {path}: {error}") from error
    if not isinstance(settings, dict):
        raise TrainingError(f"cannot read the recipe {path}: it holds no names and values")
    parent = settings.pop("parent", None)
    try:
        RunConfig.of(settings)
    except TrainingError as error:
        raise TrainingError(f"the recipe {path}: {error}") from error
    return Recipe(settings, None if parent is None else _parent(path, parent))


def _parent(recipe: Path, name: Any) -> Path:
    shipped = WEIGHTS / f"{name}.net"
    return shipped if shipped.exists() else recipe.parent / str(name)
