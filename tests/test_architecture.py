"""The pictures in `docs/architecture.md` show the imports, and the names there exist."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from fukumi.command_list import SECTIONS
from tests.repository import PACKAGES, ROOT
from tests.test_house import files_of, imported, name_of, tree_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

Edges = set[tuple[str, str]]

_SECTION = re.compile(r"^#+ (.+)\n([^#]*)", re.M)
_ARROW = re.compile(r"^ *(\w+) --> (\w+)$", re.M)
_CIMPORT = re.compile(r"^from (\S+) cimport", re.M)
_NAME = re.compile(r"`((?:core|pbrain|training|tournaments|board|fukumi)\.[\w.]+)`")

PICTURES: dict[str, Edges] = {
    heading.strip("`"): set(_ARROW.findall(text))
    for heading, text in _SECTION.findall(PAGE)
    if "```mermaid" in text
}
"""The arrows of each picture, by the package that its heading names."""


def imported_names(path: Path) -> set[str]:
    """Return the dotted names that a file imports, those of compiled declarations included."""
    if path.suffix == ".pxd":
        return set(_CIMPORT.findall(path.read_text()))
    return {name.removeprefix("cython.cimports.") for name in imported(path)}


def part_of(name: str, package: str) -> str | None:
    """Return the room or top module of a package that a dotted name lies in."""
    if not name.startswith(package + "."):
        return None
    part = name.removeprefix(package + ".").partition(".")[0]
    folder = ROOT / package.replace(".", "/")
    return part if (folder / part).is_dir() or (folder / f"{part}.py").exists() else None


def imports_within(package: str) -> Edges:
    """Return who imports whom among the rooms and top modules of a package."""
    edges: Edges = set()
    folder = ROOT / package.replace(".", "/")
    for path in [*folder.rglob("*.py"), *folder.rglob("*.pxd")]:
        here = path.relative_to(folder).with_suffix("").parts[0]
        for name in imported_names(path):
            there = part_of(name, package)
            if there and there != here and here != "__init__":
                edges.add((here, there))
    return edges


def imports_between_packages() -> Edges:
    commands = [command for section in SECTIONS.values() for command in section.values()]
    edges = {("fukumi", command.target.partition(".")[0]) for command in commands}
    edges.discard(("fukumi", "fukumi"))
    for package in PACKAGES:
        for path in files_of(package):
            tops = {name.partition(".")[0] for name in imported_names(path)}
            edges.update((package, top) for top in tops & set(PACKAGES) - {package})
    return edges


def actual(picture: str) -> Edges:
    return imports_between_packages() if picture == "The packages" else imports_within(picture)


def reachable(arrows: Edges, start: str) -> set[str]:
    onward = defaultdict(set)
    for a, b in arrows:
        onward[a].add(b)
    found: set[str] = set()
    left = [start]
    while left:
        new = onward[left.pop()] - found
        found |= new
        left += new
    return found


def test_the_pictures_are_read() -> None:
    assert {"The packages", "core", "tournaments", "training"} <= set(PICTURES)
    assert ("search", "threats") in PICTURES["core"]


@pytest.mark.parametrize("picture", PICTURES)
def test_every_import_follows_the_arrows(picture: str) -> None:
    arrows = PICTURES[picture]
    wrong = {f"{a} -> {b}" for a, b in actual(picture) if b not in reachable(arrows, a)}
    assert not wrong


@pytest.mark.parametrize("picture", PICTURES)
def test_every_arrow_is_an_import(picture: str) -> None:
    assert PICTURES[picture] <= actual(picture)


@pytest.mark.parametrize("picture", PICTURES)
def test_no_arrows_lead_back(picture: str) -> None:
    arrows = PICTURES[picture]
    assert not {a for a, _ in arrows if a in reachable(arrows, a)}


def defines(path: Path, names: list[str]) -> bool:
    """Return whether a module defines a name, or a class in it does."""
    body: list[ast.stmt] = tree_of(path).body
    for name in names:
        found = [node for node in body if getattr(node, "name", None) == name]
        found += [
            node
            for node in body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            and name in {getattr(target, "id", "") for target in ast.walk(node)}
        ]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


@pytest.mark.parametrize("name", sorted(set(_NAME.findall(PAGE))))
def test_the_names_on_the_page_exist(name: str) -> None:
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:i])
        if path.is_dir():
            assert i == len(parts), f"{name_of(path)} has no {parts[i]}"
            return
        if path.with_suffix(".py").exists():
            assert defines(path.with_suffix(".py"), parts[i:])
            return
    pytest.fail(f"{name}: no such package")
