"""Games with misbehaving engines: each ends, blames the right engine, and leaves no process."""

import errno
import os
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from core.game.rules import Rule
from tests.patience import PATIENCE
from tests.tournaments.engines import ENGINES, command_of, is_alive, wait_for_the_end_of_all
from tournaments.cli.engine_options import engine_specs
from tournaments.engine import client
from tournaments.engine.process import LONGEST_LINE, EngineProcess
from tournaments.model import EngineSpec, GameRecord, Reason, Result, ScheduledGame, TimeControl
from tournaments.play.referee import play_game


def engine(
    name: str, *arguments: str, memory_mib: int = 350, tolerance: float = PATIENCE
) -> EngineSpec:
    """Return an engine whose default tolerance exceeds the delays of a busy machine."""
    return EngineSpec(
        name=name,
        command=(*command_of(name), *arguments),
        clock=TimeControl(turn=0.5),
        tolerance=tolerance,
        max_memory=memory_mib << 20,
    )


def game(black: EngineSpec, white: EngineSpec, **settings: object) -> ScheduledGame:
    fields: dict[str, object] = {
        "number": 1,
        "round": 1,
        "rule": Rule.FREESTYLE,
        "size": 15,
        **settings,
    }
    return ScheduledGame(black=black, white=white, **fields)  # type: ignore[arg-type]


def referee(black: EngineSpec, white: EngineSpec, **settings: object) -> GameRecord:
    return play_game(game(black, white, **settings))


