"""The board in a terminal, and what the command refuses."""

import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from board.terminal import Game, run
from core.rules import Rule
from fukumi.cli import main


def talk(
    monkeypatch: pytest.MonkeyPatch,
    *lines: str,
    size: int = 9,
    rule: Rule = Rule.RENJU,
    plays_white: bool = False,
) -> str:
    """What a person who types these lines sees."""
    typed = iter(lines)

    def type_one(prompt: object = "") -> str:
        console.print(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    console = Console(file=io.StringIO(), width=100, highlight=False)
    monkeypatch.setattr(console, "input", type_one)
    run(Game(size, rule, plays_white, visits=5, seconds=None), console)
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
    [("zz", "no move"), ("j1", "outside"), ("undo", "no move to take back")],
)
def test_a_bad_line_is_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, line: str, complaint: str
) -> None:
    seen = talk(monkeypatch, line, "e5")
    assert complaint in seen
    assert "Fukumi plays" in seen


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--terminal", "--rule", "chess"], "unknown rule"),
        (["--terminal", "--seconds", "-1"], "above 0"),
        (["--engine", "cmd=no-such-program"], "cannot be started"),
    ],
)
def test_what_the_command_refuses(arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(main, ["play", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output


def test_a_folder_that_holds_no_games_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["play", "--games", str(tmp_path)])
    assert result.exit_code == 2
    assert "holds neither" in result.output
