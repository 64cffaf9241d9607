"""The acceptance check against a well-behaved program, and against one program for each fault."""

import sys
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from core import BUILD
from core.game.rules import Rule
from fukumi.command_line import main
from pbrain.packaging.zipper import make_zip
from tests.patience import PATIENCE, wait_until
from tests.tournaments.acceptance.programs import entry_of, script, with_server
from tournaments.acceptance import (
    acceptance_checks,
    busy_machine,
    game_checks,
    lifecycle_checks,
    memory_checks,
    overrun_checks,
    program_driver,
)
from tournaments.acceptance.acceptance_checks import Check, Extent, Work, accept, check, same_build
from tournaments.acceptance.program_entry import Entry
from tournaments.model import TimeControl
from tournaments.play.league import LEAGUES, League

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a script as a program")

MEMORY_WORKS = acceptance_checks._memory_works

LENIENT = TimeControl(1000 * PATIENCE, PATIENCE)
SMALL = League("Small", LENIENT)

JUDGE, GAMES = "tournaments.acceptance.program_driver", "tournaments.acceptance.game_checks"
OVERRUN = "tournaments.acceptance.overrun_checks"


@pytest.fixture(autouse=True)
def _lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the checks' work, and give it ample time on a busy machine."""
    monkeypatch.setattr(busy_machine, "TRIES", 1)
    monkeypatch.setattr(acceptance_checks, "LEAGUES", {"small": SMALL})
    monkeypatch.setattr(acceptance_checks, "QUICK_CLOCK", LENIENT)
    monkeypatch.setattr(acceptance_checks, "_memory_works", lambda *_: ())
    monkeypatch.setattr(lifecycle_checks, "INTO_THE_SEARCH", 0.1)
    monkeypatch.setattr(game_checks, "FROZEN", 0.05)
    monkeypatch.setattr(overrun_checks, "GAMES", 2)
    monkeypatch.setattr(overrun_checks, "PLIES", 3)
    monkeypatch.setattr(lifecycle_checks, "LONGEST_START", PATIENCE)
    for module in (lifecycle_checks, game_checks, overrun_checks):
        monkeypatch.setattr(module, "TOLERANCE", PATIENCE)
    for name in ("ANSWER_GRACE", "LAST_WORDS", "LONGEST_START", "LONGEST_LEAVING"):
        monkeypatch.setattr(program_driver, name, PATIENCE)
    monkeypatch.setattr(memory_checks, "SETTLED", PATIENCE)


def a_game(entry: Entry, directory: Path) -> str:
    return game_checks.plays_a_game(entry, directory, SMALL, TimeControl(LENIENT.match, 0.3))


FIRST_TURN = PATIENCE


def a_first_move(entry: Entry, directory: Path) -> str:
    return game_checks.keeps_its_first_turn(
        entry, directory, SMALL, TimeControl(LENIENT.match, FIRST_TURN)
    )


def short_turns(entry: Entry, directory: Path) -> str:
    return overrun_checks.at_short_turns(entry, directory, SMALL)


def little_memory(entry: Entry, directory: Path) -> str:
    return memory_checks.stays_below(entry, directory, SMALL, 40 << 20, whole_turn=False)


LEAVING = {f"{JUDGE}.LONGEST_LEAVING": 0.5}
NO_GRACE = {
    f"{GAMES}.TOLERANCE": 0.1,
    f"{OVERRUN}.TOLERANCE": 0.1,
    f"{JUDGE}.ANSWER_GRACE": 0.1,
}
SHORT_TURN = {f"{__name__}.FIRST_TURN": 0.7}


