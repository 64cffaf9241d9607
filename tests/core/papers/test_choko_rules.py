"""Choko against a second referee, written from the paper's text, and the cases in the paper."""

import random
from collections.abc import Iterator

import pytest

from core.papers.choko_rules import (
    ACTIONS,
    BLUE,
    DROPS,
    MOST_ACTIONS,
    MOVES,
    NOBODY,
    RED,
    ChokoPosition,
    describe,
)

Cells = dict[tuple[int, int], int]
WAYS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


def square(name: str) -> int:
    return "ABCDE".index(name[0]) + 5 * (int(name[1]) - 1)


def drawn(rows: str, **given: object) -> ChokoPosition:
    """Return a position of five rows: `b` Blue, `r` Red, `.` empty; hands are empty."""
    cells = tuple({"b": BLUE, "r": RED, ".": NOBODY}[cell] for cell in "".join(rows.split()))
    return ChokoPosition(cells, **{"hands": (0, 0), **given})  # type: ignore[arg-type]


def by_name(position: ChokoPosition) -> dict[str, int]:
    return {describe(action): action for action in position.legal()}


# ---- the second referee -------------------------------------------------------------------------


def turns(cells: Cells, player: int, hand: int, may_move: bool) -> Iterator[tuple[str, Cells]]:
    """Yield every turn as the rules describe it, in words, with the squares after it."""
    if hand:
        for at, cell in cells.items():
            if cell == NOBODY:
                yield f"drop {at}", {**cells, at: player}
    if may_move:
        for at, cell in cells.items():
            if cell == player:
                yield from of_piece(cells, player, at)


def of_piece(cells: Cells, player: int, at: tuple[int, int]) -> Iterator[tuple[str, Cells]]:
    for way, (dx, dy) in WAYS.items():
        near, far = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
        if cells.get(near) == NOBODY:
            yield f"move {at} {way}", {**cells, at: NOBODY, near: player}
        if cells.get(near) == -player and cells.get(far) == NOBODY:
            after = {**cells, at: NOBODY, near: NOBODY, far: player}
            extras = [other for other, cell in after.items() if cell == -player]
            for extra in extras:
                yield f"jump {at} {way} {extra}", {**after, extra: NOBODY}
            if not extras:
                yield f"jump {at} {way}", after


