"""Parts of the PyInstaller specs: what each program takes of `core`, and what none needs."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbrain.packaging.packaged_programs import PackagedProgram
from pbrain.packaging.properties import version_resource

Entry = tuple[str, str]
"""A file, and the folder of the program that it goes to."""

PLAYING = ("game", "threats", "eval", "search")
"""The rooms of `core` that play."""

UNPLAYED = ("bench_loops", "line_gradient")
"""Compiled modules for measuring and training."""

UNUSED = (
    *("Cython", "_pytest", "curses", "distutils", "doctest", "matplotlib", "numpy", "pdb"),
    *("pkg_resources", "pydoc", "pytest", "readline", "scipy", "setuptools", "test", "tkinter"),
    *("torch", "unittest"),
)
"""Modules that neither program uses and that would only enlarge it."""

_OF_WINDOWS = ("api-ms-win-", "ucrtbase.")


def compiled_modules(root: Path, rooms: Iterable[str]) -> list[str]:
    """Return the compiled modules of rooms of `core`; PyInstaller does not see who imports them."""
    return [f"core.{room}.{name}" for room in rooms for name, _ in _compiled(root / "core" / room)]


def avx2_modules(root: Path, rooms: Iterable[str]) -> list[Entry]:
    """Return the same modules for AVX2; each room uses this folder if the processor supports it."""
    return [
        (str(path), f"core/{room}/avx2")
        for room in rooms
        for _, path in _compiled(root / "core" / room / "avx2")
    ]


def python_modules(root: Path, rooms: Iterable[str]) -> list[str]:
    """Return the other modules of rooms of `core`, which compiled ones may import."""
    return [
        f"core.{room}.{path.stem}"
        for room in rooms
        for path in sorted((root / "core" / room).glob("[!_]*.py"))
        if not path.with_suffix(".pxd").exists() and path.stem not in UNPLAYED
    ]


def _compiled(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.glob("*")):
        name = path.name.split(".")[0]
        if path.suffix in (".so", ".pyd") and name not in UNPLAYED:
            yield name, path


def data(root: Path, folder: str, *patterns: str) -> list[Entry]:
    """Return the files of a folder that match one of the patterns."""
    return [
        (str(path), path.parent.relative_to(root).as_posix())
        for pattern in patterns
        for path in sorted((root / folder).glob(pattern))
        if path.is_file()
    ]


def nets(root: Path) -> list[Entry]:
    """Return the nets and their cards."""
    return data(root, "core/eval/weights", "*.net", "*.md")


def without_parts_of_windows(binaries: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the binaries without the C library: Windows 10 and later always use their own."""
    return [entry for entry in binaries if not entry[0].lower().startswith(_OF_WINDOWS)]


def version_file(program: PackagedProgram, folder: str) -> str | None:
    """Write the version resource to a folder and return its path; None outside Windows."""
    if sys.platform != "win32":
        return None
    path = Path(folder) / "version.txt"
    path.write_text(version_resource(program), encoding="utf-8")
    return str(path)
