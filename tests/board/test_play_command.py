"""The command `fukumi play`, started and ended as by a user."""

import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from board import play_command
from core.system.extras import install_command
from fukumi.command_line import main
from tests.patience import PATIENCE


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_the_page_is_served_until_ctrl_c() -> None:
    command = [sys.executable, "-m", "fukumi", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        assert server.stderr
        address = re.search(r"http://localhost:\d+/", server.stdout.readline())
        assert address
        with urllib.request.urlopen(address[0], timeout=PATIENCE) as page:
            assert b"<title>Fukumi</title>" in page.read()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert server.stderr.read() == ""


def test_a_server_may_end_when_its_pages_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def visit(address: str) -> None:
        def look() -> None:
            with connect(f"ws{address.removeprefix('http')}session"):
                opened.append(address)

        threading.Thread(target=look).start()

    monkeypatch.setattr(play_command, "LINGERING", 0.01)
    monkeypatch.setattr("webbrowser.open", visit)
    result = CliRunner().invoke(main, ["play", "--port", "0", "--until-closed"])
    assert (result.exit_code, len(opened)) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--terminal", "--rule", "chess"], "unknown rule"),
        (["--terminal", "--seconds", "-1"], "above 0"),
        (["--terminal", "--level", "Genius"], "casual player"),
        (["--terminal", "--level", "novice", "--visits", "9"], "limits of its own"),
        (["--engine", "cmd=no-such-program"], "cannot be started"),
        (["--engine", "cmd=heuristic name=random"], "two engines are called 'random'"),
        (["--engine", "cmd=heuristic name=Human"], "cannot be called Human"),
        (["--rule", "renju", "--white"], "what --rule, --white would set: add --terminal"),
        (["--terminal", "--engine", "random"], "leave out --engine"),
        (["--terminal", "--no-browser"], "leave out --no-browser"),
        (["--terminal", "--against", "ppo"], "leave out --against: Gomoku in the terminal"),
        (["--terminal", "--game", "choko", "--visits", "9"], "leave out --visits: Choko"),
    ],
)
def test_bad_options_are_refused(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(main, ["play", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["play", "--tournament", str(tmp_path)])
    assert result.exit_code == 2
    assert "holds neither" in result.output


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.create_server(("localhost", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(main, ["play", "--port", str(port)])
    assert result.exit_code == 2
    assert f"cannot serve at localhost:{port}" in result.output


def test_a_missing_extra_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(main, ["play"])
    assert result.exit_code == 2
    assert f"uvicorn is not installed: {install_command('play')}" in result.output


def test_the_terminal_plays_at_a_level() -> None:
    words = ["play", "--terminal", "--level", "beginner", "--white", "--boardsize", "9"]
    result = CliRunner().invoke(main, words, input="quit\n")
    assert result.exit_code == 0
    assert "Fukumi (Beginner) plays" in result.output
    assert "after 1 visit." in result.output
