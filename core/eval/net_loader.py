"""Nets ready to think: those of files, and those that come with the program."""

from functools import lru_cache
from pathlib import Path

from core.eval.evaluate import Evaluator, LinesEvaluator
from core.eval.net import Net, NetEvaluator
from core.eval.netfile import NetError, read_net
from core.game.rules import Rule

WEIGHTS = Path(__file__).parent / "weights"


def evaluator_for(rule: Rule) -> Evaluator:
    """The shipped net of a rule, ready to think; the line evaluator where there is none.

    Raises:
        NetError: the file is damaged.
    """
    path = WEIGHTS / f"{rule.label}.net"
    return load(path) if path.exists() else LinesEvaluator()


def load(path: Path) -> NetEvaluator:
    """The net of a file, which must stay as it is while the program runs.

    Raises:
        NetError: the file holds no net that we can use.
    """
    return NetEvaluator(*_nets(path))


@lru_cache(maxsize=2)
def _nets(path: Path) -> tuple[Net, ...]:
    # To work out a net's rows takes longer than some games; two nets play a match.
    parts = read_net(path).parts()
    try:
        return tuple(Net(part) for part in parts)
    except NetError as error:
        raise NetError(f"{path} is no net for Fukumi: {error}") from error
