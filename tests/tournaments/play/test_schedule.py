"""Schedules: pairings, numbers of games, colours and openings."""

from collections import Counter

from core.game.rules import Rule
from tournaments.model import EngineSpec
from tournaments.play.schedule import Format, TournamentPlan, schedule

NAMES = ("a", "b", "c")
ENGINES = tuple(EngineSpec(name=n, command=(n,)) for n in NAMES)
OPENINGS = (((7, 7),), ((8, 8),), ((9, 9),))


def plan(**settings: object) -> TournamentPlan:
    fields: dict[str, object] = {
        "engines": ENGINES,
        "rule": Rule.FREESTYLE,
        "size": 15,
        "openings": OPENINGS,
        **settings,
    }
    return TournamentPlan(**fields)  # type: ignore[arg-type]


def test_a_round_robin_pairs_all_engines_with_both_colours() -> None:
    met = Counter((g.black.name, g.white.name) for g in schedule(plan()))
    assert met == {(x, y): 1 for x in NAMES for y in NAMES if x != y}


def test_a_gauntlet_pairs_only_the_first() -> None:
    games = list(schedule(plan(format=Format.GAUNTLET, rounds=2)))
    assert len(games) == 2 * 2 * 2 == plan(format=Format.GAUNTLET, rounds=2).total
    assert all("a" in (g.black.name, g.white.name) for g in games)


def test_repeat_plays_each_opening_with_both_colours() -> None:
    games = list(schedule(plan(engines=ENGINES[:2], rounds=4)))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.black, first.white) == (second.white, second.black)
    assert [g.opening for g in games[::2]] == [*OPENINGS, OPENINGS[0]]


def test_without_repeat_every_game_has_the_next_opening() -> None:
    games = schedule(plan(engines=ENGINES[:2], rounds=2, repeat=False))
    assert [g.opening for g in games] == [*OPENINGS, OPENINGS[0]]


def test_an_odd_number_of_games_still_shares_the_colours_out() -> None:
    games = list(schedule(plan(engines=ENGINES[:2], games=1, rounds=4)))
    assert Counter(g.black.name for g in games) == {"a": 2, "b": 2}


def test_in_a_round_robin_of_single_games_no_engine_always_begins() -> None:
    for rounds in (1, 3):
        games = list(schedule(plan(games=1, rounds=rounds)))
        begun = Counter(g.black.name for g in games)
        assert begun == dict.fromkeys(NAMES, rounds)


def test_games_are_numbered_and_without_openings_begin_on_the_empty_board() -> None:
    games = list(schedule(plan(openings=(), rounds=2)))
    assert [g.number for g in games] == list(range(1, 13))
    assert [g.round for g in games] == [1] * 6 + [2] * 6
    assert {g.opening for g in games} == {()}


def test_swap2_is_said_to_every_game() -> None:
    games = list(schedule(plan(openings=(), swap2=True)))
    assert all(g.swap2 and g.opening == () for g in games)
