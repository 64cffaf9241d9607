"""The command `fukumi`: its list of commands, and errors that end any command with one line."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from core.eval import net_loader
from core.eval.net_loader import WEIGHTS
from core.system.extras import install_command
from fukumi.command_line import main
from fukumi.lazy_group import LazyGroup
from fukumi.papers_command import papers
from pbrain.identity import ABOUT
from tournaments.bots.exported import WEIGHTS as BOT_NETS


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


LIST_IMPORTS = """
import sys
from fukumi.command_line import main
main(["--help"], standalone_mode=False)
print(*(name for name in sys.modules if name.split(".")[0] in ("board", "tournaments", "training")))
"""


@pytest.mark.parametrize("group", [main, papers])
def test_help_lists_every_command_in_one_line_of_80_columns(group: LazyGroup) -> None:
    lines = CliRunner().invoke(group, ["--help"]).output.splitlines()
    width = max(len(name) for commands in group.sections.values() for name in commands)
    for heading, commands in group.sections.items():
        first = lines.index(f"{heading}:") + 1
        listed = [f"  {name:<{width}}  {command.help}" for name, command in commands.items()]
        assert lines[first : first + len(listed)] == listed
    assert all(len(line) <= 80 for line in lines)


def test_help_imports_no_command() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIST_IMPORTS], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == ""


def test_a_shell_completes_commands_and_options() -> None:
    shell = ShellComplete(main, {}, "fukumi", "_FUKUMI_COMPLETE")
    assert [item.value for item in shell.get_completions([], "so")] == ["solve"]
    assert "--json" in [item.value for item in shell.get_completions(["solve"], "--")]


LIST_BARE = """
import sys
sys.modules["click"] = None
sys.argv = ["fukumi", sys.argv[1]]
from fukumi.start import main
main()
"""


def without_click(command: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LIST_BARE, command],
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_brain_and_the_list_of_commands_need_python_alone() -> None:
    assert without_click("--help").stdout == CliRunner().invoke(main, ["--help"]).output
    ok, about = without_click("brain", "START 15\nABOUT\nEND\n").stdout.splitlines()
    assert (ok, about) == ("OK", ABOUT)
    other = without_click("about")
    assert other.returncode == 1
    assert other.stderr.startswith("fukumi: click is not installed: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_that_cannot_be_written_is_told_in_one_line(option: str) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "fukumi", option],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "fukumi: No space left on device\n")


def test_a_command_without_its_packages_says_what_installs_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "training.selfplay.samples", raising=False)
    monkeypatch.delitem(sys.modules, "training.selfplay.shard_player", raising=False)
    ended = call("train", "selfplay", tmp_path, "--games", 1)
    assert ended.exit_code == 2
    assert ended.stderr == f"fukumi train: numpy is not installed: {install_command('train')}\n"


@pytest.fixture(params=["cut", "other"])
def wrong(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a truncated net, or a complete one of another kind."""
    path = tmp_path / "wrong.net"
    source, end = (
        (WEIGHTS / "caro.net", -9) if request.param == "cut" else (BOT_NETS / "alphazero.net", None)
    )
    path.write_bytes(source.read_bytes()[:end])
    return path


def check(ended: Result, path: Path) -> None:
    assert ended.exit_code == 2
    assert len(ended.stderr.splitlines()) == 1
    assert str(path) in ended.stderr


def test_every_command_that_takes_a_net_refuses_a_wrong_one(wrong: Path, tmp_path: Path) -> None:
    check(
        call("ab", "--a", f"net={wrong}", "--visits", 8, "--max-pairs", 1, "--min-pairs", 1), wrong
    )
    check(call("train", "run", tmp_path / "run", "--parent", wrong), wrong)
    assert not (tmp_path / "run" / "parent.net").exists()
    panel = tmp_path / "second" / "panel"
    panel.mkdir(parents=True)
    bad = wrong.replace(panel / "bad.net")
    check(call("train", "run", panel.parent, "--games", 1), bad)


def test_a_damaged_net_of_ours_is_named(
    wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions, ours = tmp_path / "positions.txt", tmp_path / "freestyle.net"
    positions.write_text("freestyle 15 h8\n")
    wrong.replace(ours)
    monkeypatch.setattr(net_loader, "WEIGHTS", tmp_path)
    check(call("analyse", positions, "--visits", 5), ours)
    check(call("solve", positions, "--by", "search"), ours)
    check(call("bench", "--seconds", 0.001), ours)


def test_a_full_disk_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any, **_named: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    ended = call("train", "run", tmp_path, "--games", 1)
    assert ended.exit_code == 2
    assert ended.stderr.startswith(f"fukumi train: {tmp_path / 'config.json'}: No space left")
    assert "run the same command again" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*unfinished"))


def test_an_error_that_quotes_a_file_is_shown_in_part(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[4]SZ[{'9' * 5000}])")
    ended = call("analyse", path)
    assert ended.exit_code == 2
    assert len(ended.stderr) < 1100
    assert "bad SZ property: b'999" in ended.stderr


def test_a_name_that_the_terminal_cannot_show_ends_no_command(tmp_path: Path) -> None:
    game = tmp_path / "g.sgf"
    game.write_text("(;GM[4]SZ[15]PB[李];B[hh])", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "fukumi", "review", str(game), "--visits", "1"],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\\u674e: " in done.stdout
