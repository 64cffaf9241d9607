"""Builds the one-folder executable with PyInstaller."""

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

NAME = "pbrain-Fukumi64"
SPEC = Path(__file__).parent / "fukumi.spec"


class PackagingError(Exception):
    """The package cannot be made. The text is one line that says what and how to mend it."""


def executable_in(folder: Path) -> Path:
    """The executable of an unpacked or freshly built folder."""
    return folder / (NAME + (".exe" if sys.platform == "win32" else ""))


def build(out: Path) -> Path:
    """Builds `out`/pbrain-Fukumi64 and returns that folder.

    Raises:
        PackagingError: PyInstaller is missing or fails.
    """
    if importlib.util.find_spec("PyInstaller") is None:
        raise PackagingError("PyInstaller is missing: pip install pyinstaller")
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += ["--distpath", str(out), "--workpath", work, str(SPEC)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    folder = out / NAME
    if done.returncode != 0 or not executable_in(folder).exists():
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise PackagingError(f"PyInstaller failed: {last}")
    return folder