def test_two_good_engines_play_to_a_five() -> None:
    record = referee(engine("simple"), engine("simple"))
    # both fill row by row, Black on the even squares, until a diagonal of Black's is five long
    assert record.reason is Reason.FIVE
    assert record.result in (Result.BLACK, Result.WHITE)
    assert [(m.x, m.y) for m in record.moves[:3]] == [(0, 0), (1, 0), (2, 0)]
    assert record.black_report.transcript == ()
    assert record.black_report.slowest_ms == max(m.ms for m in record.moves[::2])
    assert record.white_report.slowest_ms == max(m.ms for m in record.moves[1::2])
    assert record.black_report.peak_memory > 1 << 20
    assert record.load is not None
    assert record.load.late_max_ms >= record.load.late_p95_ms >= 0
    assert record.load.allowed_ms == 25  # of turns of 0.5 s


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("floods_lines", Reason.CRASH, "printed more than 1 MiB"),
        ("floods_one_line", Reason.CRASH, "printed more than 1 MiB"),
        ("writes_a_gigabyte", Reason.CRASH, "printed more than 1 MiB"),
        ("closes_stdin", Reason.CRASH, "closed its input"),
        ("never_start", Reason.TIME, "no OK to START"),
        ("ok_ready", Reason.TIME, "no OK to START"),
        ("dies_at_start", Reason.CRASH, "exited unexpectedly with code 3"),
        ("dies_in_game", Reason.CRASH, "exited unexpectedly with code 7"),
        ("late", Reason.TIME, "no move within 0.5 s"),
        ("plays_taken", Reason.ILLEGAL, "is taken"),
        ("plays_outside", Reason.ILLEGAL, "is outside"),
        ("garbage", Reason.TIME, "no move within 0.5 s"),
        ("two_moves", Reason.TIME, "no move within 0.5 s"),
        ("hungry", Reason.MEMORY, "of private memory, 100 MiB allowed"),
        ("half_a_line", Reason.TIME, "no move within 0.5 s"),
        ("leaves_a_child", Reason.CRASH, "exited unexpectedly with code 4"),
        pytest.param(
            *("suspends_itself", Reason.TIME, "no move within 0.5 s"),
            marks=pytest.mark.skipif(os.name == "nt", reason="no SIGSTOP"),
        ),
    ],
)
@pytest.mark.parametrize("as_black", [True, False])
def test_a_misbehaving_engine_forfeits(
    name: str, reason: Reason, words: str, as_black: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if words == "no OK to START":
        monkeypatch.setattr(client, "START_GRACE", 0.5)  # and its tolerance
    tolerance = 0.3 if reason is Reason.TIME else PATIENCE
    bad, good = engine(name, memory_mib=100, tolerance=tolerance), engine("simple")
    opening = ((7, 7), (8, 8))
    record = referee(*((bad, good) if as_black else (good, bad)), opening=opening)
    assert record.reason is reason, record.detail
    assert record.loser == name
    assert record.detail.startswith(f"{name} loses: ")
    assert words in record.detail
    report = record.black_report if as_black else record.white_report
    assert report.transcript
    if words.startswith("no move within"):
        assert report.slowest_ms >= 500
    wait_for_the_end_of_all()


@pytest.mark.parametrize(
    "answer",
    ["99999999999,5", "5,99999999999", "-99999999999,5", "2147483648,0", "9" * 5000 + ",5", "-1,0"],
)
def test_a_number_of_any_length_is_an_illegal_move(answer: str) -> None:
    record = referee(engine("answers", answer), engine("simple"))
    assert (record.loser, record.reason) == ("answers", Reason.ILLEGAL), record.detail
    assert "is outside the" in record.detail
    assert len(record.detail) < 200


def test_digits_of_other_scripts_are_no_move() -> None:
    arabic = engine("answers", "\N{ARABIC-INDIC DIGIT SEVEN},7", tolerance=0.3)
    record = referee(arabic, engine("simple"))
    assert (record.loser, record.reason) == ("answers", Reason.TIME), record.detail


@pytest.mark.parametrize(
    "name", ["never_about", "refuses_about", "ignores_end", "changes_directory"]
)
def test_a_rude_engine_that_plays_well_is_not_punished(name: str) -> None:
    record = referee(engine(name), engine("simple"))
    assert record.reason is Reason.FIVE
    wait_for_the_end_of_all()


def test_an_engine_that_refuses_the_board_loses_at_once() -> None:
    record = referee(engine("refuses_about"), engine("simple"), size=5)
    assert record.reason is Reason.CRASH
    assert record.detail == "refuses_about loses: refused START: ERROR too small"


@pytest.mark.parametrize(
    "how",
    [
        (),
        pytest.param(
            ("forgets",),
            marks=pytest.mark.skipif(
                sys.platform != "linux", reason="the tag is in the environment there"
            ),
        ),
    ],
)
def test_children_that_leave_the_group_are_ended_too(tmp_path: Path, how: tuple[str]) -> None:
    pids = tmp_path / "pids"
    record = referee(engine("forks", str(pids), *how), engine("simple"))
    assert record.reason is Reason.FIVE
    (pid,) = pids.read_text().split()
    assert not psutil.pid_exists(int(pid)) or not is_alive(psutil.Process(int(pid)))
    wait_for_the_end_of_all()


def test_what_an_engine_says_is_kept_with_its_move_but_not_all_of_it() -> None:
    record = referee(engine("talks"), engine("simple"), opening=((7, 7), (8, 8)))
    said = record.moves[2].messages
    assert said[-3:] == ("MESSAGE looked at line 299", "DEBUG almost", "MESSAGE depth 3 ev 40")
    assert len(said) < 100
    assert record.moves[0].messages == record.moves[3].messages == ()


@pytest.mark.parametrize(
    "how",
    [
        (),
        pytest.param(
            ("orphan",),
            marks=pytest.mark.skipif(
                sys.platform != "linux", reason="orphans are not found fast enough there"
            ),
        ),
    ],
)
@pytest.mark.slow
def test_the_memory_of_children_counts(how: tuple[str]) -> None:
    record = referee(engine("hungry_child", *how, memory_mib=100), engine("simple"))
    assert (record.loser, record.reason) == ("hungry_child", Reason.MEMORY), record.detail
    wait_for_the_end_of_all()


@pytest.mark.parametrize(
    "how",
    [
        (),
        pytest.param(
            ("forgets",), marks=pytest.mark.skipif(sys.platform != "linux", reason="no such limit")
        ),
    ],
)
@pytest.mark.slow
def test_the_memory_of_an_engine_that_talks_counts_under_any_limits(how: tuple[str]) -> None:
    record = referee(engine("hungry_talker", *how, memory_mib=100), engine("simple"))
    assert (record.loser, record.reason) == ("hungry_talker", Reason.MEMORY), record.detail


def test_without_a_limit_no_memory_is_too_much() -> None:
    record = referee(engine("simple", memory_mib=0), engine("simple", memory_mib=0))
    assert record.reason is not Reason.MEMORY
    assert record.black_report.peak_memory > 0


def test_the_memory_of_a_short_game_is_checked_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "MEMORY_INTERVAL", PATIENCE)
    record = referee(engine("hungry", memory_mib=100), engine("simple"))
    assert (record.loser, record.reason) == ("hungry", Reason.MEMORY), record.detail
    assert len(record.moves) > 2


def test_quick_moves_do_not_each_ask_for_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    memory = EngineProcess.memory

    def counting(process: EngineProcess) -> int:
        asked.append(time.monotonic())
        return memory(process)

    monkeypatch.setattr(EngineProcess, "memory", counting)
    begun = time.monotonic()
    record = referee(engine("simple"), engine("simple"))
    periods = (time.monotonic() - begun) / client.MEMORY_INTERVAL
    assert len(record.moves) > 20
    assert 2 <= len(asked) <= 2 * periods + 2


def test_a_line_is_kept_up_to_a_length_however_it_comes() -> None:
    dribble = "import os, sys; sys.stdin.readline()\nfor _ in range(20000): os.write(1, b'x')\n"
    for code in (dribble, "print('x' * 20000, end='')"):
        with EngineProcess((sys.executable, "-c", code + "\nprint(); print('7,7')")) as process:
            process.send("BEGIN")
            lines = [process.receive(PATIENCE), process.receive(PATIENCE)]
        assert [line.text for line in lines if line] == ["x" * LONGEST_LINE, "7,7"]


