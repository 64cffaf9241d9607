"""The acceptance check: runs a packaged program through everything that could lose it games."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from core import BUILD
from core.game.board import Board
from core.game.rules import Rule
from core.search.search_settings import DEFAULT_MEMORY
from tournaments.acceptance import game_checks, lifecycle_checks
from tournaments.acceptance.busy_machine import try_while_busy
from tournaments.acceptance.lifecycle_checks import FREESTYLE
from tournaments.acceptance.memory_checks import LARGEST, stays_below, warns_of_too_little
from tournaments.acceptance.overrun_checks import at_short_turns
from tournaments.acceptance.program_driver import JudgeError
from tournaments.acceptance.program_entry import Entry, EntryError
from tournaments.model import TimeControl
from tournaments.play.league import LEAGUES, SECOND_GROUP, League

QUICK_CLOCK = TimeControl(12.0, 0.3)
"""Clock of games where the leagues' own clocks are not asked for; both limits take effect."""

MEMORIES = (70 << 20, 100 << 20, DEFAULT_MEMORY)
"""Bytes; Gomocup promises never to allow less than 70 MB."""

TOO_LITTLE = 30 << 20
"""Bytes that our own program is allowed too, which then says that they are too little."""

Work = Callable[[Entry, Path], str]


class Extent(Enum):
    """Extent of the check: QUICK in two minutes, USUAL with memory and with first moves at the
    leagues' clocks, FULL with whole games and the longest move at the leagues' clocks."""

    QUICK = "quick"
    USUAL = "usual"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Check:
    """Outcome of one check: whether the program passed, and the measurements."""

    name: str
    passed: bool
    detail: str


def accept(entry: Entry, extent: Extent, only: str = "", *, ours: bool = False) -> Iterator[Check]:
    """Return the outcomes of the checks, as `run_checks` does.

    Args:
        entry: the program.
        extent: the extent of the check.
        only: leaves out the checks whose name does not contain this text, in any case.
        ours: the program is Fukumi, which promises more of its memory than tournaments ask for.
    Raises:
        EntryError: the program cannot be started at all, or no check has such a name.
    """
    every = list(_works(extent, ours))
    works = [(name, work) for name, work in every if only.lower() in name.lower()]
    if not works:
        names = ", ".join(name for name, _ in every)
        raise EntryError(f"there is no check with {only!r} in its name: they are {names}")
    return run_checks(entry, works)


def run_checks(entry: Entry, works: Iterable[tuple[str, Work]]) -> Iterator[Check]:
    """Run every check in turn, each in a new folder that is not the program's own; check at the end
    that none has changed the program's own."""
    before = entry.files()
    for name, work in works:
        yield check(name, work, entry)
    untouched = entry.files() == before
    yield Check("its own folder", untouched, "as before" if untouched else "is changed by playing")


def check(name: str, work: Work, entry: Entry) -> Check:
    """Run one check, and again if it fails while the machine is too busy to blame the program."""
    found, notes = try_while_busy(
        lambda: _checked(name, work, entry), lambda outcome: not outcome.passed
    )
    return replace(found, detail=f"{found.detail}{notes}")


def _checked(name: str, work: Work, entry: Entry) -> Check:
    with TemporaryDirectory() as directory:
        try:
            return Check(name, True, work(entry, Path(directory)))
        except JudgeError as error:
            return Check(name, False, str(error))


def same_build(entry: Entry, directory: Path) -> str:
    """Check that the packaged Fukumi picks the same build of the core as this one."""
    league = FREESTYLE
    with entry.run(directory) as program:
        program.start(league, SECOND_GROUP)
        program.send("INFO max_node 20")
        program.move(Board(league.size, league.rule), tolerance=0.0)
        program.end()
    message = program.messages[-1] if program.messages else ""
    if not message.endswith(f" build {BUILD}"):
        raise JudgeError(f"not {BUILD}, which runs here: {message!r}")
    return BUILD


def _works(extent: Extent, ours: bool) -> Iterator[tuple[str, Work]]:
    yield "ABOUT", lifecycle_checks.introduces_itself
    yield "start, first time", lifecycle_checks.starts
    yield "start, again", lifecycle_checks.starts
    yield "END in mid-search", lifecycle_checks.leaves_in_mid_search
    yield "end of input", lifecycle_checks.leaves_at_end_of_input
    yield "odd path", lifecycle_checks.plays_from_an_odd_path
    yield "INFO folder", lifecycle_checks.keeps_out_of_the_folder
    yield "files it finds", lifecycle_checks.runs_nothing_it_finds
    yield "two at once", lifecycle_checks.shares_its_folder
    yield "short turns", partial(at_short_turns, league=FREESTYLE)
    for league in LEAGUES.values():
        yield from _works_of(league, extent)
    if extent is not Extent.QUICK:
        yield from _memory_works(extent is Extent.FULL, ours)


def _works_of(league: League, extent: Extent) -> Iterator[tuple[str, Work]]:
    yield f"{league.name}: positions", partial(game_checks.answers_the_positions, league=league)
    if extent is Extent.USUAL:
        for clock in league.clocks:
            first = partial(game_checks.keeps_its_first_turn, league=league, clock=clock)
            yield f"{league.name}: first move", first
    for clock in league.clocks if extent is Extent.FULL else (QUICK_CLOCK,):
        yield (
            f"{league.name}: a game",
            partial(game_checks.plays_a_game, league=league, clock=clock),
        )


def _memory_works(whole_turn: bool, ours: bool) -> Iterator[tuple[str, Work]]:
    boards: dict[tuple[Rule, int], League] = {}
    for league in LEAGUES.values():
        boards.setdefault((league.rule, league.size), league)
    for league in LARGEST if ours else boards.values():
        for allowed in (TOO_LITTLE, *MEMORIES) if ours else MEMORIES:
            watch = warns_of_too_little if allowed == TOO_LITTLE else stays_below
            work = partial(watch, league=league, allowed=allowed, whole_turn=whole_turn)
            yield f"memory: {league.name}, {allowed >> 20} MiB", work
