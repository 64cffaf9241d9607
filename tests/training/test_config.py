"""The settings of a run: written once, and read back or refused with a clear message."""

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.samples import run_folder
from training.config import Phase, RunConfig
from training.training_error import TrainingError

SIZES = st.dictionaries(st.integers(5, 22), st.floats(0.01, 100), min_size=1)
LATER = st.lists(st.integers(1, 10**7), unique=True, max_size=3).map(sorted)


@st.composite
def configs(draw: st.DrawFn) -> RunConfig:
    phases = tuple(
        Phase(games, draw(st.integers(1, 1000)), draw(SIZES)) for games in [0, *draw(LATER)]
    )
    return RunConfig(
        rule=draw(st.sampled_from(["freestyle", "renju"])),
        phases=phases,
        seed=draw(st.integers(0, 2**63)),
        sample_reuse=draw(st.floats(0.1, 100)),
    )


@given(configs())
def test_what_is_written_is_read_back(config: RunConfig) -> None:
    assert RunConfig.of(json.loads(json.dumps(dataclasses.asdict(config)))) == config


def test_a_folder_keeps_its_settings(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    with pytest.raises(TrainingError, match="missing"):
        RunConfig.read(folder)
    config = RunConfig(rule="caro", seed=3)
    config.write(folder)
    assert RunConfig.read(folder) == config
    with pytest.raises(TrainingError, match="cannot change"):
        RunConfig().write(folder)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rul": "renju"}, "unknown rul: did you mean 'rule'"),
        ({"rule": "go"}, "go"),
        ({"rule": 3}, "rule must be text, not 3"),
        ({"batch": 0}, "batch must be above 0"),
        ({"final_steps": -1}, "final_steps must not be below 0"),
        ({"games": 10**10}, "games must not be below 0, and must be below"),
        ({"batch": True}, "batch must be a whole number, not True"),
        ({"batch": 10.5}, "batch must be a whole number"),
        ({"batch": "1e3"}, "batch must be a whole number, not '1e3'"),
        ({"learning_rate": "nan"}, "learning_rate must be a number, not 'nan'"),
        ({"phases": []}, "begin at 0"),
        ({"phases": [{"games": 0, "visits": 8}]}, "no sizes"),
        ({"phases": [{"games": 0, "visits": 8, "sizes": {"x": 1}}]}, "sizes cannot be"),
        ({"phases": [{"games": 0, "visits": 8, "sizes": {"4": 1}}]}, "sizes go from"),
        ({"phases": [{"games": 5, "visits": 8, "sizes": {"9": 1}}]}, "begin at 0"),
        ({"phases": [7]}, "expected names"),
        ({"sample_reuse": math.inf}, "sample_reuse must be above 0"),
        ({"learning_rate": math.nan}, "learning_rate must be above 0"),
        ({"batch": 10**30}, "batch must be above 0"),
        ({"seed": -1}, "seed must not be below 0"),
        ({"seed": 2**64}, "seed must not be below 0, and must fit"),
        ({"phases": [{"games": 0, "visits": 10**12, "sizes": {"9": 1}}]}, "visits >= 1"),
        ({"phases": [{"games": 0, "visits": 8, "sizes": {"9": math.inf}}]}, "a weight above 0"),
        ({"phases": [{"games": 0, "visits": 8, "sizes": {"9": math.nan}}]}, "a weight above 0"),
    ],
)
def test_nonsense_is_refused_and_named(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    folder.config.write_text(json.dumps(changed))
    with pytest.raises(TrainingError, match=said):
        RunConfig.read(folder)


def test_a_torn_file_is_refused(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    for text in ('{"rule": "freest', "[" * 100_000, "9" * 9_999):
        folder.config.write_text(text)
        with pytest.raises(TrainingError, match="cannot read"):
            RunConfig.read(folder)
    folder.config.unlink()
    folder.config.mkdir()
    with pytest.raises(TrainingError, match="Is a directory"):
        RunConfig.read(folder)


def test_phases_follow_the_games() -> None:
    early, late = Phase(0, 8, {9: 1}), Phase(100, 64, {9: 1, 15: 3})
    config = RunConfig(phases=(early, late))
    assert [config.phase(games) for games in (0, 99, 100, 10**6)] == [early, early, late, late]
    assert late.main_size == 15
