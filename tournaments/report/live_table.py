"""The table of the games under way."""

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from core.game.notation import format_point
from tournaments.engine.evaluations import evaluation
from tournaments.play.live_games import LiveClock, LiveGame
from tournaments.report.table import plain

_VALUE, _CLOCK = 5, 6
"""Widths of one side's value and clock, of less than an hour."""


def live_table(games: Iterable[LiveGame], now: float) -> Table:
    """Return the table of the games under way.

    Args:
        now: the time (Unix) that the clocks show.
    """
    table = Table(
        title="Games under way",
        title_justify="left",
        caption="Values: the engines' own, -1 lost to 1 won. Clocks: time left for the game, else "
        "for the move, else used for it; > thinks. Black's first.",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column("Game", justify="right", no_wrap=True)
    for heading in ("Black", "White"):
        table.add_column(heading, overflow="fold")
    table.add_column("Ply", justify="right", no_wrap=True)
    table.add_column("Last", no_wrap=True)
    for heading in ("Values", "Clocks"):
        table.add_column(heading, no_wrap=True)
    for game in games:
        values = (f"{value(game, parity):>{_VALUE}}" for parity in (0, 1))
        table.add_row(
            str(game.number),
            plain(game.black),
            plain(game.white),
            str(len(game.moves)),
            _last(game),
            " ".join(values),
            Text(" ").join(_clock(clock, now) for clock in (game.black_clock, game.white_clock)),
        )
    return table


def value(game: LiveGame, parity: int) -> str:
    """Return the last value that a side gave a position, a dash if it gave none.

    Args:
        parity: 0 for Black, 1 for White.
    """
    plies = range(len(game.moves) - 1, game.opening_plies - 1, -1)
    evaluations = (evaluation(game.moves[ply].messages) for ply in plies if ply % 2 == parity)
    found = next(filter(None, evaluations), None)
    return "-" if found is None else f"{found.value:+.2f}"


def _last(game: LiveGame) -> str:
    if not game.moves:
        return "-"
    return format_point((game.moves[-1].x, game.moves[-1].y), game.size)


def _clock(clock: LiveClock, now: float) -> Text:
    thinks = clock.asked is not None
    left = clock.left_at(now)
    if left is None and clock.turn is not None:
        left = clock.turn - clock.thinks(now)
    shown = duration(clock.thinks(now) if left is None else max(left, 0.0))
    return Text(f"{'>' + shown if thinks else shown:>{_CLOCK}}", "bold" if thinks else "")


def duration(seconds: float) -> str:
    """Return a time as `9.5`, `0:42`, `12:34` or `1:02:03`."""
    if seconds < 9.95:
        return f"{seconds:.1f}"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
