"""The engine as the protocol uses it: forced moves, proofs, budgets, tree reuse, memory."""

import random
import threading
from typing import Any, cast

import pytest

from core.eval.evaluate import Evaluator, LinesEvaluator, RolloutEvaluator
from core.game.board import BLACK, EMPTY, WHITE, Board
from core.game.notation import board_after, parse_moves
from core.game.rules import Rule
from core.search.engine import Engine, Report
from core.search.mcts import Search
from core.search.search_settings import SearchSettings
from core.search.time_management import Budget
from tests.core.game.slow_rules import SlowGame
from tests.core.positions import (
    COLOURS,
    four_against_the_last_point,
    open_four_against_the_last_points,
    stones_of,
    walled,
)


def visits(n: int) -> Budget:
    """Return a budget of n visits and no time limit that matters."""
    return Budget.from_now(3600.0, n)


@pytest.fixture
def quick_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search without a net, whose visits take many times as long where indices are checked."""
    monkeypatch.setattr("core.search.engine.evaluator_for", lambda _rule: LinesEvaluator())


def engine_at(moves: str, size: int = 15, rule: Rule = Rule.FREESTYLE) -> Engine:
    engine = Engine()
    engine.new_game(size, rule)
    for move in moves.split():
        x, y = move.split(",")
        engine.play(int(x), int(y))
    return engine


def test_opens_in_the_middle() -> None:
    report = engine_at("").think(Budget.from_now(3600.0))
    assert report.move == (7, 7)
    assert report.visits < 10_000  # there is nothing to choose


def test_answers_a_first_stone_in_the_corner_with_the_centre() -> None:
    assert engine_at("0,0").think(visits(500)).move == (7, 7)


def test_completes_its_own_four_and_says_so() -> None:
    report = engine_at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3").think(visits(50))
    assert report.move in {(6, 7), (11, 7)}
    assert report.proof == 1
    assert report.value == 1.0
    assert report.pv[0] == report.move


def test_blocks_a_four() -> None:
    report = engine_at("7,7 6,7 8,7 0,1 9,7 0,2 10,7").think(visits(50))
    assert report.move == (11, 7)


def test_open_three_becomes_an_open_four() -> None:
    report = engine_at("7,7 0,0 8,7 0,2 9,7 0,4").think(visits(50))
    assert report.proof == 3
    assert report.move in {(6, 7), (10, 7)}
    board = board_after(15, Rule.FREESTYLE, parse_moves("h8 a15 i8 a13 j8 a11", 15))
    for point in report.pv:
        board.play(*point)
    assert (len(report.pv), board.winner) == (3, BLACK)


def test_an_enemy_open_three_is_answered() -> None:
    report = engine_at("7,7 0,0 8,7 0,2 9,7").think(visits(2000))
    assert report.move in {(5, 7), (6, 7), (10, 7), (11, 7)}


def test_an_open_four_against_us_is_a_proved_loss_and_still_gets_a_block() -> None:
    report = engine_at("7,7 0,0 8,7 0,2 9,7 0,4 10,7").think(visits(50))
    assert report.proof == -2
    assert report.move in {(6, 7), (11, 7)}


def test_finds_a_four_three() -> None:
    # a blocked three on row 7 and an open two on column 10 cross at 10,7
    moves = "7,7 6,7 8,7 0,0 9,7 0,14 10,8 14,0 10,9 14,14"
    report = engine_at(moves).think(visits(5000))
    assert report.proof > 0
    assert report.move in {(10, 7), (11, 7)}


def test_caro_does_not_complete_a_five_the_enemy_holds_at_both_ends() -> None:
    stones = [(x, 7, BLACK) for x in (5, 6, 8, 9)] + [(4, 7, WHITE), (10, 7, WHITE)]
    stones += [(0, 0, WHITE), (14, 14, WHITE)]
    caro, free = Engine(), Engine()
    caro.set_position(Board.from_stones(15, Rule.CARO, stones, BLACK))
    free.set_position(Board.from_stones(15, Rule.FREESTYLE, stones, BLACK))
    assert free.think(visits(50)).proof == 1
    assert caro.think(visits(50)).proof == 0


def test_renju_black_never_answers_a_foul() -> None:
    stones = [(7, 6, BLACK), (7, 8, BLACK), (6, 7, BLACK), (8, 7, BLACK)]
    stones += [(0, 0, WHITE), (14, 0, WHITE), (0, 14, WHITE), (14, 14, WHITE)]
    engine = Engine()
    engine.set_position(Board.from_stones(15, Rule.RENJU, stones, BLACK))
    report = engine.think(visits(2000))
    assert (7, 7) not in {c.move for c in report.candidates}


WINS_BY_FOULS = (
    "k12j11g12j10j9i11h12i10i9k10h10",
    "e8i8d5d4k10g8e6e5f6g6c6h8f8g5g9d6e4f3f4g4g7h5b7a8f5f7i6h6h4g3g2h9h7g10j7i10j11",
    "g4j5d6i4d7i5d4d5f4h4g3e5g5g2e4c4h3f5c5f7g6g7e6f6f8e7i7e3j8h6j4l5k5",
    "g8i12k10j12h12k11i13j10g11f10i9j11j13",
)
"""Renju games that White, to move, wins by fours, the last of which Black may not stop."""


@pytest.mark.parametrize("moves", WINS_BY_FOULS)
def test_a_win_by_a_foul_is_played_to_its_end(moves: str) -> None:
    """Black threatens too, so that White's listed moves are all parries: not each of them wins."""
    board = board_after(15, Rule.RENJU, parse_moves(moves, 15))
    engine = Engine()
    while not board.over:
        engine.set_position(board)
        report = engine.think(visits(300))
        if board.to_move == WHITE:
            assert report.proof > 0, report
        board.play(*report.move)
    assert board.winner == WHITE


