"""A tournament under way, without its engines: the files that its runner would keep."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from core.game.rules import Rule
from tests.tournaments.samples import live_sample, sample
from tournaments.model import EngineSpec, Result, TimedMove
from tournaments.play.live_games import LIVE, LiveClock, path_of, to_json
from tournaments.play.schedule import TournamentPlan
from tournaments.play.store import Store

PLAN = TournamentPlan(
    engines=(EngineSpec("Ann", ("ann",)), EngineSpec("Bob", ("bob",))),
    rule=Rule.FREESTYLE,
    size=15,
    openings=((),),
    rounds=20,
)

FIVE = ((7, 7), (7, 0), (8, 7), (8, 0), (9, 7), (9, 0), (10, 7), (10, 0), (11, 7))
"""Moves with which Black wins."""


def move(x: int, y: int, value: float | None = None) -> TimedMove:
    return TimedMove(x, y, 900, () if value is None else (f"MESSAGE value {value:+.3f}",))


class RunningTournament:
    """A tournament in a folder that has one ended game, number 1."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.folder = store.folder
        store.begin(PLAN)
        self.folder.joinpath(LIVE).mkdir()
        self.end(1)

    def play(
        self,
        number: int,
        moves: Sequence[TimedMove],
        asked: float | None = None,
        black: str = "Ann",
    ) -> None:
        """Write the file of a game under way, with its last move."""
        asked_black = len(moves) % 2 == 0
        game = live_sample(
            number,
            black=black,
            white="Bob",
            moves=tuple(moves),
            black_clock=LiveClock(60.0, 5.0, asked if asked_black else None),
            white_clock=LiveClock(61.0, 5.0, None if asked_black else asked),
        )
        self.put(f"{number}.json", to_json(game))

    def put(self, name: str, text: str) -> None:
        """Write a file into the folder of the games under way, whole at any moment."""
        half = self.folder / "half"
        half.write_text(text)
        half.replace(self.folder / LIVE / name)

    def end(self, number: int, **fields: object) -> None:
        """End a game, whose file goes before its record comes."""
        path_of(self.folder / LIVE, number).unlink(missing_ok=True)
        moves = tuple(TimedMove(x, y, 900) for x, y in FIVE)
        record = {"black": "Ann", "white": "Bob", "moves": moves, "result": Result.BLACK, **fields}
        self._store.add(sample(number, **record))  # type: ignore[arg-type]

    def forget_void_games(self) -> None:
        """Delete the void games, as a runner does that continues."""
        self._store.forget_void_games()


@contextmanager
def running(folder: Path) -> Iterator[RunningTournament]:
    """Yield a tournament that this process runs."""
    with closing(Store.create(folder)) as store, store.locked():
        yield RunningTournament(store)