def as_cells(position: ChokoPosition) -> Cells:
    return {(i % 5, i // 5): cell for i, cell in enumerate(position.cells)}


def expected(position: ChokoPosition) -> list[tuple[int, ...]]:
    free = position.initiative in (NOBODY, position.to_move)
    hand = position.hands[position.to_move != BLUE]
    return sorted(
        tuple(after.values())
        for _, after in turns(as_cells(position), position.to_move, hand, free)
    )


def test_games_are_those_of_the_slow_referee() -> None:
    rng, kinds, endings = random.Random(4), set(), set()
    for _ in range(40):
        position = ChokoPosition()
        while not position.over:
            assert sorted(position.play(a).cells for a in position.legal()) == expected(position)
            kinds |= {describe(action).split()[0] for action in position.legal()}
            position = position.play(rng.choice(position.legal()))
        endings.add(position.winner)
        if position.played < MOST_ACTIONS and not position.winner:
            assert not expected(position)
    assert kinds == {"drop", "move", "jump"}
    assert endings == {BLUE, RED, NOBODY}


def count(position: ChokoPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(position.play(action), depth - 1) for action in position.legal())


def test_the_first_plies_have_as_many_turns_as_counted_by_hand() -> None:
    # Blue drops (25). Red must drop (24). Blue drops on 23, or moves his one piece: its free
    # neighbours, 80 over all squares less those that Red blocks, and jumps where Red stands
    # next to it with a free square behind: 2 x 5 x 3 x 2 of those, each with nothing to take.
    assert count(ChokoPosition(), 1) == 25
    assert count(ChokoPosition(), 2) == 25 * 24
    steps = 80 * 24 - 80
    assert count(ChokoPosition(), 3) == 25 * 24 * 23 + steps + 60


# ---- the paper's cases --------------------------------------------------------------------------


def test_there_are_2625_actions_of_three_kinds() -> None:
    assert (DROPS, MOVES, ACTIONS - DROPS - MOVES) == (25, 100, 2500)
    assert describe(0) == "drop on A1"
    assert describe(ACTIONS - 1) == "jump E5 left, taking E5 too"


def test_the_initiative_makes_the_other_drop_until_its_holder_moves() -> None:
    position = ChokoPosition().play(square("A1"))
    assert position.initiative == BLUE
    assert set(position.legal()) == set(range(1, 25))
    position = position.play(square("E5"))
    assert position.initiative == BLUE
    position = position.play(by_name(position)["move A1 right"])
    assert position.initiative == NOBODY
    assert "move E5 up" in by_name(position)
    assert position.play(square("C3")).initiative == RED


def test_the_initiative_ends_with_the_pieces_to_drop() -> None:
    last = drawn("b.... ..... ..... ..... ....r", hands=(1, 0))
    after = last.play(square("C3"))
    assert after.initiative == NOBODY
    assert "move E5 up" in by_name(after)


def test_a_jump_takes_the_piece_jumped_over_and_another() -> None:
    """Figure 4: Red jumps from B1 to D1 over C1 and takes E1, which threatened it."""
    position = drawn("br... .rb.. ..... ..... .....", to_move=BLUE)
    assert "jump C2 left, taking B1 too" in by_name(position)
    secure = drawn(".rb.b ..... ..... ..... b....", to_move=RED)
    names = by_name(secure)
    assert {name for name in names if name.startswith("jump")} == {
        "jump B1 right, taking E1 too",
        "jump B1 right, taking A5 too",
    }
    after = secure.play(names["jump B1 right, taking E1 too"])
    assert after.taken == 2
    assert after == drawn("...r. ..... ..... ..... b....", to_move=BLUE, played=1, taken=2)


def test_the_last_piece_taken_wins_and_ends_the_game() -> None:
    position = drawn("br... ..... ..... ..... .....", to_move=BLUE)
    (name,) = [name for name in by_name(position) if name.startswith("jump")]
    after = position.play(by_name(position)[name])
    assert (after.winner, after.over, after.legal(), after.taken) == (BLUE, True, (), 1)
    # with a piece left to drop, Red is still in the game
    held = drawn("br... ..... ..... ..... .....", to_move=BLUE, hands=(0, 1))
    assert held.play(by_name(held)[name]).winner == NOBODY


def test_a_player_who_cannot_move_makes_a_draw_and_so_do_a_hundred_actions() -> None:
    stuck = drawn("br... bb... ..... ..... .....", to_move=RED)
    assert not stuck.over
    shut = drawn("rbb.. bb... b.... ..... .....", to_move=RED)
    assert shut.over
    assert shut.winner == NOBODY
    long = drawn("b.... ..... ..... ..... ....r", played=MOST_ACTIONS - 1)
    assert not long.over
    ended = long.play(by_name(long)["move A1 right"])
    assert ended.over
    assert ended.winner == NOBODY


def test_illegal_actions_are_refused() -> None:
    with pytest.raises(ValueError, match="action 25 is not legal: move A1 up"):
        ChokoPosition().play(25)
    with pytest.raises(ValueError, match="there is no such action"):
        ChokoPosition().play(ACTIONS)


def test_positions_are_compared_by_all_that_they_hold() -> None:
    one = ChokoPosition().play(3)
    assert one == drawn(
        "...b. ..... ..... ..... .....", hands=(11, 12), to_move=RED, initiative=BLUE, played=1
    )
    assert one != ChokoPosition().play(4)
    assert len({one, ChokoPosition().play(3), ChokoPosition()}) == 2
    with pytest.raises(ValueError, match="Choko has 25 cells, not 24"):
        ChokoPosition((0,) * 24)
