"""The board in the terminal."""

import io

import pytest
from rich.console import Console

from board.terminal import TerminalGame, run
from core.game.rules import Rule


def talk(
    monkeypatch: pytest.MonkeyPatch,
    *lines: str,
    size: int = 9,
    rule: Rule = Rule.RENJU,
    plays_white: bool = False,
) -> str:
    """Return the output for a person who types these lines."""
    typed = iter(lines)

    def type_one(prompt: object = "") -> str:
        console.print(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    console = Console(file=io.StringIO(), width=100, highlight=False)
    monkeypatch.setattr(console, "input", type_one)
    run(TerminalGame(size, rule, plays_white, visits=5, seconds=None), console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_fukumi_answers_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, "e5", "quit")
    assert seen.count("Fukumi plays") == 1
    assert seen.count("○") == 1


def test_fukumi_begins_when_the_person_has_white(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, plays_white=True)
    assert "Fukumi plays e5" in seen
    assert "White >" in seen


def test_undo_takes_both_moves_back(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = talk(monkeypatch, "a1", "undo", "a1")
    assert seen.count("Fukumi plays") == 2


def test_a_hint_shows_a_line_and_the_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "% for Black" in talk(monkeypatch, "hint")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("zz", "not a move"), ("j1", "outside"), ("undo", "no move to take back")],
)
def test_a_bad_line_is_explained_and_the_prompt_repeated(
    monkeypatch: pytest.MonkeyPatch, line: str, complaint: str
) -> None:
    seen = talk(monkeypatch, line, "e5")
    assert complaint in seen
    assert "Fukumi plays" in seen
