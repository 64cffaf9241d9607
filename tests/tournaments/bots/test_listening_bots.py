"""Bots that think listen: to END, to the end of the input, and to "move now"."""

import subprocess
import threading
from collections.abc import Iterator

import pytest

from tests.patience import PATIENCE
from tests.tournaments.bots.conversation import converse
from tournaments.bots import command_line
from tournaments.bots.manager_lines import MOST_WAITING, heard

ENDLESS = {
    "alphabeta": {},
    "alphazero": {"playouts": "1000000000"},
    "puremcts": {"playouts": "1000000000"},
    "uctadppb": {},
    "uctsim": {},
}
"""Bots that think for hours when nothing limits them."""

SEARCH = b"INFO timeout_turn -1\nINFO time_left 2147483647\nBOARD\n2,2,1\n5,5,2\nDONE\n"


@pytest.mark.parametrize("name", ENDLESS)
def test_the_end_ends_a_search_without_a_move(name: str) -> None:
    for end in (b"END\n", b""):
        done = subprocess.run(
            command_line(name, ENDLESS[name]),
            input=b"START 8\n" + SEARCH + end,
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        )
        assert (done.stdout, done.stderr) == (b"OK\n", b"")


@pytest.mark.parametrize("name", ENDLESS)
def test_a_bot_moves_at_once_when_told_and_obeys_what_came_meanwhile(name: str) -> None:
    now = (b"STOP\n", b"yxstop\n", b"INFO timeout_turn 0\n")
    sent = b"".join(SEARCH + b"ABOUT\n" + line for line in now)
    done = converse(command_line(name, ENDLESS[name]), b"START 8\n" + sent, 7)
    assert done.returncode == 0
    ok, *answers = done.stdout.decode().splitlines()
    assert ok == "OK"
    for move, about in zip(answers[::2], answers[1::2], strict=True):
        x, y = move.split(",")
        assert (int(x), int(y)) not in ((2, 2), (5, 5))
        assert about.startswith(f'name="{name}"')
    assert len(answers) == 6


def test_move_now_cuts_the_search_under_way_alone() -> None:
    hang_up = threading.Event()

    def lines() -> Iterator[str]:
        yield from ("BEGIN", "STOP", "TURN 1,1")
        hang_up.wait(PATIENCE)
        yield from ("END", "ABOUT")

    found = heard(lines())
    begin, _, turn = next(found), next(found), next(found)
    assert begin.cut.is_set()
    assert not turn.cut.is_set()
    assert not begin.left.is_set()
    hang_up.set()
    assert list(found) == []
    assert turn.cut.is_set()
    assert turn.left.is_set()


def test_a_flood_of_lines_waits_outside() -> None:
    taken = ahead = 0

    def flood() -> Iterator[str]:
        nonlocal ahead
        for told in range(1, 10 * MOST_WAITING):
            ahead = max(ahead, told - taken)
            yield str(told)

    for line in heard(flood()):
        taken += 1
        assert line.text == str(taken)
    assert taken == 10 * MOST_WAITING - 1
    assert ahead <= MOST_WAITING + 2
