"""The brain as a process: its imports, its output, its files, and its exit."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner

from pbrain import brain_command
from tests.patience import PATIENCE
from tests.pbrain.scripted import PipeChannel, converse
from tests.repository import ROOT

LONG_THOUGHT = "> INFO timeout_turn 600000\n> START 15\n< OK\n> TURN 7,7"

LIST_IMPORTS = """
import os, sys
before = set(sys.modules)
def leave(code):
    with open(sys.argv[1], "w") as file:
        file.write(" ".join(sorted(set(sys.modules) - before)))
    real_exit(code)
real_exit, os._exit = os._exit, leave
from pbrain.main import main
main()
"""

NOISE = """
import os, sys, warnings
from pbrain import main
quiet = main._make_engine
def noisy(*args):
    print("1,1")
    print("2,2", file=sys.stderr)
    print("3,3", file=sys.__stdout__, flush=True)
    print("4,4", file=sys.__stderr__, flush=True)
    os.write(1, b"5,5\\n")
    os.write(2, b"6,6\\n")
    warnings.warn("7,7")
    os.system("echo 8,8; echo 9,9 >&2")
    open(sys.argv[1], "w").close()
    return quiet(*args)
main._make_engine = noisy
main.main()
"""

NO_CORE = """
import sys
sys.modules["core.game.board"] = None
from pbrain.main import main
main()
"""


def test_only_the_standard_library_and_our_own_code_is_imported(tmp_path: Path) -> None:
    listing = tmp_path / "modules"
    channel = PipeChannel([sys.executable, "-c", LIST_IMPORTS, str(listing)])
    converse(channel, "> INFO max_node 20\n> START 15\n< OK\n> BEGIN\n< MOVE\n> TURN 0,0\n< MOVE")
    converse(channel, "> SWAP2BOARD\n> DONE\n< MOVE MOVE MOVE")
    assert channel.finish() == []
    modules = listing.read_text().split()
    assert "core.search.engine" in modules
    # Cython's own module, created by the compiled modules and not imported.
    roots = {m.partition(".")[0] for m in modules if not m.startswith(("_cython_", "cython_"))}
    assert roots - sys.stdlib_module_names == {"core", "pbrain"}


def test_other_output_does_not_reach_the_manager(tmp_path: Path) -> None:
    channel = PipeChannel([sys.executable, "-c", NOISE, str(tmp_path / "made")])
    converse(channel, "> INFO max_node 20\n> START 15\n< OK\n> TURN 0,14\n< MOVE")
    converse(channel, "> ABOUT\n< name=.*")
    assert channel.finish() == []
    assert (tmp_path / "made").exists()


def test_core_that_cannot_be_loaded_is_one_error_line() -> None:
    channel = PipeChannel([sys.executable, "-c", NO_CORE])
    assert channel.receive().startswith("ERROR Fukumi cannot continue: ")
    assert channel.wait(expected_code=2) == []


def test_end_during_a_search_exits_at_once() -> None:
    channel = PipeChannel()
    converse(channel, LONG_THOUGHT)
    assert channel.finish() == []


@pytest.mark.parametrize(
    "so_far",
    ["", "> START 15\n< OK", LONG_THOUGHT, "> START 15\n< OK\n> BOARD\n> 7,7,1"],
    ids=["before a word", "idle", "thinking", "in a board"],
)
def test_end_of_input_exits_at_once(so_far: str) -> None:
    channel = PipeChannel()
    converse(channel, so_far)
    assert channel.end_input() == []


def test_command_in_pieces_is_joined() -> None:
    channel = PipeChannel()
    assert channel.process.stdin
    for piece in (b"STA", b"RT 1", b"5\r", b"\nAB", b"OUT\r"):
        channel.process.stdin.write(piece)
    converse(channel, "< OK\n< name=.*")
    assert channel.finish() == []


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be frozen here")
@pytest.mark.slow
def test_judge_freezes_us_after_start_and_after_each_move() -> None:
    channel = PipeChannel()
    channel.send("START 15")
    channel.send("INFO timeout_turn 500")
    for request in ("> BOARD\n> DONE", "> TURN 0,14"):
        channel.process.send_signal(signal.SIGSTOP)
        time.sleep(0.7)
        converse(channel, "> INFO time_left -501\n> INFO time_left 100000\n" + request)
        channel.process.send_signal(signal.SIGCONT)
        if request.startswith("> BOARD"):
            assert channel.receive() == "OK"
        converse(channel, "< MOVE")
    assert channel.finish() == []


STOPS_ITSELF = """
import os, signal
from pbrain import request
from pbrain.main import main
request.emergency_move = lambda board: (0, 0)
keep, published = request.Request._keep, []
def keep_and_stop(self, report):
    keep(self, report)
    published.append(report)
    if len(published) == 5:
        os.kill(os.getpid(), signal.SIGSTOP)
