"""The commands in README.md and the guides: each is understood, and those of the README run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from tests.tournaments.samples import sample
from tournaments.records.export_records import export_games

ROOT = Path(__file__).parents[1]
GUIDES = [
    path
    for path in sorted(ROOT.rglob("*.md"))
    if not {".venv", "build", "dist"} & set(path.relative_to(ROOT).parts)
]

_CODE_LINE = re.compile(r"(?: {4,}|\t)(?:\$ )?(?:\.venv/bin/)?(fukumi [a-z].*)")
_IN_FENCE = re.compile(r"(?:\$ )?(?:\.venv/bin/)?(fukumi [a-z].*)")
_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\||\.\.\.|\$")
"""Words that the reader has to replace: such lines are forms, not commands."""


def code_lines(text: str) -> Iterator[str]:
    """Yield the lines of code in a Markdown text, with continued lines joined."""
    fenced = False
    for line in text.replace("\\\n", " ").splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif found := (_IN_FENCE if fenced else _CODE_LINE).fullmatch(line):
            yield found[1]


def commands() -> Iterator[tuple[str, str]]:
    for path in GUIDES:
        for line in code_lines(path.read_text(encoding="utf-8")):
            if not _PLACEHOLDER.search(line):
                yield path.relative_to(ROOT).as_posix(), line


COMMANDS = sorted(set(commands()))


def words_of(line: str) -> list[str]:
    """Return the words of a command without `fukumi`, and without a file for its output."""
    return shlex.split(line.partition(" > ")[0], comments=True)[1:]


def parse(words: list[str]) -> None:
    """Have click parse a command line without running it.

    Raises:
        click.UsageError: no such command or option, or a value of a wrong kind.
    """
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group):
        found = command.get_command(context, words[0])
        if found is None:
            raise click.UsageError(f"no command {words[0]}")
        command, words = found, words[1:]
    try:
        command.make_context("fukumi", list(words))
    except click.BadParameter as error:
        if "does not exist" not in error.message:  # a file of the reader's
            raise


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 20
    assert {"README.md", "CONTRIBUTING.md", "training/README.md"} <= {file for file, _ in COMMANDS}


@pytest.mark.parametrize(("file", "line"), COMMANDS)
def test_every_documented_command_is_understood(file: str, line: str) -> None:
    try:
        parse(words_of(line))
    except click.UsageError as error:
        pytest.fail(f"{file}: {line}: {error.message}")


SHORTER = {
    "tournament run": "--rounds 1 --each tc=0/0.05",
    "ab": "--min-pairs 2 --max-pairs 2 --boardsize 9",
    "train run": "--games 4 --concurrency 1 --phase 'games=0 visits=4 sizes=5:1' "
    "--set shard_games=2 --set gate_pairs=2 --set min_samples=4 --set batch=8",
    "analyse": "--seconds 0.05",
    "solve": "--seconds 0.05",
    "blunders": "--solver-nodes 30000",
    "tune": "--pairs 1 --boardsize 9",
}
"""Options, by command, that a test adds to a documented command; the last of two counts."""

NOT_RUN = ("package", "play")
"""Commands that tests of their own run: one builds for minutes, one serves until it is ended."""

POSITION = "freestyle 15 g8a1i8o1h7a15h9o15\n"

README = [
    words_of(line)
    for file, line in COMMANDS
    if file == "README.md" and not words_of(line)[0].startswith(NOT_RUN)
]


def shortened(words: list[str]) -> list[str]:
    command = next(name for name in SHORTER if " ".join(words).startswith(name))
    engines = [re.sub(r"cmd=\./\S+", "cmd=random", word) for word in words]
    return engines + shlex.split(SHORTER[command])


@pytest.mark.slow
@pytest.mark.parametrize("words", README, ids=" ".join)
def test_the_commands_of_the_readme_run(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions.txt").write_text(POSITION)
    games = tmp_path / "games" / "mine"
    games.mkdir(parents=True)
    export_games([sample(black="Fukumi")], "jsonl", games / "games.jsonl")
    done = CliRunner().invoke(main, shortened(words))
    assert done.exit_code == 0, done.output
