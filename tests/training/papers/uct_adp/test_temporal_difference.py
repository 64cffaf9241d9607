"""ADP's learning: the inputs of table I, one step by hand, and the effect of games."""

import math
from dataclasses import replace

import pytest

from core.game.board import BLACK, WHITE, Board
from core.papers.adp import AdpEvaluator
from core.papers.patterns import Patterns

np = pytest.importorskip("numpy")
td = pytest.importorskip("training.papers.uct_adp.temporal_difference")


def test_the_inputs_are_those_of_table_one() -> None:
    counts = [0, 1, 2, 3, 4, 5, 8] + [0] * 25
    inputs = td.encode(counts, WHITE)
    assert inputs.shape == (162,)
    assert inputs[:35].reshape(7, 5).tolist() == [
        [0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0],
        [1, 1, 0, 0, 0],
        [1, 1, 1, 0, 0],
        [1, 1, 1, 1, 0],
        [1, 1, 1, 1, 0.5],
        [1, 1, 1, 1, 2],
    ]
    assert inputs[160:].tolist() == [0, 1]
    assert td.encode(counts, BLACK)[160:].tolist() == [1, 0]


def test_what_learns_and_what_thinks_agree() -> None:
    perceptron = td.Perceptron.begin(3)
    assert not perceptron.symmetric
    board, patterns = Board(15), Patterns()
    for x, y in [(7, 7), (8, 8), (7, 8), (6, 6), (8, 6), (9, 9), (6, 8)]:
        board.play(x, y)
        inputs = td.encode(patterns.counts(board), board.to_move)
        chance = perceptron.value(inputs)
        perceptron.learn(inputs, 1.0, 0.5)
        assert perceptron.value(inputs) > chance
        sign = 1 if board.to_move == BLACK else -1
        value = AdpEvaluator(perceptron.mlp).value(board)
        assert value == pytest.approx(sign * (2 * perceptron.value(inputs) - 1), abs=1e-5)


def test_one_step_is_the_gradient_of_the_chance_times_the_error() -> None:
    """Compared with finite differences of the chance, one weight at a time."""
    perceptron, rate, target = td.Perceptron.begin(5), 0.5, 1.0
    inputs = td.encode([2, 0, 6] + [0] * 29, BLACK)
    before = perceptron.file().arrays
    chance = perceptron.value(inputs)
    error = perceptron.learn(inputs, target, rate)
    after = perceptron.file().arrays
    assert error == pytest.approx(target - chance)
    for name, index in (("output", 7), ("output_bias", 0), ("hidden", 7), ("hidden_bias", 7)):
        moved = after[name][index] - before[name][index]
        assert moved == pytest.approx(rate * error * slope(before, inputs, name, index), rel=0.02)
    # the weights of an input of 0 do not change
    assert after["hidden"][5 * 60 : 10 * 60] == before["hidden"][5 * 60 : 10 * 60]


def slope(arrays, inputs, name: str, index: int) -> float:  # type: ignore[no-untyped-def]
    step, chances = 1e-3, []
    for sign in (1, -1):
        w = {key: np.array(values, dtype=float) for key, values in arrays.items()}
        w[name][index] += sign * step
        units = 1 / (1 + np.exp(-inputs @ w["hidden"].reshape(162, 60) - w["hidden_bias"]))
        chances.append(1 / (1 + math.exp(-units @ w["output"] - w["output_bias"][0])))
    return float(chances[0] - chances[1]) / (2 * step)


@pytest.mark.parametrize("symmetric", [False, True])
def test_a_game_is_repeated_by_its_number(symmetric: bool) -> None:
    settings = td.LessonSettings(symmetric=symmetric)
    begun = [td.Perceptron.begin(1, symmetric) for _ in range(2)]
    one, two = (td.AdpTeacher(perceptron, 1, settings) for perceptron in begun)
    lessons = [one.play(n) for n in range(6)]
    assert lessons == [two.play(n) for n in range(6)]
    assert all(9 <= lesson.plies <= 225 and 0 < lesson.error < 1 for lesson in lessons)
    assert {lesson.points for lesson in lessons} <= {0.0, 0.5, 1.0}
    assert td.Perceptron(begun[0].file()).symmetric == symmetric


def test_the_schedules_end_with_the_published_games() -> None:
    settings = td.LessonSettings(rate=0.4, halved_after=1000, exploration=0.2, fading=True)
    assert settings.rate_of(0) == 0.4
    assert settings.rate_of(1000) == 0.2
    assert [settings.exploration_of(n) for n in (0, 5000, 10_000, 20_000)] == [0.2, 0.1, 0, 0]
    assert replace(settings, fading=False).exploration_of(10_000) == 0.2


class Recorded(td.Perceptron):  # type: ignore[misc, name-defined]
    """A perceptron that keeps its targets, and learns nothing."""

    def learn(self, inputs, target, _):  # type: ignore[no-untyped-def]
        self.targets.append((inputs.tolist(), target))
        return 0.0


def targets(**given: object) -> list[tuple[list[float], float]]:
    """Return what a perceptron of random weights is taught in one game of random moves."""
    settings = td.LessonSettings(exploration=1.0, **given)
    perceptron = Recorded.begin(2, settings.symmetric)
    perceptron.targets = []
    td.AdpTeacher(perceptron, 1, settings).play(0)
    return list(perceptron.targets)


def test_a_symmetric_perceptron_is_taught_as_black_by_the_movers_chance() -> None:
    plain, symmetric = targets(symmetric=False, fours=False), targets(symmetric=True, fours=False)
    assert {tuple(inputs[160:]) for inputs, _ in plain} == {(1, 0), (0, 1)}
    assert {tuple(inputs[160:]) for inputs, _ in symmetric} == {(1, 0)}
    assert symmetric[-1][1] in (1.0, 0.5)  # the last move wins, or fills the board
    assert plain[-1][1] in (1.0, 0.5, 0.0)


def test_a_random_move_may_be_taught_from_the_best_one() -> None:
    given, best = targets(fours=False), targets(fours=False, on_policy=False)
    assert [inputs for inputs, _ in given] == [inputs for inputs, _ in best]
    assert all(one[1] <= other[1] for one, other in zip(given, best, strict=True))
    assert any(one[1] < other[1] for one, other in zip(given, best, strict=True))
