"""Toolchain that packages for Windows on Linux, in build/windows."""

import importlib.util
import shutil
import sys
from pathlib import Path

from pbrain.packaging.build import ROOT, Toolchain, run
from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows import interpreter, wine

COMMANDS = {"x86_64-w64-mingw32-gcc": "gcc-mingw-w64-x86-64", "wine": "wine wine64"}
"""Required commands and their Debian packages."""

MODULES = ("pip", "setuptools", "Cython")

SOURCES = (
    *("board", "core", "fukumi", "pbrain", "tournaments"),
    *("setup.py", "pyproject.toml", "README.md", "LICENSE"),
)

_MADE = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "avx2", "__pycache__")


def cross_toolchain() -> Toolchain:
    """Fetch a Windows Python, set up wine, and compile the core of this checkout for Windows.

    The first two are cached.

    Raises:
        PackagingError: something is missing or fails.
    """
    require(ROOT)
    base = ROOT / "build" / "windows"
    python = interpreter.fetch_python(base / "python")
    tree = base / "tree"
    copy_sources(ROOT, tree)
    compile_core(tree, python)
    runner = wine.prepare_wine(base / "prefix")  # last: its server does not wait forever
    run_python = (*runner, str(python / "python.exe"))
    return Toolchain(tree, run_python, python / "LICENSE.txt", ".exe", runner)


def require(root: Path) -> None:
    """Check that this is a checkout and that all tools are installed.

    Raises:
        PackagingError: it is not a checkout, or a tool is missing.
    """
    if not (root / "setup.py").exists():
        raise PackagingError("packaging for Windows on Linux needs a checkout of the sources")
    packages = [package for command, package in COMMANDS.items() if not shutil.which(command)]
    if packages:
        raise PackagingError(
            f"packaging for Windows needs mingw-w64 and wine: apt install {' '.join(packages)}"
        )
    modules = [name for name in MODULES if importlib.util.find_spec(name) is None]
    if modules:
        raise PackagingError(
            f"packaging for Windows needs Python modules: pip install {' '.join(modules)}"
        )


def copy_sources(root: Path, tree: Path) -> None:
    """Copy the sources of the package, without the modules compiled for this system."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in SOURCES:
        if (root / name).is_dir():
            shutil.copytree(root / name, tree / name, ignore=_MADE)
        elif (root / name).exists():
            shutil.copyfile(root / name, tree / name)


def compile_core(tree: Path, python: Path) -> None:
    """Compile both builds of `core` in a copy of the sources, for the Python in a folder.

    Raises:
        PackagingError: a build does not compile.
    """
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    here = {"FUKUMI_WINDOWS_PYTHON": str(python)}
    run(command, "the core does not compile", tree, here)
    baseline = {path.name for path in (tree / "core").glob("*/*.pyd")}
    if {path.name for path in (tree / "core").glob("*/avx2/*.pyd")} != baseline:
        raise PackagingError("the core does not compile for AVX2")
