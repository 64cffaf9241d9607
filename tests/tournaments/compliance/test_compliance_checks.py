"""The compliance check: bundled bots pass it, and each misbehaviour is named by its check."""

import json
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from core.game.rules import Rule
from fukumi.command_line import main
from tests.patience import PATIENCE
from tests.tournaments.engines import RANDOM, command_of, option, wait_for_the_end_of_engines
from tournaments.acceptance import busy_machine
from tournaments.cli.engine_options import engine_spec
from tournaments.compliance import (
    command_checks,
    engine_session,
    limit_checks,
    manager_checks,
    process_checks,
)
from tournaments.compliance.check_list import checks_of
from tournaments.compliance.compliance_check import CheckFinding, CheckVerdict
from tournaments.compliance.compliance_run import examine, make
from tournaments.engine.orphans import Adoption
from tournaments.model import EngineSpec

CHECKS = {check.name: check for check in checks_of(list(Rule))}


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the waits that only long searches need."""
    monkeypatch.setattr(busy_machine, "TRIES", 1)
    monkeypatch.setattr(engine_session, "SILENCE", 0.1)
    monkeypatch.setattr(engine_session, "OPTIONAL_GRACE", 0.3)
    monkeypatch.setattr(process_checks, "INTO_THE_SEARCH", 0.1)
    monkeypatch.setattr(manager_checks, "FROZEN", 0.05)
    monkeypatch.setattr(limit_checks, "MEMORY_TURN", 1.0)


def made(name: str, spec: EngineSpec) -> CheckFinding:
    with closing(Adoption()):  # as in the command; it must not take an engine's exit code
        finding = make(CHECKS[name], spec)
    wait_for_the_end_of_engines()
    return finding


SILENT = [
    ("never_start", "START", "no answer within 0.5 s"),
    ("never_about", "ABOUT", "no answer within 0.5 s"),
    ("half_a_line", "BEGIN", "it wrote b'7,' without the end of the line"),
    ("floods_lines", "BEGIN", "no answer within 0.5 s, only MESSAGE lines ("),
    ("floods_one_line", "BEGIN", "it wrote b'MESSAGE MESSAGE "),
    ("suspends_itself", "BEGIN", "no answer within 0.5 s; it is suspended"),
    ("ignores_end", "END when idle", "still runs"),
    ("ignores_eof", "end of input when idle", "still runs"),
    ("late", "turn of 0.05 s", "s at 0.05 s a turn"),
    ("simple", "Yixin-Board", "in lower case: no answer"),
    ("simple", "unknown commands", "does not answer"),
    ("simple", "TAKEBACK", "no answer to TAKEBACK"),
]


@pytest.mark.parametrize(("engine", "name", "words"), SILENT)
def test_silence_is_named_by_the_check_of_what_was_asked(
    engine: str, name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for check in ("START", "BEGIN"):
        assert made(check, engine_spec(option("Good"))).verdict is CheckVerdict.PASSED
    if name == "START":
        monkeypatch.setattr(engine_session, "LONGEST_START", 0.5)
    if name in ("ABOUT", "Yixin-Board"):
        monkeypatch.setattr(command_checks, "LONGEST_START", 0.5)
        monkeypatch.setattr(engine_session, "LONGEST_START", 0.5)
    if name != "turn of 0.05 s":
        monkeypatch.setattr(engine_session, "LONGEST_ANSWER", 0.5)
    monkeypatch.setattr(process_checks, "LONGEST_EXIT", 0.5)
    found = made(name, engine_spec(option("Bad", engine, 0.0)))
    assert found.verdict is not CheckVerdict.PASSED
    assert words in found.detail
    assert found.transcript


@pytest.mark.parametrize(
    ("engine", "name", "words"),
    [
        ("ok_ready", "START", "'OK - ready' instead of OK"),
        ("ok_ready ok", "START", "answers START by 'ok'"),
        ("dies_at_start", "START", "exit code 3"),
        ("dies_in_game", "TURN", "exit code 7"),
        ("leaves_a_child", "BEGIN", "exit code 4"),
        ("closes_stdin", "BEGIN", "it has closed its input"),
        ("half_a_line ends", "BEGIN", "it ended within a line: '7,'"),
        ("writes_a_gigabyte", "BEGIN", "a line of more than 8000 bytes: 'xxx"),
        ("two_moves", "BEGIN", "no move: '1,2 3,4'"),
        ("garbage", "BEGIN", "no move: "),
        ("plays_outside", "BEGIN", "the move 15,3 is not legal"),
        ("plays_taken", "TURN", "is not legal"),
        ("hostile Faults", "BEGIN", "signal: Segmentation fault"),
        ("hostile ClosesAll", "BEGIN", "it has closed its output"),
        ("hostile FloodsAtBirth", "one answer", "3.3 MiB of messages"),
        ("hostile Paints", "one answer", "control characters"),
        ("hostile LongMessages", "one answer", "messages of more than 8000 bytes"),
        ("hostile HugeNumber", "BEGIN", "99999999999,5 is not legal"),
        ("hostile Suggests", "BEGIN", "no move: 'SUGGEST 1,1'"),
        ("hostile Errs", "BEGIN", "no move: 'ERROR no idea'"),
        ("hostile Twice", "one answer", "says '1,1' after its move"),
        ("hostile Ahead", "one answer", "says '0,0' after START"),
        ("hostile OkTwice", "one answer", "says 'OK' after START"),
        ("hostile Swap2Same", "SWAP2BOARD, 0 stones", "not legal"),
        ("hostile Swap2Swaps", "SWAP2BOARD, 3 stones", "by '0,0 0,1 0,2'"),
        ("talks", "one answer", "DEBUG lines"),
        ("says_on_stderr", "Piskvork", "standard error: 'loading"),
        ("hungry", "memory", "MiB of 100 allowed"),
        ("hungry_child", "memory", "MiB of 100 allowed"),
    ],
)
def test_each_fault_is_named_by_its_check(engine: str, name: str, words: str) -> None:
    script, *arguments = engine.split()
    command = " ".join([*command_of(script), *arguments])
    spec = f'name=Bad cmd="{command}" tolerance={PATIENCE} maxmemory={100 << 20}'
    found = made(name, engine_spec(spec))
    floods = ("hostile LongMessages", "hostile FloodsAtBirth")
    warned = ("talks", "ok_ready ok", "hostile Paints", *floods)
    expected = CheckVerdict.WARNING if engine in warned else CheckVerdict.FAILED
    assert (found.verdict, words in found.detail) == (expected, True), found.detail
    assert found.transcript


def test_an_engine_that_reads_nothing_while_it_thinks_is_warned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_checks, "LONGEST_EXIT", 0.1)
    monkeypatch.setattr(process_checks, "LONG_TURN", PATIENCE)
    found = made("END in mid-search", engine_spec(option("Late", "late", 0.0)))
    assert found.verdict is CheckVerdict.WARNING
    assert "only when its search is over" in found.detail


def test_the_last_words_of_a_dying_engine_are_shown() -> None:
    found = made("START", engine_spec(option("Bad", "complains_at_start")))
    assert "exit code 1" in found.detail
    assert found.transcript[-1] == "! RuntimeError: no net in this folder"


@pytest.mark.parametrize("engine", ["forks", "hostile LowersLimits"])
def test_processes_left_behind_are_counted(engine: str, tmp_path: Path) -> None:
    script, *arguments = engine.split()
    command = " ".join([*command_of(script), *arguments, str(tmp_path / "pids")])
    found = made("END when idle", engine_spec(f'name=Forks cmd="{command}" tolerance={PATIENCE}'))
    assert found.verdict is CheckVerdict.FAILED
    assert "leaves a process behind after END" in found.detail


@pytest.mark.parametrize(
    "name", [name for name, check in CHECKS.items() if not check.slow and "positions" not in name]
)
def test_a_bundled_bot_passes_each_check(name: str) -> None:
    found = made(name, engine_spec(RANDOM))
    assert found.verdict in (CheckVerdict.PASSED, CheckVerdict.UNSUPPORTED), found.detail


def test_what_an_engine_needs_first_is_checked_first() -> None:
    command = " ".join(command_of("garbage"))
    spec = engine_spec(f'name=Bad cmd="{command}"')
    chosen = [CHECKS[name] for name in ("START", "ABOUT", "TURN", "BEGIN")]
    found = {finding.check.name: finding for finding in examine(spec, chosen)}
    assert found["ABOUT"].verdict is CheckVerdict.PASSED
    assert found["BEGIN"].verdict is CheckVerdict.FAILED
    assert found["TURN"].verdict is CheckVerdict.SKIPPED
    assert found["TURN"].detail == "needs BEGIN, which failed"


def test_a_selection_shows_the_failure_that_it_is_skipped_for() -> None:
    done = CliRunner().invoke(
        main, ["check", "--only", "TAKEBACK", "--engine", option("B", "garbage")]
    )
    assert done.exit_code == 1, done.output
    assert "FAILED         BEGIN" in done.output
    assert "B: 1 failed, 1 skipped" in done.output


def test_the_reports_say_what_to_mend(tmp_path: Path) -> None:
    junit, out = tmp_path / "check.xml", tmp_path / "check.md"
    words = ["--only", "START", "--quick", "--junit", str(junit), "--out", str(out)]
    engines = ["--engine", option("Good"), "--engine", option("Bad", "ok_ready")]
    done = CliRunner().invoke(main, ["check", *engines, *words])
    assert done.exit_code == 1, done.output
    assert "FAILED         START" in done.output
    assert "how to fix:  Print OK, end the line" in done.output
    assert "> START 15" in done.output
    suites = ElementTree.parse(junit).getroot()
    good, bad = suites
    assert (good.get("failures"), bad.get("failures")) == ("0", "1")
    failure = bad.find("testcase/failure")
    assert failure is not None
    assert "instead of OK" in str(failure.get("message"))
    assert bad.find("testcase/skipped") is not None
    text = out.read_text(encoding="utf-8")
    assert "### START: failed" in text
    assert "    > START 15" in text


def test_json_has_every_check_of_every_engine() -> None:
    done = CliRunner().invoke(
        main, ["check", "--json", "--only", "BOARD, empty", "--engine", RANDOM]
    )
    assert done.exit_code == 0, done.output
    (engine,) = json.loads(done.output)["engines"]
    assert not engine["failed"]
    assert [check["verdict"] for check in engine["checks"]] == ["passed"]


def test_list_names_the_checks_without_an_engine() -> None:
    done = CliRunner().invoke(main, ["check", "--list", "--rule", "renju"])
    assert done.exit_code == 0
    assert "renju: a game" in done.output
    assert "caro: a game" not in done.output
    without_league = CliRunner().invoke(main, ["check", "--list", "--rule", "caro-exact"])
    assert "caro-exact: positions" in without_league.output


def test_memory_without_a_limit_is_measured_and_passes() -> None:
    found = made("memory", engine_spec(f"{RANDOM} maxmemory=0"))
    assert found.verdict is CheckVerdict.PASSED
    assert found.detail.endswith(" MiB, without a limit")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--engine", RANDOM, "--only", "nosuch"], "no check with 'nosuch'"),
        (["--engine", RANDOM, "--rule", "chess"], "chess"),
        (["--engine", "cmd=random nme=x"], "did you mean 'name'"),
        ([], "name an engine"),
        (["--engine", RANDOM, "--engine", "cmd=./nowhere"], "no program './nowhere'"),
        (["--engine", RANDOM, "--out", "missing/check.md"], "there is no folder missing"),
        (["--engine", RANDOM, "--junit", "missing/check.xml"], "there is no folder missing"),
    ],
)
def test_a_wrong_option_is_explained_before_the_first_check(words: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["check", *words])
    assert done.exit_code != 0
    assert message in str(done.exception) + done.output
    assert " checks\n" not in done.output
