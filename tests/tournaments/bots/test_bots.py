"""The bundled bots: legal everywhere, as strong as their names say, and real protocol engines."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from core.eval.netfile import net_bytes
from core.game.board import BLACK, WHITE, Board
from core.game.rules import Rule
from core.search.time_management import Limits, budget
from tests.core.papers.perceptrons import random_mlp
from tests.patience import PATIENCE
from tests.tournaments.bots.conversation import converse
from tournaments.bots import NAMES, command_line
from tournaments.bots.adp import Adp
from tournaments.bots.alphabeta import AlphaBeta
from tournaments.bots.heuristic import Heuristic
from tournaments.bots.manager_lines import HeardLine
from tournaments.bots.move_clock import MoveClock
from tournaments.bots.puremcts import PureMcts
from tournaments.bots.random_mover import RandomMover
from tournaments.bots.serve import Bot, Session, TunedBot
from tournaments.bots.uctadp import UctAdp
from tournaments.bots.uctadppb import UctAdpPb
from tournaments.bots.uctdummy import UctDummy
from tournaments.bots.uctsim import UctSimulation

MAKERS: dict[str, Callable[[], Bot]] = {
    "adp": Adp,
    "alphabeta": AlphaBeta,
    "heuristic": Heuristic,
    "puremcts": PureMcts,
    "random": RandomMover,
    "uctadp": UctAdp,
    "uctadppb": UctAdpPb,
    "uctdummy": UctDummy,
    "uctsim": UctSimulation,
}
NO_LIMIT = Limits(turn=inf)


def make(name: str, **options: int) -> Bot:
    bot = MAKERS[name]()
    if isinstance(bot, TunedBot):
        bot.factors.update({key: options.pop(key) for key in bot.factors if key in options})
    bot.options.update(options)
    return bot


def quick(name: str) -> Bot:
    """Return a repeatable bot that answers at once."""
    options = {"alphabeta": {"depth": 2}, "puremcts": {"playouts": 50, "seed": 3}}
    few = {"iterations": 50, "seed": 3} if name.startswith("uct") else {"seed": 3}
    return make(name, **options.get(name, few))


def clock(limits: Limits = NO_LIMIT) -> MoveClock:
    return MoveClock(budget(limits, time.monotonic(), 0, 225))


def choose(bot: Bot, board: Board, limits: Limits = NO_LIMIT) -> tuple[int, int]:
    return bot.choose(board, clock(limits))


def talk(bot: Bot, *lines: str) -> list[str]:
    """Return the answers to lines that come one after the other, while the bot does not think."""
    said: list[str] = []
    never = threading.Event()
    Session(bot, (HeardLine(line, never, never) for line in lines), said.append).run()
    return said


def at(moves: str, size: int = 15, rule: Rule = Rule.FREESTYLE) -> Board:
    board = Board(size, rule)
    for move in moves.split():
        x, y = move.split(",")
        board.play(int(x), int(y))
    return board


def test_every_name_has_a_bot() -> None:
    assert set(NAMES) == set(MAKERS)
    for name in NAMES:
        assert make(name).name == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rule", list(Rule))
def test_whole_small_games_are_legal(name: str, rule: Rule) -> None:
    bot, other, board = quick(name), quick("random"), Board(6, rule)
    while not board.over:
        mover = bot if board.to_move == BLACK else other
        board.play(*choose(mover, board))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [5, 9, 15, 20])
def test_first_moves_on_every_size_are_legal(name: str, size: int) -> None:
    bot, board = quick(name), Board(size, Rule.RENJU)
    for _ in range(4):
        board.play(*choose(bot, board))
    assert board.ply == 4


@pytest.mark.parametrize(
    "name", ["heuristic", "alphabeta", "uctadp", "uctadppb", "uctsim", "uctdummy"]
)
def test_takes_a_five_and_blocks_a_four(name: str) -> None:
    assert choose(quick(name), at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3")) in {(6, 7), (11, 7)}
    assert choose(quick(name), at("7,7 6,7 8,7 0,1 9,7 0,3 10,7")) == (11, 7)


def test_alphabeta_sees_a_win_three_plies_away() -> None:
    assert choose(make("alphabeta", depth=3), at("7,7 0,0 8,7 0,2 9,7 0,4")) in {(6, 7), (10, 7)}


def test_alphabeta_keeps_its_clock() -> None:
    begun = time.monotonic()
    choose(make("alphabeta"), at("7,7 8,8"), Limits(turn=0.5))
    assert time.monotonic() - begun < PATIENCE  # without a clock it would search to the last ply


def test_puremcts_plays_the_playouts_it_was_given_or_stops_at_the_clock() -> None:
    begun = time.monotonic()
    move = choose(make("puremcts", playouts=10**9), at("7,7 8,8"), Limits(turn=0.5))
    assert time.monotonic() - begun < PATIENCE
    assert at("7,7 8,8").cell(*move) == 0


def test_the_managers_limits_of_the_search_set_what_a_bot_calls_them() -> None:
    for name, info, option, usual in (
        ("puremcts", "max_node", "playouts", 1000),
        ("uctsim", "max_node", "iterations", 0),
        ("alphabeta", "max_depth", "depth", 0),
    ):
        bot = make(name)
        talk(bot, f"INFO {info} -1", f"INFO {info} 0")
        assert bot.options[option] == usual
        talk(bot, f"INFO {info} 3")
        assert bot.options[option] == 3


@pytest.mark.parametrize("name", ["uctadp", "uctsim"])
def test_trees_grow_to_their_iterations_or_to_the_clock(name: str) -> None:
    board = at("7,7 8,8")
    same = [choose(make(name, iterations=300, seed=5), board) for _ in range(2)]
    assert same[0] == same[1]
    begun = time.monotonic()
    assert board.cell(*choose(make(name), board, Limits(turn=0.5))) == 0
    assert time.monotonic() - begun < PATIENCE


def test_the_weighted_sum_lets_adp_decide_where_it_weighs_all() -> None:
    board = at("7,7 8,8 6,7")
    options = {"iterations": 60, "seed": 5}
    assert choose(make("uctsim", adp=100, **options), board) == choose(quick("adp"), board)
    assert choose(make("uctsim", **options), board) != choose(quick("adp"), board)


def test_mechanisms_of_the_search_are_options() -> None:
    """Each of them changes the tree of `uctadppb`, over the protocol and on the command line."""
    board = at("7,7 8,8 6,7 6,8 8,7")

    def tree(*told: str) -> list[tuple[tuple[int, int], int, float]]:
        bot = UctAdpPb()
        talk(bot, *(f"INFO {line}" for line in told))
        bot.options.update(iterations=400, seed=3)
        return bot.grown(board, clock()).moves()

    usual = tree()
    assert tree("k2 nan", "msd x", "k") == usual
    for told in ("k 0.3", "k2 0", "K2 2.5", "msd 0", "preselect 0"):
        assert tree(told) != usual, told
    words = command_line("uctadppb", {"k2": "0.3", "msd": "4", "preselect": "0", "fours": "0"})
    assert words[-8:] == ["--k2", "0.3", "--msd", "4", "--preselect", "0", "--fours", "0"]


def test_a_four_counts_as_won_unless_told_otherwise() -> None:
    board = at("7,7 6,7 8,7 0,1 9,7 0,3 10,7")
    chances = [dict(make("adp", fours=n).evaluator().candidates(board)) for n in (0, 1)]  # type: ignore[attr-defined]
    assert chances[0][0, 0] > 0
    assert chances[1][0, 0] == 0


@pytest.mark.parametrize("name", ["adp", "uctadp", "uctadppb", "uctsim"])
def test_other_weights_may_be_given(name: str, tmp_path: Path) -> None:
    path = tmp_path / "my.net"
    path.write_bytes(net_bytes(random_mlp(3)))
    for weights, code in ((path, 0), (tmp_path / "none.net", 2)):
        done = subprocess.run(
            command_line(name, {"weights": str(weights)}),
            input=b"START 15\nEND\n",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == code
        assert (b"none.net" in done.stderr) == bool(code)


def score(stronger: Bot, weaker: Bot, pairs: int) -> float:
    """Return the points of the stronger bot over paired games from random openings."""
    rng, points = random.Random(1), 0.0
    for _ in range(pairs):
        opening = [(rng.randint(3, 5), rng.randint(3, 5)) for _ in range(2)]
        for colour in (BLACK, WHITE):
            board = Board(9, Rule.FREESTYLE)
            for x, y in dict.fromkeys(opening):
                board.play(x, y)
            while not board.over:
                board.play(*choose(stronger if board.to_move == colour else weaker, board))
            points += 0.5 if not board.winner else board.winner == colour
    return points / (2 * pairs)


@pytest.mark.parametrize(
    ("stronger", "weaker", "least"),
    [
        ("heuristic", "random", 0.7),
        ("alphabeta", "heuristic", 0.7),
        ("puremcts", "random", 0.7),
        ("adp", "random", 0.7),
        ("uctadppb", "adp", 0.6),
    ],
)
@pytest.mark.slow
def test_the_ladder_holds(stronger: str, weaker: str, least: float) -> None:
    strong = {
        "puremcts": {"playouts": 400, "seed": 1},
        "alphabeta": {"depth": 5},
        "uctadppb": {"iterations": 1000, "seed": 1},
    }
    better = make(stronger, **strong.get(stronger, {"seed": 3}))
    assert score(better, quick(weaker), 10) >= least


def test_a_conversation_with_every_command() -> None:
    said = talk(
        quick("heuristic"),
        "about",
        "",
        "START 15",
        "INFO rule 1",
        "INFO folder C:\\it's here",
        "BEGIN",
        "TURN 0,0",
        "TAKEBACK 0,0",
        "RESTART",
        "BOARD",
        "7,7,2",
        "8,8,1",
        "9,9,3",
        "8,7,2",
        "done",
        "DANCE",
        "TURN 99,1",
        "START 99",
    )
    assert said[0].startswith('name="heuristic"')
    assert said[1:3] == ["OK", "7,7"]
    assert said[4:6] == ["OK", "OK"]
    assert said[7].startswith("UNKNOWN")
    assert said[8].startswith("ERROR 99,1 is outside")
    assert said[9].startswith("ERROR board size 99")
    assert len(said) == 10


def test_numbers_that_fit_no_board_are_errors_and_the_bot_goes_on() -> None:
    long = "9" * 5000
    lines = (f"TURN {long},1", "TURN 99999999999,1", "BOARD", "99999999999,1,2", "DONE")
    said = talk(quick("heuristic"), "START 15", *lines, f"START {long}", "START 15", "BEGIN")
    assert said[0] == "OK"
    assert [words.split()[0] for words in said[1:5]] == ["ERROR"] * 4
    assert said[5:] == ["OK", "7,7"]


def test_an_empty_board_command_is_a_first_move() -> None:
    assert talk(quick("heuristic"), "START 15", "BOARD", "DONE") == ["OK", "7,7"]


def test_the_side_to_move_of_a_position_is_the_one_that_is_asked() -> None:
    # four of the enemy's: they must be blocked, whichever side is Black
    stones = [f"{x},7,2" for x in (3, 4, 5, 6)] + ["2,7,1", "0,0,1", "0,2,1"]
    assert talk(quick("heuristic"), "START 15", "BOARD", *stones, "DONE")[1] == "7,7"


def test_options_over_info_reach_the_bot() -> None:
    bot = quick("puremcts")
    talk(bot, "START 15", "INFO playouts 17", "INFO nonsense 4")
    assert bot.options["playouts"] == 17


def test_command_lines_name_what_is_wrong() -> None:
    assert command_line("puremcts", {"playouts": "5"})[-2:] == ["--playouts", "5"]
    with pytest.raises(ValueError, match="unknown bot 'rnadom': bundled are adp, alphabeta"):
        command_line("rnadom", {})
    with pytest.raises(ValueError, match="has no option 'depth': it has playouts, seed"):
        command_line("puremcts", {"depth": "3"})


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_is_a_program(name: str) -> None:
    sent = b"START 15\r\n\xff\xfe\r\nINFO timeout_turn 300\r\nBEGIN\r\n"
    done = converse(command_line(name, {}), sent, 3)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert len(lines) == 3
    assert lines[0] == "OK"
    assert lines[1].startswith("UNKNOWN")
    assert "," in lines[2]
    assert b"\r" not in done.stdout
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform != "linux", reason="the most memory is read from /proc")
@pytest.mark.parametrize(
    ("flood", "answer"),
    [(b"x" * (32 << 20), b"UNKNOWN"), (b"BOARD\n" + b"1,1,1\n" * 400_000 + b"DONE", b"ERROR")],
    ids=["one line", "stones of a BOARD"],
)
def test_lines_without_end_take_no_memory(flood: bytes, answer: bytes) -> None:
    with subprocess.Popen(
        command_line("heuristic", {}), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        peaks = []
        for line in (b"DANCE", flood):
            bot.stdin.write(line + b"\n")
            bot.stdin.flush()
            said = bot.stdout.readline()
            status = Path(f"/proc/{bot.pid}/status").read_text()
            peaks.append(int(status.partition("VmHWM:")[2].split()[0]))
        bot.stdin.close()
    assert said.startswith(answer)
    assert peaks[1] - peaks[0] < 16 << 10
