"""Games between bots, played by `fukumi tournament run` (table II and the ablation).

The paper's opponents are Gomocup programs that are not included here. Ours are bundled bots from
weak to strong, and any other engine.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.game.rules import Rule
from core.match.balanced_openings import balanced_opening
from core.system.files import write_whole
from training.training_error import TrainingError

SIZE = 15
NO_CLOCK = "0/3600"
"""Time control of games at fixed iterations."""


@dataclass(frozen=True, slots=True)
class MatchClock:
    """Seconds for the whole game of one side, and for one move."""

    game: float
    turn: float

    def scaled(self, share: float) -> "MatchClock":
        """Return a share of both."""
        return MatchClock(self.game * share, self.turn * share)

    def __str__(self) -> str:
        return f"{self.game:g}/{self.turn:g}"


CLOCK = MatchClock(game=90.0, turn=15.0)
"""The paper's."""

ITERATIONS = (1000, 5000)
"""Iterations a move of the games without a clock: the paper's program did about 5,000 in the five
seconds that it took for a move."""

AGENT_BOTS = {
    "ADP": "adp",
    "UCT-SIMULATION": "uctsim",
    "UCT-ADP": "uctadp",
    "UCT-ADP-PB": "uctadppb",
}
"""The agents of table II, by name, with the bots that play them."""

BOT_SEED = 1
"""Seed of the bots that draw lots, in each game: what differs is the opening."""

LADDER = (
    'name="puremcts, 1,000 playouts" cmd=puremcts option.playouts=1000',
    f"cmd=heuristic option.seed={BOT_SEED}",
    'name="alphabeta depth 1" cmd=alphabeta option.depth=1',
    'name="alphabeta depth 2" cmd=alphabeta option.depth=2',
    'name="alphabeta depth 4" cmd=alphabeta option.depth=4',
    'name="alphabeta depth 6" cmd=alphabeta option.depth=6',
)
"""Opponents of table II, as settings of `--engine`."""


def name_of(engine: str) -> str:
    """Return the name of an engine given as settings of `--engine`.

    Raises:
        TrainingError: the text has an open quote, or no command.
    """
    try:
        words = shlex.split(engine)
    except ValueError as error:
        raise TrainingError(f"--engine {engine!r}: {error}") from error
    values = dict(word.partition("=")[::2] for word in words)
    first = words[0] if words and "=" not in words[0] else ""
    command = values.get("cmd") or first
    if not command:
        raise TrainingError(f"--engine {engine!r}: name an engine, such as cmd=./pbrain-other")
    return values.get("name") or command


def agent_engine(name: str, bot: str, net: Path, options: Sequence[str]) -> str:
    """Return the settings of `--engine` of a bot that plays with a perceptron's file."""
    weights = f"weights={net.resolve()}"
    quoted = f"'{weights}'" if " " in weights else weights
    seed = f"option.seed={BOT_SEED}"
    return " ".join([f'name="{name}"', f'cmd="{bot} {quoted}"', seed, *options])


def play_tournament(
    run: Path, place: str, engines: tuple[str, str], clock: str, first: int, last: int
) -> list[float]:
    """Play the openings `first` to `last` with both colours; return the first engine's points of
    each game.

    Args:
        run: folder of the run; its openings are made once, in `openings.txt`.
        place: name of the tournament's folder.
        engines: settings of `--engine`.
        clock: the time control of both.

    Raises:
        TrainingError: the games cannot be played; the text says why.
    """
    folder = run / "games" / place / f"{first + 1}-{last}"
    openings = folder.with_suffix(".txt")
    openings.parent.mkdir(parents=True, exist_ok=True)
    write_whole(openings, _lines(_openings(run / "openings.txt", last)[first:last]))
    records = folder.with_suffix(".jsonl")
    each = [f"--engine={engine}" for engine in engines]
    plan = ["--format=match", f"--rounds={last - first}", f"--each=tc={clock}"]
    _fukumi("run", str(folder), *each, *plan, f"--openings={_file_option(openings)}")
    _fukumi("export", str(folder), "--format=jsonl", f"--out={records}")
    games = [json.loads(line) for line in records.read_text().splitlines()]
    if len(games) < 2 * (last - first):
        raise TrainingError(f"the games in {folder} were stopped; the same command goes on")
    return [_points(game, name_of(engines[0])) for game in games]


def _openings(path: Path, count: int) -> list[str]:
    """Return the first openings of a file, which gets the missing ones."""
    lines = path.read_text().splitlines() if path.exists() else []
    while len(lines) < count:
        lines.append(_offsets(balanced_opening(SIZE, Rule.FREESTYLE, len(lines))))
        write_whole(path, _lines(lines))
    return lines


def _lines(lines: Sequence[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _file_option(path: Path) -> str:
    return f'"file={path.resolve()}" type=offset'


def _offsets(opening: Sequence[tuple[int, int]]) -> str:
    return ",".join(f"{x - SIZE // 2},{y - SIZE // 2}" for x, y in opening)


def _fukumi(*words: str) -> None:
    """Run `fukumi tournament` with these words; it ends with this process."""
    module = ["core.system.run_with_parent", "fukumi", "tournament"]
    command = [sys.executable, "-P", "-m", *module, *words]
    theirs, ours = os.pipe()
    with open(theirs, "rb") as until_closed, open(ours, "wb"):
        done = subprocess.run(
            command, stdin=until_closed, capture_output=True, text=True, check=False
        )
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise TrainingError(f"fukumi tournament {words[0]}: {said[-2000:]}")


def _points(game: dict[str, str], name: str) -> float:
    if game["result"] == "void":
        raise TrainingError("a game was void: run the same command again to replay it")
    if game["result"] == "draw":
        return 0.5
    return float(game[game["result"]] == name)