def test_the_visit_budget_is_kept() -> None:
    assert engine_at("7,7").think(visits(300)).visits <= 300


def test_candidates_are_sorted_and_their_visits_add_up() -> None:
    report = engine_at("7,7 8,8").think(visits(500))
    counts = [c.visits for c in report.candidates]
    assert 10 * counts[0] >= max(counts)
    seldom = [n for n in counts if 10 * n < max(counts)]
    assert counts[-len(seldom) :] == sorted(seldom, reverse=True)
    assert report.visits - 2 <= sum(counts) <= report.visits
    assert report.move == report.candidates[0].move


def test_stop_ends_a_search_without_limits() -> None:
    engine, stop = engine_at("7,7 8,8"), threading.Event()
    stop.set()
    report = engine.think(visits(10**9), stop)
    assert report.visits < 10**6
    assert report.move in engine.board.legal_moves()


def test_what_it_publishes_grows_into_its_report() -> None:
    engine, published = engine_at("7,7 8,8"), list[Report]()
    report = engine.think(visits(3000), publish=published.append)
    assert published[0].visits == 0
    assert len(published) > 1
    counts = [found.visits for found in (*published, report)]
    assert counts == sorted(counts)
    for found in published:
        assert found.move in engine.board.legal_moves()
        assert found.pv[0] == found.candidates[0].move == found.move


def test_what_the_tree_knows_of_the_next_position_is_published_before_it_is_tidied() -> None:
    engine, published = engine_at("7,7 8,8"), list[Report]()
    for move in engine.think(visits(3000)).pv[:2]:
        engine.play(*move)
    search, known = engine._search, list[Report]()

    class Tidying:
        def __getattr__(self, name: str) -> Any:
            return getattr(search, name)

        def prepare(self, visits: int | None) -> None:
            known.extend(published)
            search.prepare(visits)

    engine._search = cast(Search, Tidying())
    engine.think(visits(10), publish=published.append)
    assert known[0].candidates[0].visits > 50
    assert known[0].move in engine.board.legal_moves()


def test_a_win_is_published_before_its_line_is_written_down() -> None:
    # a blocked three on row 7 and an open two on column 10 cross at 10,7
    engine, published = engine_at("7,7 6,7 8,7 0,0 9,7 0,14 10,8 14,0 10,9 14,14"), list[Report]()
    report = engine.think(visits(5000), publish=published.append)
    assert published[-1].proof == report.proof > 0
    assert published[-1].value == 1.0
    engine.play(*published[-1].move)
    assert engine.think(visits(5000)).proof < 0


def test_it_publishes_while_other_threads_search() -> None:
    engine, published = engine_at("7,7 8,8"), list[Report]()
    engine.set_threads(3)
    engine.think(Budget.from_now(0.5), publish=published.append)
    for found in published:
        assert sum(c.visits for c in found.candidates) >= found.visits - 2
        assert {c.move for c in found.candidates} <= set(engine.board.legal_moves())


