"""The house rules that no other tool checks: who may import whom, sizes, no machine's own paths."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.repository import PACKAGES, PROGRAMS, ROOT

ALLOWED = {"board": {"tournaments"}}
"""The board plays any protocol engine and opens records: with the tournaments' own means."""
SOURCES = sorted(
    path for package in (*PACKAGES, "tests") for path in (ROOT / package).rglob("*.py")
)

MOST_LINES_IN_A_FILE = 600
MOST_LINES_IN_A_FUNCTION = 60

# The exe that plays is made of these, so they need nothing but Python (and, to be compiled,
# Cython, whose pure-Python shadow the compiled module does without).
PLAYER = sorted(
    path
    for package in ("core", "pbrain")
    for path in (ROOT / package).rglob("*.py")
    if path.relative_to(ROOT).as_posix() != "pbrain/brain_command.py"
    and "packaging" not in path.parts
)
ABSOLUTE_PATH = re.compile(
    r"(?<![\w./:<])/(?:home|root|work|mnt|opt|Users)/\w|(?<!\w)[A-Z]:[\\/]{1,2}Users"
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imported(path: Path) -> set[str]:
    """Return the dotted names that a file imports, at its top or within functions."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: write relative imports out"
            assert node.module
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def tops(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    return {module.split(".")[0] for module in imported(path)}


def files_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def test_the_walk_sees_the_house() -> None:
    names = {name_of(path) for path in SOURCES}
    assert {"core/game/board.py", "pbrain/protocol.py", "tournaments/play/referee.py"} <= names
    assert "core" in tops(ROOT / "pbrain" / "protocol.py")


def test_core_imports_nothing_of_ours() -> None:
    for path in files_of("core"):
        assert not tops(path) & {"fukumi", "tests", *PROGRAMS}, name_of(path)


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_import_core_and_never_each_other(program: str) -> None:
    others = {*PROGRAMS, "tests"} - {program} - ALLOWED.get(program, set())
    for path in files_of(program):
        assert not tops(path) & others, name_of(path)


def test_programs_know_nothing_of_the_command_line() -> None:
    for program in PROGRAMS:
        for path in files_of(program):
            assert "fukumi" not in tops(path), name_of(path)


def test_nothing_shipped_imports_the_tests() -> None:
    for package in PACKAGES:
        for path in files_of(package):
            assert "tests" not in tops(path), name_of(path)


def test_the_player_needs_only_the_standard_library() -> None:
    allowed = {*sys.stdlib_module_names, "core", "pbrain"}
    for path in PLAYER:
        compiled = path.with_suffix(".pxd").exists() or "cython" in tops(path)
        assert tops(path) <= allowed | ({"cython"} if compiled else set()), name_of(path)


def test_files_are_short() -> None:
    assert not [name_of(p) for p in SOURCES if p.read_text().count("\n") > MOST_LINES_IN_A_FILE]


def test_functions_are_short() -> None:
    assert not [
        f"{name_of(path)}:{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= MOST_LINES_IN_A_FUNCTION
    ]


def shipped_texts() -> Iterator[Path]:
    """Yield every text in the repository that people read."""
    yield from SOURCES
    for pattern in ("*.md", "docs/*.md", "*.toml", "*.txt", "*.yml"):
        yield from ROOT.glob(pattern)
    yield from (ROOT / name for name in ("setup.py", "Makefile", ".ci/run", ".gitignore"))
    for package in PACKAGES:
        for pattern in ("*.pyi", "*.pxd", "*.spec", "*.txt", "*.md", "*.html", "*.css", "*.js"):
            yield from (ROOT / package).rglob(pattern)


def test_no_path_of_somebodys_machine() -> None:
    for path in shipped_texts():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert not ABSOLUTE_PATH.search(line), f"{name_of(path)}:{number}: {line.strip()}"


BANNED_OPENINGS = {
    *("What", "How", "Whether", "Who", "Whose", "Whoever", "Of", "Those", "As", "So"),
    *("Where", "Which", "That"),
}
NO_VERBS = {"The", "A", "An", "Its", "Some", "All", "Every", "Each", "No", "Has", "Is", "It"}
ARCHAIC = re.compile(
    r"\b(?:anew|beside|so many|whoever|thereby|thereof|of somebody)\b", re.IGNORECASE
)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(path: Path) -> Iterator[tuple[Documented, str]]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, Documented):
            text = ast.get_docstring(node)
            if text:
                yield node, text


def is_property(node: Documented) -> bool:
    marks = getattr(node, "decorator_list", [])
    return any("property" in ast.unparse(mark) for mark in marks)


def begins_well(node: Documented, text: str) -> bool:
    """Return whether a docstring begins as it should: that of a function with a verb in the
    imperative ("Return", not "Returns")."""
    word = text.split()[0].strip(".,:;")
    if word in BANNED_OPENINGS:
        return False
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_property(node):
        return True
    if node.name.startswith("test_"):
        return True
    return word not in NO_VERBS and (not word.endswith("s") or word.endswith("ss"))


def test_docstrings_begin_with_a_noun_or_a_verb() -> None:
    assert not [
        f"{name_of(path)}: {text.splitlines()[0]}"
        for path in SOURCES
        for node, text in docstrings(path)
        if not begins_well(node, text)
    ]


def test_the_prose_is_modern() -> None:
    for path in shipped_texts():
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = ARCHAIC.search(line)
            assert not found, f"{name_of(path)}:{number}: {found and found[0]!r}"


def shared(names: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the names that more than one file has, each with the files."""
    files: dict[str, list[str]] = {}
    for name, file in names:
        files.setdefault(name, []).append(file)
    return {name: found for name, found in files.items() if len(found) > 1}


NAMED = [path for package in PACKAGES for path in files_of(package) if "bots" not in path.parts]


def test_no_two_modules_share_a_name() -> None:
    own = (path for path in NAMED if not path.stem.startswith("__"))
    assert not shared((path.stem, name_of(path)) for path in own)


def test_no_two_public_classes_share_a_name() -> None:
    assert not shared(
        (node.name, name_of(path))
        for path in NAMED
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def test_mypy_leaves_out_the_compiled_modules_without_a_stub() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    left_out = re.compile(settings["tool"]["mypy"]["exclude"])
    for path in files_of("core"):
        is_unseen = path.with_suffix(".pxd").exists() and not path.with_suffix(".pyi").exists()
        assert bool(left_out.search(name_of(path))) == is_unseen, name_of(path)
