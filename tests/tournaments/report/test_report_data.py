"""The figures of the report: the page's data agrees with the records."""

import base64
import json
import math
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.match.elo import elo_of
from tests.tournaments.records.test_records import records
from tests.tournaments.samples import sample
from tournaments.model import GameRecord, Reason, Result, SideReport, TimedMove, TournamentError
from tournaments.report import html_report, report_data
from tournaments.report.report_data import page_data


def data_of(page: Path) -> dict[str, Any]:
    """Return the data in a written page."""
    found = re.search(r'id="data">([^<]*)<', page.read_text())
    assert found
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return data


def timed(number: int, black_ms: list[int]) -> GameRecord:
    """Return a game with these times of Black's; the opening is one move."""
    moves = [TimedMove(14, 14), TimedMove(0, 14, 1)]
    for x, ms in enumerate(black_ms):
        moves += [TimedMove(x, 0, ms), TimedMove(x, 2, 1)]
    return sample(number, moves=tuple(moves), result=Result.DRAW, reason=Reason.DRAW_AFTER)


def test_what_engines_printed_is_shown_and_not_obeyed() -> None:
    side = SideReport(transcript=("> START 15", "< \x1b[2J\u202e"))
    moves = (TimedMove(0, 0), TimedMove(1, 0, 5, ("MESSAGE \x07",)))
    (game,) = page_data([sample(moves=moves, detail="\x1b", white_report=side)], {})["games"]
    assert game["pipes"] == [[], ["> START 15", r"< \x1b[2J\u202e"]]
    assert (game["said"], game["detail"]) == ({1: r"MESSAGE \x07"}, r"\x1b")
    (silent,) = page_data([sample()], {})["games"]
    assert "pipes" not in silent


def test_standings_are_ranked_and_consistent() -> None:
    records = [
        sample(1, "b", "a", Result.WHITE),
        sample(2, "a", "b", Result.DRAW, Reason.FULL_BOARD),
        sample(3, "b", "c", Result.BLACK),
        sample(4, "c", "b", Result.VOID, Reason.VOID),
    ]
    data = page_data(records, {})
    assert [engine["name"] for engine in data["engines"]] == ["a", "b", "c"]
    assert data["cross"] == [
        [None, [1, 1, 0], None],
        [[0, 1, 1], None, [1, 0, 0]],
        [None, [0, 0, 1], None],
    ]
    assert data["los"][0][1] + data["los"][1][0] == pytest.approx(1, abs=1e-3)
    assert [data["games"][0][side] for side in ("black", "white")] == [1, 0]
    assert data["results"] == {"white": 1, "draw": 1, "black": 1, "void": 1}
    assert [(one["first"], one["second"], one["score"]) for one in data["pairings"]] == [
        (0, 1, [1, 1, 0]),
        (1, 2, [1, 0, 0]),
    ]


def test_anchors_hold_in_the_page(tmp_path: Path) -> None:
    html_report.write_page(
        [sample(1), sample(2, result=Result.WHITE)], tmp_path / "r.html", "t", {"beta": 1500}
    )
    engines = {engine["name"]: engine for engine in data_of(tmp_path / "r.html")["engines"]}
    assert engines["beta"]["elo"] == 1500
    assert engines["alpha"]["elo"] == pytest.approx(1500, abs=0.1)
    with pytest.raises(TournamentError, match="anchor 'x' has not played"):
        html_report.write_page([sample()], tmp_path / "r.html", "t", {"x": 0})


def test_a_match_of_two_is_rated_by_games_and_by_pairs() -> None:
    records = []
    for n in range(10):
        opening = (TimedMove(n, 0), TimedMove(0, 9, 5))
        records.append(sample(2 * n + 1, "a", "b", Result.BLACK, moves=opening))
        other = Result.WHITE if n < 5 else Result.BLACK
        records.append(sample(2 * n + 2, "b", "a", other, moves=opening))
    data = page_data(records, {})
    (match,) = data["pairings"]
    assert match["pairs"] == (0, 0, 5, 0, 5)
    assert match["unpaired"] == 0
    first, second = data["engines"]
    assert match["elo"] == pytest.approx(first["elo"] - second["elo"], abs=0.2)
    assert match["elo"] == pytest.approx(elo_of((15 + 2) / (20 + 4)), abs=0.1)
    assert match["pair_error"] < match["error"]
    value, error = match["normalised"]
    assert value == pytest.approx(800 / math.log(10) * 0.25 / (0.25 * math.sqrt(2)), abs=0.1)
    assert error > 0


def test_time_is_the_engines_own_moves_over_all_games() -> None:
    records = [timed(n, [100 * n, 7]) for n in range(1, 10)] + [timed(10, [1000])]
    engines = {engine["name"]: engine for engine in page_data(records, {})["engines"]}
    # the opening move is not alpha's; the median of 100 to 1000, and the slowest tenth
    assert engines["alpha"]["time"] == [[550, 1000], [7, 7]]
    assert engines["alpha"]["slowest_ms"] == 1000
    assert engines["alpha"]["mean_ms"] == round((5500 + 9 * 7) / 19)


def test_a_game_has_its_line_values_and_pipe() -> None:
    squares = [square for i in range(5) for square in ((i, 0), (i, 2))][:-1]
    said = ("MESSAGE visits 10 value win in 3 pv a1",)
    moves = tuple(TimedMove(x, y, 3, said if x == 4 else ()) for x, y in squares)
    black = SideReport(transcript=("> BEGIN",))
    (game,) = page_data([sample(moves=moves, black_report=black)], {})["games"]
    assert game["moves"] == "aaacbabccaccdadcea"
    assert game["line"] == "aabacadaea"
    assert game["said"] == {8: said[0]}
    assert game["seen"] == {8: [1.0, "win in 3"]}
    assert game["pipes"] == [["> BEGIN"], []]


def test_what_was_said_is_shortened_where_engines_talk_a_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = tuple(TimedMove(x, 0, 1, (f"first {x}", f"last {x}")) for x in range(4))
    (game,) = page_data([sample(moves=moves)], {})["games"]
    assert game["said"][2] == "first 2\nlast 2"
    monkeypatch.setattr(report_data, "MOST_SAID", 4 * len("last 2"))
    (game,) = page_data([sample(moves=moves)], {})["games"]
    assert game["said"] == {x: f"...\nlast {x}" for x in range(4)}


def test_a_record_that_the_rule_does_not_bear_out_has_no_line() -> None:
    (game,) = page_data([sample(reason=Reason.FIVE)], {})["games"]  # three moves, no five
    assert "line" not in game


@given(st.lists(records, min_size=1, max_size=6))
@pytest.mark.slow
def test_any_recorded_games_can_be_shown(games: list[GameRecord]) -> None:
    data = page_data(games, {})
    json.dumps(data, allow_nan=False)
    assert len(data["games"]) == len(games)


def test_no_games_is_an_error_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="no games to report"):
        html_report.write_page([], tmp_path / "r.html", "t", {})
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"cannot write .*: No such file"):
        html_report.write_page([sample()], tmp_path / "gone" / "r.html", "t", {})