def test_the_tree_survives_a_move_and_its_reply() -> None:
    engine = engine_at("7,7 8,8")
    report = engine.think(visits(5000))
    line = report.pv
    before = report.candidates[0].visits
    board = engine.board.copy()
    for x, y in line[:2]:
        board.play(x, y)
    engine.set_position(board)
    kept = engine.think(visits(1))
    total = sum(c.visits for c in kept.candidates)
    assert 100 < total < before


def test_an_unrelated_position_starts_a_new_tree() -> None:
    engine = engine_at("7,7 8,8")
    engine.think(visits(5000))
    engine.set_position(Board.from_stones(15, Rule.FREESTYLE, [(3, 3, BLACK)]))
    assert sum(c.visits for c in engine.think(visits(10)).candidates) <= 10


def test_only_the_net_of_the_rule_that_is_played_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Rule] = []

    def load(rule: Rule) -> Evaluator:
        loaded.append(rule)
        return LinesEvaluator()

    monkeypatch.setattr("core.search.engine.evaluator_for", load)
    engine = engine_at("7,7 8,8", rule=Rule.STANDARD)
    assert loaded == []
    for _ in range(2):
        engine.think(visits(10))
    assert loaded == [Rule.STANDARD]
    engine.new_game(15, Rule.CARO)
    engine.think(visits(10))
    assert loaded == [Rule.STANDARD, Rule.CARO]


def test_thinking_about_a_finished_game_is_an_error() -> None:
    engine = engine_at("7,7 0,0 8,7 0,1 9,7 0,2 10,7 0,3 11,7")
    assert engine.board.winner == BLACK
    with pytest.raises(ValueError, match="no legal move"):
        engine.think(visits(10))


@pytest.mark.slow
def test_the_tree_keeps_to_its_memory_and_goes_on_learning() -> None:
    engine = engine_at("7,7 8,8")
    engine.set_max_memory(62 << 20)
    report = engine.think(visits(30_000))
    assert engine._search.memory <= 4 << 20
    assert report.visits > 15_000
    assert report.pv[0] == report.move
    engine.think(visits(6000))
    assert engine._search.memory <= 4 << 20


def test_a_won_position_keeps_its_winning_move_when_the_tree_makes_room() -> None:
    board = board_after(15, Rule.FREESTYLE, parse_moves("h8 a15 i8 a13 j7 a11 j6", 15))
    search = Search(LinesEvaluator(), 64 << 20, SearchSettings(vct_share=0.0))
    search.reset(board)
    search.prepare()
    blunder = next(i for i, edge in enumerate(search.edges()) if edge.move == (7, 6))
    search.run_through(blunder, 3000)
    assert search.edges()[blunder].proof < 0
    for _ in range(6):  # until no edges but the root's are left
        search.collect()
    search.advance(7, 6)
    search.prepare()
    assert search.root_moves(0)[0].proof == search.root_proof > 0


def test_the_moves_of_a_lost_position_lose_when_the_tree_has_made_room() -> None:
    moves = "j11 k9 m8 k10 l10 j9 k11 m9 i9 i11 j10 h8 l12 m13 l11 l13 j13 j14"
    board = board_after(15, Rule.FREESTYLE, parse_moves(moves, 15))
    search = Search(LinesEvaluator(), 64 << 20, SearchSettings(vct_share=0.0))
    search.reset(board)
    search.prepare()
    search.run(3000)
    winner = search.root_moves(0)[0]
    assert winner.proof > 0
    for _ in range(12):  # until no edges but the root's are left
        search.collect()
    search.advance(*winner.move)
    search.prepare()
    assert search.root_proof < 0
    for candidate in search.root_moves(0):
        assert (candidate.proof, candidate.value) == (search.root_proof, -1)


def test_a_drawn_position_is_searched_if_its_moves_have_made_room() -> None:
    """Its moves are then ranked by priors alone, and one of them may lose."""
    rng, search = random.Random(3), Search(LinesEvaluator(), 64 << 20, SearchSettings())
    is_drawn = False
    while not is_drawn:
        board = nearly_full_board(rng, Rule.FREESTYLE, empties=9)
        if board:
            search.reset(board)
            search.prepare()
            search.run(3000)
            is_drawn = search.root_decided and not search.root_proof
    for _ in range(12):  # until no edges but the root's are left
        search.collect()
    search.advance(*search.root_moves(0)[0].move)
    search.prepare()
    assert not search.root_decided
    search.run(3000)
    assert (search.root_decided, search.root_proof) == (True, 0)


