"""A run of a ladder: pairs of games without an end, each between the engines that need it most."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from tournaments.ladder.engine_folder import EngineFolder, LadderEngine
from tournaments.model import GameRecord, Opening, Reason, Result, ScheduledGame, SideReport
from tournaments.openings.opening_transforms import with_symmetries
from tournaments.play.game_workers import GameWorkers
from tournaments.play.runner import run_games
from tournaments.play.store import Store
from tournaments.ratings.next_pairing import next_pairing

FAILURES = (Reason.CRASH, Reason.TIME, Reason.MEMORY)


class LadderRun:
    """A run that goes on from the games in its store.

    `records` are those games, without their moves. A pair of games has one opening and both
    colours; its number is the round of its records.

    Args:
        most_games: number of games at which it is complete; None for no end. Void games do not
            count.
    """

    def __init__(self, store: Store, folder: EngineFolder, most_games: int | None = None) -> None:
        self._store, self._folder, self._most = store, folder, most_games
        self._plan = store.plan
        self._openings = with_symmetries(self._plan.openings, self._plan.size)
        self._under_way: dict[int, tuple[str, str]] = {}
        self._points: dict[tuple[str, str], float] = defaultdict(float)
        self._met: Counter[frozenset[str]] = Counter()
        self.records: list[GameRecord] = []
        halves: dict[int, GameRecord] = {}
        for record in store.each_record():
            self._count(record)
            if halves.pop(record.round, None) is None:
                halves[record.round] = record
        self._halves = list(halves.values())
        self._pairs = itertools.count(max((one.round for one in self.records), default=0) + 1)

    @property
    def complete(self) -> bool:
        """True if all games asked for are stored."""
        return self._most is not None and self.played >= self._most

    @property
    def played(self) -> int:
        """Number of stored games that are not void."""
        return self._met.total()

    @property
    def ends(self) -> bool:
        """True if a certain number of games is asked for."""
        return self._most is not None

    @property
    def anchors(self) -> dict[str, float]:
        """The Elo of the anchors that have played, also of those that have left."""
        self._folder.engines()
        played = set(itertools.chain(*self._points))
        return {name: elo for name, elo in self._folder.anchors.items() if name in played}

    def _engines(self) -> dict[str, LadderEngine]:
        """Read the folder, and return the engines that can play, by name."""
        return {one.spec.name: one for one in self._folder.engines()}

    @property
    def ready(self) -> bool:
        """True if there are two engines to play."""
        return len(self._engines()) >= 2

    def play(self, workers: GameWorkers) -> Generator[GameRecord, None, None]:
        """Play until it is complete, asked to stop, or short of engines; yield each stored game.

        Raises:
            TournamentError: several games in a row were void, or one cannot be stored.
        """
        self._under_way.clear()
        with closing(run_games(self._games(), workers, lambda: self._store.stop_asked)) as records:
            for record in records:
                del self._under_way[record.number]
                if self._has_started(record):
                    self._store.add(record)
                    self._count(record)
                    yield record

    def _has_started(self, record: GameRecord) -> bool:
        """Return False for a game that an engine lost before its first move, and tell the folder.

        Such a game says nothing about its opponent, and counts for neither side.
        """
        failed = record.loser if record.reason in FAILURES else None
        if failed and not _has_moved(record, failed):
            self._folder.count_failure(failed, record.detail)
            return False
        if record.result is not Result.VOID:
            for name in (record.black, record.white):
                self._folder.count_start(name)
        return True

    def _count(self, record: GameRecord) -> None:
        # weeks of games with their moves and messages would fill the memory
        self.records.append(
            replace(record, moves=(), black_report=SideReport(), white_report=SideReport())
        )
        if record.result is Result.VOID:
            return
        self._met[frozenset((record.black, record.white))] += 1
        self._points[record.black, record.white] += record.points_of(record.black)
        self._points[record.white, record.black] += record.points_of(record.white)

    def _games(self) -> Iterator[ScheduledGame]:
        for game in itertools.chain(self._missing(), self._pairings()):
            if self._most is not None and self.played + len(self._under_way) >= self._most:
                return
            self._under_way[game.number] = (game.black.name, game.white.name)
            yield game

    def _missing(self) -> Iterator[ScheduledGame]:
        """Yield the second game of each pair that a stop cut short, if both engines still play."""
        while self._halves:
            record = self._halves.pop()
            engines = self._engines()
            if record.black in engines and record.white in engines:
                opening = tuple((m.x, m.y) for m in record.moves[: record.opening_plies])
                number = record.number + (1 if record.number % 2 else -1)
                # In swap2 the first one opens, whichever colour it then gets.
                first = record.choices[0].engine if record.choices else record.black
                second = record.white if first == record.black else record.black
                yield self._game(number, (engines[second], engines[first]), opening)

    def _pairings(self) -> Iterator[ScheduledGame]:
        while len(engines := self._engines()) >= 2:
            names = next_pairing(
                list(engines), self._points, self._folder.anchors, self._under_way.values()
            )
            sides = [engines[name] for name in names]
            opening = self._opening(names)
            pair = next(self._pairs)
            yield self._game(2 * pair - 1, sides, opening)
            yield self._game(2 * pair, sides[::-1], opening)

    def _opening(self, names: tuple[str, str]) -> Opening:
        """Return the opening after those that the two have played."""
        openings = self._openings
        begun = self._met[frozenset(names)]
        begun += sum(set(names) == set(sides) for sides in self._under_way.values())
        return openings[begun // 2 % len(openings)] if openings else ()

    def _game(self, number: int, sides: Sequence[LadderEngine], opening: Opening) -> ScheduledGame:
        specs = sides[0].spec, sides[1].spec
        opening = () if self._plan.swap2 else opening
        return self._plan.game(number, (number + 1) // 2, specs, opening)


def _has_moved(record: GameRecord, name: str) -> bool:
    """Return whether an engine made a move or a choice of swap2 in a game."""
    parity = 0 if name == record.black else 1
    plies = range(record.opening_plies, len(record.moves))
    chose = any(choice.engine == name for choice in record.choices)
    return chose or any(ply % 2 == parity for ply in plies)
