"""Tournaments by the real runner with misbehaving engines.

The run must end, every game must be there once, the misbehaving engine must lose for the right
reason or play to a natural end, and it must leave nothing behind: no process, and no text that the
terminal would obey.
"""

import html
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from core.game.rules import Rule
from tests.torture.commands import CONTROLS
from tests.tournaments.engines import (
    command_of,
    is_alive,
    leftovers,
    wait_for_the_end_of_engines,
)
from tournaments.model import GameRecord, Reason
from tournaments.play.store import Store

NATURAL = frozenset({Reason.FIVE, Reason.FULL_BOARD})
TIME, CRASH, ILLEGAL, MEMORY = (
    frozenset({reason}) for reason in (Reason.TIME, Reason.CRASH, Reason.ILLEGAL, Reason.MEMORY)
)

LASTING = 600
"""Seconds after which a run of a few games counts as endless."""

RULES = tuple(rule for rule in Rule if rule is not Rule.RENJU)
"""Rules without fouls, which the good engine does not know."""

PATIENT, SHORT = "tc=0/60", "tc=0/0.3 tolerance=0.2"


@dataclass(frozen=True, slots=True)
class Kind:
    """An engine of tests/engines, and the possible ends of its games."""

    name: str
    reasons: frozenset[Reason] = NATURAL
    settings: str = ""

    def option(self, name: str, notes: Path) -> str:
        """Return its value for --engine; it may note its processes in a file."""
        file, *way = self.name.split()
        takes_file = file in ("hostile", "forks")
        words = (*command_of(file), *way, *([str(notes)] if takes_file else []))
        clock = SHORT if Reason.TIME in self.reasons else PATIENT
        return f'name={name} cmd="{" ".join(words)}" {clock} {self.settings}'


GOOD = Kind("simple")

KINDS = (
    Kind("talks"),
    Kind("never_about"),
    Kind("ignores_end"),
    Kind("ignores_eof"),
    Kind("changes_directory"),
    Kind("forks"),
    Kind("dies_at_start", CRASH),
    Kind("dies_in_game", CRASH | NATURAL),
    Kind("leaves_a_child", CRASH),
    Kind("closes_stdin", CRASH),
    Kind("floods_lines", CRASH | TIME),
    Kind("floods_one_line", CRASH),
    Kind("writes_a_gigabyte", CRASH),
    Kind("plays_outside", ILLEGAL),
    Kind("plays_taken", ILLEGAL | NATURAL),
    Kind("late", TIME),
    Kind("garbage", TIME),
    Kind("two_moves", TIME),
    Kind("half_a_line", TIME),
    Kind("suspends_itself", TIME),
    Kind("hungry", MEMORY, "maxmemory=104857600"),
    Kind("hungry_child", MEMORY, "maxmemory=104857600"),
    Kind("hostile HugeNumber", ILLEGAL),
    Kind("hostile ManyDigits", ILLEGAL | TIME),
    Kind("hostile Negative", ILLEGAL),
    Kind("hostile ForeignDigits", TIME | ILLEGAL),
    Kind("hostile Plus", TIME),
    Kind("hostile Decimals", TIME),
    Kind("hostile ByteOrderMark", TIME),
    Kind("hostile Zeros", TIME),
    Kind("hostile Suggests", TIME),
    Kind("hostile Errs", TIME),
    Kind("hostile Unknown", TIME),
    Kind("hostile Twice", NATURAL | ILLEGAL),
    Kind("hostile Behind", TIME),
    Kind("hostile Ahead", TIME | ILLEGAL | NATURAL),
    Kind("hostile Chatters", TIME | ILLEGAL | NATURAL),
    Kind("hostile ClosesOutput", CRASH),
    Kind("hostile ClosesAll", CRASH),
    Kind("hostile Kills", CRASH),
    Kind("hostile Faults", CRASH),
    Kind("hostile FloodsErrors"),
    Kind("hostile FloodsAtBirth", CRASH),
    Kind("hostile LongName", CRASH),
    Kind("hostile LongMessages"),
    Kind("hostile Paints"),
    Kind("hostile PaintsRefusal", CRASH),
    Kind("hostile CarriageReturns"),
    Kind("hostile Trickles", TIME),
    Kind("hostile ManyChildren"),
    Kind("hostile LowersLimits"),
    Kind("hostile PassesOn", CRASH | NATURAL),
    Kind("hostile Echoes", TIME),
    Kind("hostile OkTwice"),
)

REFEREE = Kind("hostile StopsReferee", frozenset({Reason.VOID}))
"""An engine that stops the referee: the game is void, since a person may have done that."""

SLOW = (
    Kind("never_start", TIME),
    Kind("ok_ready", TIME),
    Kind("hostile ReadsNothing", TIME),
)
"""Engines that use up the time allowed for the answer to START."""

