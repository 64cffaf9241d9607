"""The recipe `uct-adp`: its steps in order, and the folder of their results.

    adp.net         the perceptron and the curve of its self-play
    results.json    trees, speeds and games of the tables
    page.html       the page

Each file is replaced whole, after every hundred lessons, every tree, every agent's speeds and every
game, so the same command resumes after a kill.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.eval.netfile import NetError, net_bytes, read_net
from core.system.files import write_whole
from training.papers.loop.results import is_figures, read_results
from training.papers.uct_adp.agent_matches import CLOCK, MatchClock, agents, opponents, play
from training.papers.uct_adp.convergence import failures, iterations_in
from training.papers.uct_adp.situations import SITUATIONS
from training.papers.uct_adp.temporal_difference import AdpTeacher, Perceptron
from training.papers.uct_adp.uct_adp_agents import AGENTS
from training.training_error import TrainingError

SEED = 1
SPEEDS = 5
"""Times measured for each agent."""
LESSONS = 100
"""Games between two checkpoints, and in one point of the curve."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts of work; the defaults are the paper's."""

    games: int = 10_000
    trees: int = 50
    seconds: float = 20.0
    """The longest time of the comparison of speed."""
    match_games: int = 30
    clock: MatchClock = CLOCK

    def scaled(self, budget: float) -> "Amounts":
        """Return a share of all amounts, with a minimum of each.

        Games keep at least a tenth of their time, so that the agents still search.
        """
        return Amounts(
            games=max(LESSONS, round(self.games * budget)),
            trees=max(2, round(self.trees * budget)),
            seconds=self.seconds * budget,
            match_games=max(2, 2 * round(self.match_games * budget / 2)),
            clock=self.clock.scaled(max(budget, 0.1)),
        )


class UctAdpRecipe:
    """The recipe in one folder.

    Speeds and games measured with other times, as after a smaller budget, are kept apart.

    Args:
        folder: created when missing.
        amounts: of work to do.
        say: called with a line about each finished part.

    Raises:
        TrainingError: the folder cannot be used, or holds something else.
    """

    def __init__(self, folder: Path, amounts: Amounts, say: Say) -> None:
        self.amounts = amounts
        self.speed_table = f"speeds in {amounts.seconds:g} s"
        self.game_table = f"games at {amounts.clock.game:g} s"
        self._net_path = folder / "adp.net"
        self._path = folder / "results.json"
        self._say = say
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(f"cannot use {folder}: {error}") from error
        self.results: dict[str, dict[str, Any]] = read_results(self._path, depth=2)

    def run(self) -> None:
        """Do all unfinished parts."""
        self.lessons()
        self.trees()
        self.speeds()
        self.games()

    def lessons(self) -> list[list[float]]:
        """Play the missing games; return (plies, Black's points, error) as means of each
        hundred."""
        perceptron, done = self._perceptron()
        teacher = AdpTeacher(perceptron, SEED)
        while len(done) * LESSONS < self.amounts.games:
            first = len(done) * LESSONS
            played = [teacher.play(number) for number in range(first, first + LESSONS)]
            done.append(
                [
                    sum(lesson.plies for lesson in played) / LESSONS,
                    sum(lesson.points for lesson in played) / LESSONS,
                    sum(lesson.error for lesson in played) / LESSONS,
                ]
            )
            file = perceptron.file(games=len(done) * LESSONS, lessons=done)
            write_whole(self._net_path, net_bytes(file))
            self._say(f"self-play: {len(done) * LESSONS:,} games, error {done[-1][2]:.4f}")
        return done

    def _perceptron(self) -> tuple[Perceptron, list[list[float]]]:
        if not self._net_path.exists():
            return Perceptron.begin(SEED), []
        try:
            file = read_net(self._net_path)
            lessons = file.header.get("lessons", [])
            if not (isinstance(lessons, list) and all(map(_is_lesson, lessons))):
                raise NetError(f"{self._net_path} has no curve of its lessons")
            return Perceptron(file), lessons
        except NetError as error:
            raise TrainingError(
                f"{error}; restore it from a backup, or move it away to teach a new one"
            ) from error

    def trees(self) -> None:
        """Grow the missing trees."""
        mlp = self._perceptron()[0].mlp
        for situation in SITUATIONS:
            for agent in AGENTS:
                grown = self._list("trees", f"{situation.title}/{agent.name}")
                while len(grown) < self.amounts.trees:
                    grown.append(failures(agent, mlp, situation, seed=len(grown) + 1))
                    self._save()
                self._say(
                    f"{situation.title}: {agent.name} failed {sum(t[-1] for t in grown)}"
                    f" times in {len(grown)} trees"
                )

    def speeds(self) -> None:
        """Measure the missing numbers of iterations by time."""
        mlp = self._perceptron()[0].mlp
        for agent in AGENTS:
            measured = self._list(self.speed_table, agent.name)
            for part in range(len(measured) + 1, SPEEDS + 1):
                seconds = self.amounts.seconds * part / SPEEDS
                measured.append([seconds, iterations_in(seconds, agent, mlp, SITUATIONS[0])])
            self._save()
            self._say(f"{agent.name}: {measured[-1][1]:,} iterations in {measured[-1][0]:.1f} s")

    def games(self) -> None:
        """Play the missing games of the match table."""
        playing = agents(self._perceptron()[0].mlp)
        for name, agent in playing.items():
            for other, opponent in opponents().items():
                points = self._list(self.game_table, f"{name}/{other}")
                while len(points) < self.amounts.match_games:
                    points.append(play(agent, opponent, len(points), self.amounts.clock))
                    self._save()
                self._say(f"{name} against {other}: {sum(points):g} of {len(points)}")

    def _list(self, table: str, key: str) -> list[Any]:
        entries: list[Any] = self.results.setdefault(table, {}).setdefault(key, [])
        return entries

    def _save(self) -> None:
        write_whole(self._path, json.dumps(self.results).encode())


def _is_lesson(value: Any) -> bool:
    """Return whether these are the three means of a hundred games."""
    return is_figures(value) and len(value) == 3
