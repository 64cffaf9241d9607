"""The recipe `uct-adp`: its parts in order, and the folder of their results.

    adp.net         the perceptron and the curve of its self-play
    results.json    study, trees, speeds and games of the tables
    openings.txt    openings of the games
    games/          the games, each match a folder of `fukumi tournament`
    page.html       the page, written after each part
    recipe.txt      the recipe's name

Each file is replaced whole, after every hundred lessons, every perceptron of the study, every tree,
every agent's speeds and every match, so the same command resumes after a kill. The schedules of
self-play are those of the published number of games whatever the budget, so a larger budget in the
same folder gives the perceptron that it would have given at once. Trees and games belong to the
number of lessons of their perceptron, and are made again after more lessons.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.eval.netfile import NetError, net_bytes, read_net
from core.system.files import write_whole
from training.papers.loop.results import is_figures, read_results
from training.papers.uct_adp.agent_matches import (
    AGENT_BOTS,
    CLOCK,
    ITERATIONS,
    LADDER,
    NO_CLOCK,
    MatchClock,
    agent_engine,
    name_of,
    play_tournament,
)
from training.papers.uct_adp.convergence import failures, iterations_in
from training.papers.uct_adp.lesson_study import SEEDS, VARIANTS, study_points
from training.papers.uct_adp.search_ablation import ABLATION, ABLATION_ITERATIONS, RIVAL
from training.papers.uct_adp.situations import SITUATIONS
from training.papers.uct_adp.temporal_difference import (
    PUBLISHED_GAMES,
    AdpTeacher,
    LessonSettings,
    Perceptron,
)
from training.papers.uct_adp.uct_adp_agents import AGENTS, UNSELECTED
from training.run_folder import hold_recipe, make_folder
from training.training_error import TrainingError

SEED = 1
SPEEDS = 5
"""Times measured for each agent."""
LESSONS = 100
"""Games between two checkpoints, and in one point of the curve."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Amounts:
    """Amounts of work; the defaults are the paper's, and our own where it has none.

    Attributes:
        games: of self-play.
        study_pairs: of games for each perceptron of the study.
        trees: for each agent and situation.
        seconds: of the processor, the longest time of the comparison of speed.
        match_games: for each pair of players.
        clock: of the games on time.
    """

    games: int = PUBLISHED_GAMES
    study_pairs: int = 100
    trees: int = 50
    seconds: float = 20.0
    match_games: int = 30
    clock: MatchClock = CLOCK

    def scaled(self, budget: float) -> "Amounts":
        """Return a share of all amounts, with a minimum of each.

        Games keep at least a fiftieth of their time, so that the agents still search.
        """
        return Amounts(
            games=max(LESSONS, LESSONS * round(self.games * budget / LESSONS)),
            study_pairs=max(2, round(self.study_pairs * budget)),
            trees=max(2, round(self.trees * budget)),
            seconds=self.seconds * budget,
            match_games=max(2, 2 * round(self.match_games * budget / 2)),
            clock=self.clock.scaled(max(budget, 0.02)),
        )


