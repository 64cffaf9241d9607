"""The command `fukumi review`: judge every move of games in files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from board import review_files
from board.board_error import BoardError
from board.game_files import GameTree, first_children, heads, opening_plies, read
from board.review_files import ReviewedGame
from core.game.board import IllegalMove
from core.game.notation import board_after
from core.game.rules import Rule
from core.search.engine import Engine
from core.search.game_review import GameReviewer
from core.system.files import write_whole
from tournaments.cli.position_options import rule_option

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
    moves of a tournament's games are not judged.
    """
    kind = out.suffix.removeprefix(".").lower() if out else ""
    if out and kind not in FORMATS:
        raise BoardError(f"{out}: end the name with .sgf, .html or .json")
    trees = list(_trees(files, rule))
    if kind == "sgf" and len(trees) > 1:
        raise BoardError(f"{out}: an SGF is written for one game; write .html or .json for several")
    games: list[ReviewedGame] = []
    reviewer = GameReviewer(Engine(), visits)
    for name, tree in trees:
        line = [tree.nodes[number - 1] for number in first_children(tree)]
        moves = [(node.x, node.y) for node in line]
        opening = opening_plies(tree)
        try:
            start = board_after(tree.size, tree.rule, moves[:opening])
            judged = tuple(reviewer.review(start, moves[opening:]))
        except IllegalMove as error:
            raise BoardError(f"{name}: {error}") from error
        game = ReviewedGame(name, tree, judged)
        games.append(game)
        click.echo(f"{name}\n{review_files.summary_text(game)}")
        for one in game.reviews:
            if one.grade in review_files.SHOWN:
                click.echo(f"  {one.ply:>3}. {review_files.in_words(one, tree.size)}")
    if out:
        _write(out, kind, games)


def _trees(files: Sequence[Path], rule: Rule) -> Iterator[tuple[str, GameTree]]:
    """Yield the games of all files, each with a name."""
    for path in files:
        data = path.read_bytes()
        several = len(heads(data))
        for index in range(max(1, several)):
            name = f"{path.name}, game {index + 1}" if several else path.name
            try:
                yield name, read(data, rule, index)
            except BoardError as error:
                raise BoardError(f"{path}: {error}") from error


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
