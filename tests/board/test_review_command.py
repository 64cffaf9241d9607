"""`fukumi review`: games judged, and written as SGF, HTML and JSON."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board.board_error import BoardError
from board.game_files import read
from board.review_command import review
from core.game.rules import Rule
from core.system.errors import UserError

GAME = (
    "(;GM[4]SZ[15]RU[freestyle]PB[Ann <b>]PW[Bob]C[a game]"
    ";B[hh];W[ii];B[gh]C[nice](;W[fh];B[ih];W[jh];B[hg];W[aa];B[hi];W[ab];B[hf])(;W[gi]))"
)

FIVE = ";B[aa];W[ao];B[ba];W[bo];B[ca];W[co];B[da];W[do];B[ea]"
OVERLINE = ";B[ah];W[aa];B[bh];W[ca];B[ch];W[ea];B[eh];W[ga];B[fh];W[ia];B[gh];W[ka];B[dh]"


def run(path: Path, *words: str) -> Result:
    result = CliRunner().invoke(review, [str(path), "--visits", "60", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "g.sgf"
    path.write_text(GAME)
    return path


def test_the_screen_shows_the_summary_and_the_better_lines(game: Path) -> None:
    lines = run(game).output.splitlines()
    assert lines[0] == "g.sgf"
    assert lines[1].startswith("Ann <b>: ")
    assert "of its chances kept in 6 moves" in lines[1]
    assert any("8. blunder:" in line and "; better " in line for line in lines)


def test_a_name_is_shown_without_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "g.sgf"
    path.write_text("(;GM[4]SZ[15]PB[Ann\x1b[2J];B[hh])")
    assert "\nAnn\\x1b[2J: " in run(path).output


def test_a_side_without_moves_has_kept_nothing(tmp_path: Path) -> None:
    path, out = tmp_path / "g.sgf", tmp_path / "out.html"
    path.write_text("(;GM[4]SZ[15]PB[Ann]PW[Bob];B[hh])")
    lines = run(path, "--out", str(out)).output.splitlines()
    assert "kept in 1 move (" in lines[1]
    assert lines[2] == "Bob: no moves"
    assert "<th>Bob</th><td></td>" in out.read_text()
    run(path, "--out", str(out.with_suffix(".json")))
    game = json.loads(out.with_suffix(".json").read_text())
    assert game["white"]["accuracy"] is None
    assert game["black"]["accuracy"] > 0


def test_an_sgf_keeps_the_game_and_gains_comments_and_lines(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    run(game, "--out", str(out))
    before, after = (read(path.read_bytes(), Rule.CARO) for path in (game, out))
    assert after.black == "Ann <b>"
    assert after.comment.startswith("a game\nAnn <b>: ")
    assert after.nodes[2].comment.startswith("nice\n")
    paths = [{(n.parent, n.x, n.y) for n in tree.nodes[:3]} for tree in (before, after)]
    assert paths[0] == paths[1]
    assert len(after.nodes) > len(before.nodes)


def test_a_page_loads_nothing_and_shows_names_as_text(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    run(game, "--out", str(out))
    page = out.read_text(encoding="utf-8")
    assert "Ann &lt;b&gt;" in page
    assert "<b>" not in page
    assert "http" not in page
    assert page.count("<section>") >= 1


def test_each_line_of_a_file_of_positions_is_a_game(tmp_path: Path) -> None:
    positions = tmp_path / "two.txt"
    positions.write_text("# mine\nfreestyle 15 h8i9g7\n\nrenju 9 e5\n")
    out = tmp_path / "out.json"
    run(positions, "--out", str(out))
    games = list(map(json.loads, out.read_text().splitlines()))
    assert [(game["game"], game["rule"], game["size"]) for game in games] == [
        ("two.txt, line 2", "freestyle", 15),
        ("two.txt, line 4", "renju", 9),
    ]


def test_json_has_a_line_for_each_game(tmp_path: Path) -> None:
    several = tmp_path / "two.sgf"
    several.write_text(GAME + "(;GM[4]SZ[9];B[aa])")
    out = tmp_path / "out.json"
    run(several, "--out", str(out))
    first, second = map(json.loads, out.read_text().splitlines())
    assert first["white"]["name"] == "Bob"
    assert [move["ply"] for move in first["moves"]] == list(range(1, 12))
    assert first["moves"][0]["move"] == "h8"
    assert (second["game"], second["size"]) == ("two.sgf, game 2", 9)
    with pytest.raises(BoardError, match=r"write \.html or \.json"):
        run(several, "--out", str(tmp_path / "out.sgf"))


def test_the_opening_of_a_tournament_game_is_not_judged(tmp_path: Path) -> None:
    path, out = tmp_path / "g.sgf", tmp_path / "out.sgf"
    path.write_text(
        "(;GM[4]SZ[15];B[aa]C[opening];W[oo]C[opening];B[hh]C[90 ms];W[gh]C[5 ms];B[hi]C[6 ms])"
    )
    first, second = run(path).output.splitlines()[1:3]
    assert "in 2 moves" in first
    assert "in 1 move " in second
    run(path, "--out", str(out))
    comments = [node.comment for node in read(out.read_bytes(), Rule.CARO).nodes[:3]]
    assert comments[:2] == ["opening", "opening"]
    assert "% before" in comments[2]
    path.write_text("(;GM[4]SZ[15];B[aa]C[opening])")
    assert "White: no moves" in run(path).output
    path.write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n")  # people's moves without times
    assert "in 1 move " in run(path).output


def test_the_page_shows_a_game_after_an_opening(tmp_path: Path) -> None:
    path, out = tmp_path / "g.sgf", tmp_path / "out.html"
    stones = "(;GM[4]SZ[15];B[aa]C[opening];W[oo]C[opening];B[hh]C[9 ms];W[ao]C[9 ms]"
    path.write_text(f"{stones};B[hi]C[9 ms];W[oa]C[9 ms];B[hj]C[9 ms];W[bo]C[9 ms])")
    run(path, "--out", str(out))
    page = out.read_text(encoding="utf-8")
    board, _, text = page.partition("<section>")[2].partition("<h3>")
    ply = int(text.partition(".")[0])
    assert board.count('opacity="1.0"') == ply - 1  # with the stones of the opening
    graph = page[page.index("<polyline") :].partition('"')[2].partition('"')[0]
    edges = [float(point.partition(",")[0]) for point in graph.split()]
    assert edges == [100 * number for number in range(1, 7)]


@pytest.mark.parametrize(
    ("name", "moves", "plies", "note"),
    [
        ("freestyle", f"{FIVE};W[oo]", 9, "1 move after the end of the game left out"),
        ("renju", OVERLINE, 13, "move 13: d8 is forbidden to Black: overline, and White wins"),
    ],
)
def test_a_game_is_reviewed_up_to_its_end(
    tmp_path: Path, name: str, moves: str, plies: int, note: str
) -> None:
    path, out = tmp_path / "g.sgf", tmp_path / "out.json"
    path.write_text(f"(;GM[4]SZ[15]RU[{name}]{moves})")
    for kind in ("json", "sgf", "html"):
        result = run(path, "--out", str(out.with_suffix(f".{kind}")))
        assert result.stderr == f"g.sgf: {note}\n"
    judged = json.loads(out.read_text())["moves"]
    assert [move["ply"] for move in judged] == list(range(1, plies + 1))
    assert judged[-1]["after"] == (1 if name == "freestyle" else 0)
    tree = read(out.with_suffix(".sgf").read_bytes(), Rule.CARO)
    assert len(tree.main_line) == moves.count(";")  # the written game keeps all moves


def test_all_games_are_checked_before_the_first_search(game: Path, tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.sgf", tmp_path / "out.json"
    bad.write_text("(;GM[4]SZ[15];B[hh];W[ii];B[hh])")
    command = [str(game), str(bad), "--visits", "60", "--out", str(out)]
    with pytest.raises(BoardError, match=r"bad\.sgf: move 3: h8 is taken"):
        CliRunner().invoke(review, command, standalone_mode=False, catch_exceptions=False)
    with pytest.raises(UserError, match="there is no folder"):
        run(game, "--out", str(tmp_path / "none" / "out.json"))
    assert not out.exists()


def test_an_interrupted_review_keeps_the_games_that_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several, out = tmp_path / "two.sgf", tmp_path / "out.json"
    several.write_text(GAME + GAME)
    judged = iter([()])

    def interrupted(*_: object) -> tuple[()]:
        for one in judged:
            return one
        raise KeyboardInterrupt

    monkeypatch.setattr("board.review_command._judged", interrupted)
    run(several, "--out", str(out))
    names = [json.loads(line)["game"] for line in out.read_text().splitlines()]
    assert names == ["two.sgf, game 1"]


def test_bad_files_and_names_are_explained(tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;GM[4]SZ[15];B[hh];W[])")
    with pytest.raises(BoardError, match=r"bad\.sgf: .*pass"):
        run(bad)
    with pytest.raises(BoardError, match=r"end the name with \.sgf, \.html or \.json"):
        run(bad, "--out", str(tmp_path / "out.txt"))
    for name in ("b.sgf", "b.psq"):
        (tmp_path / name).write_text("h8")
        with pytest.raises(BoardError, match=rf"{name}: it begins neither with \( as an SGF nor"):
            run(tmp_path / name)
