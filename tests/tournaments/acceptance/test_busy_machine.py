"""A check that fails on a busy machine is made again; one that fails on an idle one is not."""

import pytest

from tournaments.acceptance import busy_machine
from tournaments.acceptance.busy_machine import TRIES, try_while_busy
from tournaments.model import MachineLoad


class Watch:
    """A watch that reports one load after the other."""

    loads: tuple[float, ...] = ()

    def __init__(self, _: object) -> None:
        late, *rest = Watch.loads
        Watch.loads = tuple(rest)
        self.load = MachineLoad(late, late, 10.0, 1.0, 0.0)

    def __enter__(self) -> "Watch":
        return self

    def __exit__(self, *_: object) -> None:
        """Measure nothing."""


BUSY, IDLE = 50.0, 1.0


@pytest.mark.parametrize(
    ("loads", "outcomes", "passed", "made", "words"),
    [
        ([BUSY], [True], True, 1, ""),
        ([IDLE], [False], False, 1, ""),
        ([BUSY, BUSY], [False, True], True, 2, "(attempt 2: the machine was too busy before)"),
        ([BUSY, IDLE], [False, False], False, 2, "(attempt 2: the machine was too busy before)"),
        ([BUSY] * 3, [False] * 3, False, TRIES, "up to 50 ms late; repeat it when idle"),
    ],
)
def test_only_a_busy_machine_earns_another_attempt(
    loads: list[float],
    outcomes: list[bool],
    passed: bool,
    made: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(busy_machine, "LoadWatch", Watch)
    monkeypatch.setattr(Watch, "loads", tuple(loads))
    left = list(outcomes)
    outcome, note = try_while_busy(lambda: left.pop(0), lambda done: not done)
    assert (outcome, len(outcomes) - len(left)) == (passed, made)
    assert words in note
    assert bool(note) == bool(words)
