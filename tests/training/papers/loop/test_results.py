"""The results of a recipe: read back as written, or refused with a remedy."""

import json
from pathlib import Path

import pytest

from training.papers.loop.results import read_results
from training.training_error import TrainingError


@pytest.mark.parametrize(
    ("depth", "results"), [(1, {"one/other": [1, 0, -1]}), (2, {"a": {"b": [[0.5, 3], [True]]}})]
)
def test_what_was_kept_is_read(depth: int, results: object, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert read_results(path, depth) == {}
    path.write_text(json.dumps(results))
    assert read_results(path, depth) == results


@pytest.mark.parametrize(
    "data", [b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"7", b'{"a": 3}', b'{"a": {"b": ["c"]}}']
)
def test_anything_else_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(data)
    for depth in (1, 2):
        with pytest.raises(TrainingError, match=r"cannot use .*results\.json.*move it away"):
            read_results(path, depth)
