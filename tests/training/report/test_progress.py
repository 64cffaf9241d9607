"""The progress bars of a run."""

import io

from rich.console import Console

from training.report.progress import Bars
from training.selfplay.selfplay_pool import Totals


def test_bars_come_with_their_numbers_and_notes_stay() -> None:
    shown = io.StringIO()
    console = Console(file=shown, width=120, force_terminal=True, color_system=None)
    with Bars(console) as bars:
        bars.doing("learning")
        bars.learnt(1000, 4000)
        bars.note("net 1: [accepted]")
        bars.learnt(1500, 4000)
    text = shown.getvalue()
    assert "net 1: [accepted]" in text
    assert "learning" in text
    last = text[text.rindex("steps") :]
    assert "1500/4000" in last
    assert "learning" not in last
    assert "games" not in text


def test_games_without_an_end_have_no_time_left() -> None:
    shown = io.StringIO()
    with Bars(Console(file=shown, width=120, force_terminal=True, color_system=None)) as bars:
        bars.played(Totals(50, 1234), None)
    assert "50/?" in shown.getvalue()
    assert "1,234 samples" in shown.getvalue()
    assert "left out" not in shown.getvalue()


def test_games_that_were_left_out_are_counted() -> None:
    shown = io.StringIO()
    with Bars(Console(file=shown, width=120, force_terminal=True, color_system=None)) as bars:
        bars.played(Totals(50, 1234, 2), None)
    assert "2 games left out" in shown.getvalue()
