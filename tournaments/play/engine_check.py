"""A trial move by each engine before a tournament, so that a faulty setup shows at once."""

from dataclasses import dataclass

from core.game.board import Board
from tournaments.engine.answers import EngineFault, play_move
from tournaments.engine.client import Client
from tournaments.engine.pipe_log import SAID, PipeLog
from tournaments.engine.process import SHOWN_OF_A_LINE, TRANSCRIPT_LINES
from tournaments.model import EngineSpec
from tournaments.play.schedule import TournamentPlan
from tournaments.play.swap2_opening import chosen_stones


@dataclass(frozen=True, slots=True)
class EngineTrial:
    """The outcome for one engine: one line for people and, after a failure, the last lines of its
    pipe and of its standard error (marked `!`)."""

    name: str
    passed: bool
    detail: str
    transcript: tuple[str, ...] = ()


def try_engine(spec: EngineSpec, plan: TournamentPlan) -> EngineTrial:
    """Start an engine as for a game of the plan, and ask it for a move in the first opening.

    With swap2 it is asked for an opening too.
    """
    log = PipeLog()
    client = Client(spec, plan.rule, plan.size, log=log)
    board = Board(plan.size, plan.rule)
    for point in plan.openings[0] if plan.openings else ():
        board.play(*point)
    failure = ""
    try:
        client.start()
        if plan.swap2:
            answer, _ = client.choose(board)
            for point in chosen_stones(answer, board):
                play_move(board, *point)
        move = client.move(board)
        play_move(board, move.x, move.y)
        client.check_memory()
    except EngineFault as fault:
        failure = str(fault)
    finally:
        client.close()
    if failure:
        lines = [f"{line.mark} {line.text[:SHOWN_OF_A_LINE]}" for line in log.lines()]
        return EngineTrial(spec.name, False, failure, tuple(lines[-TRANSCRIPT_LINES:]))
    said = (line.text for line in log.lines() if line.mark == SAID)
    about = next((text for text in said if text.startswith("name=")), "no ABOUT")
    memory = client.report(False).peak_memory / 2**20
    detail = f"{about}: {move.x},{move.y} in {move.ms} ms, {memory:.0f} MiB"
    return EngineTrial(spec.name, True, detail)
