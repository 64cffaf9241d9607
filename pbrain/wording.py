"""Moves, search reports and errors as protocol lines."""

from typing import TYPE_CHECKING

from core import BUILD
from core.game.board import Point
from core.game.notation import format_moves
from core.game.rules import Rule
from core.search.candidate import format_proof
from pbrain import parse

if TYPE_CHECKING:
    from core.search.candidate import Candidate
    from core.search.engine import Report

_PV_LENGTH = 8


def coordinates(point: Point) -> str:
    """Return the point as the protocol writes it: `x,y`, zero-based."""
    return f"{point[0]},{point[1]}"


def search_message(report: "Report", rule: Rule, size: int) -> str:
    """Return one MESSAGE line with the result of a search, the rule and the build."""
    result = _result(report.visits, report.value, report.proof, report.pv, size)
    return f"MESSAGE {result} rule {rule.label} build {BUILD}"


def candidate_message(rank: int, candidate: "Candidate", size: int) -> str:
    """Return one MESSAGE line for the `rank`-th best move, counted from 1."""
    result = _result(candidate.visits, candidate.value, candidate.proof, candidate.pv, size)
    return f"MESSAGE ({rank}) {result}"


def failure_message(error: object) -> str:
    """Return one MESSAGE line for a failed search: the move after it is a fallback."""
    return f"MESSAGE fallback move: {parse.printable(str(error), limit=120)}"


def memory_message(allowed: int, least: int) -> str:
    """Return one MESSAGE line for a memory limit, in bytes, that may be exceeded."""
    need = f"up to {least} bytes are needed, with the smallest search tree"
    return f"MESSAGE max_memory {allowed} is too little: {need}"


def _result(visits: int, value: float, proof: int, pv: tuple[Point, ...], size: int) -> str:
    verdict = format_proof(proof) or f"{value:+.3f}"
    return f"visits {visits} value {verdict} pv {format_moves(pv[:_PV_LENGTH], size)}"
