"""Compiles the hot modules of `core` ahead of time (Cython 3, pure-Python mode)."""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

HOT_MODULES = ("lines", "board", "moves", "evaluate", "tree", "mcts")

# The test suite compiles once more with this set, so that a wrong index raises instead of
# reading memory it does not own.
BOUNDS_CHECKED = os.environ.get("FUKUMI_BOUNDSCHECK") == "1"

FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-strict-overflow"]

setup(
    ext_modules=cythonize(
        [Extension(f"core.{m}", [f"core/{m}.py"], extra_compile_args=FLAGS) for m in HOT_MODULES],
        language_level=3,
        compiler_directives={
            "boundscheck": BOUNDS_CHECKED,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "annotation_typing": True,
        },
    )
)