def test_a_full_tree_that_loses_little_still_keeps_to_its_memory() -> None:
    """After a forced reply most of the tree is kept, so there is no room for a quarter more."""
    limit = 8 << 20
    played = [(3, 3), (11, 11), (3, 4), (11, 9), (3, 5), (3, 2), (3, 6)]
    search = Search(LinesEvaluator(), limit, SearchSettings())
    search.reset(board_after(15, Rule.FREESTYLE, played))
    search.prepare()
    search.run(1_000_000)
    assert search.full
    visits = search.root_visits
    search.advance(3, 7)
    search.prepare()
    assert search.memory <= limit
    search.set_max_bytes(limit)
    assert search.root_visits > 0.9 * visits


@pytest.mark.usefixtures("quick_evaluator")
def test_a_smaller_limit_is_kept_at_once() -> None:
    engine = engine_at("7,7 8,8")
    engine.think(visits(20_000))
    assert engine._search.memory > 4 << 20
    engine.set_max_memory(64 << 20)
    assert engine._search.memory <= 4 << 20


@pytest.mark.usefixtures("quick_evaluator")
def test_further_threads_take_their_memory_from_the_tree() -> None:
    engine = engine_at("7,7 8,8")
    engine.set_max_memory(118 << 20)
    engine.think(visits(20_000))
    assert engine._search.memory > 4 << 20
    engine.set_threads(2)
    assert engine._search.memory <= 4 << 20


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_share_a_search(threads: int) -> None:
    engine = engine_at("7,7 8,8")
    engine.set_threads(threads)
    engine.set_max_memory(62 << 20)
    before = engine.board.key
    report = engine.think(visits(16_000))
    assert 4000 < report.visits <= 16_000
    assert engine.board.key == before
    assert sum(c.visits for c in report.candidates) <= report.visits + 1
    engine.set_threads(0)
    engine.play(*report.move)
    assert engine.think(visits(100)).move in engine.board.legal_moves()


@pytest.mark.parametrize("rule", list(Rule))
def test_threads_prove_what_is_won(rule: Rule) -> None:
    engine = Engine()
    engine.set_threads(3)
    rng = random.Random(rule.value)
    for _ in range(60):
        board = nearly_full_board(rng, rule, empties=7)
        if board is None:
            continue
        engine.set_position(board)
        assert agrees(engine.think(visits(3000)).proof, exact_outcome(board))


def test_pure_monte_carlo_sees_a_win_in_one() -> None:
    engine = Engine(
        RolloutEvaluator(7), settings=SearchSettings(mcts_solver=False, c_puct=5.0, c_growth=0.0)
    )
    for x, y in [(7, 7), (0, 0), (8, 7), (0, 1), (9, 7), (0, 2), (10, 7), (0, 3)]:
        engine.play(x, y)
    assert engine.think(visits(5000)).move in {(6, 7), (11, 7)}


@pytest.mark.parametrize("rule", list(Rule))
def test_self_play_reaches_a_legal_end(rule: Rule) -> None:
    engine = Engine()
    engine.new_game(7, rule)
    game = SlowGame(7, rule)
    while not engine.board.over:
        move = engine.think(visits(200)).move
        assert move in game.legal_moves()
        engine.play(*move)
        game.play(move)
    assert game.over
    assert engine.board.winner == COLOURS.get(game.winner or "", EMPTY)


def exact_outcome(board: Board) -> int:
    """Return the plies to the end for the side to move by best play: +n won, -n lost, 0 drawn."""
    if board.winner:
        return -1
    moves = board.legal_moves()
    outcomes = []
    for x, y in moves:
        board.play(x, y)
        below = exact_outcome(board) if not board.winner else 0
        outcomes.append(1 if board.winner else -below + (below < 0) - (below > 0))
        board.undo()
        if outcomes[-1] == 1:
            return 1
    wins = [n for n in outcomes if n > 0]
    return min(wins) if wins else 0 if 0 in outcomes or not moves else min(outcomes)


def nearly_full_board(rng: random.Random, rule: Rule, empties: int) -> Board | None:
    """Return a random position with few empty squares and no winner; None if play ended early."""
    board = Board(rng.choice((5, 6)), rule)
    while board.size**2 - board.ply > empties:
        moves = board.legal_moves()
        if board.over or not moves:
            return None
        board.play(*rng.choice(moves))
    return None if board.over else board


