"""A tuning by games: what is played, what is learnt, and how it continues."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.game.rules import Rule
from tests.tournaments.play.test_runner import HereAndNow
from tests.tournaments.samples import sample
from tournaments.model import EngineSpec, GameRecord, Result, ScheduledGame, TournamentError
from tournaments.records.score_folder import ScoreFolder
from tournaments.tuning.spsa import Parameter, Values
from tournaments.tuning.tuner import SIDES, Tuner, TuningPlan

SETTINGS = {"engine": "x", "pairs": 20}
X = Parameter("x", 1.0, 0.0, 9.0, 0.5, False)


def engines(plus: Values, minus: Values) -> list[EngineSpec]:
    """Return two engines whose command is the value of x."""
    return [
        EngineSpec(name, (str(values["x"]),))
        for name, values in zip(SIDES, (plus, minus), strict=True)
    ]


PLAN = TuningPlan(engines, [X], Rule.RENJU, 15, [((7, 7),), ((6, 6),)], 20, seed=3)


def record(game: ScheduledGame, result: Result) -> GameRecord:
    return sample(game.number, game.black.name, game.white.name, result=result, round=game.round)


def larger_wins(game: ScheduledGame) -> GameRecord:
    """Return a game that the engine with the larger x wins."""
    black_is_larger = float(game.black.command[0]) > float(game.white.command[0])
    return record(game, Result.BLACK if black_is_larger else Result.WHITE)


class Noting:
    """A player of games that keeps them."""

    def __init__(self, play: Callable[[ScheduledGame], GameRecord]) -> None:
        self.games: list[ScheduledGame] = []
        self._play = play

    def __call__(self, game: ScheduledGame) -> GameRecord:
        self.games.append(game)
        return self._play(game)


def test_each_pair_is_one_opening_with_both_colours(tmp_path: Path) -> None:
    play = Noting(larger_wins)
    list(Tuner(PLAN, ScoreFolder(tmp_path, "tuning", SETTINGS)).run(HereAndNow(1, play)))
    assert [game.number for game in play.games] == list(range(1, 41))
    for one, other in zip(play.games[::2], play.games[1::2], strict=True):
        assert (one.black, one.white, one.opening) == (other.white, other.black, other.opening)
        assert (one.rule, one.size) == (Rule.RENJU, 15)
    assert {game.opening for game in play.games} == set(PLAN.openings)


@pytest.mark.parametrize("at_a_time", [1, 4])
def test_the_parameter_moves_to_where_games_are_won(at_a_time: int, tmp_path: Path) -> None:
    tuner = Tuner(PLAN, ScoreFolder(tmp_path, "tuning", SETTINGS))
    list(tuner.run(HereAndNow(at_a_time, larger_wins)))
    assert tuner.done == 20
    assert tuner.values["x"] > 2


def test_a_draw_moves_nothing(tmp_path: Path) -> None:
    tuner = Tuner(PLAN, ScoreFolder(tmp_path, "tuning", SETTINGS))
    list(tuner.run(HereAndNow(1, lambda game: record(game, Result.DRAW))))
    assert tuner.values == {"x": 1.0}


def test_a_stopped_tuning_continues_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = Tuner(PLAN, ScoreFolder(tmp_path / "whole", "tuning", SETTINGS))
    list(whole.run(HereAndNow(1, larger_wins)))
    for most in (7, 12, 100):  # games before each stop
        tuner = Tuner(PLAN, ScoreFolder(tmp_path / "stopped", "tuning", SETTINGS))
        running = tuner.run(HereAndNow(1, larger_wins))
        for number, _ in enumerate(running, 1):
            if number == most:
                break
        running.close()
    assert tuner.done == 20
    assert tuner.values == pytest.approx(whole.values)


def test_a_void_game_costs_its_pair_alone(tmp_path: Path) -> None:
    def play(game: ScheduledGame) -> GameRecord:
        return record(game, Result.VOID) if game.number == 5 else larger_wins(game)

    tuner = Tuner(PLAN, ScoreFolder(tmp_path, "tuning", SETTINGS))
    list(tuner.run(HereAndNow(1, play)))
    assert tuner.done == 19


def test_a_folder_keeps_to_its_settings(tmp_path: Path) -> None:
    ScoreFolder(tmp_path, "tuning", SETTINGS)
    with pytest.raises(TournamentError, match="its pairs is 20; continue with that"):
        ScoreFolder(tmp_path, "tuning", {**SETTINGS, "pairs": 30})


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"settings": {}, "scores": [[0]]}', "[" * 9999])
def test_a_damaged_file_is_said_and_kept(text: str, tmp_path: Path) -> None:
    (tmp_path / "tuning.json").write_text(text)
    with pytest.raises(TournamentError, match=r"tuning\.json is damaged"):
        ScoreFolder(tmp_path, "tuning", SETTINGS)
    assert (tmp_path / "tuning.json").read_text() == text


def test_results_are_stored_as_they_come(tmp_path: Path) -> None:
    ScoreFolder(tmp_path, "tuning", SETTINGS).add(4, 0.75)
    assert json.loads((tmp_path / "tuning.json").read_text())["scores"] == [[4, 0.75]]
    assert ScoreFolder(tmp_path, "tuning", SETTINGS).scores == {4: 0.75}


def test_results_of_a_process_that_has_just_ended_are_kept(tmp_path: Path) -> None:
    before, other = (
        ScoreFolder(tmp_path, "tuning", SETTINGS),
        ScoreFolder(tmp_path, "tuning", SETTINGS),
    )
    with other.locked():
        other.add(4, 0.75)
    with before.locked():
        before.add(5, 0.25)
    assert ScoreFolder(tmp_path, "tuning", SETTINGS).scores == {4: 0.75, 5: 0.25}


def test_two_processes_cannot_tune_in_one_folder(tmp_path: Path) -> None:
    with (
        ScoreFolder(tmp_path, "tuning", SETTINGS).locked(),
        pytest.raises(TournamentError, match="another process plays for the tuning"),
        ScoreFolder(tmp_path, "tuning", SETTINGS).locked(),
    ):
        pass
