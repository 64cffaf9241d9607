"""Hot functions of the compiled core do not call Python, checked in the C that Cython generates.

A name that Cython takes for a Python object (a module's plain constant, a literal too large for an
int) compiles without a warning and costs a hundredfold.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CORE = Path(__file__).parents[1] / "core"
SOURCES = sorted(CORE.glob("*/*.c"))

FUNCTION = re.compile(r"^static [^;{}()]*\b__pyx_f_(\w+)\([^;{}]*\) \{\n(.*?)^\}", re.M | re.S)
"""Matches the definition and body of a C function or method written in Python code."""

PYTHON = re.compile(
    r"\b(?:_?Py[A-Z]|__Pyx_(?!Locks_)|__pyx_mstate|__pyx_(?:int|float|n_s|n_u|builtin)_)"
)
"""Matches calls of the interpreter and of Cython except locks, and module objects."""

WITH_PYTHON = {
    # called from Python, or raising exceptions
    "board": {
        "_alternates",
        "_count",
        "_empty_points",
        "_find_winner",
        "_free_square",
        "_line_of",
        "_place_walls",
        "_play_all",
        "_points_by_class",
        "_run",
        "_set_up",
        "point_of",
        "square_of",
    },
    "squares": {"_clear"},
    "root_moves": {
        "_best_edge",
        "_line",
        "_rank",
        "_root_move",
        "_value",
        "edges",
        "root_moves",
    },
    "mcts": {
        "_collect",
        "_fill_params",
        "_find_root",
        "_answer_four",
        "_find_winning_line",
        "_spawn_workers",
        "_read_priors",
        "_with_full_line",
        "_with_winner_first",
    },
    "vct": {"_line"},
    "worker": {"set_board"},
    # filling tables, once
    "choko_rules": {"_fill_tables"},
    "evaluate": {"_fill"},
    "patterns": {"_mark_windows", "_fill_tables"},
    "lines": {
        "_allocate",
        "_fill_half_lines",
        "_half_of",
        "_kind_table",
        "_merge",
        "cell_table",
        "line_table",
        "threat_table",
    },
}

INLINED = {"enemy_of", "fixed", "product"}
"""Functions of a .pxd, of which each module that cimports it has a copy."""

# declared by a class of another module
OVERRIDES = {"adp": {"evaluate"}, "net": {"evaluate", "fill_priors"}}


def functions(text: str) -> Iterator[tuple[str, str]]:
    """Yield name and code of the C functions in a module's C text, without those Cython adds."""
    for mangled, body in FUNCTION.findall(text):
        name = mangled
        while length := re.match(r"\d+", name):  # of a package, a module or a class
            name = name[length.end() + int(length[0]) + 1 :]
        if not name.startswith("__pyx_"):
            yield name, re.sub(r"/\*.*?\*/", "", body, flags=re.S)


def touching_python(text: str) -> set[str]:
    return {name for name, code in functions(text) if PYTHON.search(code)}


def declared(path: Path) -> set[str]:
    """Return the names of a module's C functions and methods, as declared in its .pxd and .py."""
    header = path.with_suffix(".pxd")
    text = header.read_text() if header.exists() else ""
    names = set(re.findall(r"^ *cdef (?!class)[^(=#\n]*?(\w+)\(", text, re.M))
    for node in ast.walk(ast.parse(path.with_suffix(".py").read_text())):
        if isinstance(node, ast.FunctionDef):
            marks = {mark.attr for mark in node.decorator_list if isinstance(mark, ast.Attribute)}
            names.update({node.name} if "cfunc" in marks else ())
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_declared_function_is_seen(path: Path) -> None:
    expected = declared(path) | OVERRIDES.get(path.stem, set()) | INLINED
    assert expected == {name for name, _ in functions(path.read_text())} | INLINED


def test_there_is_something_to_see() -> None:
    assert {"board", "threats", "vcf", "mcts"} <= {path.stem for path in SOURCES}
    assert {"make", "foul_at"} <= declared(CORE / "game" / "board.c")
    assert {"put", "_list_half", "_fill_tables"} <= declared(CORE / "game" / "squares.c")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_only_the_functions_named_here_touch_python(path: Path) -> None:
    assert touching_python(path.read_text()) == WITH_PYTHON.get(path.stem, set())


SNIPPET = """
import cython

PLAIN = 0xFFFFFFFF
TYPED = cython.declare(cython.uint, 0xFFFFFFFF)

@cython.cfunc
@cython.exceptval(check=False)
def against_plain(node: cython.uint) -> cython.bint:
    return node == PLAIN

@cython.cfunc
@cython.exceptval(check=False)
def against_literal(node: cython.uint) -> cython.bint:
    return node == 0xFFFFFFFF

@cython.cfunc
@cython.exceptval(check=False)
def against_typed(node: cython.uint) -> cython.bint:
    return node == TYPED

def use(node: cython.uint):
    return against_plain(node), against_literal(node), against_typed(node)
"""


def test_a_constant_that_became_an_object_is_found(tmp_path: Path) -> None:
    path = tmp_path / "snippet.py"
    path.write_text(SNIPPET)
    subprocess.run([sys.executable, "-m", "cython", "-3", str(path)], check=True, timeout=PATIENCE)
    text = path.with_suffix(".c").read_text()
    assert {name for name, _ in functions(text)} == {
        "against_plain",
        "against_literal",
        "against_typed",
    }
    assert touching_python(text) == {"against_plain", "against_literal"}
