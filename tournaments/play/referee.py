"""The referee: plays one game between two engines and records how it ended."""

import dataclasses
import datetime
import time
from collections.abc import Callable
from pathlib import Path

from core.game.board import BLACK, WHITE, Board, other
from tournaments.engine.answers import EngineFault, play_move
from tournaments.engine.client import Client
from tournaments.engine.kept_engines import KeptEngines
from tournaments.engine.pipe_log import PipeLog
from tournaments.model import (
    EngineSpec,
    GameRecord,
    MachineLoad,
    Reason,
    Result,
    ScheduledGame,
    SideReport,
    Swap2Choice,
    TimedMove,
)
from tournaments.play.adjudication import Adjudicator
from tournaments.play.game_log import log_text
from tournaments.play.live_writer import LiveWriter
from tournaments.play.machine_load import LoadWatch
from tournaments.play.swap2_opening import Swap2Dialogue
from tournaments.records.recorded_outcome import natural_end, won_by


class _Match:
    """A game in progress."""

    def __init__(self, game: ScheduledGame, kept: KeptEngines | None, live: LiveWriter) -> None:
        self.game = game
        self.live = live
        self.board = Board(game.size, game.rule)
        for point in game.opening:
            self.board.play(*point)
        self.moves = [TimedMove(x, y) for x, y in game.opening]
        self.opening_plies = len(game.opening)
        self.choices: tuple[Swap2Choice, ...] = ()
        rules = game.adjudication
        self.adjudicator = Adjudicator(rules, game.draw_after) if rules else None
        self.clients = {
            colour: Client(spec, game.rule, game.size, kept, PipeLog() if game.logged else None)
            for colour, spec in ((BLACK, game.black), (WHITE, game.white))
        }

    def spec(self, colour: int) -> EngineSpec:
        return self.clients[colour].spec

    def note(self, asked: Client | None = None) -> None:
        """Note the state for those who watch; `asked` is the engine that is asked for a move."""
        self.live.note(self.moves, self.opening_plies, self.clients, asked)


Ending = tuple[Result, Reason, str]


def play_game(
    game: ScheduledGame, kept: KeptEngines | None = None, live: Path | None = None
) -> GameRecord:
    """Play a game to its end, whatever the engines do, and leave no process behind but those in
    `kept`.

    A failure of our own makes the game void instead of raising.

    Args:
        live: folder for a file of the game while it is under way.
    """
    started, begun = _now(), time.monotonic()
    if kept:
        kept.end_others((game.black, game.white))
    writer = LiveWriter(live, game, started)
    match = _Match(game, kept, writer)
    watch = LoadWatch((game.black.clock.turn, game.white.clock.turn))
    ending: Ending = (Result.VOID, Reason.VOID, "")
    try:
        with watch, writer:
            ending = _play_out(match)
    except Exception as error:  # ours, or the machine's: never an engine's fault
        ending = (Result.VOID, Reason.VOID, f"{type(error).__name__}: {error}")
    finally:
        _close(match, ending)
    record = _record(match, ending, started, watch.load)
    if not game.logged:
        return record
    black, white = (match.clients[colour].log for colour in (BLACK, WHITE))
    return dataclasses.replace(record, pipes=log_text(record, black, white, begun))


def _close(match: _Match, ending: Ending) -> None:
    """End the engines, or keep those without a fault for the next game."""
    result, reason, _ = ending
    for colour, client in match.clients.items():
        lost = reason.is_forfeit and result is won_by(other(colour))
        client.close(keep=not lost and result is not Result.VOID)


def _play_out(match: _Match) -> Ending:
    match.note()
    for colour, client in match.clients.items():
        fault = _fault_of(client.start)
        if fault is not None:
            return _forfeit(match, colour, fault.reason, str(fault))
    if match.game.swap2 and (ending := _swap2(match)):
        return ending
    while True:
        ending = _natural_end(match) or _one_move(match)
        if ending is not None:
            return ending if ending[1].is_forfeit else _too_hungry(match) or ending


def _too_hungry(match: _Match) -> Ending | None:
    """Return the loss of an engine that has too much memory at the end of a game."""
    for colour, client in match.clients.items():
        fault = _fault_of(client.check_memory)
        if fault is not None:
            return _forfeit(match, colour, fault.reason, str(fault))
    return None


def _swap2(match: _Match) -> Ending | None:
    """Let the engines make the opening and choose colours; return an ending if one failed."""

    def asking(client: Client) -> None:
        match.opening_plies = dialogue.stones
        match.note(client)

    first, second = match.clients.values()
    dialogue = Swap2Dialogue(match.board, first, second, match.moves, asking)
    fault = _fault_of(dialogue.settle)
    match.clients, match.opening_plies = dialogue.clients, dialogue.stones
    match.choices = tuple(dialogue.choices)
    if fault is None:
        return None
    colour = next(c for c, client in match.clients.items() if client is dialogue.asked)
    return _forfeit(match, colour, fault.reason, str(fault))


def _fault_of(action: Callable[[], None]) -> EngineFault | None:
    try:
        action()
    except EngineFault as fault:
        return fault
    return None


def _one_move(match: _Match) -> Ending | None:
    """Let the side to move make its move; return an ending by forfeit or adjudication."""
    colour = match.board.to_move
    client = match.clients[colour]
    match.note(client)
    try:
        move = client.move(match.board)
        play_move(match.board, move.x, move.y)
    except EngineFault as fault:
        return _forfeit(match, colour, fault.reason, str(fault))
    match.moves.append(move)
    if match.adjudicator and not match.board.over:
        match.note()
        return match.adjudicator.judge(match.board, move)
    return None


def _natural_end(match: _Match) -> Ending | None:
    """Return the ending by five, a full board or the agreed length; no legal move is a draw."""
    board, game = match.board, match.game
    if ended := natural_end(board):
        winner = match.spec(board.winner).name if board.winner else None
        return *ended, f"{winner} wins by five" if winner else "no legal move is left"
    if game.draw_after is not None and len(match.moves) >= game.draw_after:
        return Result.DRAW, Reason.DRAW_AFTER, f"drawn after {game.draw_after} plies"
    return None


def _forfeit(match: _Match, loser: int, reason: Reason, text: str) -> Ending:
    return won_by(other(loser)), reason, f"{match.spec(loser).name} loses: {text}"


def _record(match: _Match, ending: Ending, started: str, load: MachineLoad) -> GameRecord:
    result, reason, detail = ending
    game = match.game
    return GameRecord(
        number=game.number,
        round=game.round,
        black=match.spec(BLACK).name,
        white=match.spec(WHITE).name,
        rule=game.rule,
        size=game.size,
        opening_plies=match.opening_plies,
        moves=tuple(match.moves),
        result=result,
        reason=reason,
        detail=detail,
        started=started,
        black_report=_side(match, BLACK, reason),
        white_report=_side(match, WHITE, reason),
        choices=match.choices,
        load=load,
    )


def void_record(game: ScheduledGame, detail: str) -> GameRecord:
    """Return the record of a game that could not be played, through no fault of the engines."""
    return GameRecord(
        number=game.number,
        round=game.round,
        black=game.black.name,
        white=game.white.name,
        rule=game.rule,
        size=game.size,
        opening_plies=len(game.opening),
        moves=tuple(TimedMove(x, y) for x, y in game.opening),
        result=Result.VOID,
        reason=Reason.VOID,
        detail=detail,
        started=_now(),
    )


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def _side(match: _Match, colour: int, reason: Reason) -> SideReport:
    return match.clients[colour].report(reason.is_forfeit or reason is Reason.VOID)
