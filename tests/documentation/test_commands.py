"""The commands in README.md and the guides: each is understood, and those to be read first run."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from tests.documentation.guides import (
    GUIDES,
    READ_FIRST,
    code_lines,
    furnish,
    name_of,
    renewed,
    samples_in,
    words_of,
)
from tests.patience import PATIENCE
from tests.repository import ROOT

_PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|\||\.\.\.|\$")
"""Words that the reader has to replace: such lines are forms, not commands."""


def commands(path: Path) -> list[str]:
    lines = code_lines(path.read_text(encoding="utf-8"))
    return [line for line in lines if not _PLACEHOLDER.search(line)]


COMMANDS = sorted({(name_of(path), line) for path in GUIDES for line in commands(path)})


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
        command.make_context("fukumi", [word for word in words if word != "--help"])
    except click.MissingParameter:
        if "--help" not in words:
            raise
    except click.BadParameter as error:
        if "does not exist" not in error.message:  # a file of the reader's
            raise


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 50
    assert {"README.md", "CONTRIBUTING.md", "docs/training.md"} <= {file for file, _ in COMMANDS}


@pytest.mark.parametrize(("file", "line"), COMMANDS)
def test_every_documented_command_is_understood(file: str, line: str) -> None:
    try:
        parse(words_of(line))
    except click.UsageError as error:
        pytest.fail(f"{file}: {line}: {error.message}")


SHORTER = {
    "tournament run": "--rounds 1 --concurrency 1 --boardsize 15 "
    f"--each 'tc=0/0.01 tolerance={PATIENCE:g}'",
    "tournament check": f"--each tolerance={PATIENCE:g}",
    "openings make": "--count 1 --visits 20",
    "openings check": "--visits 20",
    "check": "--only START --quick",
    "ab": "--min-pairs 2 --max-pairs 2 --boardsize 9",
    "train run": "--games 4 --concurrency 1 --phase 'games=0 visits=4 sizes=5:1' "
    "--set shard_games=2 --set gate_pairs=2 --set min_samples=4 --set batch=8",
    "analyse": "--seconds 0.05",
    "solve": "--seconds 0.05",
    "bench": "--seconds 0.001",
    "blunders": "--solver-nodes 30000",
    "tune": "--pairs 1 --boardsize 9",
    "ladder": f"--games 2 --boardsize 9 --each 'tc=0/0.01 tolerance={PATIENCE:g}'",
}
"""Options, by command, that a test adds to a documented command; the last of two counts."""

NOT_RUN = ("package", "accept", "play", "brain", "papers")
"""Commands that tests of their own run: they build, serve or work until they are ended."""

IN_EXISTENCE = (
    "tournament run games/robin",
    "tournament run games/robin --tmppsq broadcast",
    "tournament check games/robin",
)
"""Commands on a tournament that an earlier line of the page began; they take no settings."""


def shortened(words: list[str]) -> list[str]:
    """Return a documented command with short clocks, and with bots for the reader's engines."""
    line = " ".join(words)
    if "--help" in words or line in IN_EXISTENCE:
        return words
    name = next((name for name in SHORTER if line.startswith(name)), None)
    engines = [re.sub(r"cmd=\./\S+", "cmd=random", word) for word in words]
    if "--phase" in words:  # of two, both would count
        del engines[words.index("--phase") : words.index("--phase") + 2]
    return engines + shlex.split(SHORTER[name] if name else "")


@pytest.mark.slow
@pytest.mark.parametrize("path", READ_FIRST, ids=name_of)
def test_the_commands_of_a_page_run_one_after_the_other(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    furnish(tmp_path)
    for line in commands(path):
        words = words_of(line)
        if not words[0].startswith(NOT_RUN):
            done = CliRunner().invoke(main, shortened(words))
            assert done.exit_code == 0, f"{line}\n{done.output}"


def vocabulary(text: str) -> set[str]:
    """Return the words of a text; numbers and points of the board differ between machines."""
    return set(re.findall(r"[A-Za-z][A-Za-z-]{2,}", text))


SAMPLED = [path for path in READ_FIRST if samples_in(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", SAMPLED, ids=name_of)
def test_sample_outputs_are_what_the_commands_print(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    furnish(tmp_path)
    text = path.read_text(encoding="utf-8")
    for kept, new in zip(samples_in(text), samples_in(renewed(text)), strict=True):
        assert vocabulary(kept) == vocabulary(new), "make pictures renews the sample outputs"


INSTALLS = [
    (name_of(path), line.strip())
    for path in GUIDES
    for line in path.read_text(encoding="utf-8").splitlines()
    if "pip install" in line
]


@pytest.mark.parametrize(("file", "line"), INSTALLS)
def test_no_documented_install_replaces_a_checkout_by_a_copy(file: str, line: str) -> None:
    of_checkout = re.search(r"install (\S+ )*[\"']?\.(\[|[\"']|\s|$)", line)
    assert not of_checkout or "--editable" in line, file


@pytest.mark.parametrize(("file", "line"), INSTALLS)
def test_documented_extras_exist(file: str, line: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for extras in re.findall(r"\[([a-z,]+)\]", line):
        assert set(extras.split(",")) <= project["optional-dependencies"].keys(), file


def test_documented_targets_of_make_exist() -> None:
    rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for path in GUIDES:
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"(?:`|^ {4})make (?:-j2 )?([a-z-]+)", text, re.MULTILINE):
            assert target in rules, f"{name_of(path)}: make {target}"
