"""Moves, search reports and errors as protocol lines."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core import BUILD
from core.game.board import Point
from core.game.rules import Rule
from pbrain import parse

if TYPE_CHECKING:
    from core.search.candidate import Candidate
    from core.search.engine import Report

_PV_LENGTH = 8


def coordinates(point: Point) -> str:
    """Return the point as the protocol writes it: `x,y`, zero-based."""
    return f"{point[0]},{point[1]}"


def square(point: Point) -> str:
    """Return the point as people write it: column letter, row from 1 at the top."""
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


def search_message(report: "Report", rule: Rule) -> str:
    """Return one MESSAGE line with the result of a search, the rule and the build."""
    verdict = _verdict(report.value, report.proof)
    seen = f"visits {report.visits} value {verdict} pv {_line(report.pv)}"
    return f"MESSAGE {seen} rule {rule.label} build {BUILD}"


def candidate_message(rank: int, candidate: "Candidate") -> str:
    """Return one MESSAGE line for the `rank`-th best move, counted from 1."""
    verdict = _verdict(candidate.value, candidate.proof)
    return f"MESSAGE ({rank}) visits {candidate.visits} value {verdict} pv {_line(candidate.pv)}"


def failure_message(error: object) -> str:
    """Return one MESSAGE line for a failed search: the move after it is a fallback."""
    return f"MESSAGE fallback move: {parse.printable(str(error), limit=120)}"


def memory_message(allowed: int, least: int) -> str:
    """Return one MESSAGE line for a memory limit, in bytes, that may be exceeded."""
    need = f"up to {least} bytes are needed, with the smallest search tree"
    return f"MESSAGE max_memory {allowed} is too little: {need}"


def _verdict(value: float, proof: int) -> str:
    if proof == 0:
        return f"{value:+.3f}"
    return f"win in {proof}" if proof > 0 else f"loss in {-proof}"


def _line(moves: Iterable[Point]) -> str:
    return " ".join([square(move) for move in moves][:_PV_LENGTH])