SWAP2 = (
    Kind("hostile Swap2Huge", ILLEGAL),
    Kind("hostile Swap2Digits", ILLEGAL | TIME),
    Kind("hostile Swap2Same", ILLEGAL),
    Kind("hostile Swap2Many", ILLEGAL),
    Kind("hostile Swap2Swaps", ILLEGAL),
    Kind("never_about"),
)
"""Engines that misbehave when the engines make the opening."""


NAMES = (
    *(
        "Bot[new]",
        "Bot[old]",
        "a[/red]",
        "[bold]b",
        ":smile:",
        "[link=x]y",
        "\u4e94\u76ee",
        "\u03a9",
    ),
    *("--rule", "%s{0}", "../../up", "con.txt", "<b>", "&amp;"),
)
"""Names of good engines, which must be shown unchanged."""


def play(
    kinds: tuple[Kind, ...], folder: Path, plan: list[str], names: Sequence[str] = ("good", "other")
) -> list[GameRecord]:
    """Play a gauntlet of a good engine against others of these names and against these kinds.

    Raises:
        AssertionError: see the module.
    """
    notes = folder / "pids"
    named = {kind.name.replace(" ", "."): kind for kind in kinds}
    command = [sys.executable, "-m", "fukumi", "tournament", "run", str(folder / "games")]
    command += ["--format", "gauntlet", "--rounds", "1", *plan]
    for name, kind in {**dict.fromkeys(names, GOOD), **named}.items():
        command += ["--engine", kind.option(name, notes)]
    try:
        output = _output(command)
        check_nothing_left(notes)
    finally:
        _end_what_is_left(notes)
    check_output(output)
    assert all(name in output for name in names)
    with closing(Store.open(folder / "games")) as store:
        records, total = store.records(), store.plan.total
    assert sorted(record.number for record in records) == list(range(1, total + 1))
    check_endings(records, named)
    return records


def _output(command: list[str]) -> str:
    """Return the output of a successful run, with nothing on standard error."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as runner:
        try:
            output, errors = runner.communicate(timeout=LASTING)
        except subprocess.TimeoutExpired:
            runner.kill()
            raise AssertionError(f"the run has not ended after {LASTING} s") from None
    assert (runner.returncode, errors) == (0, ""), errors
    return output


def check_output(text: str) -> None:
    """Check that a terminal would only show the text.

    Raises:
        AssertionError: it would obey a part of it.
    """
    found = CONTROLS.search(text)
    assert not found, f"{found} in {text!r}"
    assert "Traceback" not in text


def check_endings(records: list[GameRecord], kinds: dict[str, Kind]) -> None:
    """Check that the games ended as their engines allow.

    Raises:
        AssertionError: a game ended otherwise.
    """
    for record in records:
        kind = kinds.get(record.white) or kinds.get(record.black) or GOOD
        assert record.reason in kind.reasons, record
        assert record.loser in kinds or not record.reason.is_forfeit, record


def check_nothing_left(notes: Path) -> None:
    """Check that no engine, nor any process of one, still runs.

    Raises:
        AssertionError: one does.
    """
    wait_for_the_end_of_engines()
    left = [process for process in _noted(notes) if is_alive(process)]
    assert not left, f"left behind: {left}"


def _noted(notes: Path) -> Iterator[psutil.Process]:
    """Return the processes that engines have noted and that still exist."""
    for pid in notes.read_text().split() if notes.exists() else ():
        with suppress(psutil.Error):
            yield psutil.Process(int(pid))


def _end_what_is_left(notes: Path) -> None:
    for process in (*leftovers(), *_noted(notes)):
        with suppress(psutil.Error):
            process.kill()


def check_report(folder: Path) -> None:
    """Check that a page about the games would not run an engine's text.

    Raises:
        AssertionError: it would.
    """
    page = folder / "report.html"
    command = [sys.executable, "-m", "fukumi", "tournament", "report", str(folder / "games")]
    done = subprocess.run([*command, "--out", str(page)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    check_output(done.stdout)
    assert "<script>alert" not in html.unescape(page.read_text()).replace("\\u003c", "")


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Play a random tournament with `effort` misbehaving engines."""
    rng = random.Random(seed)
    swap2 = rng.random() < 0.2
    kinds = SWAP2 if swap2 else (*KINDS, *SLOW, REFEREE)
    chosen = tuple(rng.sample(kinds, min(effort, len(kinds))))
    size = rng.choice(["9", "15"]) if swap2 else rng.choice(["5", "8", "15", "20"])
    plan = ["--boardsize", size, "--games", rng.choice(["1", "2"])]
    plan += ["--concurrency", rng.choice(["1", "2", "4"])]
    plan += ["--rule", rng.choice(RULES).label]
    plan += ["--openings", "swap2"] if swap2 else []
    plan += ["--each", f"restart={rng.choice(['on', 'auto'])}"]
    plan += ["--log", str(folder / "logs")] if rng.random() < 0.5 else []
    records = play(chosen, folder, plan, rng.sample(NAMES, 2))
    check_report(folder)
    return Counter(
        games=len(records),
        engines=len(chosen),
        forfeits=sum(record.reason.is_forfeit for record in records),
    )
