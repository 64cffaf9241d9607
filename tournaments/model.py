"""Data passed between the stages of a tournament, all of it picklable."""

from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from core.game.board import Point
from core.game.rules import Rule
from core.search.search_settings import DEFAULT_MEMORY
from core.system.errors import UserError


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Clocks of one engine in seconds; None means no limit.

    `turn` bounds each move, `match` the whole game, `increment` is given after each move.
    """

    match: float | None = None
    turn: float | None = None
    increment: float = 0.0

    def __str__(self) -> str:
        gain = f"+{self.increment:g}" if self.increment else ""
        return f"{self.match or 0:g}/{self.turn or 0:g}{gain}"


class Restart(StrEnum):
    """The setting of an engine between two games: ON starts it for each game; AUTO keeps it where
    it answers RESTART; OFF keeps it, with START where it does not know RESTART."""

    ON = "on"
    AUTO = "auto"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """One participant: its name, its command line, its clocks and its limits.

    `tolerance` (seconds) is the time that a move may take beyond its turn, and all moves together
    beyond that of the game, before the game is lost; `max_memory` (bytes) bounds the private memory
    of the whole process tree; `options` are sent as `INFO key value`; `directory` is the engine's
    working directory, by default the current one. `nodes` and `depth` (plies) are handicaps: the
    most an engine may search for a move. `restart` says whether it stays between games.
    """

    name: str
    command: tuple[str, ...]
    clock: TimeControl = TimeControl(turn=1.0)
    tolerance: float = 1.0
    max_memory: int = DEFAULT_MEMORY
    options: tuple[tuple[str, str], ...] = ()
    directory: str | None = None
    nodes: int | None = None
    depth: int | None = None
    restart: Restart = Restart.ON


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Rules by which the referee ends games before their natural end; None leaves a rule out.

    With `resign` (a value, 0 to 1) a side wins once both engines have valued its position at this
    or more in `moves` moves each. With `draw` the game is drawn once both valued it within this of
    0 in as many moves, from ply `after` on. With `solver` (positions) the side to move wins once
    our solver finds a win by threats for it.
    """

    resign: float | None = None
    draw: float | None = None
    solver: int | None = None
    moves: int = 4
    after: int = 60

    def __str__(self) -> str:
        by_values = [("resign", self.resign), ("draw", self.draw)]
        parts = [*by_values, ("solver", self.solver)]
        if self.resign is not None or self.draw is not None:
            parts.append(("moves", self.moves))
        if self.draw is not None:
            parts.append(("after", self.after))
        return " ".join(f"{key}={value:g}" for key, value in parts if value is not None)


Opening = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A scheduled game: its number (from 1), round, two sides and opening.

    With `swap2` the engines make the opening and choose their colours: `opening` must then be
    empty, and `black` is the engine that places the first stones. With `logged` the record has the
    `pipes`.
    """

    number: int
    round: int
    black: EngineSpec
    white: EngineSpec
    rule: Rule
    size: int
    opening: Opening = ()
    draw_after: int | None = None
    swap2: bool = False
    adjudication: Adjudication | None = None
    logged: bool = False


class Result(Enum):
    """The winner of a game; VOID when our own software failed and the game counts for neither
    side."""

    BLACK = "black"
    WHITE = "white"
    DRAW = "draw"
    VOID = "void"


class Reason(Enum):
    """The way a game ended. All reasons from TIME on are forfeits.

    The referee adjudicated RESIGNATION, AGREED_DRAW and PROOF. UNKNOWN is for games of other
    programs, whose records do not always give a reason.
    """

    FIVE = "five"
    FULL_BOARD = "full board"
    DRAW_AFTER = "draw by length"
    RESIGNATION = "resignation"
    AGREED_DRAW = "agreed draw"
    PROOF = "solver's proof"
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

    @property
    def is_adjudicated(self) -> bool:
        return self in (Reason.RESIGNATION, Reason.AGREED_DRAW, Reason.PROOF)


@dataclass(frozen=True, slots=True)
class TimedMove:
    """A move, the milliseconds it took (0 for opening moves), and the last lines that the engine
    printed while it was thinking."""

    x: int
    y: int
    ms: int = 0
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideReport:
    """Resources that one engine used in one game: slowest move in ms, peak private memory in bytes,
    and, after a forfeit, the last lines of its pipe (`> ` to the engine, `< ` from it)."""

    slowest_ms: int = 0
    peak_memory: int = 0
    transcript: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Swap2Choice:
    """An engine's answer to a swap2 question (`SWAP` or its stones, `x,y x,y`), and the
    milliseconds it took."""

    engine: str
    answer: str
    ms: int


@dataclass(frozen=True, slots=True)
class MachineLoad:
    """Load of the machine during a game.

    `late_p95_ms` and `late_max_ms` are the 95th percentile and the maximum of the delay with which
    a thread of ours was scheduled; `allowed_ms` is the delay up to which the game's clocks are
    trusted; `per_core` is the load average of the last minute divided by the number of cores;
    `stolen` is the share of processor time taken by other virtual machines.
    """

    late_p95_ms: float
    late_max_ms: float
    allowed_ms: float
    per_core: float
    stolen: float

    @property
    def trusted(self) -> bool:
        """True if the machine was idle enough for the game's clocks to say something about the
        engines."""
        return self.late_p95_ms <= self.allowed_ms


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game. `detail` says in one line who did what.

    `choices` are the answers of swap2, in order; `load` is None where it was not measured. `log` is
    the path of the file with the log of the engines' pipes, empty if there is none; in a stored
    record it is relative to the tournament's folder. `pipes` is the log itself on its way to that
    file.
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
    choices: tuple[Swap2Choice, ...] = ()
    load: MachineLoad | None = None
    log: str = ""
    pipes: str = ""

    @property
    def loser(self) -> str | None:
        """The engine that lost, or None for a draw or a void game."""
        return {Result.BLACK: self.white, Result.WHITE: self.black}.get(self.result)

    @property
    def fingerprint(self) -> int:
        """A number that the same game has in every format: of its players, moves and result."""
        moves = tuple((move.x, move.y) for move in self.moves)
        return hash((self.black, self.white, self.result, moves))

    def points_of(self, engine: str) -> float:
        """Return the points of one of the two engines: 1 for a win, 1/2 for a draw."""
        black = {Result.BLACK: 1.0, Result.WHITE: 0.0}.get(self.result, 0.5)
        return black if engine == self.black else 1 - black

    def abridged(self) -> "GameRecord":
        """Return the game without the moves after its opening: tens of thousands of whole games
        with their messages take gigabytes."""
        return replace(self, moves=self.moves[: self.opening_plies])


class TournamentError(UserError):
    """Invalid input to a tournament. The text says in one line what is wrong and how to fix it."""
