"""The packaged board: its entry point and the checks that it passes, here without PyInstaller."""

import subprocess
import sys
from pathlib import Path

import pytest

from board import play_command
from board.server import application
from fukumi import packaged_board
from fukumi.board_checks import board_checks
from pbrain.packaging.packaged_programs import BOARD
from pbrain.packaging.zipper import zip_files
from tests.board.page_driver import served
from tests.patience import PATIENCE
from tournaments.acceptance.program_entry import open_entry

ENTRY = [sys.executable, "-m", "fukumi.packaged_board"]


def test_the_program_runs_the_engines_that_python_would() -> None:
    command = [*ENTRY, "-P", "-m", "tournaments.bots.random_mover", "--seed", "1"]
    talk = "START 15\nBEGIN\nEND\n"
    done = subprocess.run(
        command, input=talk, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.startswith("OK\n")


def test_its_options_are_those_of_play() -> None:
    command = [*ENTRY, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.startswith("Usage: fukumi-board [OPTIONS]\n")
    assert "--until-closed" in done.stdout


def test_a_second_start_opens_the_board_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.argv", ["fukumi-board"])
    with served(application({})) as address:
        monkeypatch.setattr(play_command, "PORT", int(address.rstrip("/").rpartition(":")[2]))
        packaged_board.main()
    assert opened == [address]
    assert packaged_board.running_board() is None


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a folder with a script in place of the executable."""
    folder = tmp_path / BOARD.name
    folder.mkdir()
    script = folder / BOARD.name
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fukumi.packaged_board "$@"\n')
    script.chmod(0o755)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_a_board_that_works_passes_its_checks(program: Path, tmp_path: Path) -> None:
    archive = zip_files(program, tmp_path / "board.zip", BOARD.name)
    with open_entry(archive, (), f"{BOARD.name}/{BOARD.name}") as entry:
        failed = [check for check in board_checks(entry) if not check.passed]
    assert not failed


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_what_a_board_lacks_or_has_too_much_fails_its_checks(program: Path) -> None:
    (program / "numpy.so").touch()
    (program / BOARD.name).write_text("#!/bin/sh\necho no board here >&2\n")
    with open_entry(program, (), BOARD.name) as entry:
        found = {check.name: check for check in board_checks(entry)}
    assert found["no large packages"].detail == "numpy.so is in it"
    assert found["a game"].detail == "it prints no address; its last line is 'no board here'"
    assert found["its own folder"].passed
