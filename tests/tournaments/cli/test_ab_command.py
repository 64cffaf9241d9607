"""`fukumi ab`: balanced openings, both colours, and the notation of constants."""

import json
import re
import shutil
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.eval.net_loader import WEIGHTS
from core.game.board import Board
from core.game.rules import Rule
from core.match.balanced_openings import MAX_IMBALANCE, balanced_opening
from core.match.engine_match import EngineMatch, EngineSide, play_pair
from core.search.engine import Engine
from core.search.time_management import Budget
from fukumi.command_line import main
from tournaments.cli import ab_command
from tournaments.cli.ab_command import changed


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.slow
def test_openings_are_repeatable_and_even(rule: Rule) -> None:
    openings = [balanced_opening(15, rule, seed) for seed in (0, 1)]
    assert openings[0] == balanced_opening(15, rule, 0)
    assert openings[0] != openings[1]
    for opening in openings:
        board = Board(15, rule)
        for x, y in opening:
            board.play(x, y)
        engine = Engine()
        engine.set_position(board)
        report = engine.think(Budget.from_now(visits=6000))
        assert abs(report.value) < 2 * MAX_IMBALANCE


def test_a_pair_of_equals_is_shared() -> None:
    match = EngineMatch((EngineSide(), EngineSide()), 9, Rule.FREESTYLE, 60, None, None)
    assert play_pair(match, 5) == 0.5


def test_a_player_out_of_time_loses() -> None:
    match = EngineMatch((EngineSide(), EngineSide()), 9, Rule.FREESTYLE, None, None, 1e-9)
    assert play_pair(match, 5) == 0.5  # each side loses as Black, or each as White


@pytest.mark.slow
def test_more_visits_win() -> None:
    limits = "--visits 100 --min-pairs 10 --max-pairs 10 --boardsize 11 --concurrency 1"
    result = CliRunner().invoke(main, ["ab", "--a", "mcts_solver=off", *limits.split()])
    assert result.exit_code == 0, result.output
    found = re.search(r"20 games  A (\d\.\d+)", result.output)
    assert found
    assert float(found.group(1)) < 0.5


def test_constants_are_read_by_their_kind() -> None:
    side = changed(
        EngineSide(), ("lcb_z=2.5", "max_children=12", "transpositions=off", "threads=3")
    )
    assert side.settings.lcb_z == 2.5
    assert side.settings.max_children == 12
    assert side.settings.transpositions is False
    assert side.threads == 3


def test_both_sides_use_the_shipped_net_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Path | None] = []

    def one_pair(match: EngineMatch, *_: object) -> Generator[tuple[int, float]]:
        seen.extend(side.net for side in match.sides)
        yield 1, 0.5

    monkeypatch.setattr(ab_command, "play_pairs", one_pair)
    words = "ab --visits 20 --rule renju --b net=lines"
    assert CliRunner().invoke(main, words.split()).exit_code == 0
    assert seen == [WEIGHTS / "renju.net", None]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--visits 9 --a fpuu=1", "fpuu"),
        ("--visits 9 --a fpu=x", "give a number"),
        ("--visits 9 --a threads=two", "threads=two: give a whole number from 1"),
        ("--visits 9 --a threads=²", "threads=²: give a whole number from 1"),
        ("--visits 9 --a threads=0", "threads=0: give a whole number from 1"),
        ("--visits 9 --b mcts_solver=1", "on or off"),
        ("--visits 9 --seconds 1", "one of"),
        ("", "one of"),
        ("--visits 9 --rule chess", "chess"),
        ("--visits 9 --min-pairs 5 --max-pairs 2", "--min-pairs is above --max-pairs"),
    ],
)
def test_mistakes_are_named(words: str, complaint: str) -> None:
    result = CliRunner().invoke(main, ["ab", *words.split()])
    assert result.exit_code == 2
    assert complaint in result.output


def test_a_kept_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    limits = "--visits 20 --boardsize 9 --concurrency 1 --a max_children=8"

    def ab(*more: str) -> Result:
        return CliRunner().invoke(main, ["ab", *limits.split(), "--keep", str(tmp_path), *more])

    def kept() -> dict[int, float]:
        return dict(json.loads((tmp_path / "match.json").read_text())["scores"])

    assert "4 games" in ab("--max-pairs", "2").output
    first = kept()
    assert sorted(first) == [1, 2]
    assert "8 games" in ab("--min-pairs", "4", "--max-pairs", "4").output
    assert sorted(kept()) == [1, 2, 3, 4]
    assert first.items() <= kept().items()
    other = ab("--b", "max_children=9")
    assert other.exit_code == 2
    assert "its b is []" in other.output


def test_a_kept_match_of_another_shipped_net_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "ab --visits 8 --boardsize 9 --concurrency 1 --min-pairs 1 --max-pairs 1 --keep"
    assert CliRunner().invoke(main, [*words.split(), str(tmp_path)]).exit_code == 0
    kept = (tmp_path / "match.json").read_bytes()
    monkeypatch.setattr(ab_command, "shipped_net", lambda _: WEIGHTS / "standard.net")
    other = CliRunner().invoke(main, [*words.split(), str(tmp_path)])
    assert other.exit_code == 2
    assert "its nets is" in other.output
    assert (tmp_path / "match.json").read_bytes() == kept


def test_a_kept_match_of_a_net_file_that_has_changed_is_refused(tmp_path: Path) -> None:
    words = "ab --visits 8 --boardsize 9 --concurrency 1 --min-pairs 1 --max-pairs 1"
    net, folder = tmp_path / "own.net", tmp_path / "kept"
    command = [*words.split(), "--keep", str(folder), "--a", f"net={net}"]
    shutil.copy(WEIGHTS / "caro.net", net)
    assert CliRunner().invoke(main, command).exit_code == 0
    shutil.copy(WEIGHTS / "standard.net", net)
    other = CliRunner().invoke(main, command)
    assert other.exit_code == 2
    assert "its nets is" in other.output


def test_an_interrupted_match_shows_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Generator[tuple[int, float]]:
        yield 1, 1.0
        yield 2, 0.5
        raise KeyboardInterrupt

    monkeypatch.setattr(ab_command, "play_pairs", interrupted)
    done = CliRunner().invoke(main, ["ab", "--visits", "20"])
    assert done.exit_code == 0
    assert "4 games  A 0.750" in done.output
    assert "stopped" in done.output


def test_seconds_are_of_the_processor_where_both_sides_have_one_thread() -> None:
    def clock(*threads: int) -> Callable[[], float]:
        sides = EngineSide(threads=threads[0]), EngineSide(threads=threads[1])
        return EngineMatch(sides, 15, Rule.FREESTYLE, None, 1.0, None).clock

    assert clock(1, 1) is time.thread_time
    assert clock(1, 2) is time.monotonic
