"""Damaged nets, and malformed ones with a valid checksum: refused in one line, or played with.

A net that is accepted must play: a legal move, with finite values.
"""

import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from core.eval.evaluate import Evaluator
from core.eval.net_loader import WEIGHTS, load
from core.eval.netfile import NetError, read_net
from core.game.board import Board
from core.game.rules import Rule
from core.papers.adp import AdpEvaluator, Mlp
from core.search.engine import Engine
from core.search.time_management import Budget
from tests.core.eval.damaged_nets import damaged as malformed
from tests.torture.commands import CONTROLS
from tests.torture.damage import damaged
from tournaments.bots.exported import WEIGHTS as PAPERS
from tournaments.bots.exported import ExportedNet

VISITS = 12
CHANCE_OF_A_PROGRAM = 0.1
"""Share of the nets that the program itself is started with."""


def _search(evaluator: Evaluator) -> None:
    """Search with this evaluator.

    Raises:
        AssertionError: the search finds no legal move.
    """
    board = Board(9, Rule.FREESTYLE)
    for point in ((4, 4), (3, 4), (5, 5)):
        board.play(*point)
    engine = Engine(evaluator)
    engine.set_position(board)
    report = engine.think(Budget.from_now(visits=VISITS))
    assert report.move in board.legal_moves()
    assert all(math.isfinite(one.value + one.prior) for one in report.candidates), report


def _linenet(path: Path) -> None:
    _search(load(path))


def _adp(path: Path) -> None:
    _search(AdpEvaluator(Mlp(read_net(path))))


def _planes(path: Path) -> None:
    net = ExportedNet(path)
    board = Board(net.size, Rule.FREESTYLE)
    board.play(net.size // 2, net.size // 2)
    assert net.best(board) in board.legal_moves()


READERS: tuple[tuple[str, Path, Callable[[Path], None]], ...] = (
    ("linenet", WEIGHTS / "freestyle.net", _linenet),
    ("linenet", WEIGHTS / "renju.net", _linenet),
    ("adp", PAPERS / "adp.net", _adp),
    ("planes", PAPERS / "dqn.net", _planes),
    ("planes", PAPERS / "alphazero.net", _planes),
)


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Read and play with `effort` damaged or malformed nets.

    Raises:
        Exception: anything but a NetError, or a net that is accepted and plays nonsense.
    """
    rng = random.Random(seed)
    done = Counter[str]()
    for number in range(effort):
        kind, source, read = rng.choice(READERS)
        data = source.read_bytes()
        other = rng.choice(READERS)[1].read_bytes()
        spoilt = malformed(data, rng) if rng.random() < 0.5 else damaged(rng, data, other)
        path = folder / f"{number:04d}.net"  # a new name each time: nets are cached by name
        path.write_bytes(spoilt)
        done.update({kind: 1, "refused": _refused(read, path)})
        if kind == "linenet" and rng.random() < CHANCE_OF_A_PROGRAM:
            done["programs"] += 1
            check_program(path)
        path.unlink()
    return done


def _refused(read: Callable[[Path], None], path: Path) -> bool:
    said = ""
    try:
        read(path)
    except NetError as error:
        said = str(error)
    assert not CONTROLS.search(said), repr(said)
    return bool(said)


def check_program(path: Path) -> None:
    """Start `fukumi brain` with this net.

    Raises:
        AssertionError: it neither plays nor refuses the net.
    """
    command = [sys.executable, "-m", "fukumi", "brain", "--net", str(path)]
    said = "INFO max_node 6\nSTART 9\nTURN 4,4\nABOUT\n"
    done = subprocess.run(command, input=said, capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    if done.returncode:
        assert done.returncode == 2, done
        assert done.stderr.splitlines()[-1].startswith(("fukumi", "Error: ")), done
    else:
        assert done.stdout.startswith("OK\n"), done
