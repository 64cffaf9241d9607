"""The games of a ladder: pairs, anchors, failures, and going on from any set of stored games."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.game.rules import Rule
from tests.tournaments.play.test_runner import HereAndNow
from tests.tournaments.samples import sample
from tournaments.ladder.engine_folder import EngineFolder, LadderEngine
from tournaments.ladder.ladder_run import LadderRun
from tournaments.model import (
    EngineSpec,
    GameRecord,
    Reason,
    Result,
    ScheduledGame,
    Swap2Choice,
    TimedMove,
)
from tournaments.play.referee import void_record
from tournaments.play.schedule import Format, TournamentPlan
from tournaments.play.store import Store

PLAN = TournamentPlan((), Rule.RENJU, 15, (((7, 7),), ((6, 6),)), Format.LADDER)
STRENGTH = {"a": 1000, "b": 900, "c": 500}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.create(tmp_path)) as store:
        store.begin(PLAN)
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> EngineFolder:
    path = tmp_path / "engines"
    path.mkdir()
    for name in STRENGTH:
        (path / f"{name}.txt").write_text("")
    return EngineFolder(path, read, lambda _: None)


def read(name: str, _: str) -> LadderEngine:
    return LadderEngine(EngineSpec(name, (name,)), 1000.0 if name == "a" else None)


def stronger_wins(game: ScheduledGame) -> GameRecord:
    better = STRENGTH[game.black.name] > STRENGTH[game.white.name]
    return ended(game, Result.BLACK if better else Result.WHITE)


def ended(game: ScheduledGame, result: Result, reason: Reason = Reason.FIVE) -> GameRecord:
    opening = tuple(TimedMove(x, y) for x, y in game.opening)
    return sample(
        game.number,
        game.black.name,
        game.white.name,
        result,
        reason,
        round=game.round,
        rule=game.rule,
        moves=(*opening, *(TimedMove(i, 0) for i in range(4)))[: 5 if reason is Reason.FIVE else 1],
    )


def play(
    ladder: LadderRun, rule: Callable[[ScheduledGame], GameRecord] = stronger_wins, workers: int = 1
) -> list[GameRecord]:
    return list(ladder.play(HereAndNow(workers, rule)))


def test_each_pair_is_one_opening_with_both_colours(store: Store, folder: EngineFolder) -> None:
    games = play(LadderRun(store, folder, 40), workers=3)
    assert sorted(game.number for game in games) == list(range(1, 41))
    rounds: dict[int, list[GameRecord]] = {}
    for game in games:
        rounds.setdefault(game.round, []).append(game)
    for one, other in rounds.values():
        assert (one.black, one.white) == (other.white, other.black)
        assert one.moves[0] == other.moves[0]
    begins = [one.moves[0] for one, _ in rounds.values() if {one.black, one.white} == {"a", "b"}]
    assert begins[:2] == [TimedMove(7, 7), TimedMove(6, 6)]
    rotations = {TimedMove(x, y) for x in (6, 8) for y in (6, 8)}
    assert len(begins) >= 5
    assert set(begins[1:5]) == rotations


def test_a_stopped_ladder_plays_the_missing_half_of_a_pair_first(
    store: Store, folder: EngineFolder
) -> None:
    play(LadderRun(store, folder, 5))
    half = store.records()[-1]
    first, *_ = play(LadderRun(store, folder, 12))
    assert (first.round, first.black, first.white) == (half.round, half.white, half.black)
    assert first.moves[0] == half.moves[0]
    assert sorted(record.number for record in store.records()) == list(range(1, 13))


def test_in_swap2_the_missing_half_is_opened_by_the_other_engine(tmp_path: Path) -> None:
    """Whichever colours the engines chose in the first half."""

    def swapped(game: ScheduledGame) -> GameRecord:
        choice = Swap2Choice(game.black.name, "1,1 2,2 3,3", 1)
        turned = replace(game, black=game.white, white=game.black)
        return replace(stronger_wins(turned), choices=(choice,))

    engines = tmp_path / "engines"
    engines.mkdir()
    for name in ("a", "b"):
        (engines / f"{name}.txt").write_text("")
    folder = EngineFolder(engines, read, lambda _: None)
    with closing(Store.create(tmp_path)) as store:
        store.begin(replace(PLAN, openings=(), swap2=True))
        (half,) = play(LadderRun(store, folder, 1), swapped)
        (other,) = play(LadderRun(store, folder, 2), swapped)
    assert {half.choices[0].engine, other.choices[0].engine} == {"a", "b"}


def test_an_engine_that_never_moves_is_set_aside_and_its_games_count_for_nobody(
    store: Store, folder: EngineFolder
) -> None:
    def b_dies(game: ScheduledGame) -> GameRecord:
        if "b" not in (game.black.name, game.white.name):
            return stronger_wins(game)
        return ended(game, Result.BLACK if game.white.name == "b" else Result.WHITE, Reason.CRASH)

    ladder = LadderRun(store, folder, 6)
    while not ladder.complete:
        play(ladder, b_dies)
    assert list(folder.set_aside) == ["b"]
    assert {name for game in store.records() for name in (game.black, game.white)} == {"a", "c"}
    assert store.count() == 6


def test_void_games_do_not_count(store: Store, folder: EngineFolder) -> None:
    def first_is_void(game: ScheduledGame) -> GameRecord:
        return void_record(game, "disk on fire") if game.number == 1 else stronger_wins(game)

    ladder = LadderRun(store, folder, 3)
    games = play(ladder, first_is_void)
    assert [game.result is Result.VOID for game in games] == [True, False, False, False]
    assert ladder.complete


def test_an_engine_that_crashes_in_the_middle_of_games_loses_them(
    store: Store, folder: EngineFolder
) -> None:
    def crashes_later(game: ScheduledGame) -> GameRecord:
        record = ended(game, Result.BLACK)
        return sample(
            **{
                **{name: getattr(record, name) for name in record.__slots__},
                "reason": Reason.CRASH,
            }
        )

    assert len(play(LadderRun(store, folder, 6), crashes_later)) == 6
    assert not folder.set_aside


def test_engines_join_while_it_runs_and_new_ones_play_first(
    store: Store, folder: EngineFolder
) -> None:
    (folder.path / "c.txt").unlink()
    seen: list[ScheduledGame] = []

    def joins(game: ScheduledGame) -> GameRecord:
        seen.append(game)
        if len(seen) == 20:
            (folder.path / "c.txt").write_text("")
        return stronger_wins(game)

    play(LadderRun(store, folder, 24), joins)
    assert all("c" not in (game.black.name, game.white.name) for game in seen[:20])
    assert all("c" in (game.black.name, game.white.name) for game in seen[20:])


def test_it_ends_for_want_of_engines_and_for_a_request_to_stop(
    store: Store, folder: EngineFolder
) -> None:
    def last_two_leave(game: ScheduledGame) -> GameRecord:
        for name in ("b", "c"):
            (folder.path / f"{name}.txt").unlink(missing_ok=True)
        return stronger_wins(game)

    ladder = LadderRun(store, folder)
    assert 1 <= len(play(ladder, last_two_leave)) <= 2
    assert not ladder.ready
    (folder.path / "b.txt").write_text("")
    store.ask_to_stop()
    assert play(ladder) == []


def test_only_anchors_that_have_played_fix_the_scale(store: Store, folder: EngineFolder) -> None:
    ladder = LadderRun(store, folder, 4)
    assert ladder.anchors == {}
    play(ladder)
    assert ladder.anchors == {"a": 1000.0}


@pytest.mark.parametrize("gone", [True, False])
def test_an_anchor_that_no_longer_plays_still_fixes_the_scale(
    store: Store, folder: EngineFolder, gone: bool
) -> None:
    ladder = LadderRun(store, folder, 4)
    play(ladder)
    if gone:
        (folder.path / "a.txt").unlink()
    else:
        folder.count_failure("a", "died")
        folder.count_failure("a", "died")
    assert ladder.anchors == {"a": 1000.0}