request.Request._keep = keep_and_stop
main()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be frozen here")
@pytest.mark.slow
def test_brain_frozen_past_its_turn_plays_the_best_move_found() -> None:
    channel = PipeChannel([sys.executable, "-c", STOPS_ITSELF])
    converse(channel, "> INFO timeout_turn 3000\n> START 15\n< OK")
    converse(channel, "> BOARD 7,7,2 7,8,1 8,7,2 8,8,1 6,7,2 DONE")
    waiting = psutil.Process(channel.process.pid)
    deadline = time.monotonic() + PATIENCE
    while waiting.status() != psutil.STATUS_STOPPED and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(3.0)
    channel.process.send_signal(signal.SIGCONT)
    (move,) = converse(channel, "< MOVE")
    assert move in ("4,7", "5,7", "9,7", "10,7"), "the open three must be blocked"
    assert channel.finish() == []


def test_brain_exits_when_the_manager_closes_its_output() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pbrain.main"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
    )
    with process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"INFO timeout_turn 100\nSTART 15\n")
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes a descriptor")
def test_a_closed_output_is_refused_in_one_line() -> None:
    brain = f'"{sys.executable}" -m pbrain.main >&-'
    done = subprocess.run(["sh", "-c", brain], cwd=ROOT, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "no standard output to answer on: [Errno 9] Bad file descriptor"
    ]


def test_fukumi_brain_is_the_same_brain() -> None:
    channel = PipeChannel([sys.executable, "-m", "fukumi", "brain"])
    converse(channel, "> INFO max_node 20\n> START 15\n< OK\n> BEGIN\n< MOVE")
    assert channel.finish() == []


def test_nothing_is_written_to_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "judge's folder"
    folder.mkdir()
    channel = PipeChannel()
    converse(channel, f"> INFO folder {folder}\n> INFO max_node 20\n> START 15\n< OK")
    converse(channel, "> BEGIN\n< MOVE\n> TURN 0,0\n< MOVE")
    assert channel.finish() == []
    assert list(tmp_path.iterdir()) == [folder]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"FUKUMI NET 1\n{}\n", "some.net has a damaged header"),
        (
            (ROOT / "tournaments/bots/weights/dqn.net").read_bytes(),
            "some.net is not a net for Fukumi: this program reads linenet-3 nets only",
        ),
    ],
)
def test_an_invalid_net_is_refused_at_once(data: bytes, said: str, tmp_path: Path) -> None:
    wrong = tmp_path / "some.net"
    wrong.write_bytes(data)
    brain = [sys.executable, "-m", "fukumi", "brain", "--net", str(wrong)]
    ended = subprocess.run(brain, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stdout == ""


def test_it_plays_with_the_given_net() -> None:
    net = str(ROOT / "core" / "eval" / "weights" / "freestyle.net")
    channel = PipeChannel([sys.executable, "-m", "fukumi", "brain", "--net", net])
    converse(channel, "> INFO max_node 20\n> INFO rule 1\n> START 15\n< OK\n> BEGIN\n< MOVE")
    assert channel.finish() == []


def test_it_plays_with_the_given_constants() -> None:
    command = [sys.executable, "-m", "fukumi", "brain", "--set", "lcb_z=0", "--set", "reuse=off"]
    channel = PipeChannel(command)
    converse(channel, "> INFO max_node 20\n> START 15\n< OK\n> BEGIN\n< MOVE")
    assert channel.finish() == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("c_puct=much", "c_puct=much: give a number"),
        ("max_children=2.5", "max_children=2.5: give a whole number"),
        ("max_children=0", "max_children=0: give 1 to 1024"),
        ("vcf_budget=99999999999", "vcf_budget=99999999999: give 0 to 65535"),
        ("c_puct=nan", "c_puct=nan: give 0 to 100"),
        ("reuse=1", "reuse=1: give on or off"),
        ("cpuct=1", "'cpuct' is none of mcts_solver, c_puct, "),
    ],
)
def test_an_invalid_constant_is_refused_at_once(word: str, said: str) -> None:
    refused = CliRunner().invoke(brain_command.brain, ["--set", word])
    assert refused.exit_code == 2
    assert said in refused.stderr


def most_memory(channel: PipeChannel) -> int:
    """Return the brain's peak memory so far, in KiB."""
    status = Path(f"/proc/{channel.process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="the most memory is read from /proc")
@pytest.mark.parametrize(
    ("flood", "answer"),
    [
        ("x" * (32 << 20), "UNKNOWN .*"),
        ("BOARD\n" + "1,1,1\n" * 400_000 + "DONE", "MOVE"),
    ],
    ids=["one line", "lines of a block"],
)
def test_lines_without_end_take_no_memory(flood: str, answer: str) -> None:
    channel = PipeChannel()
    converse(channel, "> INFO max_node 20\n> START 15\n< OK\n> BEGIN\n< MOVE")
    before = most_memory(channel)
    channel.send(flood)
    converse(channel, f"< {answer}")
    grown = most_memory(channel) - before
    channel.close()
    assert grown < 16 << 10
