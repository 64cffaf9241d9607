"""Games under way: the file that the worker of each one keeps, and how it is read.

In the tournament's folder, and gone at the end of the run:

live/begun.txt      the time at which the run began, written as in the records
live/NUMBER.json    a game under way, whole at any moment, and gone with its game
"""

import dataclasses
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from core.game.rules import Rule
from core.system.annotations import misfits
from tournaments.model import TimedMove
from tournaments.play.store import is_played
from tournaments.records.records import move_of, move_values

LIVE = "live"
"""Folder of the games under way, in the tournament's folder."""
BEGUN = "begun.txt"


@dataclass(frozen=True, slots=True)
class LiveClock:
    """The clock of one side, in seconds; a limit of None means no limit.

    `left` is the match time that was left when the file was written, without the move that the
    engine is thinking about; `turn` is the most time for a move; `asked` is the time (Unix) at
    which the engine was asked for that move, None while it is not its turn.
    """

    left: float | None = None
    turn: float | None = None
    asked: float | None = None

    def thinks(self, now: float) -> float:
        """Return the seconds that the engine has been thinking about its move; 0 if it is not."""
        return 0.0 if self.asked is None else max(now - self.asked, 0.0)

    def left_at(self, now: float) -> float | None:
        """Return the match time that is left; negative once the tolerance is used."""
        return None if self.left is None else self.left - self.thinks(now)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game under way, with the fields of its record that are known.

    Of the messages of each move it has the line with the engine's evaluation. During swap2 the
    engine that placed the first stones counts as Black.
    """

    number: int
    round: int
    black: str
    white: str
    rule: Rule
    size: int
    opening_plies: int
    moves: tuple[TimedMove, ...]
    started: str
    black_clock: LiveClock
    white_clock: LiveClock


class FoundGames(NamedTuple):
    """The games under way that were found, and the files that cannot be read."""

    games: list[LiveGame]
    damaged: list[Path]


def path_of(live: Path, number: int) -> Path:
    """Return the path of a game in the folder of the games under way."""
    return live / f"{number}.json"


def to_json(game: LiveGame) -> str:
    """Return a game as one line of JSON; moves are written as in a record."""
    fields = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    fields["rule"] = game.rule.label
    fields["moves"] = [move_values(move) for move in game.moves]
    for clock in ("black_clock", "white_clock"):
        fields[clock] = dataclasses.asdict(fields[clock])
    return json.dumps(fields)


def from_json(text: str) -> LiveGame:
    """Parse a game written by `to_json`.

    Raises:
        ValueError: the text is not such a game.
    """
    try:
        fields: dict[str, Any] = json.loads(text)
        fields["rule"] = Rule.parse(fields["rule"])
        fields["moves"] = tuple(map(move_of, fields["moves"]))
        for clock in ("black_clock", "white_clock"):
            fields[clock] = LiveClock(**fields[clock])
        game = LiveGame(**fields)
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no game under way: {error}") from error
    if wrong := misfits(game):
        raise ValueError(f"no game under way: values of a wrong type in {', '.join(wrong)}")
    return game


def live_games(folder: Path) -> list[LiveGame]:
    """Return the games that are played now in a tournament's folder, by number.

    Games on a cluster, and those of the first quarter of a second, are not among them.
    """
    return find_live_games(folder).games


def find_live_games(folder: Path) -> FoundGames:
    """Return the games that `live_games` returns, and the files that cannot be read."""
    found = FoundGames([], [])
    if not is_played(folder):  # a killed process leaves its files
        return found
    for path in sorted((folder / LIVE).glob("*.json")):
        try:
            found.games.append(from_json(path.read_text()))
        except OSError:  # it has just ended
            continue
        except ValueError:
            found.damaged.append(path)
    found.games.sort(key=lambda game: game.number)
    return found


def run_begun(folder: Path) -> datetime | None:
    """Return the time at which the run that plays a tournament began, None if nobody knows."""
    try:
        return datetime.fromisoformat((folder / LIVE / BEGUN).read_text()).astimezone(UTC)
    except (OSError, ValueError):
        return None