class UctAdpRecipe:
    """The recipe in one folder.

    Speeds and games measured with other times, as after a smaller budget, are kept apart.

    Args:
        folder: created when missing.
        amounts: of work to do.
        say: called with a line about each finished part.
        engines: further opponents, as settings of `fukumi tournament run --engine`.

    Raises:
        TrainingError: the folder cannot be used, or holds something else; an engine has no
            command, or the name of another one or of an agent.
    """

    def __init__(
        self, folder: Path, amounts: Amounts, say: Say, engines: Sequence[str] = ()
    ) -> None:
        self.amounts = amounts
        self.opponents = {name_of(engine): engine for engine in (*LADDER, *engines)}
        names = {*AGENT_BOTS, *self.opponents}
        if len(names) < len(AGENT_BOTS) + len(LADDER) + len(engines):
            raise TrainingError("two engines have one name: give each --engine another name=...")
        self._folder = folder
        self._net_path = folder / "adp.net"
        self._path = folder / "results.json"
        self._say = say
        make_folder(folder)
        self.results: dict[str, dict[str, Any]] = read_results(self._path, depth=2)

    def run(self) -> Iterator[str]:
        """Do all unfinished parts; yield the name of each when it is done.

        Raises:
            TrainingError: another process runs the recipe in this folder.
        """
        parts = (
            ("self-play", self.lessons),
            ("trees", self.trees),
            ("speeds", self.speeds),
            *((f"games at {n:,} iterations", lambda n=n: self.games(n)) for n in ITERATIONS),
            ("ablation", self.ablation),
            ("study of self-play", self.study),
            ("games on time", lambda: self.games(None)),  # two days
        )
        with hold_recipe(self._folder):
            for name, part in parts:
                part()
                yield name

    # ---- self-play --------------------------------------------------------------------------

    def lessons(self) -> list[list[float]]:
        """Play the missing games; return (plies, Black's points, error) as means of each
        hundred."""
        perceptron, done = self._perceptron()
        teacher = AdpTeacher(perceptron, SEED, LessonSettings())
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
            file = perceptron.file(
                games=len(done) * LESSONS, lessons=done, settings=asdict(LessonSettings())
            )
            write_whole(self._net_path, net_bytes(file))
            self._say(f"self-play: {len(done) * LESSONS:,} games, error {done[-1][2]:.4f}")
        return done

    def _perceptron(self) -> tuple[Perceptron, list[list[float]]]:
        if not self._net_path.exists():
            return Perceptron.begin(SEED, LessonSettings().symmetric), []
        try:
            file = read_net(self._net_path)
            lessons = file.header.get("lessons", [])
            if not (isinstance(lessons, list) and all(map(_is_lesson, lessons))):
                raise NetError(f"{self._net_path} has no curve of its lessons")
            if file.header.get("settings") != asdict(LessonSettings()):
                raise NetError(f"{self._net_path} was taught with other settings of self-play")
            return Perceptron(file), lessons
        except NetError as error:
            raise TrainingError(
                f"{error}; restore it from a backup, or move it away to teach a new one"
            ) from error

    def study(self) -> None:
        """Teach and play with the missing perceptrons of the study."""
        for seed in SEEDS:
            for name, settings in VARIANTS.items():
                seeds = self._list(self.study_table, name)
                if len(seeds) < seed:
                    lessons, pairs = self._lessons_done(), self.amounts.study_pairs
                    seeds.append(study_points(settings, seed, lessons, pairs))
                    self._save()
                    score = sum(seeds[-1]) / len(seeds[-1])
                    self._say(f"study: {name}, seed {seed}: {score:.3f}")

    # ---- trees ------------------------------------------------------------------------------

    def trees(self) -> None:
        """Grow the missing trees."""
        mlp = self._perceptron()[0].mlp
        for situation in SITUATIONS:
            for agent in (*AGENTS, *UNSELECTED):
                grown = self._list(self.tree_table, f"{situation.title}/{agent.name}")
                while len(grown) < self.amounts.trees:
                    grown.append(failures(agent, mlp, situation, seed=len(grown) + 1))
                    self._save()
                self._say(
                    f"{situation.title}: {agent.name} failed {sum(t[-1] for t in grown)}"
                    f" times in {len(grown)} trees"
                )

    def speeds(self) -> None:
        """Measure the missing numbers of iterations by time.

        Not in situation 1, as in the paper: with selected moves, most iterations there soon end at
        once in a finished game.
        """
        mlp = self._perceptron()[0].mlp
        for agent in AGENTS:
            measured = self._list(self.speed_table, agent.name)
            for part in range(len(measured) + 1, SPEEDS + 1):
                seconds = self.amounts.seconds * part / SPEEDS
                measured.append([seconds, iterations_in(seconds, agent, mlp, SITUATIONS[-1])])
            self._save()
            self._say(f"{agent.name}: {measured[-1][1]:,} iterations in {measured[-1][0]:.1f} s")

    # ---- games ------------------------------------------------------------------------------

    def games(self, iterations: int | None) -> None:
        """Play the missing games of the match table.

        Args:
            iterations: of every move, None for games on time. ADP alone does not search: all tables
                have its games of the first.
        """
        table, first = self.game_table(iterations), self.game_table(ITERATIONS[0])
        clock = NO_CLOCK if iterations else str(self.amounts.clock)
        for name, bot in AGENT_BOTS.items():
            searches = bot != "adp"
            options = [f"option.iterations={iterations or 0}"] if searches else []
            agent = agent_engine(name, bot, self._net_path, options)
            for other, opponent in self.opponents.items():
                if searches or table == first:
                    self._match(table, (name, other), (agent, opponent), clock)
                else:
                    key = _pair(name, other)
                    self.results.setdefault(table, {})[key] = self._list(first, key)

    def ablation(self) -> None:
        """Play the missing games of the search's variants."""
        rival = agent_engine(RIVAL, "adp", self._net_path, [])
        for name, options in ABLATION.items():
            limit = f"option.iterations={ABLATION_ITERATIONS}"
            agent = agent_engine(name, "uctadppb", self._net_path, [limit, *options])
            self._match(self.ablation_table, (name, RIVAL), (agent, rival), NO_CLOCK)

    def _match(
        self, table: str, names: tuple[str, str], engines: tuple[str, str], clock: str
    ) -> None:
        points = self._list(table, _pair(*names))
        first, last = len(points) // 2, self.amounts.match_games // 2
        if first < last:
            place = _file_name(f"{table}, {_pair(*names)}")
            points += play_tournament(self._folder, place, engines, clock, first, last)
            self._save()
        self._say(f"{_pair(*names)}: {sum(points):g} of {len(points)}")

    # ---- tables -----------------------------------------------------------------------------

    @property
    def study_table(self) -> str:
        """Name of the table of perceptrons after as many games as the recipe's own."""
        return f"study after {self._lessons_done():,} games"

    @property
    def tree_table(self) -> str:
        """Name of the table of trees with the present perceptron."""
        return f"trees after {self._lessons_done():,} games"

    @property
    def speed_table(self) -> str:
        """Name of the table of speeds up to the present time."""
        return f"speeds up to {self.amounts.seconds:g} s"

    @property
    def ablation_table(self) -> str:
        """Name of the table of variants with the present perceptron."""
        return f"variants after {self._lessons_done():,} games"

    def game_table(self, iterations: int | None) -> str:
        """Return the name of a table of games with the present perceptron."""
        clock = self.amounts.clock
        limit = f"{iterations:,} iterations" if iterations else f"{clock.game:g} s a game"
        return f"games after {self._lessons_done():,} games at {limit}"

    def _lessons_done(self) -> int:
        return len(self._perceptron()[1]) * LESSONS

    def _list(self, table: str, key: str) -> list[Any]:
        entries: list[Any] = self.results.setdefault(table, {}).setdefault(key, [])
        return entries

    def _save(self) -> None:
        write_whole(self._path, json.dumps(self.results).encode())


def _pair(name: str, other: str) -> str:
    return f"{name} against {other}"


def _file_name(text: str) -> str:
    """Return a text as the name of a folder that every system allows."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in text)


def _is_lesson(value: Any) -> bool:
    """Return whether these are the three means of a hundred games."""
    return is_figures(value) and len(value) == 3
