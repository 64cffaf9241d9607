"""Selection of the build of the compiled modules: the baseline, or the one for AVX2 processors."""

import os
import sys
from contextlib import suppress
from importlib.machinery import EXTENSION_SUFFIXES

BUILDS = ("baseline", "avx2")
ENVIRONMENT = "FUKUMI_BUILD"
"""Name of the environment variable that forces a build."""

_X86_64_V3 = frozenset(b"avx avx2 bmi1 bmi2 f16c fma abm movbe".split())
"""Flags of x86-64-v3 in Linux's /proc/cpuinfo."""

_PF_AVX2_INSTRUCTIONS_AVAILABLE = 40


def choose(folder: str) -> str:
    """Return the build to load for the compiled rooms of a folder: "baseline" or "avx2".

    Raises:
        ImportError: the build that the environment asks for is unknown or missing.
    """
    there = os.path.exists(os.path.join(folder, "game", "avx2", "board" + EXTENSION_SUFFIXES[0]))
    wanted = os.environ.get(ENVIRONMENT)
    if not wanted:
        return "avx2" if there and has_avx2() else "baseline"
    if wanted not in BUILDS:
        raise ImportError(f"{ENVIRONMENT}={wanted}: use {' or '.join(BUILDS)}")
    if wanted == "avx2" and not there:
        raise ImportError(f"{ENVIRONMENT}={wanted}: this build was not compiled here")
    return wanted


def use_build(path: list[str]) -> None:
    """Make a room of compiled modules load them from the chosen build.

    All modules of one process come from one build.

    Args:
        path: the `__path__` of the room, whose first folder holds the baseline.
    """
    if BUILD != "baseline":
        path.insert(0, os.path.join(path[0], BUILD))


def has_avx2() -> bool:
    """Return whether the processor is known to run code compiled for x86-64-v3."""
    try:
        if sys.platform == "win32":
            return _windows_says_so()
        return sys.platform == "linux" and _X86_64_V3.issubset(_linux_flags())
    except (OSError, ImportError):
        return False


def name() -> str:
    """Return the processor's name, if the system tells it."""
    import platform  # here, since the player does not need it at startup

    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _linux_flags() -> frozenset[bytes]:
    with open("/proc/cpuinfo", "rb") as lines:
        for line in lines:
            if line.startswith(b"flags"):
                return frozenset(line.split())
    return frozenset()


def _windows_says_so() -> bool:
    # Every Intel or AMD processor with AVX2 has the rest of x86-64-v3 too.
    import ctypes

    return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_PF_AVX2_INSTRUCTIONS_AVAILABLE))  # type: ignore[attr-defined,unused-ignore]


BUILD = choose(os.path.dirname(os.path.dirname(__file__)))
"""The build of the compiled modules in use: "baseline" or "avx2"."""
