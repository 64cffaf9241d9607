"""Check of an engine's knowledge of the rules, and the clock of whole games."""

from pathlib import Path

from core.game.notation import board_after, format_point, parse_moves
from tournaments.acceptance.judge_positions import POSITIONS
from tournaments.compliance.engine_session import Risk, Subject
from tournaments.model import TimeControl
from tournaments.play.league import League

GAME = TimeControl(8.0, 0.15)
"""Clock of whole games: the turn limits every move, the match limits a long game."""


def answers_positions(subject: Subject, directory: Path, *, league: League) -> str:
    """Check the answers to the judge's fixed positions for a rule."""
    answers, wrong = [], []
    for position in (position for position in POSITIONS if league.rule in position.rules):
        board = board_after(league.size, league.rule, parse_moves(position.moves, league.size))
        with subject.run(directory) as engine:
            engine.start_game(league.size, rule=league.rule.value, turn=1.0)
            move = engine.send_board(board)
        answers.append(f"{position.moves}: {format_point(move, league.size)}")
        if not position.accepts(move, league.size):
            better = " or ".join(position.wanted) or f"not {position.unwanted[0]}"
            wrong.append(f"{answers[-1]} instead of {better}")
    if wrong:
        raise Risk("; ".join(wrong))
    return "; ".join(answers)
