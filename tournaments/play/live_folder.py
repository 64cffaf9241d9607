"""The folder of the games under way, kept by the process that runs them."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from core.system.files import UNFINISHED, write_whole
from tournaments.model import GameRecord
from tournaments.play.broadcast import Broadcast
from tournaments.play.live_games import BEGUN, LIVE, path_of


class LiveFolder:
    """The folder of the games under way; a context manager.

    It is empty at the beginning and gone at the end. A folder that cannot be made leaves the games
    unseen.

    Args:
        broadcast: is told of each game that has ended.
    """

    def __init__(self, tournament: Path, broadcast: Broadcast | None = None) -> None:
        self.path = tournament / LIVE
        self._broadcast = broadcast

    def __enter__(self) -> "LiveFolder":
        self._clear()
        with suppress(OSError):
            self.path.mkdir(exist_ok=True)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            write_whole(self.path / BEGUN, now.encode(), synced=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()
        with suppress(OSError):
            self.path.rmdir()

    def end(self, record: GameRecord) -> None:
        """Remove the file of a game that has ended: its worker, which does so, may be dead."""
        with suppress(OSError):
            path_of(self.path, record.number).unlink(missing_ok=True)
        if self._broadcast:
            self._broadcast.end(record)

    def _clear(self) -> None:
        for pattern in (BEGUN, "[0-9]*.json", f".*{UNFINISHED}"):
            for path in self.path.glob(pattern):
                with suppress(OSError):
                    path.unlink()
