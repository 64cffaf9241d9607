"""The bots that play with a net of the user's."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from core.board import Board
from core.clock import Limits
from tests.tournaments.test_bots import at
from tournaments.bots import NAMES_WITH_NET, command_line
from tournaments.bots.alphazero import AlphaZero
from tournaments.bots.exported import ExportedNet, planes
from tournaments.bots.rawnet import RawNet
from tournaments.options import engine_specs
from training.papers.export import export
from training.papers.gomoku import Gomoku
from training.papers.networks import Net, Shape, asker

SIZE = 6
GAME = Gomoku(SIZE)
SHAPE = Shape((4, 4, 4), True, True, policy_filters=1, value_filters=1, hidden=4)


@pytest.fixture(scope="module")
def net() -> Net:
    torch.manual_seed(1)
    return Net(SHAPE, GAME.shape, GAME.actions)


@pytest.fixture(scope="module")
def file(net: Net, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("net") / "net.pt2"
    export(net, GAME.shape, path)
    return path


def choose(bot: AlphaZero | RawNet, board: Board, turn: float = 60.0) -> tuple[int, int]:
    return bot.choose(board, Limits(turn=turn), time.monotonic())


def test_the_file_judges_as_the_net_that_learnt(net: Net, file: Path) -> None:
    exported = ExportedNet(file)
    for board in (at("", SIZE), at("2,2 3,3 1,5", SIZE), at("0,0 5,5 4,1 2,3", SIZE)):
        assert (GAME.planes(board) == planes(board)).all()
        priors, values = asker(net)(GAME.planes(board)[None])
        found, value = exported.judge(board)
        assert found == pytest.approx(priors[0].tolist(), abs=1e-5)
        assert value == pytest.approx(float(values[0]), abs=1e-5)


def test_the_search_takes_a_five_and_blocks_one(file: Path) -> None:
    bot = AlphaZero()
    bot.load(file)
    bot.options["playouts"] = 300
    assert choose(bot, at("0,0 0,5 1,0 1,5 2,0 2,5 3,0 3,5", SIZE)) == (4, 0)
    bot.options["playouts"] = 3000
    assert choose(bot, at("0,0 0,5 1,0 1,5 2,0 3,5 3,0", SIZE)) == (4, 0)


def test_the_clock_ends_a_search(file: Path) -> None:
    bot = AlphaZero()
    bot.load(file)
    bot.options["playouts"] = 10**9
    begun = time.monotonic()
    assert at("2,2", SIZE).cell(*choose(bot, at("2,2", SIZE), 0.3)) == 0
    assert time.monotonic() - begun < 5


def test_the_raw_net_plays_whole_games(file: Path) -> None:
    bot, board = RawNet(), at("", SIZE)
    bot.load(file)
    priors, _ = ExportedNet(file).judge(board)
    best = priors.index(max(priors))
    assert choose(bot, board) == (best % SIZE, best // SIZE)
    while not board.over:
        board.play(*choose(bot, board))


@pytest.mark.parametrize("bot", [AlphaZero(), RawNet()])
def test_other_boards_and_no_net_are_refused(bot: AlphaZero | RawNet, file: Path) -> None:
    with pytest.raises(ValueError, match="start the bot with --net FILE"):
        choose(bot, at("", SIZE))
    bot.load(file)
    with pytest.raises(ValueError, match="this net plays 6x6 only"):
        choose(bot, at("", 15))


def test_a_file_that_is_no_net_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.pt2"
    with pytest.raises(ValueError, match="there is no file"):
        ExportedNet(path)
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"net\.pt2 is no net of `fukumi papers`"):
        ExportedNet(path)


def test_missing_torch_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match=r"torch is not installed; pip install 'fukumi\[train\]'"):
        ExportedNet(file)


def test_a_tournament_names_them_with_their_net(file: Path) -> None:
    spec, _ = engine_specs([f"cmd='alphazero net={file} playouts=7'", "cmd=random"], [])
    assert spec.command[1:3] == ("-m", "tournaments.bots.alphazero")
    assert spec.command[3:] == ("--net", str(file), "--playouts", "7")


@pytest.mark.parametrize("name", NAMES_WITH_NET)
def test_they_are_programs(name: str, file: Path) -> None:
    with pytest.raises(ValueError, match=f"bot {name} needs a net"):
        command_line(name, {})
    done = subprocess.run(
        command_line(name, {"net": str(file)}),
        input=b"START 6\nBEGIN\nRESTART\nSTART 8\nBEGIN\nEND\n",
        capture_output=True,
        timeout=100,
        check=True,
    )
    lines = done.stdout.decode().split("\n")
    assert lines[0] == "OK"
    assert "," in lines[1]
    assert lines[4].startswith("ERROR this net plays 6x6 only")
