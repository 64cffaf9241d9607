"""The sequential test against its normal approximation, its symmetry, and simulated matches."""

import math
import random

import pytest

from tournaments.ratings.sprt import PAIR_SCORES, Sprt

PAIRS = [30, 80, 250, 110, 40]


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def test_the_ratio_is_near_that_of_a_normal_mean() -> None:
    sprt = Sprt(0, 10)
    total = sum(PAIRS)
    mean = sum(n * s for n, s in zip(PAIRS, PAIR_SCORES, strict=True)) / total
    variance = sum(n * (s - mean) ** 2 for n, s in zip(PAIRS, PAIR_SCORES, strict=True)) / total
    s0, s1 = expected(0), expected(10)
    normal = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert sprt.llr(PAIRS) == pytest.approx(normal, rel=0.05)


def test_looking_from_the_other_side_turns_the_sign() -> None:
    assert Sprt(-7, 12).llr(PAIRS) == pytest.approx(-Sprt(-12, 7).llr(PAIRS[::-1]))


@pytest.mark.parametrize("chance", [0.0, 0.5, math.nan])
def test_a_chance_that_is_none_is_explained(chance: float) -> None:
    with pytest.raises(ValueError, match=r"both are from 0 to 0\.5"):
        Sprt(0, 10, alpha=chance)


def test_the_bounds_are_walds() -> None:
    sprt = Sprt(0, 5, alpha=0.05, beta=0.1)
    assert sprt.upper == pytest.approx(math.log(0.9 / 0.05))
    assert sprt.lower == pytest.approx(math.log(0.1 / 0.95))


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [
        ([0, 0, 0, 0, 0], None),
        ([0, 0, 1, 0, 0], None),
        ([0, 0, 0, 0, 60], "H1"),
        ([60, 0, 0, 0, 0], "H0"),
        ([10, 20, 200, 80, 60], "H1"),
        ([60, 80, 200, 80, 60], None),
        ([300, 400, 1000, 400, 300], "H0"),
    ],
)
def test_verdicts(pairs: list[int], verdict: str | None) -> None:
    assert Sprt(0, 20).verdict(pairs) == verdict


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (40, "H0")])
def test_errors_are_as_rare_as_asked_for(elo: float, wrong: str) -> None:
    """With a true strength on one hypothesis, few simulated matches end with the other."""
    rng, sprt, errors = random.Random(3), Sprt(0, 40), 0
    win = expected(elo)
    for _ in range(60):
        pairs = [0] * 5
        verdict = None
        while verdict is None:
            for _ in range(25):
                pairs[2 * (rng.random() < win) + 2 * (rng.random() < win)] += 1
            verdict = sprt.verdict(pairs)
        errors += verdict == wrong
    assert errors <= 8


@pytest.mark.parametrize(
    ("pairs", "ended", "words"),
    [
        ([0, 0, 0, 0, 60], False, "H1 accepted (Elo +20) after 120 games, LLR +"),
        ([60, 0, 0, 0, 0], True, "H0 accepted (Elo +0) after 120 games, LLR -"),
        ([1, 1, 1, 1, 1], True, "inconclusive after 10 games"),
        ([1, 1, 1, 1, 1], False, "undecided so far after 10 games"),
    ],
)
def test_what_the_test_says_is_one_line(pairs: list[int], ended: bool, words: str) -> None:
    told = Sprt(0, 20).describe(pairs, ended)
    assert words in told
    assert told.startswith("SPRT of Elo +0 against +20: ")
    assert "[-2.94, 2.94]" in told


def test_sixty_won_games_are_explained() -> None:
    sprt = Sprt(0, 20)
    told = sprt.describe([0, 0, 0, 0, 30], ended=False)
    fewest = sprt.fewest_pairs()
    assert f"H1 takes {2 * fewest} even if all are won" in told
    assert "only 5.8 % likelier under H1" in told
    assert sprt.verdict([0, 0, 0, 0, fewest - 1]) is None
    assert sprt.verdict([0, 0, 0, 0, fewest]) == "H1"
    assert sprt.expected_pairs([0, 0, 0, 0, 30]) == pytest.approx(fewest, rel=0.03)
    assert f"about {2 * fewest}" in told or f"about {2 * fewest - 2}" in told


def test_what_is_decided_says_nothing_of_games_to_come() -> None:
    assert "even if" not in Sprt(0, 20).describe([0, 0, 0, 0, 60], ended=False)
    assert Sprt(0, 20).expected_pairs([0, 0, 1, 0, 0]) is None


@pytest.mark.parametrize(
    "counts", [[9, 0, 20, 0, 11], [10, 0, 20, 0, 10], [3, 8, 25, 11, 4], [1, 8, 25, 9, 1]]
)
def test_the_expected_length_is_that_of_simulated_tests(counts: list[int]) -> None:
    """The pairs to come bring what the pairs so far did."""
    rng, sprt, lengths = random.Random(5), Sprt(0, 40), []
    steps = steps_of(sprt, counts)
    for _ in range(400):
        llr, length = sprt.llr(counts), sum(counts)
        while sprt.lower < llr < sprt.upper:
            llr += rng.choices(steps, counts)[0]
            length += 1
        lengths.append(length)
    ahead = sprt.expected_pairs(counts)
    assert ahead == pytest.approx(sum(lengths) / len(lengths), rel=0.12)


def steps_of(sprt: Sprt, counts: list[int]) -> list[float]:
    """Return how much each outcome of a pair moves the ratio, at these shares."""
    many = [1000 * count for count in counts]
    one = [[count + (at == n) for n, count in enumerate(many)] for at in range(5)]
    return [sprt.llr(more) - sprt.llr(many) for more in one]