@pytest.mark.parametrize(
    ("fault", "work", "words", "limits"),
    [
        ("CR at the line's end", lifecycle_checks.starts, "bare line feed", {}),
        ("noise on stderr", lifecycle_checks.starts, "wrote to its error stream", {}),
        ("staying after END", lifecycle_checks.starts, "still runs 0.5 s after END", LEAVING),
        ("words after END", lifecycle_checks.starts, "says b'bye", {}),
        ("an error code", lifecycle_checks.starts, "leaves with code 3", {}),
        ("silence", lifecycle_checks.leaves_in_mid_search, "still runs 0.5 s after END", LEAVING),
        (
            *("silence", lifecycle_checks.leaves_at_end_of_input),
            *("still runs 0.5 s after the end of its input", LEAVING),
        ),
        (
            *("staying after the end of input", lifecycle_checks.leaves_at_end_of_input),
            *("still runs 0.5 s", LEAVING),
        ),
        ("afraid of blanks", lifecycle_checks.plays_from_an_odd_path, "it has ended", {}),
        (
            "files in the folder",
            lifecycle_checks.keeps_out_of_the_folder,
            "leaves files in INFO folder",
            {},
        ),
        (
            "modules where it runs",
            lifecycle_checks.runs_nothing_it_finds,
            "runs modules found where",
            {},
        ),
        (
            "files where it runs",
            lifecycle_checks.shares_its_folder,
            "leaves log where it was started",
            {},
        ),
        ("a slow start", a_first_move, "of 0.70 s", SHORT_TURN),
        ("an illegal move", a_game, "illegal move 99,99", {}),
        ("no move", a_game, "no move: 'resign'", {}),
        ("silence", a_game, "no answer within 0.5 s", NO_GRACE),
        ("silence", short_turns, "no answer within 0.", NO_GRACE),
        ("memory", little_memory, "of 40 after", {}),
    ],
)
@pytest.mark.slow
def test_each_fault_is_found_by_its_check(
    fault: str,
    work: Work,
    words: str,
    limits: dict[str, float],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that the program without the fault passes; `limits` are those that the fault uses
    up."""
    for name in ("good", "bad"):
        (tmp_path / name).mkdir()
    good = check("good", work, entry_of(tmp_path / "good"))
    assert good.passed, good.detail
    for name, seconds in limits.items():
        monkeypatch.setattr(name, seconds)
    bad = check("bad", work, entry_of(tmp_path / "bad", fault))
    assert not bad.passed, bad.detail
    assert words in bad.detail


def test_streams_that_something_else_keeps_open_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_driver, "LAST_WORDS", 0.1)
    entry = with_server(tmp_path)
    found = check("start", lifecycle_checks.starts, entry)
    assert found.passed, found.detail
    for pid in Path(f"{entry.executable}.pids").read_text().split():
        psutil.Process(int(pid)).kill()  # it was still running


@pytest.mark.slow
def test_a_game_is_lost_with_the_match_clock(tmp_path: Path) -> None:
    slow = entry_of(tmp_path, "a slow start")
    clock = TimeControl(match=0.5, turn=2.0)
    found = check("game", lambda e, d: game_checks.plays_a_game(e, d, SMALL, clock), slow)
    assert not found.passed
    assert "has used up its 0.5 s" in found.detail


@pytest.mark.slow
def test_moves_beyond_short_turns_are_reported(tmp_path: Path) -> None:
    found = check("short turns", short_turns, entry_of(tmp_path, "half a second a move"))
    assert found.passed, found.detail
    for turn, told in zip((1, 10, 50), found.detail.split("; "), strict=True):
        assert told.startswith(f"{turn} ms: first moves +")
        worst = float(told.split("worst ")[1])
        assert worst >= 500 - turn


def too_little_memory(entry: Entry, directory: Path) -> str:
    return memory_checks.warns_of_too_little(entry, directory, SMALL, 30 << 20, whole_turn=False)


def test_a_program_that_is_allowed_too_little_has_to_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_checks, "SETTLED", 0.5)
    for name in ("silent", "frank", "hungry"):
        (tmp_path / name).mkdir()
    silent = check("memory", too_little_memory, entry_of(tmp_path / "silent"))
    assert silent.detail == "does not say that 31457280 bytes are too little"
    frank = check(
        "memory", too_little_memory, entry_of(tmp_path / "frank", "too little memory, told")
    )
    assert frank.passed, frank.detail
    assert frank.detail.startswith("moves, and says that 30 MiB are too little; ")
    hungry = check(
        "memory",
        too_little_memory,
        entry_of(tmp_path / "hungry", "too little memory, told and taken"),
    )
    assert "MiB of 66 after" in hungry.detail


def test_every_rule_is_watched_at_every_limit() -> None:
    names = [name for name, _ in MEMORY_WORKS(False, ours=True)]
    for rule in Rule:
        for allowed in (30, 70, 100, 350):
            assert f"memory: {rule.label}, {allowed} MiB" in names


def test_other_programs_are_watched_on_the_leagues_boards_and_allowed_what_tournaments_allow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acceptance_checks, "LEAGUES", LEAGUES)
    names = [name for name, _ in MEMORY_WORKS(False, ours=False)]
    leagues = ("Freestyle 20", "Freestyle 15", "Standard", "Renju", "Caro")
    assert names == [f"memory: {one}, {mib} MiB" for one in leagues for mib in (70, 100, 350)]


def test_memory_that_no_longer_grows_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_checks, "SETTLED", 0.5)
    full = script(
        tmp_path,
        """
import sys, time, os, threading
for line in sys.stdin:
    match line.split():
        case ["START", _]: print("OK", flush=True)
        case ["DONE"]: threading.Thread(target=lambda: (bytearray(b"x" * 8000000), time.sleep(900)),
                                        daemon=True).start()
        case ["END"]: os._exit(0)
""",
    )
    found = check("memory", little_memory, full)
    assert found.passed, found.detail
    assert "full after" in found.detail


def test_a_good_program_passes_and_every_check_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_checks, "POSITIONS", ())
    entry, report = entry_of(tmp_path), tmp_path / "report.md"
    archive = make_zip(entry.folder, tmp_path)
    done = CliRunner().invoke(main, ["accept", str(archive), "--out", str(report)])
    assert done.exit_code == 0, done.output
    assert "14 of 14 checks passed" in done.output
    text = report.read_text()
    assert text.startswith("# Fukumi.zip: accepted\n")
    assert text.count("| ok |") == 14
    assert "move 1 took" in text


COLOURS = """
import sys
for line in sys.stdin:
    if line.strip() == "ABOUT":
        sys.stdout.buffer.write('name="\\x1b[2J\\u202e|"\\n'.encode())
        sys.stdout.flush()
    else:
        break
"""


def test_what_a_program_prints_reaches_neither_terminal_nor_report_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        acceptance_checks, "_works", lambda *_: [("ABOUT", lifecycle_checks.introduces_itself)]
    )
    entry, report = script(tmp_path, COLOURS), tmp_path / "report.md"
    done = CliRunner().invoke(main, ["accept", str(entry.folder), "--out", str(report)])
    assert r'name="\x1b[2J\u202e|"' in done.output
    assert r'name="\x1b[2J\u202e\|"' in report.read_text()
    assert done.output.replace("\n", "").isprintable()
    assert report.read_text().replace("\n", "").isprintable()


def test_a_bad_program_ends_with_code_1_and_its_faults_in_the_report(tmp_path: Path) -> None:
    entry, report = entry_of(tmp_path, "words after END"), tmp_path / "report.md"
    done = CliRunner().invoke(main, ["accept", str(entry.executable), "--out", str(report)])
    assert done.exit_code == 1
    assert "FAILED  start, first time" in done.output
    assert "| start, first time | FAILED | says b'bye" in report.read_text()


def test_only_the_checks_of_a_name_are_made(tmp_path: Path) -> None:
    entry = entry_of(tmp_path, "silence")
    done = CliRunner().invoke(main, ["accept", str(entry.executable), "--only", "Start"])
    assert done.exit_code == 0, done.output
    assert "3 of 3 checks passed" in done.output
    assert "start, again" in done.output
    unknown = CliRunner().invoke(main, ["accept", str(entry.executable), "--only", "stat"])
    assert unknown.exit_code == 2
    said = "fukumi accept: there is no check with 'stat' in its name: they are ABOUT, start, first"
    assert unknown.output.startswith(said)


def test_a_program_that_changes_its_own_folder_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        acceptance_checks, "_works", lambda *_: [("start", lifecycle_checks.starts)]
    )
    results = list(accept(entry_of(tmp_path, "files of its own"), Extent.QUICK))
    assert results[-1] == Check("its own folder", False, "is changed by playing")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--out", "missing/report.md"), "there is no folder missing"),
        (("--run", "env 'wine"), "env 'wine: No closing quotation"),
    ],
)
def test_options_that_cannot_work_are_refused_before_the_first_check(
    options: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    entry = entry_of(tmp_path)
    done = CliRunner().invoke(main, ["accept", str(entry.folder), *options])
    assert done.exit_code == 2
    assert done.output.splitlines()[-1].endswith(words)
    assert "ok " not in done.output


def test_a_program_is_run_by_what_runs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        acceptance_checks, "_works", lambda *_: [("start", lifecycle_checks.starts)]
    )
    entry = entry_of(tmp_path)
    entry.executable.chmod(0o600)
    refused = CliRunner().invoke(main, ["accept", str(entry.folder)])
    assert refused.exit_code == 2
    assert "cannot start" in refused.output
    run = CliRunner().invoke(main, ["accept", str(entry.folder), "--run", f"'{sys.executable}' -u"])
    assert run.exit_code == 0, run.output


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("x.zip", b"no zip", "cannot unpack"),
        ("folder", None, "0 programs pbrain-*"),
    ],
)
def test_what_is_no_entry_is_one_clear_line(
    name: str, content: bytes | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.mkdir() if content is None else path.write_bytes(content)
    done = CliRunner().invoke(main, ["accept", str(path)])
    assert done.exit_code == 2
    assert done.output.startswith("fukumi accept: ")
    assert words in done.output


def test_of_several_programs_one_is_to_be_named(tmp_path: Path) -> None:
    entry = entry_of(tmp_path)
    other = entry.executable.with_name("pbrain-test64")
    other.write_bytes(entry.executable.read_bytes())
    done = CliRunner().invoke(main, ["accept", str(entry.folder)])
    assert "2 programs pbrain-* are there" in done.output
    assert "name one of them instead, unpacked" in done.output
    named = CliRunner().invoke(main, ["accept", str(entry.executable), "--only", "ABOUT"])
    assert named.exit_code == 0, named.output


REPORTS = """
import sys
for line in sys.stdin:
    match line.split():
        case ["START", _]: print("OK")
        case ["DONE"]: print("MESSAGE visits 9 rule freestyle{tail}\\n7,7")
        case ["END"]: break
    sys.stdout.flush()
"""


@pytest.mark.parametrize(
    ("tail", "passed"), [(f" build {BUILD}", True), (" build other", False), ("", False)]
)
def test_a_program_of_another_build_is_found_out(tail: str, passed: bool, tmp_path: Path) -> None:
    found = check("build", same_build, script(tmp_path, REPORTS.replace("{tail}", tail)))
    assert found.passed is passed
    assert BUILD in found.detail


FLOODS = """
import sys
for line in sys.stdin:
    if line.startswith("START"):
        while True:
            print({line}, end={end!r})
"""


@pytest.mark.parametrize(
    ("line", "end", "words"),
    [
        ("'MESSAGE still starting'", "\n", "no answer within"),
        ("'x' * 1000", "", "line not ended by a bare line feed: b'xxx"),
    ],
)
def test_a_program_that_prints_without_end_is_judged_all_the_same(
    line: str, end: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_driver, "LAST_WORDS", 0.1)
    if words == "no answer within":
        monkeypatch.setattr(program_driver, "LONGEST_START", 1.0)
    before = psutil.Process().memory_info().rss
    found = check(
        "start", lifecycle_checks.starts, script(tmp_path, FLOODS.format(line=line, end=end))
    )
    assert not found.passed
    assert words in found.detail
    assert len(found.detail) < 400
    assert psutil.Process().memory_info().rss - before < 32 << 20


def test_the_judge_suspends_and_wakes(tmp_path: Path) -> None:
    with entry_of(tmp_path).run(tmp_path) as program:
        program.start_frozen(SMALL, LENIENT)
        process = program._process()
        wait_until(lambda: process.status() == psutil.STATUS_STOPPED)
        program.move(lifecycle_checks.opening(SMALL), PATIENCE)
        wait_until(lambda: process.status() == psutil.STATUS_STOPPED)
        program.send("ABOUT")
        with pytest.raises(program_driver.JudgeError, match="no answer"):
            program.answer(0.3)
