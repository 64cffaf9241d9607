"""Evaluations of a position, parsed from an engine's messages.

The protocol leaves the text of MESSAGE free. Three forms are recognised: those of our own brain
(`value +0.123`, `value win in 5`), a win rate (`winrate 61.2%`, `winrate 0.612`, AlphaGomoku's
`winrate 53.2 drawrate 8.2`), and an evaluation (`ev 54`, `Eval -120`, `score +M9`). Any other text
is ignored.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?(?![0-9])"
_OWN = re.compile(r"\bvalue (?:(win|loss) in [0-9]{1,9}\b|[+-][0-9]\.[0-9]{1,9}\b)")
_WIN_AND_DRAW_RATE = re.compile(r"\bwinrate ([0-9]{1,3}\.[0-9]) drawrate ([0-9]{1,3}\.[0-9])\b")
"""AlphaGomoku's percentages, which have one decimal and no sign."""
_WIN_RATE = re.compile(rf"\bwin ?rate[ :=]+({_NUMBER}) ?(%?)", re.IGNORECASE)
_POINTS = re.compile(
    rf"\b(?:ev|eval|evaluation|score)[ :=]+([+-]?)(M|#)?({_NUMBER})", re.IGNORECASE
)
_LESSER_LINE = re.compile(
    r"(?:MESSAGE|DEBUG) (?:\((?:[2-9]|[0-9]{2,})\) |.*\bmultipv (?:[2-9]|[0-9]{2,})\b)"
)
"""A line about the second-best or a worse move, from an engine that lists several."""

POINTS_SCALE = 400.0
"""Points whose value is tanh(1), a win rate of 88 %: an evaluation of e points is taken as a win
rate of 1 / (1 + exp(-e / 200)). Engines differ; the scale is good enough to draw a curve."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A value from -1 (lost) to 1 (won) for the side to move, and the engine's words for it."""

    value: float
    words: str


def evaluation(messages: Sequence[str]) -> Evaluation | None:
    """Return the last evaluation in the messages of one move, or None if there is none."""
    line = evaluated_line(messages)
    return None if line is None else next(_readings(line))


def evaluated_line(messages: Sequence[str]) -> str | None:
    """Return the message that has the evaluation of a move, or None if there is none."""
    for line in reversed(messages):
        if not _LESSER_LINE.match(line) and any(_readings(line)):
            return line
    return None


def _readings(line: str) -> Iterator[Evaluation]:
    if match := _OWN.search(line):
        words = match[0].removeprefix("value ")
        yield Evaluation({"win": 1.0, "loss": -1.0}.get(match[1]) or _clipped(float(words)), words)
    if match := _WIN_AND_DRAW_RATE.search(line):
        share = (float(match[1]) + float(match[2]) / 2) / 100
        yield Evaluation(_clipped(2 * share - 1), match[0])
    if match := _WIN_RATE.search(line):
        number = float(match[1])
        share = number / 100 if match[2] or number > 1 else number
        yield Evaluation(_clipped(2 * share - 1), match[0])
    if match := _POINTS.search(line):
        size = 1.0 if match[2] else math.tanh(float(match[3]) / POINTS_SCALE)
        yield Evaluation(-size if match[1] == "-" else size, match[0])


def _clipped(value: float) -> float:
    return max(-1.0, min(1.0, value))
