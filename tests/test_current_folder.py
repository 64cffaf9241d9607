"""No file of the folder in which a program of ours is started is run."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pbrain.packaging.build import Toolchain, build
from pbrain.packaging.packaged_programs import BRAIN
from pbrain.packaging.packaging_error import PackagingError
from tests.patience import PATIENCE

MODULES = (
    *("argparse", "collections", "ctypes", "enum", "functools", "json", "logging", "pickle"),
    *("pkgutil", "queue", "random", "re", "selectors", "signal", "socket", "string", "struct"),
    *("tempfile", "types", "typing", "uuid", "click", "numpy", "psutil", "rich", "core"),
)
"""Names under which a file would be taken for a module of Python, or for one that we import."""

SCRIPT = "from fukumi.start import main\nif __name__ == '__main__':\n    main()\n"
"""The script `fukumi`, as it is installed."""

TWO = tuple(
    f"--engine={words} tolerance={PATIENCE:g}" for words in ("cmd=random", "cmd=fukumi nodes=5")
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Make a folder of files that must not be run: each leaves a trace and ends its program."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    trace = tmp_path / "trace"
    for name in (*MODULES, "PyInstaller"):
        program = f"open({str(trace)!r}, 'a').write({name + ' '!r}); raise SystemExit(9)"
        (folder / f"{name}.py").write_text(program)
    return folder


def ran(hostile: Path) -> str:
    """Return the names of the modules that were run all the same."""
    trace = hostile.parent / "trace"
    return trace.read_text() if trace.exists() else ""


@pytest.mark.parametrize(
    "command",
    [
        ("tournament", "run", "games", *TWO, "--boardsize", "5", "--concurrency", "2"),
        ("tournament", "check", "games", *TWO),
        ("openings", "make", "--count", "1", "--visits", "5", "--out", "made.txt"),
        ("ab", "--visits", "5", "--boardsize", "5", "--max-pairs", "1", "--min-pairs", "1"),
        ("bench", "--seconds", "0.05", "--against-build", "baseline"),
        pytest.param(
            ("tournament", "run", "games", *TWO, "--boardsize", "5", "--cluster", "local"),
            marks=pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
        ),
    ],
    ids=lambda command: " ".join(command[:2]) + " cluster" * ("--cluster" in command),
)
@pytest.mark.slow
def test_a_command_runs_no_file_of_the_current_folder(
    command: tuple[str, ...], hostile: Path, tmp_path: Path
) -> None:
    script = tmp_path / "bin" / "fukumi"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    start = [sys.executable, str(script), *command]
    done = subprocess.run(start, cwd=hostile, capture_output=True, text=True, check=False)
    assert ran(hostile) == ""
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost" not in done.stdout


def test_neither_does_python_m_fukumi_once_it_runs(hostile: Path) -> None:
    (hostile / "pkgutil.py").unlink()  # which Python itself may import before
    done = subprocess.run(
        [sys.executable, "-m", "fukumi", "tournament", "check", "games", *TWO],
        cwd=hostile,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran(hostile) == ""
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_of_the_current_folder_takes_part_in_packaging(
    hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "LICENSE").write_text("ours")
    monkeypatch.chdir(hostile)
    tools = Toolchain(tmp_path, (sys.executable,), tmp_path / "LICENSE")
    with pytest.raises(PackagingError, match="PyInstaller"):  # there is nothing to be packed
        build(tmp_path / "out", tools, BRAIN)
    assert ran(hostile) == ""