def test_a_flood_is_cut_off_before_the_clock_and_costs_little_memory() -> None:
    before = psutil.Process().memory_info().rss
    record = referee(engine("writes_a_gigabyte"), engine("simple"))
    assert record.reason is Reason.CRASH
    assert psutil.Process().memory_info().rss - before < 32 << 20


def test_half_a_line_is_in_the_transcript() -> None:
    record = referee(engine("half_a_line", "ends"), engine("simple"))
    assert record.black_report.transcript[-1] == "< 7, (and no end of the line)"


def test_an_engine_may_live_in_a_folder_with_any_name(tmp_path: Path) -> None:
    home = tmp_path / "Můj engine, 五目"
    home.mkdir()
    shutil.copy(ENGINES / "simple.py", home / "pbrain hráč.py")
    words = (
        f'cmd=\'"{sys.executable}" "pbrain hráč.py"\'',
        "name=hráč",
        f"'dir={home}' tolerance={PATIENCE:g}",
    )
    (spec, _) = engine_specs([" ".join(words), "random"], [])
    record = referee(spec, engine("simple"))
    assert (record.reason, record.black) == (Reason.FIVE, "hráč"), record.detail


def test_a_program_that_cannot_be_started_forfeits() -> None:
    missing = EngineSpec(name="missing", command=("./no-such-engine",))
    record = referee(engine("simple"), missing)
    assert (record.loser, record.reason) == ("missing", Reason.CRASH)
    assert "cannot be started" in record.detail


def test_our_own_failure_is_void_and_blames_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("disk on fire")

    monkeypatch.setattr(client.Client, "start", broken)
    record = referee(engine("simple"), engine("simple"))
    assert (record.result, record.reason, record.loser) == (Result.VOID, Reason.VOID, None)
    assert "disk on fire" in record.detail


@pytest.mark.slow
def test_an_answer_from_before_the_question_gains_no_time() -> None:
    early = replace(engine("answers_early"), clock=TimeControl(match=30.0))
    slow = replace(engine("late"), clock=TimeControl(turn=20.0))
    record = referee(slow, early, draw_after=6)
    assert record.reason is Reason.DRAW_AFTER, record.detail
    assert all(move.ms >= 0 for move in record.moves)


@pytest.mark.parametrize(
    ("error", "blamed"),
    [
        (errno.ENOENT, True),
        (errno.EACCES, True),
        (errno.ENOEXEC, True),
        (errno.EMFILE, False),
        (errno.EAGAIN, False),
        (errno.ENOMEM, False),
    ],
)
def test_an_engine_is_not_blamed_for_a_machine_that_starts_nothing(
    error: int, blamed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(client, "EngineProcess", refuse)
    record = referee(engine("simple"), engine("simple"))
    assert record.reason is (Reason.CRASH if blamed else Reason.VOID)
    assert os.strerror(error) in record.detail


def test_what_a_refusing_engine_says_is_shortened() -> None:
    record = referee(engine("ok_ready", "ERROR " + "long " * 1000), engine("simple"))
    assert (record.loser, record.reason) == ("ok_ready", Reason.CRASH)
    assert len(record.detail) < 300


def test_handicaps_are_sent_to_the_engine_that_has_them() -> None:
    limited = replace(engine("dies_in_game"), nodes=500, depth=4)
    record = referee(limited, engine("simple"))
    assert "> INFO max_node 500" in record.black_report.transcript
    assert "> INFO max_depth 4" in record.black_report.transcript
    unlimited = referee(engine("dies_in_game"), engine("simple"))
    assert not any("max_node" in line for line in unlimited.black_report.transcript)


def test_a_draw_by_length() -> None:
    record = referee(engine("simple"), engine("simple"), draw_after=6)
    assert (record.result, record.reason, len(record.moves)) == (Result.DRAW, Reason.DRAW_AFTER, 6)


def test_a_renju_foul_is_distinguished_from_an_illegal_move(tmp_path: Path) -> None:
    script = tmp_path / "fouls.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(ENGINES)!r})\nfrom simple import Engine\n"
        "class Fouls(Engine):\n    def move(self):\n        return 7, 7\nFouls().run()\n"
    )
    fouls = EngineSpec("fouls", (sys.executable, str(script)), tolerance=PATIENCE)
    opening = ((7, 6), (0, 0), (7, 8), (14, 0), (6, 7), (0, 14), (8, 7), (14, 14))
    record = referee(fouls, engine("simple"), rule=Rule.RENJU, opening=opening)
    assert (record.loser, record.reason) == ("fouls", Reason.FOUL)
    assert "double three" in record.detail
