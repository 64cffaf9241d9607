"""Build of the one-folder executable with PyInstaller."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.system.extras import install_command
from pbrain.packaging import licences
from pbrain.packaging.packaged_programs import PackagedProgram
from pbrain.packaging.packaging_error import PackagingError

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Toolchain:
    """Tools that package for one system and run its programs here.

    Attributes:
        root: the folder of the packages, with `core` compiled for that system.
        python: command that runs a Python of that system with PyInstaller.
        python_licence: the licence of that Python.
        suffix: file name suffix of executables on that system.
        runner: command prefix for that system's executables; empty on that system itself.
    """

    root: Path
    python: tuple[str, ...]
    python_licence: Path
    suffix: str = ""
    runner: tuple[str, ...] = ()


def native_toolchain() -> Toolchain:
    """Return the tools for the current system.

    Raises:
        PackagingError: PyInstaller or a licence is missing.
    """
    if importlib.util.find_spec("PyInstaller") is None:
        raise PackagingError(f"PyInstaller is missing: {install_command('package')}")
    suffix = ".exe" if sys.platform == "win32" else ""
    return Toolchain(ROOT, (sys.executable,), licences.python_licence_path(), suffix)


def build(out: Path, tools: Toolchain, program: PackagedProgram) -> Path:
    """Build the program's folder in `out`, with the licences next to the executable.

    Returns:
        The folder.

    Raises:
        PackagingError: a licence is missing, or PyInstaller fails.
    """
    licence = licences.fukumi_licence_path(tools.root)
    folder = out.resolve() / program.name
    executable = program.name + tools.suffix
    with tempfile.TemporaryDirectory() as work:
        # -P: modules of the current folder are neither run nor packed
        command = [*tools.python, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += [
            "--distpath",
            str(folder.parent),
            "--workpath",
            work,
            str(tools.root / program.spec),
        ]
        run(command, "PyInstaller failed")
    if not (folder / executable).exists():
        raise PackagingError(f"PyInstaller made no {executable} in {folder}")
    shutil.copyfile(licence, folder / "LICENSE.txt")
    shutil.copyfile(tools.python_licence, folder / "LICENSE-Python.txt")
    if program.readme:
        (folder / "README.txt").write_text(program.readme, encoding="utf-8")
    return folder


def run(
    command: Sequence[str],
    trouble: str,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run a tool to its end, without input and without showing its output.

    Args:
        trouble: beginning of the error message if it fails.
        environment: variables to set in addition to those of this process.

    Raises:
        PackagingError: it failed; the text ends with its own error message.
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
    """Return the first line that begins with ERROR:, else the last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()] or ["no message"]
    return next((line for line in lines if line.startswith("ERROR:")), lines[-1])
