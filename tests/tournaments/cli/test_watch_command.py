"""The command `fukumi tournament watch`: a snapshot, a live table, and its end."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.game.rules import Rule
from fukumi.command_line import main
from tests.patience import PATIENCE, wait_until
from tests.tournaments.engines import option, wait_for_the_end_of_all
from tests.tournaments.samples import sample
from tournaments.model import EngineSpec
from tournaments.play.live_games import live_games
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import Store
from tournaments.ratings.sprt import Sprt

FUKUMI = [sys.executable, "-m", "fukumi"]


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@contextmanager
def under_way(folder: Path, release: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a tournament of two games in a process of its own, and yield it while its first game
    waits for a file."""
    waits = option("waits", "waits").removesuffix('"') + f' {release}"'
    engines = ["--engine", waits, "--engine", option("simple"), "--each", f"tc=90/{PATIENCE:g}"]
    command = [*FUKUMI, "tournament", "run", str(folder), *engines, "--rounds", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: folder.exists() and live_games(folder))
            yield process
        finally:
            release.touch()


def test_without_a_terminal_the_present_state_is_printed_once(tmp_path: Path) -> None:
    folder, release = tmp_path / "run", tmp_path / "go"
    with under_way(folder, release) as process:
        done = call("tournament", "watch", folder)
        assert done.exit_code == 0, done.output
        lines = done.output.splitlines()
        assert lines[0] == f"{folder}: roundrobin, freestyle 15x15, 0 of 2 games"
        assert lines[1] == "This run: 0 games"
        (row,) = (line for line in lines if "waits" in line)
        assert row.split()[:3] == ["1", "waits", "simple"]
        assert row.split()[-1] == "1:30"
        release.touch()
        assert process.wait(PATIENCE) == 0
    ended = call("tournament", "watch", folder)
    assert ended.output == call("tournament", "show", folder).output
    assert ended.output.endswith("2 of 2 games, complete\n")
    wait_for_the_end_of_all()


@pytest.mark.slow
def test_after_a_kill_no_game_is_under_way_and_the_same_command_plays_it_again(
    tmp_path: Path,
) -> None:
    folder, release = tmp_path / "run", tmp_path / "go"
    with under_way(folder, release) as process:
        assert [game.number for game in live_games(folder)] == [1]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert list((folder / "live").glob("1.json"))
    assert live_games(folder) == []
    watched = call("tournament", "watch", folder)
    assert watched.output.endswith("0 of 2 games, not being played\n")
    wait_for_the_end_of_all()
    release.touch()
    done = call("tournament", "run", folder)
    assert done.output.endswith("2 of 2 games, complete\n")
    assert not (folder / "live").exists()


def test_a_sequential_test_and_a_ladder_have_their_state(tmp_path: Path) -> None:
    engines = tuple(EngineSpec(name, ("x",)) for name in ("alpha", "beta"))
    for kind in (Format.SPRT, Format.LADDER):
        ladder = kind is Format.LADDER
        plan = TournamentPlan(
            engines=() if ladder else engines,
            rule=Rule.FREESTYLE,
            size=15,
            openings=(),
            format=kind,
            rounds=50,
            sprt=None if ladder else Sprt(0, 10),
        )
        with closing(Store.create(tmp_path / kind.value)) as store, store.locked():
            store.begin(plan)
            for number in (1, 2, 3):
                store.add(sample(number))
            output = call("tournament", "watch", tmp_path / kind.value).output
        assert ("3 games" if ladder else "3 of at most 100 games") in output
        assert ("SPRT of Elo +0 against +10: undecided so far" in output) == (not ladder)
        assert "alpha" in output
        assert "No game under way is shown." in output


def test_a_folder_without_a_tournament_is_one_clear_line(tmp_path: Path) -> None:
    done = call("tournament", "watch", tmp_path)
    assert done.exit_code == 2
    assert "holds no tournament" in done.output


def on_a_terminal(folder: Path, meanwhile: Callable[[int, "Screen"], None]) -> "Screen":
    """Watch a tournament on a terminal of 80 columns, and return all that was written there."""
    import pty

    pid, terminal = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm", COLUMNS="80", LINES="30")
        os.execv(sys.executable, [*FUKUMI, "tournament", "watch", str(folder)])
    screen = Screen(terminal)
    screen.wait_for("Games under way")
    meanwhile(pid, screen)
    screen.read_to_the_end()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)
    return screen


class Screen:
    """Everything that a program writes on its terminal."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self.text = ""

    def wait_for(self, text: str) -> None:
        while text not in self.text:
            assert self._read(), self.text

    def read_to_the_end(self) -> None:
        while self._read():
            pass

    def _read(self) -> bool:
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # Linux, once the program has ended
            return False
        self.text += data.decode(errors="replace")
        return bool(data)


NO_TERMINAL = pytest.mark.skipif(os.name == "nt", reason="no terminals of this kind")
LEAVE = "\x1b[?1049l"
"""Leaves the second screen of a terminal; what was on the first is there again."""


@NO_TERMINAL
@pytest.mark.slow
def test_on_a_terminal_clocks_tick_until_the_result_is_shown(tmp_path: Path) -> None:
    folder, release = tmp_path / "run", tmp_path / "go"
    with under_way(folder, release) as process:

        def meanwhile(_pid: int, screen: Screen) -> None:
            screen.wait_for(">1:29")
            screen.wait_for(">1:28")
            release.touch()
            assert process.wait(PATIENCE) == 0

        screen = on_a_terminal(folder, meanwhile)
    table, result = screen.text.split(LEAVE)
    assert "0 of 2 games" in table
    assert "2 of 2 games, complete" in result


@NO_TERMINAL
@pytest.mark.slow
def test_ctrl_c_leaves_without_a_trace(tmp_path: Path) -> None:
    folder, release = tmp_path / "run", tmp_path / "go"
    with under_way(folder, release) as process:
        screen = on_a_terminal(folder, lambda pid, _: os.kill(pid, signal.SIGINT))
        assert screen.text.split(LEAVE)[1:] == [""]
        assert [game.number for game in live_games(folder)] == [1]
        release.touch()
        assert process.wait(PATIENCE) == 0
