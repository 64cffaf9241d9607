"""Build script: compiles the hot modules of `core` ahead of time (Cython 3, pure-Python mode)."""

import copy
import itertools
import os
import platform
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# A module is compiled if it has a .pxd of the same name.
COMPILED = sorted(
    str(header.with_suffix(".py"))
    for header in Path("core").glob("*/*.pxd")
    if header.with_suffix(".py").exists()
)

IS_X86 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 1 << 32

# No fusing of a*b+c: both builds compute the same numbers, and so search the same tree. SSSE3
# (Intel since 2006, AMD since 2011) multiplies eight 16-bit numbers of the net at once. Searches by
# gcc 12: 0.83 times as many visits with -O2, 1.0 with a profile of earlier searches or for AVX-512.
GCC_FLAGS = ["-O3", "-g0", "-fno-strict-overflow", "-ffp-contract=off"]
GCC_FLAGS += ["-mssse3"] if IS_X86 else []
FLAGS = ["/O2"] if sys.platform == "win32" else GCC_FLAGS

CHECKED = os.environ.get("FUKUMI_BOUNDSCHECK") == "1"

# `make test-checked` sets this: an array index out of bounds then ends the process at once instead
# of reading foreign memory (gcc and clang). -O1 halves the time to compile, and the tests run as
# fast.
if CHECKED:
    FLAGS += ["-O1", "-fsanitize=bounds,null,alignment", "-fsanitize-undefined-trap-on-error"]

AVX2_FLAGS = ["/arch:AVX2"] if sys.platform == "win32" else ["-march=x86-64-v3"]


def has_avx2_build():
    """Return whether to compile for AVX2 too: where `core.system.processor` can detect it."""
    return IS_X86 and sys.platform in ("linux", "win32") and not CHECKED


def avx2_twin(extension):
    """Return the same module from the same C, in avx2/ of its room; optional, for old compilers."""
    room, _, module = extension.name.rpartition(".")
    return Extension(
        f"{room}.avx2.{module}",
        extension.sources,
        extra_compile_args=[*FLAGS, *AVX2_FLAGS],
        optional=True,
    )


class BuildBoth(build_ext):
    """Build command that compiles on all cores, tells its progress, and makes the folders that
    setuptools expects."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()
        self.built = itertools.count(1)
        if self.editable_mode:  # kept as with --inplace, so that a second install compiles nothing
            tag = f"{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
            self.build_lib, self.build_temp = f"build/lib.{tag}", f"build/temp.{tag}"

    def build_extension(self, extension):
        # An object folder for each: a module and its twin have one source and are compiled at once.
        own = copy.copy(self)
        own.build_temp = os.path.join(self.build_temp, extension.name)
        super(BuildBoth, own).build_extension(extension)
        number, total = next(self.built), len(self.extensions)
        on_terminal = sys.stdout.isatty()
        if on_terminal or number % 5 == 0 or number == total:
            end = "\r" if on_terminal and number < total else "\n"
            print(f"  {number} of {total} modules are ready", end=end, flush=True)

    def copy_extensions_to_source(self):
        for extension in self.extensions:
            os.makedirs(os.path.join(*extension.name.split(".")[:-1]), exist_ok=True)
        super().copy_extensions_to_source()


# The folder of a Windows Python that `fukumi package --target windows` compiles for, on Linux.
WINDOWS_PYTHON = os.environ.get("FUKUMI_WINDOWS_PYTHON")

MINGW = "x86_64-w64-mingw32-gcc"

# Python's headers expect MS_WIN64 on the command line of any compiler but Microsoft's. Windows
# aligns stacks to 16 bytes only, but gcc emits aligned 32-byte moves there (gcc bug 54412): the
# assembler turns all of them into unaligned ones.
MINGW_COMPILES = [MINGW, "-DMS_WIN64", "-D_UCRT", "-Wa,-muse-unaligned-vector-move"]

# Python's own C library, and nothing that Windows lacks.
MINGW_LINKS = [MINGW, "-shared", "-static", "-s", "-nodefaultlibs"]
MINGW_LIBRARIES = ["mingw32", "gcc", "ucrt", "mingwex", "mingw32", "ucrt", "kernel32"]


class BuildForWindows(BuildBoth):
    """Build command that compiles by mingw-w64."""

    def finalize_options(self):
        super().finalize_options()
        home = Path(WINDOWS_PYTHON)
        (library,) = home.glob("libs/python3??.lib")
        self.include_dirs = [str(home / "include")]
        self.library_dirs = [str(library.parent)]
        self.libraries = [library.stem, *MINGW_LIBRARIES]
        os.environ["SETUPTOOLS_EXT_SUFFIX"] = f".cp{library.stem[6:]}-win_amd64.pyd"

    def build_extensions(self):
        self.compiler.set_executables(compiler_so=MINGW_COMPILES, linker_so=MINGW_LINKS)
        super().build_extensions()


# `make` installs first and compiles afterwards, in place, which keeps modules that are up to date.
INSTALL_ONLY = os.environ.get("FUKUMI_INSTALL_ONLY") == "1"

baseline = cythonize(
    [
        Extension(source[:-3].replace(os.sep, "."), [source], extra_compile_args=FLAGS)
        for source in ([] if INSTALL_ONLY else COMPILED)
    ],
    language_level=3,
    compiler_directives={
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
        "annotation_typing": True,
    },
)
avx2 = [avx2_twin(extension) for extension in baseline] if has_avx2_build() else []

setup(
    ext_modules=[*baseline, *avx2],
    cmdclass={"build_ext": BuildForWindows if WINDOWS_PYTHON else BuildBoth},
)
