"""The texts of the page: every language complete, every text used."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from board.server import PAGE
from core.game.lines import CELL_CLASS_NAMES
from core.game.rules import Rule
from core.search.game_review import Grade
from core.search.play_levels import LEVELS
from tournaments.model import Reason, Result

Texts = dict[str, str | dict[str, str]]

LANGUAGES = sorted((PAGE / "languages").glob("*.json"))
PLURALS = {
    "en": {"one", "other"},
    "cs": {"one", "few", "other"},
    "ru": {"one", "few", "many"},
}
"""The plural forms of whole numbers, where a language has more than one."""

SOURCE = "\n".join(path.read_text() for path in sorted(PAGE.glob("*.[jh][st]*")))


def texts(path: Path) -> Texts:
    loaded: Texts = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


ENGLISH = texts(PAGE / "languages" / "en.json")


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_a_language_has_every_text_with_its_values(path: Path) -> None:
    found = texts(path)
    assert list(found) == list(ENGLISH)
    for key, entry in found.items():
        english = ENGLISH[key]
        wanted = placeholders(english if isinstance(english, str) else english["other"])
        forms = {"": entry} if isinstance(entry, str) else entry
        if isinstance(entry, dict):
            assert set(forms) == PLURALS[path.stem], key
            assert "count" in wanted, key
        for form in forms.values():
            assert form.strip() == form != "", key
            assert placeholders(form) == wanted, key


def test_the_page_offers_the_languages_that_it_has() -> None:
    listed = re.search(r"LANGUAGES = \{(.*?)\}", SOURCE, re.DOTALL)
    assert listed
    offered = re.findall(r'^ *"?([\w-]+)"?:', listed[1], re.MULTILINE)
    assert sorted(offered) == [path.stem for path in LANGUAGES]


def calls_of_t() -> Iterator[str]:
    """Yield the arguments of each call of `t` in the page's scripts."""
    for match in re.finditer(r"\bt\(", SOURCE):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(SOURCE[end], 0)
            end += 1
        yield SOURCE[match.end() : end - 1]


def test_every_text_is_used_and_every_used_text_exists() -> None:
    marked = set(re.findall(r'data-(?:text|title|label|placeholder)="([^"]+)"', SOURCE))
    arguments = list(calls_of_t())
    literals = {key for text in arguments for key in re.findall(r'"([^"{}]+)"', text)}
    families = {f"{name}." for name in re.findall(r'translated\("(\w+)"', SOURCE)}
    for text in arguments:
        families |= set(re.findall(r"^`([^$`]+\.)\$\{", text))
    of_families = {key for key in ENGLISH if key.startswith(tuple(families))}
    assert marked <= set(ENGLISH)
    assert set(ENGLISH) - of_families <= marked | literals
    for family in families:
        assert any(key.startswith(family) for key in ENGLISH), family
    for text in arguments:
        first = re.match(r'"([^"]+)"', text)
        assert first is None or first[1] in ENGLISH, text


def errors_with_keys() -> Iterator[ast.Call]:
    """Yield the places where the board raises an error that has a text of its own."""
    for path in sorted(PAGE.parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "BoardError"
                and len(node.args) > 1
            ):
                yield node


def test_every_error_of_the_server_has_its_text_and_values() -> None:
    keys = set()
    for call in errors_with_keys():
        key = f"error.{ast.literal_eval(call.args[1])}"
        text = ENGLISH[key]
        assert isinstance(text, str)
        assert placeholders(text) == {keyword.arg for keyword in call.keywords}, key
        keys.add(key)
    assert keys == {key for key in ENGLISH if key.startswith("error.")}


@pytest.mark.parametrize(
    ("family", "names"),
    [
        ("rule", [rule.label for rule in Rule]),
        ("foul", ["overline", "double four", "double three"]),
        ("threat", CELL_CLASS_NAMES[CELL_CLASS_NAMES.index("open three") : -2]),
        ("level", [level.name for level in LEVELS]),
        ("grade", [grade.value for grade in Grade]),
        ("result", [result.value for result in Result]),
        ("reason", [reason.value for reason in Reason]),
    ],
)
def test_names_that_the_server_gives_have_texts(family: str, names: list[str]) -> None:
    given = [key.removeprefix(f"{family}.") for key in ENGLISH if key.startswith(f"{family}.")]
    assert sorted(given) == sorted(names)
