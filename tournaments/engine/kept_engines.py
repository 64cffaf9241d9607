"""Engines that stay between the games of one worker, for the setting `restart`.

An engine is started once a game, as by Gomocup's judge, unless its `restart` is `auto` or `off`.
Then it stays for the next game of the same worker, where the protocol's RESTART clears its board.
Only the engines of the last game stay: others would take memory and processor time from a game
that is not theirs.
"""

from collections.abc import Iterable

from tournaments.engine.process import EngineProcess
from tournaments.model import EngineSpec, Restart

END_GRACE = 0.5
"""Seconds an engine may take to exit after END before it is killed."""


def end(process: EngineProcess) -> None:
    """Send END, and make sure that no process of the engine is left."""
    process.send("END")
    process.kill(END_GRACE)


class KeptEngines:
    """The idle engines of a worker, by what they were started for; a context manager."""

    def __init__(self) -> None:
        self._idle: dict[tuple[EngineSpec, int], EngineProcess] = {}
        self._refusing: set[EngineSpec] = set()

    def __enter__(self) -> "KeptEngines":
        return self

    def __exit__(self, *_: object) -> None:
        self.end_others(())

    @property
    def pids(self) -> set[int]:
        """The first process of each idle engine."""
        return {process.pid for process in self._idle.values()}

    def end_others(self, specs: Iterable[EngineSpec]) -> None:
        """End the engines that are not among these."""
        needed = set(specs)
        for key in [key for key in self._idle if key[0] not in needed]:
            end(self._idle.pop(key))

    def take(self, spec: EngineSpec, size: int) -> EngineProcess | None:
        """Return the idle engine that was started with these settings and still runs, or None."""
        process = self._idle.pop((spec, size), None)
        if process is None or process.is_usable:
            return process
        end(process)  # its children may still run
        return None

    def knows_restart(self, spec: EngineSpec) -> bool:
        """Return False if the engine has failed to answer RESTART."""
        return spec not in self._refusing

    def refuses_restart(self, spec: EngineSpec) -> None:
        """Note an engine that does not answer RESTART: it is not asked again."""
        self._refusing.add(spec)

    def keep(self, spec: EngineSpec, size: int, process: EngineProcess) -> bool:
        """Keep an engine after a game; return False if it must be ended instead."""
        keeps = spec.restart is Restart.OFF or (
            spec.restart is Restart.AUTO and self.knows_restart(spec)
        )
        if not keeps or (spec, size) in self._idle or not process.is_usable:
            return False
        self._idle[spec, size] = process
        return True
