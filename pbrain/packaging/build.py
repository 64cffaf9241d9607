"""Builds the one-folder executable with PyInstaller."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbrain.packaging import licences
from pbrain.packaging.packaging_error import PackagingError

NAME = "pbrain-Fukumi64"
ROOT = Path(__file__).parents[2]
SPEC = Path("pbrain", "packaging", "fukumi.spec")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What packages for a system, and what runs that system's programs here.

    Attributes:
        root: the folder of the packages `core`, compiled for that system, and `pbrain`.
        python: the words that run a Python of that system, which has PyInstaller.
        python_licence: that Python's licence.
        suffix: how that system's executables are named after their name.
        runner: the words before an executable of that system; none where it is this one.
    """

    root: Path
    python: tuple[str, ...]
    python_licence: Path
    suffix: str = ""
    runner: tuple[str, ...] = ()


def native() -> Toolchain:
    """For the system this runs on.

    Raises:
        PackagingError: PyInstaller or a licence is missing.
    """
    if importlib.util.find_spec("PyInstaller") is None:
        raise PackagingError("PyInstaller is missing: pip install pyinstaller")
    suffix = ".exe" if sys.platform == "win32" else ""
    return Toolchain(ROOT, (sys.executable,), licences.of_python(), suffix)


def build(out: Path, tools: Toolchain) -> Path:
    """Builds `out`/pbrain-Fukumi64, with the licences beside the executable.

    Returns:
        That folder.

    Raises:
        PackagingError: a licence is missing, or PyInstaller fails.
    """
    licence = licences.of_fukumi(tools.root)
    folder = out.resolve() / NAME
    with tempfile.TemporaryDirectory() as work:
        # -P: no module of the current folder is run, or packed
        command = [*tools.python, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += ["--distpath", str(folder.parent), "--workpath", work, str(tools.root / SPEC)]
        run(command, "PyInstaller failed")
    if not (folder / (NAME + tools.suffix)).exists():
        raise PackagingError(f"PyInstaller made no {NAME + tools.suffix} in {folder}")
    shutil.copyfile(licence, folder / "LICENSE.txt")
    shutil.copyfile(tools.python_licence, folder / "LICENSE-Python.txt")
    return folder


def run(
    command: Sequence[str],
    trouble: str,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Runs a tool to its end, without input, and keeps what it says to itself.

    Args:
        trouble: what to say if it fails.
        environment: variables to set beside those of this process.

    Raises:
        PackagingError: it failed; the text ends with what it said of the error.
    """
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise PackagingError(f"{trouble}: {_reason(done.stderr)}")


def _reason(said: str) -> str:
    """The first line that calls itself an error, else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()] or ["no message"]
    return next((line for line in lines if line.startswith("ERROR:")), lines[-1])
