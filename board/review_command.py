"""The command `fukumi review`: judge every move of games in files."""

from collections.abc import Sequence
from pathlib import Path

import click

from board import review_files
from board.board_error import BoardError
from board.game_files import read_all
from board.game_tree import opening_plies
from board.review_files import ReviewedGame
from core.game.game_line import GameLine
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.game_review import GameReviewer, MoveReview
from core.system.files import require_folder, write_whole
from core.system.text import shown
from tournaments.cli.shared_options import rule_option
from tournaments.cli.warn import warn

VISITS = 800
FORMATS = ("sgf", "html", "json")


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write, its kind by its ending: .sgf (one game; comments and better lines), .html "
    "(one page) or .json (a line for each game). Default: a summary on the screen only.",
)
@click.option(
    "--visits",
    default=VISITS,
    show_default=True,
    type=click.IntRange(min=1),
    help="Search visits for each position.",
)
@rule_option("Name or code of the rule of games that do not give one.")
def review(files: Sequence[Path], out: Path | None, visits: int, rule: Rule) -> None:
    """Judge every move of games, and show the better lines.

    FILES are games as the board opens them: SGF (also several in one file), .psq, or a line such as
    `renju 15 h8i9g7`. A move is best, good, a mistake (it lost more than 8 % of the chances to
    win), a blunder (more than 25 %) or a missed win (a win was proved, and is gone). The opening
    moves of a tournament's games are not judged, nor are moves after the end of a game, which may
    be a renju foul.
    """
    kind = out.suffix.removeprefix(".").lower() if out else ""
    if out and kind not in FORMATS:
        raise BoardError(f"{out}: end the name with .sgf, .html or .json")
    require_folder(out)
    # all before the first search: a review of many games takes long
    trees = [(name, tree, tree.game) for path in files for name, tree in read_all(path, rule)]
    if kind == "sgf" and len(trees) > 1:
        raise BoardError(f"{out}: an SGF is written for one game; write .html or .json for several")
    for name, _, line in trees:
        if line.note:
            warn(f"{name}: {line.note}")
    games: list[ReviewedGame] = []
    reviewer = GameReviewer(Engine(), visits)
    try:
        for name, tree, line in trees:
            game = ReviewedGame(name, tree, _judged(line, opening_plies(tree), reviewer))
            games.append(game)
            _show(game)
    finally:  # an interrupted review keeps the games that are done
        if out and games:
            _write(out, kind, games)


def _judged(game: GameLine, opening: int, reviewer: GameReviewer) -> tuple[MoveReview, ...]:
    return tuple(reviewer.review(game.position(opening), game.moves[opening:]))


def _show(game: ReviewedGame) -> None:
    click.echo(f"{shown(game.name)}\n{review_files.summary_text(game)}")
    for one in game.reviews:
        if one.grade in review_files.SHOWN:
            click.echo(f"  {one.ply:>3}. {review_files.in_words(one, game.tree.size)}")


def _write(out: Path, kind: str, games: Sequence[ReviewedGame]) -> None:
    if kind == "sgf":
        data = review_files.as_sgf(games[0])
    elif kind == "html":
        data = review_files.as_html(games).encode()
    else:
        data = "".join(f"{review_files.as_json(game)}\n" for game in games).encode()
    try:
        write_whole(out, data)
    except OSError as error:
        raise BoardError(f"cannot write {out}: {error.strerror}") from error
