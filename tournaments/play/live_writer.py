"""The file of a game under way, kept by the process that plays it.

It must never harm the game: the game's thread only notes its state, another one writes it, and a
disk that takes no file leaves the game without one.
"""

import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from core.game.board import BLACK, WHITE
from core.system.files import write_whole
from tournaments.engine.client import Client
from tournaments.engine.evaluations import evaluated_line
from tournaments.model import ScheduledGame, TimedMove
from tournaments.play.live_games import LiveClock, LiveGame, path_of, to_json

INTERVAL = 0.25
"""Seconds between two looks at a game's state; a game that is shorter is never written."""


class _State(NamedTuple):
    """The state of a game at one moment; `moves` may have grown since, beyond `plies`."""

    moves: Sequence[TimedMove]
    plies: int
    opening_plies: int
    sides: tuple[Client, Client]
    left: tuple[float | None, float | None]
    asked: Client | None
    at: float


class LiveWriter:
    """The file of a game under way, kept by a thread of its own; a context manager.

    Args:
        live: folder of the file; None for no file.
        started: as in the game's record.
    """

    def __init__(self, live: Path | None, game: ScheduledGame, started: str) -> None:
        self._path = path_of(live, game.number) if live else None
        self._game = game
        self._started = started
        self._state: _State | None = None
        self._moves: list[TimedMove] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write_states, daemon=True)

    def __enter__(self) -> "LiveWriter":
        if self._path:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._path:
            self._over.set()
            self._thread.join()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def note(
        self,
        moves: Sequence[TimedMove],
        opening_plies: int,
        clients: Mapping[int, Client],
        asked: Client | None = None,
    ) -> None:
        """Note the state of the game.

        Args:
            moves: may only grow from one call to the next.
            asked: the engine that is asked for a move now.
        """
        black, white = clients[BLACK], clients[WHITE]
        self._state = _State(
            moves,
            len(moves),
            opening_plies,
            (black, white),
            (black.time_left, white.time_left),
            asked,
            time.time(),
        )

    def _write_states(self) -> None:
        assert self._path
        written = None
        while not self._over.wait(INTERVAL):
            state = self._state
            # a worker of a killed run may have removed it, when it ended its own game
            if state is None or (state is written and self._path.exists()):
                continue
            with suppress(OSError):
                data = to_json(self._live_game(state)).encode()
                write_whole(self._path, data, synced=False)
                written = state

    def _live_game(self, state: _State) -> LiveGame:
        new = state.moves[len(self._moves) : state.plies]
        self._moves += map(_with_evaluation_only, new)
        black, white = (
            LiveClock(left, client.spec.clock.turn, state.at if client is state.asked else None)
            for client, left in zip(state.sides, state.left, strict=True)
        )
        game = self._game
        return LiveGame(
            number=game.number,
            round=game.round,
            black=state.sides[0].spec.name,
            white=state.sides[1].spec.name,
            rule=game.rule,
            size=game.size,
            opening_plies=state.opening_plies,
            moves=tuple(self._moves),
            started=self._started,
            black_clock=black,
            white_clock=white,
        )


def _with_evaluation_only(move: TimedMove) -> TimedMove:
    line = evaluated_line(move.messages)
    return TimedMove(move.x, move.y, move.ms, () if line is None else (line,))
