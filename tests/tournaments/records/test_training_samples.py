"""Samples for other trainers: positions from the side to move, with its move, value and result."""

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from tests.tournaments.samples import sample
from tournaments.model import GameRecord, Reason, Result, TimedMove
from tournaments.records.export_records import export_games
from tournaments.records.training_samples import to_samples

MOVES = (
    TimedMove(7, 7),
    TimedMove(0, 14, 120, ("MESSAGE value -0.250",)),
    TimedMove(8, 6, 5),
)


def rows(*records: GameRecord) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_samples(records)[0])))


def test_each_move_of_an_engine_is_a_sample_from_its_own_side() -> None:
    second, third = rows(sample(7, moves=MOVES, result=Result.BLACK))
    assert (second["game"], second["ply"], second["black"], second["engine"]) == (
        *("7", "1", "0", "beta"),
    )
    assert (second["x"], second["y"], second["value"], second["result"]) == (
        *("0", "14", "-0.250", "-1"),
    )
    assert second["board"][7 * 15 + 7] == "o"
    assert second["board"].count(".") == 15 * 15 - 1
    assert (third["black"], third["value"], third["result"]) == ("1", "", "1")
    assert (third["board"][7 * 15 + 7], third["board"][14 * 15]) == ("x", "o")


def test_draws_are_zero_and_void_games_have_no_samples() -> None:
    drawn = sample(moves=MOVES, result=Result.DRAW, reason=Reason.FULL_BOARD)
    void = sample(moves=MOVES, result=Result.VOID, reason=Reason.VOID)
    assert {row["result"] for row in rows(drawn)} == {"0"}
    assert to_samples([drawn, void])[1] == 1


def test_games_lost_by_a_fault_of_the_engine_have_none_but_fouls_have() -> None:
    faults = (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.MEMORY)
    assert to_samples([sample(moves=MOVES, reason=reason) for reason in faults])[1] == 0
    assert to_samples([sample(moves=MOVES, reason=Reason.FOUL)])[1] == 1


def test_a_game_with_an_illegal_move_is_left_out_alone() -> None:
    twice = sample(moves=(MOVES[0], MOVES[0]))
    assert to_samples([twice, sample(moves=MOVES)])[1] == 1


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ([], {"1", "2", "3"}),
        (["--lost", "beta"], {"1"}),
        (["--lost", "beta", "--lost", "gamma"], {"1", "3"}),
        (["--engine", "gamma"], {"3"}),
        (["--engine", "alpha", "--lost", "alpha"], {"2"}),
    ],
)
def test_games_are_chosen_by_engine_and_by_loser(
    options: list[str], numbers: set[str], tmp_path: Path
) -> None:
    records = [
        sample(1, moves=MOVES, result=Result.BLACK),
        sample(2, moves=MOVES, result=Result.WHITE),
        sample(3, white="gamma", moves=MOVES, result=Result.BLACK),
    ]
    games, out = tmp_path / "games.jsonl", tmp_path / "samples.csv"
    export_games(records, "jsonl", games)
    words = ["tournament", "export", str(games), "--format", "samples", "--out", str(out)]
    done = CliRunner().invoke(main, [*words, *options])
    assert done.exit_code == 0, done.output
    with out.open(encoding="utf-8", newline="") as file:
        assert {row["game"] for row in csv.DictReader(file)} == numbers


def test_an_engine_that_did_not_play_is_an_error(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    export_games([sample()], "jsonl", games)
    words = ["tournament", "export", str(games), "--format", "sgf", "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*words, "--lost", "alhpa"])
    assert done.exit_code != 0
    assert "did you mean 'alpha'" in str(done.exception) + done.output
