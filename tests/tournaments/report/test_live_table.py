"""The table of the games under way."""

import io

import pytest
from rich.console import Console

from tests.tournaments.samples import live_sample
from tournaments.model import TimedMove
from tournaments.play.live_games import LiveClock, LiveGame
from tournaments.report.live_table import duration, live_table


def game(
    number: int,
    black: str,
    white: str,
    *moves: TimedMove,
    clocks: tuple[LiveClock, LiveClock] = (LiveClock(), LiveClock()),
) -> LiveGame:
    one, other = clocks
    return live_sample(
        number, black=black, white=white, moves=moves, black_clock=one, white_clock=other
    )


def printed(*games: LiveGame, width: int = 80) -> list[str]:
    out = Console(file=io.StringIO(), width=width)
    out.print(live_table(games, now=1000.0))
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue().splitlines()


def row(*games: LiveGame) -> list[str]:
    (line,) = (line for line in printed(*games) if line.split()[:1] == [str(games[0].number)])
    return line.split()


MOVES = (
    TimedMove(7, 7, 0, ("MESSAGE value +0.99",)),  # of the opening
    TimedMove(8, 8, 500, ("MESSAGE value -0.250",)),
    TimedMove(6, 6, 900, ("MESSAGE value win in 5",)),
    TimedMove(0, 14, 5),
)


def test_a_row_has_the_ply_the_last_move_and_each_sides_last_value() -> None:
    assert row(game(12, "alpha", "beta", *MOVES))[:7] == [
        *("12", "alpha", "beta", "4", "a1"),
        *("+1.00", "-0.25"),
    ]
    assert row(game(3, "alpha", "beta", *MOVES[:1]))[3:7] == ["1", "h8", "-", "-"]
    assert row(game(3, "alpha", "beta"))[3:7] == ["0", "-", "-", "-"]


@pytest.mark.parametrize(
    ("black", "white", "shown"),
    [
        (LiveClock(180.0, 30.0, asked=990.0), LiveClock(65.0, 30.0), [">2:50", "1:05"]),
        (LiveClock(None, 5.0), LiveClock(None, 5.0, asked=997.5), ["5.0", ">2.5"]),
        (LiveClock(), LiveClock(asked=988.0), ["0.0", ">0:12"]),
        (LiveClock(4.0, asked=990.0), LiveClock(7300.0), [">0.0", "2:01:40"]),
    ],
)
def test_clocks_show_the_time_left_or_used(
    black: LiveClock, white: LiveClock, shown: list[str]
) -> None:
    assert row(game(5, "alpha", "beta", *MOVES, clocks=(black, white)))[7:] == shown


def test_eighty_columns_are_enough_for_long_names() -> None:
    long = "an-engine-with-a-very-long-[red]-name"
    clock = LiveClock(3500.0, asked=999.0)
    lines = printed(game(123456, long, "beta", *MOVES, clocks=(clock, clock)))
    assert max(map(len, lines)) <= 80
    first, *rest = (line.split() for line in lines[4:-3])
    assert first[2:] == ["beta", "4", "a1", "+1.00", "-0.25", ">58:19", ">58:19"]
    assert "".join((first[1], *(word for line in rest for word in line))) == long


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.0"), (9.94, "9.9"), (9.96, "0:10"), (59.9, "1:00"), (3599.0, "59:59")],
)
def test_times_are_short(seconds: float, text: str) -> None:
    assert duration(seconds) == text
