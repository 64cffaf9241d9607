"""A run of the loop: the content of its folder, and no loss of finished work by a kill."""

import io
import json
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

import pytest
import torch

from core.game.board import Board
from tests.training.papers.tiny import SETTINGS, SHAPE
from training.papers.loop.alphazero_loop import entries_of, newest_games, open_run
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.loop_settings import LoopSettings
from training.training_error import TrainingError

GAME = Gomoku(5)


class Killed(Exception):
    """A simulated end of the process."""


def state(folder: Path) -> dict[str, torch.Tensor]:
    """Return the weights in a folder."""
    read = torch.load(io.BytesIO((folder / "state.pt").read_bytes()), weights_only=True)
    weights: dict[str, torch.Tensor] = read["net"]
    return weights


def begin(folder: Path, settings: LoopSettings = SETTINGS, kill_at: int | None = None) -> list[int]:
    """Run to the end, or until a batch; return the batches that the referee was called after."""
    called: list[int] = []

    def referee() -> None:
        called.append(run.steps)
        if run.steps == kill_at:
            raise Killed

    with open_run(folder, GAME, settings) as run:
        run.train(4, referee)
    return called


def test_a_run_ends_with_all_batches_learnt_and_noted(tmp_path: Path) -> None:
    assert begin(tmp_path) == [0, 1, 2, 3, 4]
    learnt = entries_of(tmp_path, "learn")
    assert [entry["step"] for entry in learnt] == [1, 2, 3, 4]
    assert all(entry["games"] >= entry["step"] for entry in learnt)
    assert begin(tmp_path) == [4]


def test_nothing_is_learnt_from_the_first_few_games_alone(tmp_path: Path) -> None:
    begin(tmp_path, replace(SETTINGS, batch=200))
    first = entries_of(tmp_path, "learn")[0]
    played = islice(newest_games(tmp_path, 2000), first["games"])
    assert 8 * sum(len(game.moves) for game in played) >= 6 * 200


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        begin(tmp_path, kill_at=2)
    games = (tmp_path / "games.jsonl").read_bytes()
    weights = state(tmp_path)
    unfinished = tmp_path / ".state.pt.77.unfinished"
    unfinished.touch()
    assert begin(tmp_path) == [2, 3, 4]
    assert not unfinished.exists()
    assert (tmp_path / "games.jsonl").read_bytes().startswith(games)
    assert [entry["step"] for entry in entries_of(tmp_path, "learn")] == [1, 2, 3, 4]
    assert any(not torch.equal(weights[name], after) for name, after in state(tmp_path).items())


def test_a_game_that_a_kill_tore_is_left_out(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        begin(tmp_path, kill_at=1)
    before = len(newest_games(tmp_path, 10**6))
    with (tmp_path / "games.jsonl").open("ab") as file:
        file.write(b'{"stage": "game", "moves": [1, 2')
    assert len(newest_games(tmp_path, 10**6)) == before
    assert begin(tmp_path)[-1] == 4


def test_damaged_games_are_left_out_and_the_run_goes_on(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        begin(tmp_path, kill_at=1)
    path, whole = tmp_path / "games.jsonl", newest_games(tmp_path, 10**6)
    entry = json.loads(path.read_text().splitlines()[0])
    twice = {**entry, "moves": [entry["moves"][0]] * len(entry["moves"])}
    odd = [{**entry, "moves": 7}, {**entry, "visits": [[3]]}, {"stage": "game"}, twice, []]
    with path.open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in odd)
        file.write("[" * 100_000 + "\n")
    assert [game for game in newest_games(tmp_path, 10**6) if game in whole] == whole
    assert begin(tmp_path)[-1] == 4


def test_what_is_noted_twice_for_a_batch_counts_once(tmp_path: Path) -> None:
    with open_run(tmp_path, GAME, SETTINGS) as run:
        run.note("match", score=0.25)
        run.note("match", score=0.75)
        assert [entry["score"] for entry in run.entries("match")] == [0.75]


def test_the_newest_games_are_those_that_fill_the_window(tmp_path: Path) -> None:
    begin(tmp_path)
    games = newest_games(tmp_path, 10**6)
    assert newest_games(tmp_path, 1) == games[-1:]
    assert newest_games(tmp_path, len(games[-1].moves) + 1) == games[-2:]


def test_each_batch_waits_for_its_games(tmp_path: Path) -> None:
    begin(tmp_path, replace(SETTINGS, games_a_step=3))
    assert all(entry["games"] >= 3 * entry["step"] for entry in entries_of(tmp_path, "learn"))


def test_other_settings_are_refused(tmp_path: Path) -> None:
    begin(tmp_path)
    kept = json.loads((tmp_path / "settings.json").read_text())
    assert kept["playouts"] == SETTINGS.playouts
    assert kept["shape"] == {**asdict(SHAPE), "filters": list(SHAPE.filters)}
    with pytest.raises(TrainingError, match="has other settings: choose another --out"):
        begin(tmp_path, replace(SETTINGS, playouts=7))


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    with (
        open_run(tmp_path, GAME, SETTINGS),
        pytest.raises(TrainingError, match="another process runs this recipe"),
        open_run(tmp_path, GAME, SETTINGS),
    ):
        pass


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(TrainingError, match="cannot use"),
        open_run(tmp_path / "file" / "run", GAME, SETTINGS),
    ):
        pass


def test_the_net_that_plays_may_be_another_than_the_one_that_learns(tmp_path: Path) -> None:
    with open_run(tmp_path, GAME, SETTINGS) as run:
        asked: list[Board] = []
        run.playing = SETTINGS.shape.net(GAME.shape, GAME.actions)
        run.playing.register_forward_hook(lambda *_: asked.append(GAME.start()))
        run.train(4, lambda: None)
        assert asked