@pytest.mark.parametrize("rule", list(Rule))
@pytest.mark.slow
def test_proofs_agree_with_exhaustive_search(rule: Rule) -> None:
    rng, engine = random.Random(rule.value), Engine()
    proved = 0
    for _ in range(200):
        board = nearly_full_board(rng, rule, empties=7)
        if board is None:
            continue
        engine.set_position(board)
        report = engine.think(visits(3000))
        outcome = exact_outcome(board)
        assert agrees(report.proof, outcome), board.stones()
        assert bool(report.proof) == bool(outcome), board.stones()
        proved += bool(outcome)
        for candidate in report.candidates:
            if candidate.proof:
                board.play(*candidate.move)
                after = 0 if board.winner else exact_outcome(board)
                board.undo()
                assert agrees(
                    1 - candidate.proof if candidate.proof > 0 else -1 - candidate.proof, after
                )
    assert proved > 10


def test_a_proved_draw_counts_as_one() -> None:
    """Whatever the evaluator thought of the position before."""
    rng, drawn = random.Random(3), 0
    search = Search(LinesEvaluator(), 8 << 20, SearchSettings())
    while drawn < 5:
        board = nearly_full_board(rng, Rule.FREESTYLE, empties=5)
        if board is None or exact_outcome(board) != 0:
            continue
        search.reset(board)
        search.prepare()
        search.run(20_000)
        if not search.root_decided:
            continue
        assert search.root_value == 0
        assert search.root_moves()[0].value == 0
        drawn += 1


def test_a_draw_counts_as_one_if_the_move_decided_last_loses() -> None:
    # Black draws by a stone in the row; elsewhere, White makes an open four
    board = Board.from_stones(15, Rule.RENJU, stones_of(walled("##d### cOOOab")), BLACK)
    search = Search(LinesEvaluator(), 8 << 20, SearchSettings())
    search.reset(board)
    search.prepare()
    moves = [edge.move for edge in search.edges()]
    elsewhere = next(move for move in moves if move[1] == min(y for _, y in moves))
    for move in sorted(moves, key=lambda move: move == elsewhere):
        search.run_through(moves.index(move), 20_000)
    assert search.edges()[moves.index(elsewhere)].proof < 0
    assert search.root_decided
    assert search.root_value == 0


def agrees(proof: int, outcome: int) -> bool:
    """Return whether a proof is true; its distance bounds the true one from above."""
    return proof == 0 or (proof * outcome > 0 and abs(proof) >= abs(outcome))


def test_priors_sum_to_one_and_prefer_the_forced_move() -> None:
    board = engine_at("7,7 6,7 8,7 0,1 9,7 0,2 10,7").board
    priors = LinesEvaluator().priors(board)
    assert sum(p for _, p in priors) == pytest.approx(1.0, abs=1e-4)
    assert priors[0][0] == (11, 7)


def test_rollouts_are_repeatable_and_between_the_extremes() -> None:
    board = engine_at("7,7 8,8 8,7").board
    one, other = RolloutEvaluator(3), RolloutEvaluator(3)
    first = [one.value(board) for _ in range(50)]
    assert first == [other.value(board) for _ in range(50)]
    assert set(first) <= {-1.0, 0.0, 1.0}
    assert len(set(first)) > 1


def test_without_transpositions_each_leaf_is_judged_for_its_own_side_to_move() -> None:
    stones = (
        "h11 d7 d8 f7 e6 e8 f9 g5 e9 g9 f10 g11 c7 b6 c9 g7 g8 e10 f12 f11 d10 e11 c11 b12 c10 c8"
    )
    engine = Engine(settings=SearchSettings(transpositions=False))
    board = Board(15, Rule.STANDARD)
    for name in stones.split():
        board.play(ord(name[0]) - ord("a"), int(name[1:]) - 1)
    engine.new_game(15, Rule.STANDARD)
    engine.set_position(board)
    assert abs(engine.think(Budget.from_now(visits=2000)).value) < 0.5, "nothing is proved here"


@pytest.mark.parametrize(
    "board", [four_against_the_last_point(), open_four_against_the_last_points()]
)
def test_a_four_that_leaves_black_no_legal_move_is_a_draw(board: Board) -> None:
    engine = Engine()
    engine.set_position(board)
    report = engine.think(visits(50))
    assert (report.value, report.proof) == (0, 0)


def test_an_open_four_to_come_that_leaves_black_no_legal_move_is_no_loss() -> None:
    grid = walled("X###XX X###XX X###XX cOOOab X###XX X###XX", (0, 0))
    engine = Engine()
    engine.set_position(Board.from_stones(15, Rule.RENJU, stones_of(grid), BLACK))
    assert engine.board.legal_moves() == [(0, 0)]
    assert engine.think(visits(50)).proof == 0
