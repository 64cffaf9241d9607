"""Rating lists of many tournaments, in figures, as a table and as a page."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from core.game.rules import Rule
from tests.tournaments.samples import sample
from tournaments.cli.tournament_command import tournament
from tournaments.model import GameRecord, Reason, Result, TournamentError
from tournaments.ratings.field_ratings import fit_ratings
from tournaments.ratings.rating_list import list_values, rating_lists
from tournaments.ratings.scores import tally
from tournaments.records.export_records import export_games
from tournaments.report.rating_page import write_rating_page
from tournaments.report.table import print_rating_list


def runs() -> list[list[GameRecord]]:
    """Return two tournaments that share one engine, the second one with games of renju too."""
    first = [sample(n, "a", "b", started=f"2026-10-0{n}T10:00") for n in (1, 2, 3)]
    first.append(sample(4, "b", "a"))
    second = [sample(n, "b", "c", started="2026-11-01T10:00") for n in (1, 2)]
    second += [sample(3, "c", "b"), sample(4, "c", "b", Result.DRAW, Reason.FULL_BOARD)]
    second += [sample(5, "c", "d", rule=Rule.RENJU), sample(6, "d", "c", Result.VOID, Reason.VOID)]
    return [first, second]


def test_games_of_an_engine_against_its_own_name_change_no_rating() -> None:
    records = [sample(1), sample(2, "beta", "alpha"), sample(3)]
    mirrored = [sample(number, "alpha", "alpha") for number in range(4, 100)]
    assert rating_lists([*records, *mirrored], {}) == rating_lists(records, {})
    assert rating_lists(mirrored, {}) == []


def test_runs_are_rated_together_on_the_scale_of_the_anchors() -> None:
    records = [record for run in runs() for record in run]
    freestyle, renju = rating_lists(records, {"c": 1500.0})
    assert (freestyle.title, renju.title) == ("freestyle 15x15", "renju 15x15")
    assert (freestyle.games, renju.games) == (8, 1)
    alone = [record for record in records if record.rule is Rule.FREESTYLE][:-1]
    tallies = tally(alone, ())
    ratings = fit_ratings({name: own.against for name, own in tallies.items()}, {"c": 1500.0})
    assert [engine.name for engine in freestyle.engines] == ["a", "b", "c"]
    for engine in freestyle.engines:
        assert engine.rating == pytest.approx(ratings[engine.name])
    a, b, c = freestyle.engines
    assert a.last_played == "2026-11-21"  # of game 4
    assert (c.rating.elo, c.rating.error, c.above_next) == (1500.0, 0.0, None)
    assert a.opponents == pytest.approx(b.rating.elo)
    assert b.opponents == pytest.approx((a.rating.elo + c.rating.elo) / 2)
    assert a.above_next == pytest.approx(ratings.los("a", "b"))
    assert json.loads(json.dumps(list_values(freestyle)))["engines"][2]["error"] == 0.0


def test_engines_with_few_games_count_but_are_not_listed() -> None:
    records = [record for run in runs() for record in run]
    (freestyle,) = rating_lists(records, {}, min_games=5)
    assert [engine.name for engine in freestyle.engines] == ["b"]
    assert freestyle.games == 8
    assert rating_lists(records, {}, min_games=50) == []


def test_an_anchor_that_played_nowhere_is_refused() -> None:
    with pytest.raises(TournamentError, match="anchor 'x' has not played; the engines are a, b"):
        rating_lists(runs()[0], {"x": 1.0})


def test_names_are_text_in_the_page_and_in_the_table(tmp_path: Path) -> None:
    hostile = "<b onclick='x'>[red]{{style}}\x1b"
    lists = rating_lists([sample(1, hostile, "b"), sample(2, "b", hostile)], {"b": 0.0})
    write_rating_page(lists, tmp_path / "r.html", "<i>List</i>")
    page = (tmp_path / "r.html").read_text()
    assert "&lt;b onclick=&#x27;x&#x27;&gt;[red]{{style}}\\x1b" in page
    assert "&lt;i&gt;List&lt;/i&gt;" in page
    assert "<script" not in page
    out = io.StringIO()
    print_rating_list(lists[0], Console(file=out, width=200))
    assert "<b onclick='x'>[red]{{style}}\\x1b" in out.getvalue()


def test_the_command_writes_table_page_and_json(tmp_path: Path) -> None:
    for number, run in enumerate(runs()):
        export_games(run, "jsonl", tmp_path / f"{number}.jsonl")
    sources = [str(tmp_path / "0.jsonl"), str(tmp_path / "1.jsonl")]
    page = tmp_path / "r.html"
    words = ["ratings", *sources, "--anchor", "a=2000"]
    done = CliRunner().invoke(tournament, [*words, "--out", str(page)], env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    assert "freestyle 15x15, 8 games" in done.output
    assert f"{page}: 2 lists" in done.output
    assert "2000" in page.read_text()
    done = CliRunner().invoke(tournament, [*words, "--json"])
    assert [one["title"] for one in json.loads(done.output)["lists"]] == [
        "freestyle 15x15",
        "renju 15x15",
    ]
    with pytest.raises(TournamentError, match="no engine has 99 or more games"):
        CliRunner().invoke(tournament, [*words, "--min-games", "99"], catch_exceptions=False)
