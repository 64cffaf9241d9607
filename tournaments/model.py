"""What the stages of a tournament hand to each other. Plain data, ready to be pickled."""

from dataclasses import dataclass, field
from enum import Enum

from core.game.board import Point
from core.game.rules import Rule
from core.system.errors import UserError


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Clocks of one engine in seconds; None stands for no limit.

    `turn` bounds each move, `match` the whole game, `increment` is given after each move.
    """

    match: float | None = None
    turn: float | None = None
    increment: float = 0.0

    def __str__(self) -> str:
        gain = f"+{self.increment:g}" if self.increment else ""
        return f"{self.match or 0:g}/{self.turn or 0:g}{gain}"


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One participant: a name, the command line that starts it, its clocks and its limits.

    `tolerance` (seconds) is what a move may take beyond its limit before it is lost;
    `max_memory` (bytes) is the private memory of its whole process tree; `options` are sent
    as `INFO key value`; `directory` is where the engine runs, by default where we do. `nodes`
    and `depth` (plies) are handicaps: the most an engine may search for a move.
    """

    name: str
    command: tuple[str, ...]
    clock: TimeControl = TimeControl(turn=1.0)
    tolerance: float = 1.0
    max_memory: int = 350 << 20
    options: tuple[tuple[str, str], ...] = ()
    directory: str | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played: number (from 1), round, the two sides, and where they begin.

    With `swap2` the engines make the opening, which is then to be empty, and find out who is
    Black; `black` is the one that places the first stones.
    """

    number: int
    round: int
    black: EngineSpec
    white: EngineSpec
    rule: Rule
    size: int
    opening: tuple[Point, ...] = ()
    draw_after: int | None = None
    swap2: bool = False


class Result(Enum):
    """Who won; VOID when our own software failed and the game says nothing."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    VOID = "void"


class Reason(Enum):
    """How a game ended. From TIME on, somebody lost by forfeit.

    UNKNOWN is for games of other programs, whose records do not always say.
    """

    FIVE = "five"
    FULL_BOARD = "full board"
    DRAW_AFTER = "draw by length"
    VOID = "void"
    UNKNOWN = "unknown"
    TIME = "timeout"
    CRASH = "crash"
    ILLEGAL = "illegal move"
    FOUL = "foul"
    MEMORY = "memory"

    @property
    def is_forfeit(self) -> bool:
        return self in (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.FOUL, Reason.MEMORY)


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move, the milliseconds it took (opening moves take 0), and the last lines that the
    engine printed while it thought."""

    x: int
    y: int
    ms: int = 0
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideReport:
    """What one engine used in one game: slowest move in ms, peak private memory in bytes, and
    the last lines of its pipe (`> ` to the engine, `< ` from it) where the game was forfeited."""

    slowest_ms: int = 0
    peak_memory: int = 0
    transcript: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What an engine answered to a swap2 question (`SWAP` or its stones, `x,y x,y`), and the
    milliseconds it took."""

    engine: str
    answer: str
    ms: int


@dataclass(frozen=True, slots=True)
class Load:
    """How busy the machine was during a game.

    `late_p95_ms` and `late_max_ms`: how late a thread of ours had its turn, the 95th percentile
    and the most; `allowed_ms`: how late it may have it for the game's clocks to be trusted;
    `per_core`: the load average of the last minute for each core; `stolen`: the share of
    processor time that other virtual machines took.
    """

    late_p95_ms: float
    late_max_ms: float
    allowed_ms: float
    per_core: float
    stolen: float

    @property
    def trusted(self) -> bool:
        """Whether the clocks of the game say something about the engines."""
        return self.late_p95_ms <= self.allowed_ms


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. `detail` is one line for people: who did what.

    `choices` are those of swap2, in order; `load` is None where it was not measured.
    """

    number: int
    round: int
    black: str
    white: str
    rule: Rule
    size: int
    opening_plies: int
    moves: tuple[TimedMove, ...]
    result: Result
    reason: Reason
    detail: str
    started: str
    black_report: SideReport = field(default_factory=SideReport)
    white_report: SideReport = field(default_factory=SideReport)
    choices: tuple[Choice, ...] = ()
    load: Load | None = None

    @property
    def loser(self) -> str | None:
        """The engine that lost, None for a draw or a void game."""
        return {Result.BLACK: self.white, Result.WHITE: self.black}.get(self.result)


class TournamentError(UserError):
    """Bad input to a tournament. The text is one line that says what and how to mend it."""
