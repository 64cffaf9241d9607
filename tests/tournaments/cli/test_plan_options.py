"""The options of a plan: formats, leagues, departures from them, and contradictions."""

import math

import pytest

from core.game.rules import Rule
from tournaments.cli.plan_options import SPRT_ROUNDS, PlanOptions, plan_of
from tournaments.model import TimeControl, TournamentError
from tournaments.openings.opening_transforms import canonical_form
from tournaments.play.league import league_differences
from tournaments.play.schedule import Format, schedule
from tournaments.ratings.sprt import Sprt

TWO = ("random", "heuristic")


def test_what_is_not_chosen_is_the_plain_round_robin() -> None:
    plan = plan_of(PlanOptions(engines=(*TWO, "alphabeta")))
    assert (plan.rule, plan.size, plan.format) == (Rule.FREESTYLE, 15, Format.ROUND_ROBIN)
    assert {spec.clock for spec in plan.engines} == {TimeControl(turn=1.0)}
    assert len(list(schedule(plan))) == plan.total == 6
    assert league_differences(plan) == []


@pytest.mark.parametrize(
    ("league", "size", "rule", "clock"),
    [
        ("freestyle20", 20, Rule.FREESTYLE, TimeControl(180, 30)),
        ("freestyle15", 15, Rule.FREESTYLE, TimeControl(180, 30)),
        ("standard", 15, Rule.STANDARD, TimeControl(180, 30)),
        ("renju", 15, Rule.RENJU, TimeControl(1000, 300)),
        ("caro", 15, Rule.CARO, TimeControl(1000, 300)),
        ("fastgame", 20, Rule.FREESTYLE, TimeControl(120, 5)),
    ],
)
def test_a_league_is_gomocups(league: str, size: int, rule: Rule, clock: TimeControl) -> None:
    plan = plan_of(PlanOptions(engines=TWO, league=league))
    assert (plan.size, plan.rule) == (size, rule)
    for spec in plan.engines:
        assert (spec.clock, spec.tolerance, spec.max_memory) == (clock, 1.0, 367001600)
    games = list(schedule(plan))
    assert len(games) == 24
    assert len({game.opening for game in games}) == 12
    assert league_differences(plan) == []


def test_swap2_takes_the_place_of_openings() -> None:
    plan = plan_of(PlanOptions(engines=TWO, opening_set="swap2"))
    assert (plan.swap2, plan.openings) == (True, ())
    assert not plan_of(PlanOptions(engines=TWO)).swap2


def test_departures_from_a_league_are_listed() -> None:
    engines = ("random tc=0/2", "heuristic")
    plan = plan_of(PlanOptions(engines=engines, league="renju", boardsize=12, rounds=3))
    assert plan.rule is Rule.RENJU
    assert league_differences(plan) == [
        "board size: 12, in the league 15",
        "rounds: 3, in the league 12",
        "clock of random: 0/2, in the league 1000/300",
    ]


def test_an_sprt_has_its_bounds_and_ends_some_day() -> None:
    plan = plan_of(PlanOptions(engines=TWO, format="sprt", elo1=5.0, beta=0.1))
    assert plan.sprt == Sprt(0.0, 5.0, alpha=0.05, beta=0.1)
    assert plan.rounds == SPRT_ROUNDS
    assert plan_of(PlanOptions(engines=TWO, format="sprt", rounds=30)).total == 60


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (
            PlanOptions(engines=(*TWO, "alphabeta"), format="match"),
            "match is for two engines, not 3",
        ),
        (PlanOptions(engines=(*TWO, "alphabeta"), format="sprt"), "sprt is for two engines, not 3"),
        (PlanOptions(engines=TWO, elo1=3.0), "--elo1 is for --format sprt"),
        (
            PlanOptions(engines=TWO, format="sprt", elo0=9.0, elo1=9.0),
            "give elo1 at least 0.1 more",
        ),
        (PlanOptions(engines=TWO, format="sprt", elo1=1e-20), "give elo1 at least 0.1 more"),
        (PlanOptions(engines=TWO, format="sprt", elo1=math.inf), "both from -1000 to 1000"),
        (PlanOptions(engines=TWO, format="sprt", elo1=math.nan), "both from -1000 to 1000"),
        (
            PlanOptions(engines=TWO, format="sprt", opening_set="swap2"),
            "leave out --openings swap2",
        ),
        (
            PlanOptions(engines=TWO, format="sprt", repeat=False),
            "leave out --games and --no-repeat",
        ),
        (PlanOptions(engines=TWO, format="sprt", games=4), "leave out --games"),
        (
            PlanOptions(engines=("random tc=0/1+0.5", "heuristic")),
            r"tc=0/1\+0.5: an increment adds",
        ),
        (PlanOptions(format="ladder", each=("tc=0/1+0.5",)), "an increment adds to the time"),
    ],
)
def test_what_does_not_go_together_is_explained(choices: PlanOptions, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        plan_of(choices)


def test_a_long_tournament_plays_its_openings_from_all_sides_before_one_comes_again() -> None:
    plan = plan_of(PlanOptions(engines=TWO, format="match", rounds=300))
    usual = plan_of(PlanOptions(engines=TWO, format="match", rounds=50)).openings
    assert plan.openings[: len(usual)] == usual
    assert len(plan.openings) > 300
    played = [game.opening for game in schedule(plan)]
    assert len(set(played)) == 300
    assert len({canonical_form(opening, plan.size) for opening in played}) == len(usual)
