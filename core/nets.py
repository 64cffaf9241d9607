"""The nets that come with the program, in core/weights/."""

from functools import cache
from pathlib import Path

from core.evaluate import Evaluator, LinesEvaluator
from core.net import Net, NetEvaluator
from core.netfile import read_net
from core.rules import Rule

WEIGHTS = Path(__file__).parent / "weights"


def evaluator_for(rule: Rule) -> Evaluator:
    """The shipped net of a rule, ready to think; the line evaluator where there is none.

    RULE.net thinks for both sides, or RULE-black.net and RULE-white.net for one each.

    Raises:
        NetError: the file is damaged.
    """
    both = _net(rule.label)
    if both is not None:
        return NetEvaluator(both)
    black, white = _net(f"{rule.label}-black"), _net(f"{rule.label}-white")
    if black is None or white is None:
        return LinesEvaluator()
    return NetEvaluator(black, white)


@cache
def _net(name: str) -> Net | None:
    path = WEIGHTS / f"{name}.net"
    return Net(read_net(path)) if path.exists() else None
