"""The collapse check stops a run that has collapsed, and no other."""

import pytest

from training.gating.collapse_check import Collapse, CollapseCheck
from training.run_folder import ShardName
from training.selfplay.samples import Head


def head(lengths: list[int], results: list[int]) -> Head:
    return Head(ShardName(0, 0), 9, 0, tuple(lengths), tuple(results), 0)


def test_healthy_games_pass() -> None:
    check = CollapseCheck(window=10)
    for _ in range(10):
        check.add(head([15, 40], [1, -1]))


def test_short_games_stop_the_run_once_the_window_is_full() -> None:
    check = CollapseCheck(window=10)
    for _ in range(4):
        check.add(head([14, 15], [1, -1]))
    with pytest.raises(Collapse, match=r"last 10 games took 14\.5 plies.*Possible remedies"):
        check.add(head([14, 15], [1, -1]))


def test_one_sided_games_stop_the_run() -> None:
    check = CollapseCheck(window=10)
    check.add(head([30] * 9, [1] * 9))
    check.add(head([30], [-1]))  # 90 %: just allowed
    with pytest.raises(Collapse, match="first player scored 95%"):
        check.add(head([30] * 10, [1] * 9 + [0]))


def test_old_games_are_forgotten() -> None:
    check = CollapseCheck(window=10)
    check.add(head([8] * 9, [1] * 9))
    check.add(head([40] * 10, [1, -1] * 5))
