"""The bots with a net of `fukumi papers`, bundled or the user's."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path

import numpy as np
import pytest
import torch

from core.eval.net_loader import WEIGHTS as LINE_NETS
from core.eval.netfile import NetError
from core.game.board import Board
from core.game.rules import Rule
from core.search.time_management import Limits, budget
from tests.core.eval.damaged_nets import damaged, joined, split
from tests.patience import PATIENCE
from tests.tournaments.bots.conversation import converse
from tests.tournaments.bots.test_bots import at
from tournaments.bots import NAMES_WITH_NET, command_line, serve
from tournaments.bots.alphazero import AlphaZero
from tournaments.bots.dqn import Dqn
from tournaments.bots.exported import WEIGHTS as OWN_NETS
from tournaments.bots.exported import ExportedNet, planes
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.netbot import NetBot
from tournaments.bots.pgts import GuidedSearch
from tournaments.bots.ppo import Ppo
from tournaments.bots.rawnet import RawNet
from tournaments.cli.engine_options import engine_specs
from training.papers.loop.bot_files import write_bot_net
from training.papers.loop.gomoku_game import Gomoku
from training.papers.loop.networks import ActionValueNet, NetShape, PolicyValueNet

SIZE = 6
GAME = Gomoku(SIZE)
SHAPE = NetShape((4, 4, 4), True, True, policy_filters=2, value_filters=1, hidden=4)
PLAIN = NetShape((4, 6), False, False, policy_filters=2, value_filters=2, hidden=4)
Bot = AlphaZero | Dqn | GuidedSearch | Ppo | RawNet
MAKERS: dict[str, Callable[[], Bot]] = {
    "alphazero": AlphaZero,
    "dqn": Dqn,
    "pgts": GuidedSearch,
    "ppo": Ppo,
    "rawnet": RawNet,
}
OWN_SIZE = 8
"""A board size for which all of them come with a net."""
OWN_SIZES = {name: [6, 7, 8, 9] if name in ("alphazero", "rawnet") else [8] for name in MAKERS}
POSITIONS = ("", "2,2 3,3 1,5", "0,0 5,5 4,1 2,3")


def refusal(name: str, sizes: Sequence[int]) -> str:
    """Return what a bot with nets of these sizes says to a board of another."""
    return f"{name} plays {', '.join(f'{size}x{size}' for size in sizes)} only"


def net_of(shape: NetShape) -> PolicyValueNet:
    """Return a net whose normalisation has running statistics, so that it has an effect."""
    torch.manual_seed(1)
    net = PolicyValueNet(shape, GAME.shape, GAME.actions)
    net.train()
    for _ in range(3):
        net(torch.rand(16, *GAME.shape))
    return net


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("net") / "own.net"
    write_bot_net(net_of(SHAPE), GAME.shape, path)
    return path


def choose(bot: Bot, board: Board, turn: float = inf) -> tuple[int, int]:
    return bot.choose(board, MoveClock(budget(Limits(turn=turn), time.monotonic(), 0, 64)))


@pytest.mark.parametrize("shape", [SHAPE, PLAIN], ids=["skips and norms", "plain"])
def test_the_file_judges_as_the_net_that_learnt(shape: NetShape, tmp_path: Path) -> None:
    net, path = net_of(shape), tmp_path / "own.net"
    write_bot_net(net, GAME.shape, path)
    boards = [at(moves, SIZE) for moves in POSITIONS]
    for board in boards:
        assert (GAME.planes(board).transpose(1, 2, 0) == planes(board)).all()
    with torch.no_grad():
        logits, values = net.eval()(
            torch.tensor(np.stack([GAME.planes(b) for b in boards])).float()
        )
    scores, found = ExportedNet(path).judge(boards)
    assert scores == pytest.approx(logits.numpy(), abs=1e-5)
    assert found == pytest.approx(values.numpy(), abs=1e-5)


def test_a_net_of_values_scores_moves_and_guides_no_search(tmp_path: Path) -> None:
    torch.manual_seed(1)
    net = ActionValueNet(PLAIN, GAME.shape, GAME.actions)
    path, board = tmp_path / "own.net", at("2,2 3,3", SIZE)
    write_bot_net(net, GAME.shape, path)
    exported = ExportedNet(path)
    with torch.no_grad():
        expected = net(torch.tensor(GAME.planes(board)[None]).float())
    assert exported.scores([board]) == pytest.approx(expected.numpy(), abs=1e-5)
    for bot in (AlphaZero(), GuidedSearch()):
        bot.load(path)
        with pytest.raises(ValueError, match="this net gives no values"):
            choose(bot, board)


@pytest.mark.parametrize("name", NAMES_WITH_NET)
def test_they_play_whole_games_with_the_nets_they_come_with(name: str) -> None:
    bot = MAKERS[name]()
    assert bot.name == name
    assert bot.sizes == OWN_SIZES[name]
    if "playouts" in bot.options:
        bot.options["playouts"] = 20
    if "depth" in bot.options:
        bot.options["depth"] = 2
    for size in bot.sizes:
        board = Board(size, Rule.FREESTYLE)
        while not board.over:
            board.play(*choose(bot, board))


@pytest.mark.parametrize("maker", [AlphaZero, GuidedSearch])
def test_a_search_takes_a_five_and_blocks_one(
    maker: type[AlphaZero] | type[GuidedSearch], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.bots.pgts.WIDTHS", (SIZE * SIZE,) * 2)
    bot = maker()
    bot.load(file)
    bot.options |= {"playouts": 3000, "depth": 2}
    assert choose(bot, at("0,0 0,5 1,0 1,5 2,0 2,5 3,0 3,5", SIZE)) == (4, 0)
    assert choose(bot, at("0,0 0,5 1,0 1,5 2,0 3,5 3,0", SIZE)) == (4, 0)


def test_guided_search_is_the_minimax_of_what_it_tries(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    widths = (4, 3, 2)
    monkeypatch.setattr("tournaments.bots.pgts.WIDTHS", widths)
    bot, net = GuidedSearch(), ExportedNet(file)
    bot.load(file)
    board = at("2,2 3,3 2,3 3,2", SIZE)

    def slow(position: Board, depth: int) -> tuple[float, tuple[int, int]]:
        if position.over:
            return -1.0 if position.winner else 0.0, (-1, -1)
        scores, values = net.judge([position])
        if depth == len(widths):
            return float(values[0]), (-1, -1)
        ordered = sorted(position.legal_moves(), key=lambda m: -scores[0][m[1] * SIZE + m[0]])
        found = []
        for x, y in ordered[: widths[depth]]:
            position.play(x, y)
            found.append((-slow(position, depth + 1)[0], (x, y)))
            position.undo()
        return max(found, key=lambda pair: pair[0])

    assert choose(bot, board) == slow(board, 0)[1]


@pytest.mark.parametrize("maker", [AlphaZero, GuidedSearch])
def test_the_clock_ends_a_search(
    maker: type[AlphaZero] | type[GuidedSearch], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.bots.pgts.WIDTHS", (36,) * 20)
    bot = maker()
    bot.load(file)
    bot.options |= {"playouts": 10**9, "depth": 20}
    begun = time.monotonic()
    assert at("2,2", SIZE).cell(*choose(bot, at("2,2", SIZE), 0.3)) == 0
    assert time.monotonic() - begun < PATIENCE


def test_the_clock_ends_a_search_that_only_meets_finished_games(file: Path) -> None:
    """Fill the board in pairs, shifted by two from row to row, so that no side has five."""
    moves = [(x, y) for y in range(SIZE) for x in range(SIZE)]
    colours = {(x, y): (x + 2 * (y % 2)) // 2 % 2 for x, y in moves}
    black, white = ([m for m in moves if colours[m] == side] for side in (0, 1))
    turns = [m for pair in zip(black, white, strict=False) for m in pair][:-2]
    board = at(" ".join(f"{x},{y}" for x, y in turns), SIZE)
    assert not board.over
    bot = AlphaZero()
    bot.load(file)
    bot.options["playouts"] = 10**12
    begun = time.monotonic()
    assert choose(bot, board, 0.3) in board.legal_moves()
    assert time.monotonic() - begun < PATIENCE


def test_the_raw_nets_play_their_best_legal_move(file: Path) -> None:
    for bot in (RawNet(), Dqn()):
        bot.load(file)
        board = at("", SIZE)
        scores = ExportedNet(file).scores([board])[0]
        best = int(scores.argmax())
        assert choose(bot, board) == (best % SIZE, best // SIZE)
        board.play(best % SIZE, best // SIZE)
        assert board.cell(*choose(bot, board)) == 0


def test_ppo_draws_what_its_seed_says(file: Path) -> None:
    def drawn(seed: int) -> list[tuple[int, int]]:
        bot = Ppo()
        bot.load(file)
        bot.options["seed"] = seed
        return [choose(bot, at("2,2", SIZE)) for _ in range(20)]

    assert drawn(1) == drawn(1)
    assert len(set(drawn(1))) > 3


@pytest.mark.parametrize("name", NAMES_WITH_NET)
def test_other_boards_than_the_nets_are_refused(name: str, file: Path) -> None:
    bot = MAKERS[name]()
    with pytest.raises(ValueError, match=refusal(name, OWN_SIZES[name])):
        choose(bot, at("", 15))
    bot.load(file)
    with pytest.raises(ValueError, match=refusal(name, [SIZE])):
        choose(bot, at("", 8))


def test_a_file_that_is_no_such_net_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.net"
    with pytest.raises(ValueError, match=r"cannot read .*my\.net"):
        NetBot("bot", {}, "ppo.net").load(path)
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"my\.net is not a net file"):
        ExportedNet(path)
    with pytest.raises(ValueError, match=r"freestyle\.net is not a net of `fukumi papers`"):
        ExportedNet(LINE_NETS / "freestyle.net")


def test_a_tournament_names_them_with_their_net(file: Path) -> None:
    specs = engine_specs([f"cmd='alphazero net={file} playouts=7'", "cmd=ppo"], [])
    assert specs[0].command[1:4] == ("-P", "-m", "tournaments.bots.alphazero")
    assert specs[0].command[4:] == ("--net", str(file), "--playouts", "7")
    assert specs[1].command[1:] == ("-P", "-m", "tournaments.bots.ppo")
    assert specs[1].directory is None


@pytest.mark.parametrize("name", NAMES_WITH_NET)
@pytest.mark.parametrize("size", [OWN_SIZE, SIZE])
def test_they_are_programs_without_torch(name: str, size: int, file: Path) -> None:
    options = {} if size == OWN_SIZE else {"net": str(file)}
    _, _, _, module, *words = command_line(name, options)
    run = f"sys.argv[1:] = {words!r}; runpy.run_module({module!r}, run_name='__main__')"
    code = f"import sys, runpy; sys.modules['torch'] = None; {run}"
    lines = f"START {size}\nINFO timeout_turn 300\nBEGIN\nRESTART\nSTART 15\nBEGIN\n"
    done = converse([sys.executable, "-c", code], lines.encode(), 5)
    assert done.returncode == 0
    answers = done.stdout.decode().split("\n")
    assert answers[0] == "OK"
    assert "," in answers[1]
    sizes = OWN_SIZES[name] if size == OWN_SIZE else [size]
    assert answers[3].startswith(f"ERROR {refusal(name, sizes)}")  # to START
    assert done.stderr == b""


def test_a_program_says_which_net_it_cannot_play_with(tmp_path: Path) -> None:
    command = command_line("dqn", {"net": str(tmp_path / "none.net")})
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert re.fullmatch(rb"dqn\.py: cannot read .*none\.net: .*\n", done.stderr)


def test_a_bot_whose_own_net_is_damaged_says_so_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["dqn.py"])
    monkeypatch.setattr("tournaments.bots.netbot.WEIGHTS", tmp_path)
    (tmp_path / "dqn.net").write_bytes((OWN_NETS / "dqn.net").read_bytes()[:-7])
    with pytest.raises(SystemExit) as ended:
        serve.main(Dqn)
    assert ended.value.code == 2
    said = f"dqn.py: {tmp_path / 'dqn.net'} is cut short or damaged: its checksum does not fit\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("name", ["alphazero", "dqn", "ppo"])
def test_damaged_nets_are_refused_or_score_moves(name: str, tmp_path: Path) -> None:
    rng, path, refused = random.Random(name), tmp_path / "it.net", 0
    data, board = (OWN_NETS / f"{name}.net").read_bytes(), Board(OWN_SIZE)
    for _ in range(300):
        path.write_bytes(damaged(data, rng))
        try:
            net = ExportedNet(path)
        except NetError as error:
            assert "\n" not in str(error)  # noqa: PT017
            refused += 1
        else:
            assert np.isfinite(net.scores([board])).all()
            assert net.best(board) in board.legal_moves()
    assert refused > 150


@pytest.mark.parametrize(
    ("part", "shape"),
    [
        ("policy.1", [63, 512]),
        ("trunk.1", [32, 32, 9, 1]),
        ("trunk.0", [32, 36]),
        ("policy.0", [8, 8, 4, 1]),
    ],
)
def test_layers_that_do_not_fit_are_refused(part: str, shape: list[int], tmp_path: Path) -> None:
    header, body = split((OWN_NETS / "dqn.net").read_bytes())
    header["shapes"][part] = shape
    (tmp_path / "it.net").write_bytes(joined(header, body))
    with pytest.raises(NetError, match=r"it\.net is damaged"):
        ExportedNet(tmp_path / "it.net")
