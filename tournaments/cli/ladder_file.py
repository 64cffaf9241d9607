"""The files of a ladder: the settings of each engine in a text file, and the page of ratings."""

import math
from collections.abc import Iterable, Sequence
from contextlib import chdir, suppress
from pathlib import Path

from core.system.files import read_text
from core.system.text import quoted
from tournaments.cli.engine_options import engine_spec
from tournaments.cli.setting_keys import split
from tournaments.ladder.engine_folder import SUFFIX, LadderEngine
from tournaments.model import GameRecord, Result, TournamentError
from tournaments.play.schedule import Format
from tournaments.play.store import Store
from tournaments.ratings.field_ratings import HIGHEST_ANCHOR

ENGINES = "engines"
"""Folder of the engines' files."""
PAGE = "ratings.html"

ANCHOR = "anchor"


def ladder_engine(folder: Path, each: Sequence[str], name: str, text: str) -> LadderEngine:
    """Return the engine of a file of the ladder in a folder.

    Raises:
        TournamentError: the text makes no engine.
    """
    settings, anchor = _settings(text)
    with chdir(folder / ENGINES):
        return LadderEngine(
            engine_spec(" ".join(map(quoted, (*settings, f"name={name}"))), each), anchor
        )


def ladder_anchors(store: Store, records: Iterable[GameRecord]) -> dict[str, float]:
    """Return the fixed Elo of a ladder's engines that have played; a tournament has none.

    A file that makes no engine still fixes the Elo: the games of its engine count.
    """
    anchors: dict[str, float] = {}
    if store.plan.format is not Format.LADDER:
        return anchors
    finished = [record for record in records if record.result is not Result.VOID]
    played = {name for record in finished for name in (record.black, record.white)}
    files = sorted((store.folder / ENGINES).glob(f"*{SUFFIX}"))
    for file in (file for file in files if file.stem in played):
        with suppress(OSError, UnicodeDecodeError, TournamentError):
            _, anchor = _settings(read_text(file))
            if anchor is not None:
                anchors[file.stem] = anchor
    return anchors


def _settings(text: str) -> tuple[list[str], float | None]:
    """Return the words of `--engine` in a file, and the engine's fixed Elo."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    settings, anchor = [], None
    for word in split(" ".join(lines)):
        key, _, value = word.partition("=")
        if key == "name":
            raise TournamentError("name= is not for an engine of a ladder: its file has the name")
        if key == ANCHOR and anchor is not None:
            raise TournamentError(f"{ANCHOR}= is given twice")
        if key == ANCHOR:
            anchor = _elo(value)
        else:
            settings.append(word)
    return settings, anchor


def _elo(text: str) -> float:
    try:
        elo = float(text)
    except ValueError:
        elo = math.nan
    if not abs(elo) < HIGHEST_ANCHOR:
        raise TournamentError(
            f"{ANCHOR}={text}: write a number below {HIGHEST_ANCHOR:g}, such as {ANCHOR}=1700"
        )
    return elo
