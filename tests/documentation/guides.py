"""The guides of the repository: their commands and sample outputs, and a folder to run them in."""

import dataclasses
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from board.game_files import to_sgf
from board.game_tree import tree_after
from core.game.notation import parse_moves, parse_position
from fukumi.command_line import main
from tests.repository import PACKAGES, ROOT
from tests.tournaments.samples import sample
from tournaments.model import Result, TimedMove
from tournaments.records.export_records import export_games

GUIDES = [
    *sorted(ROOT.glob("*.md")),
    *(path for folder in ("docs", *PACKAGES) for path in sorted((ROOT / folder).rglob("*.md"))),
]
READ_FIRST = [path for path in GUIDES if path.name == "README.md" and path.parent == ROOT] + [
    path for path in GUIDES if path.parent == ROOT / "docs"
]
"""README.md and the pages of docs/, whose commands the tests run."""

POSITIONS = "freestyle 15 g8a1i8o1h7a15h9o15\n"

LOST = "k12k10h14l13l12m12j9j10h11n11"
"""Moves of a game in which Black's last move lets White win by threats."""

REVIEWED = (
    "h8h7i7g9i9i8g6j10f6h6g5g7f8f7j8g10g8d8j7h10i10d7e7d9d6f9c6e6c5b4h4i3e9h11e8h12h13i11e10e11"
    "g13j12k13j13i12j11j14j9"
)
"""Moves of a game of UCT-ADP against Fukumi at 4 visits a move, freestyle, with half a second each:
`fukumi tournament run` of 22 November 2026."""

_CODE_LINE = re.compile(r"(?: {4,}|\t)(?:\.venv/bin/)?(fukumi [a-z].*)")
_IN_FENCE = re.compile(r"(?:\$ )?(?:\.venv/bin/)?(fukumi [a-z].*)")
_SAMPLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name_of(path: Path) -> str:
    """Return the name of a guide, relative to the repository."""
    return path.relative_to(ROOT).as_posix()


def code_lines(text: str) -> Iterator[str]:
    """Yield the commands of ours in the code of a Markdown text, with continued lines joined."""
    fenced = False
    for line in text.replace("\\\n", " ").splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif found := (_IN_FENCE if fenced else _CODE_LINE).fullmatch(line):
            yield found[1]


def words_of(line: str) -> list[str]:
    """Return the words of a command without `fukumi`, and without a file for its output."""
    return shlex.split(line.partition(" > ")[0], comments=True)[1:]


def furnish(folder: Path) -> None:
    """Write the files to a folder that the guides' commands use: positions, games, engines."""
    (folder / "positions.txt").write_text(POSITIONS)
    board = parse_position(f"freestyle 15 {REVIEWED}")
    tree = dataclasses.replace(tree_after(board), black="UCT-ADP", white="Fukumi")
    (folder / "game.sgf").write_bytes(to_sgf(tree))
    engines = folder / "mine" / "engines"
    engines.mkdir(parents=True)
    (engines / "heuristic.txt").write_text("cmd=heuristic anchor=1000\n")
    (engines / "random.txt").write_text("cmd=random\n")
    games = folder / "games" / "mine"
    games.mkdir(parents=True)
    moves = tuple(TimedMove(x, y, 500) for x, y in parse_moves(LOST, 15))
    lost = sample(black="Fukumi", white="Other", moves=moves, result=Result.WHITE, detail="")
    export_games([lost], "jsonl", games / "games.jsonl")


def renewed(text: str) -> str:
    """Return a Markdown text with the outputs in its console blocks made again.

    A console block has commands after `$ `, each followed by its output. They are run in the
    current folder.
    """
    return _SAMPLE.sub(lambda found: f"```console\n{''.join(_outputs(found[1]))}```", text)


def samples_in(text: str) -> list[str]:
    """Return the contents of the console blocks of a Markdown text."""
    return _SAMPLE.findall(text)


def _outputs(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n{_output(shlex.split(line)[1:])}"


def _output(words: list[str]) -> str:
    if words[0] == "cat":
        return Path(words[1]).read_text(encoding="utf-8")
    done = CliRunner().invoke(main, words[1:], prog_name="fukumi", terminal_width=80)
    assert done.exit_code == 0, done.output
    return done.output
