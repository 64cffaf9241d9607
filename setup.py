"""Compiles the hot modules of `core` ahead of time (Cython 3, pure-Python mode)."""

import os
import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

HOT_MODULES = (
    "lines",
    "board",
    "moves",
    "threats",
    "evaluate",
    "tree",
    "vcf",
    "vct",
    "select",
    "expand",
    "proofs",
    "worker",
    "candidates",
    "mcts",
    "speed",
)

FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-strict-overflow"]

# The test suite compiles once more with this set: a wrong index into an array then ends the
# process on the spot instead of reading memory that is not its own (gcc and clang).
if os.environ.get("FUKUMI_BOUNDSCHECK") == "1":
    FLAGS += ["-fsanitize=bounds,null,alignment", "-fsanitize-undefined-trap-on-error"]

setup(
    ext_modules=cythonize(
        [Extension(f"core.{m}", [f"core/{m}.py"], extra_compile_args=FLAGS) for m in HOT_MODULES],
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "annotation_typing": True,
        },
    )
)
