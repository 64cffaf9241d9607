"""The tables during a run and after it."""

import io

import pytest
from rich.console import Console

from tests.tournaments.samples import sample
from tournaments.model import Reason, Result
from tournaments.report.progress_table import ProgressTable
from tournaments.report.table import print_result

NAMES = ["alpha", "beta"]


def console(terminal: bool = False, width: int = 160) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=terminal)


def printed(to: Console) -> str:
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


def test_without_a_terminal_each_game_is_a_line() -> None:
    out = console()
    with ProgressTable(3, NAMES, out) as live:
        live.update(sample(1))
        live.update(
            sample(2, result=Result.WHITE, reason=Reason.TIME, detail="alpha loses: too slow")
        )
    assert printed(out).splitlines() == [
        "1/3  alpha - beta  1-0  five  3 plies",
        "2/3  alpha - beta  0-1  timeout  3 plies",
        "game 2: alpha loses: too slow",
    ]


@pytest.mark.parametrize("terminal", [False, True])
def test_nothing_from_outside_is_obeyed_by_rich_or_by_the_terminal(terminal: bool) -> None:
    names = ["a[/red]", "b\x1b[2J:bomb:"]
    out = console(terminal)
    black, white = names
    lost = sample(1, black, white, reason=Reason.CRASH, detail="a[/red] loses: \x1b]0;x\x07[bold]")
    with ProgressTable(3, names, out) as live:
        live.update(lost)
    print_result([lost], names, out)
    for text in ("a[/red]", r"b\x1b[2J:bomb:", r"a[/red] loses: \x1b]0;x\x07[bold]"):
        assert text in printed(out)
    assert not any(obeyed in printed(out) for obeyed in ("\x1b[2J", "\x1b]0;", "\x07"))


def test_on_a_terminal_the_table_shows_score_and_progress() -> None:
    out = console(terminal=True)
    with ProgressTable(4, NAMES, out) as live:
        live.update(sample(1))
    assert "1 of 4 games" in printed(out)
    assert "1-0-0" in printed(out)
    assert "100.0 %" in printed(out)


def test_a_run_that_goes_on_shows_what_was_finished_before_and_counts_timeouts() -> None:
    out = console(terminal=True)
    late = sample(2, result=Result.WHITE, reason=Reason.TIME, detail="alpha loses: too slow")
    with ProgressTable(40, NAMES, out, before=[late, sample(1)]) as live:
        assert "2 of 40 games" in printed(out)
        assert "left" not in printed(out)
        live.update(sample(3))
    assert "3 of 40 games" in printed(out)
    assert "a second, about" in printed(out)
    last = printed(out).rsplit("Timeouts", 1)[1]
    row = next(line for line in last.splitlines() if "alpha" in line)
    assert [cell.strip() for cell in row.split("│")][2:6] == ["3", "2-0-1", "66.7 %", "1"]


def test_a_test_that_may_end_the_run_is_shown_below_without_an_estimate() -> None:
    out = console(terminal=True)
    with ProgressTable(400, NAMES, out, test=lambda: "SPRT: undecided so far") as live:
        live.update(sample(1))
    assert "1 of at most 400 games" in printed(out)
    assert "SPRT: undecided so far" in printed(out)
    assert "left" not in printed(out)


def test_the_result_ranks_crosses_and_compares() -> None:
    out = console()
    lost = sample(4, result=Result.WHITE, reason=Reason.CRASH)
    print_result([sample(n) for n in (1, 2, 3)] + [lost], NAMES, out)
    text = printed(out)
    ranking = next(line for line in text.splitlines() if "│ 1 │ alpha" in line)
    assert "3-0-1" in ranking
    assert "75.0 %" in ranking
    assert "1-0-3" in text
    assert "alpha against beta: 3-0-1, Elo +89 +/-" in text
    assert "+44 " in ranking  # half the difference
    assert "each engine is credited with two drawn games" in " ".join(text.split())
    assert "0/1/0/0" in ranking


def test_pairs_are_counted_and_void_games_are_named() -> None:
    out = console()
    void = sample(9, result=Result.VOID, reason=Reason.VOID)
    pairs = [sample(n, NAMES[n % 2], NAMES[1 - n % 2]) for n in range(1, 9)]
    print_result([*pairs, void], NAMES, out)
    assert "beta against alpha: 4-0-4, Elo +0 +/-" in printed(out) or (
        "alpha against beta: 4-0-4, Elo +0 +/-" in printed(out)
    )
    assert "normalised -, LOS 50.0 %" in printed(out)
    assert "0, 1/2, 1, 1 1/2, 2 points: 0-0-4-0-0" in printed(out)
    assert "(95 %), normalised" in printed(out), "no error of pairs that were all drawn"
    assert "1 game is void" in printed(out)


def test_the_cause_of_void_games_is_told_where_no_other_was_played() -> None:
    out = console()
    void = sample(1, result=Result.VOID, reason=Reason.VOID, detail="the disk is full")
    print_result([void], NAMES, out)
    assert "The last one: the disk is full\nNo game was finished." in printed(out)


def test_a_field_lists_its_pairings() -> None:
    out = console()
    records = [sample(1), sample(2, "beta", "alpha"), sample(3, "beta", "gamma")]
    print_result(records, [*NAMES, "gamma"], out)
    row = next(line for line in printed(out).splitlines() if "0-0-1-0-0" in line)
    assert "1-0-1" in row


def test_nothing_played_is_said_so() -> None:
    out = console()
    print_result([], NAMES, out)
    assert printed(out) == "No game was finished.\n"


def test_the_cross_table_of_ten_engines_fits_80_columns_in_the_order_of_the_ranking() -> None:
    names = [f"pbrain-Engine-{n}-avx2" for n in range(10)]
    out = console(width=80)
    pairs = [(better, worse) for better in range(10) for worse in range(better)]
    print_result([sample(n, names[a], names[b]) for n, (a, b) in enumerate(pairs, 1)], names, out)
    table = printed(out).split("Cross table")[1].splitlines()
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in table if "pbrain" in line]
    assert [row[0] for row in rows] == [str(rank) for rank in range(1, 11)]
    assert rows[0][2:] == ["", *["1-0-0"] * 9]
    assert rows[9][2:] == [*["0-0-1"] * 9, ""]
