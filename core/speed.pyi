from core.board import Board
from core.evaluate import Evaluator
from core.net import NetEvaluator

def make_unmake(board: Board, rounds: int) -> int:
    """Plays and takes back each near move `rounds` times; returns the number of pairs."""

def evaluations(evaluator: Evaluator, board: Board, rounds: int) -> int:
    """Evaluates the position `rounds` times; returns the number of evaluations."""

def vcf_nodes(board: Board, rounds: int) -> int:
    """Searches for a VCF `rounds` times, each with an empty table; returns the nodes."""

def vct_nodes(board: Board, rounds: int) -> int:
    """Searches for a VCT `rounds` times, each with empty tables; returns the nodes."""

def net_evaluations(evaluator: NetEvaluator, board: Board, rounds: int) -> int:
    """Evaluates the positions after each near move; returns the number of evaluations."""
