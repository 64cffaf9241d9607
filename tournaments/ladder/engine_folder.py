"""The engines of a ladder: a folder with one text file for each, which may change at any time."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.system.files import read_text
from tournaments.model import EngineSpec, TournamentError

SUFFIX = ".txt"

MOST_FAILURES = 2
"""Games in a row that an engine may lose before its first move; then it is set aside."""


@dataclass(frozen=True, slots=True)
class LadderEngine:
    """An engine, and its fixed Elo if it is an anchor."""

    spec: EngineSpec
    anchor: float | None = None


Read = Callable[[str, str], LadderEngine]
"""Returns the engine of a name and of the text of its file, or raises a TournamentError."""


class EngineFolder:
    """The engines in a folder; the name of a file is the name of its engine.

    `set_aside` has the engines that do not play, with the reason: their files cannot be understood,
    or they failed. They get another chance as soon as their file changes.

    `anchors` has the Elo of the anchors. One that is set aside or leaves stays in it: its games
    still count, and without it the whole scale would move.

    Args:
        read: makes an engine of a file.
        say: told in one line of each engine that joins, changes, leaves or is set aside.
    """

    def __init__(self, path: Path, read: Read, say: Callable[[str], None]) -> None:
        self.path = path
        self.set_aside: dict[str, str] = {}
        self.anchors: dict[str, float] = {}
        self._read, self._say = read, say
        self._stamps: dict[str, tuple[int, int]] = {}
        self._engines: dict[str, LadderEngine] = {}
        self._failures: Counter[str] = Counter()

    def engines(self) -> list[LadderEngine]:
        """Read what has changed in the folder, and return the engines that can play, by name."""
        if not self.path.is_dir():  # a network drive that is away: look again next time
            return self._able()
        files = {path.stem: path for path in sorted(self.path.glob(f"[!.]*{SUFFIX}"))}
        stamps = {name: stamp for name, path in files.items() if (stamp := _stamp(path))}
        for name in self._stamps.keys() - stamps.keys():
            could_play = name in self._engines
            self._forget(name)
            self._say(f"{name} has left{'; its games still count' if could_play else ''}")
        for name, stamp in stamps.items():
            if self._stamps.get(name) != stamp:
                self._join(name, files[name], known=name in self._stamps)
                self._stamps[name] = stamp
        return self._able()

    def _able(self) -> list[LadderEngine]:
        names = self._engines.keys() - self.set_aside.keys()
        return [self._engines[name] for name in sorted(names)]

    def _forget(self, name: str) -> None:
        for known in (self._stamps, self._engines, self.set_aside, self._failures):
            known.pop(name, None)

    def _join(self, name: str, path: Path, *, known: bool) -> None:
        self._forget(name)
        try:
            engine = self._read(name, read_text(path))
        except (OSError, UnicodeDecodeError, TournamentError) as error:
            self._put_aside(name, str(error))
            return
        self._engines[name] = engine
        self.anchors.pop(name, None)
        if engine.anchor is not None:
            self.anchors[name] = engine.anchor
        changed = "has changed; its earlier games still count"
        self._say(f"{name} {changed if known else 'joins'}")

    def _put_aside(self, name: str, reason: str) -> None:
        self.set_aside[name] = reason
        self._say(f"{name} is set aside until {name}{SUFFIX} changes: {reason}")

    def count_failure(self, name: str, reason: str) -> None:
        """Count a game that an engine lost before its first move."""
        self._failures[name] += 1
        if self._failures[name] >= MOST_FAILURES and name not in self.set_aside:
            self._put_aside(name, reason)

    def count_start(self, name: str) -> None:
        """Count a game in which an engine made a move."""
        self._failures.pop(name, None)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return what changes with a file, or None if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
