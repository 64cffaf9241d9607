"""Tables of results in the terminal: ranking, cross table, pairings, rating list."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.system.text import shown
from tournaments.model import GameRecord, Reason, Result
from tournaments.ratings.field_ratings import PRIOR_NOTE, Ratings, fit_ratings
from tournaments.ratings.pairings import Pairing, pairings
from tournaments.ratings.rating_list import RatingList
from tournaments.ratings.scores import Score, Tally, tally

NO_ANCHORS: Mapping[str, float] = {}

MOST_PAIRINGS = 15
"""Pairings that are listed in the terminal; the report and the JSON have all."""


def plain(text: str) -> Text:
    """Return text from outside in a form that rich does not parse for markup or emoji."""
    return Text(shown(text))


def score_cells(score: Score) -> tuple[str, str, str]:
    """Return the number of games, wins-draws-losses and the share of points."""
    share = f"{100 * score.points / score.games:.1f} %" if score.games else "-"
    return str(score.games), str(score), share


def print_result(
    records: Sequence[GameRecord],
    names: Sequence[str],
    console: Console | None = None,
    anchors: Mapping[str, float] = NO_ANCHORS,
) -> None:
    """Print the ranking, the cross table and, unless there are many, the pairings.

    Args:
        anchors: engines of fixed Elo, which have played.
    """
    console = console or Console()
    tallies = tally(records, names)
    played = {name: own for name, own in tallies.items() if own.total.games}
    voids = [record for record in records if record.result is Result.VOID]
    if voids:
        count = "1 game is" if len(voids) == 1 else f"{len(voids)} games are"
        console.print(f"{count} void and not counted; `run` plays them again.")
        console.print(plain(f"The last one: {voids[-1].detail}"), soft_wrap=True)
    if not played:
        console.print("No game was finished.")
        return
    ratings = _ratings(played, anchors)
    console.print(_ranking(played, ratings, anchors))
    console.print(_cross_table(played, ratings))
    met = pairings(records, ratings, played)
    if len(played) == 2:
        for line in _match_lines(met[0]).splitlines():
            console.print(plain(line), soft_wrap=True)
    elif len(met) <= MOST_PAIRINGS:
        console.print(_pairing_table(met))


def ranking_table(
    records: Sequence[GameRecord],
    names: Sequence[str],
    anchors: Mapping[str, float] = NO_ANCHORS,
) -> Table | None:
    """Return the ranking, None before the first game."""
    played = {name: own for name, own in tally(records, names).items() if own.total.games}
    return _ranking(played, _ratings(played, anchors), anchors) if played else None


def _ratings(played: Mapping[str, Tally], anchors: Mapping[str, float]) -> Ratings:
    return fit_ratings({name: own.against for name, own in played.items()}, anchors)


def _scale(anchors: Mapping[str, float]) -> str:
    """Return the words that say what the Elo of a table is relative to."""
    fixed = ", ".join(f"{name} at {elo:g}" for name, elo in anchors.items())
    return f"with {fixed} fixed" if fixed else "relative to the average of the field"


def _ranking(tallies: dict[str, Tally], ratings: Ratings, anchors: Mapping[str, float]) -> Table:
    table = Table(
        title=plain(f"Ranking (Elo {_scale(anchors)}, 95 % intervals)"),
        caption="Lost by T timeout, C crash, I illegal move or foul, M memory. Elo: "
        f"Bradley-Terry; {PRIOR_NOTE}.",
    )
    table.add_column("#", justify="right")
    table.add_column("Engine", overflow="fold")
    for heading in ("Elo", "+/-", "W-D-L", "Score", "T/C/I/M", "Slowest", "Peak"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, name in enumerate(ratings.ranked(), 1):
        own, (rating, error) = tallies[name], ratings[name]
        table.add_row(
            str(rank),
            plain(name),
            f"{rating:.0f}" if anchors else f"{rating:+z.0f}",
            "anchor" if name in anchors else f"{error:.0f}",
            *score_cells(own.total)[1:],
            _faults(own),
            f"{own.slowest_ms} ms",
            f"{own.peak_memory / 2**20:.0f} MiB",
        )
    return table


def _faults(own: Tally) -> str:
    illegal = own.faults[Reason.ILLEGAL] + own.faults[Reason.FOUL]
    counts = (own.faults[Reason.TIME], own.faults[Reason.CRASH], illegal, own.faults[Reason.MEMORY])
    return "/".join(str(count) for count in counts)


def _cross_table(tallies: dict[str, Tally], ratings: Ratings) -> Table:
    """Return the cross table, its rows and columns numbered as in the ranking.

    Without padding, and with the ends of long names cut off, so that ten engines fit in 80 columns.
    """
    ranked = ratings.ranked()
    table = Table(
        title="Cross table (wins-draws-losses of the row against the column)", padding=(0, 0)
    )
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("Engine")  # the column that shrinks: a `no_wrap` here would keep its width
    for rank in range(1, len(ranked) + 1):
        table.add_column(str(rank), justify="center", no_wrap=True)
    for rank, name in enumerate(ranked, 1):
        against = tallies[name].against
        cells = [str(against[other]) if other in against else "" for other in ranked]
        label = plain(name)
        label.no_wrap, label.overflow = True, "ellipsis"
        table.add_row(str(rank), label, *cells)
    return table


def print_rating_list(one: RatingList, console: Console | None = None) -> None:
    """Print a rating list."""
    table = Table(
        title=plain(f"{one.title}, {one.games:,} games"),
        caption=plain(f"Elo {_scale(one.anchors)}, 95 % intervals; {PRIOR_NOTE}"),
    )
    table.add_column("#", justify="right")
    table.add_column("Engine")
    for heading in ("Elo", "+/-", "Games", "Score", "Opponents", "LOS"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, engine in enumerate(one.engines, 1):
        elo, error = engine.rating
        above = engine.above_next
        table.add_row(
            str(rank),
            plain(engine.name),
            f"{elo:.0f}",
            "anchor" if engine.name in one.anchors else f"{error:.0f}",
            str(engine.score.games),
            score_cells(engine.score)[2],
            f"{engine.opponents:.0f}",
            "" if above is None else f"{100 * above:.1f} %",
        )
    (console or Console()).print(table)


def _match_lines(match: Pairing) -> str:
    """Return the comparison of two engines: the difference of their ratings, and their pairs."""
    elo, error = match.elo
    by_pairs = f", by pairs +/- {match.pair_error:.0f}" if match.pair_error is not None else ""
    return (
        f"{match.first} against {match.second}: {match.score}, Elo {elo:+z.0f} +/- {error:.0f} "
        f"(95 %{by_pairs}), normalised {_normalised(match)}, LOS {100 * match.los:.1f} %\n"
        f"Pairs of games that brought 0, 1/2, 1, 1 1/2, 2 points: {_counts(match)}"
    )


def _normalised(pairing: Pairing) -> str:
    """Return the normalised Elo with its error, a dash where all pairs ended alike."""
    found = pairing.pairs.normalised
    return f"{found[0]:+z.0f} +/- {found[1]:.0f}" if found else "-"


def _counts(pairing: Pairing) -> str:
    return "-".join(map(str, pairing.pairs.counts))


def _pairing_table(found: Sequence[Pairing]) -> Table:
    table = Table(
        title="Pairings (the stronger first)",
        caption="Pairs of games with one opening that brought 0, 1/2, 1, 1 1/2, 2 points",
    )
    table.add_column("Engines")
    for heading in ("W-D-L", "Elo", "Normalised", "Pairs"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        table.add_row(
            plain(f"{one.first} - {one.second}"),
            str(one.score),
            f"{one.elo.elo:+z.0f} +/- {one.elo.error:.0f}",
            _normalised(one),
            _counts(one),
        )
    return table
