"""Files of the games under way for programs that broadcast them."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.patience import wait_until
from tests.tournaments.samples import live_sample, sample
from tournaments.model import Reason, Result, TimedMove, TournamentError
from tournaments.play.broadcast import Broadcast
from tournaments.play.live_folder import LiveFolder
from tournaments.play.live_games import LiveGame, path_of, to_json
from tournaments.play.store import Store
from tournaments.records.records import from_psq

GAME = live_sample()
UNDER_WAY = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,15,120\nalpha\nbeta\n0\n"
MOVED = UNDER_WAY.replace("1,15,120\n", "1,15,120\n9,7,5\n")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Hold the lock of a tournament's folder, as the process that plays it does."""
    with closing(Store.create(tmp_path / "run")) as store, store.locked():
        yield tmp_path


def put(live: LiveFolder, game: LiveGame) -> None:
    path_of(live.path, game.number).write_text(to_json(game))


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (folder / "psq").glob("[!.]*")}


def shown(folder: Path, name: str) -> int:
    """Return the number of moves in a file, -1 if there is none."""
    path = folder / "psq" / name
    return len(from_psq(path.read_text())[1]) if path.exists() else -1


def test_a_file_follows_its_game_and_stays_after_it(folder: Path) -> None:
    with (
        Broadcast(folder / "psq", folder / "run", ["beta", "alpha"]) as broadcast,
        LiveFolder(folder / "run", broadcast) as live,
    ):
        put(live, GAME)
        wait_until(lambda: texts(folder) == {"tmp_1x0.psq": UNDER_WAY})
        put(live, replace(GAME, moves=(*GAME.moves, TimedMove(8, 6, 5))))
        wait_until(lambda: texts(folder) == {"tmp_1x0.psq": MOVED})
        live.end(sample(1, result=Result.BLACK, reason=Reason.TIME))
        late = MOVED.removesuffix("0\n") + "15\n"
        wait_until(lambda: texts(folder) == {"tmp_1x0.psq": late})
        put(live, replace(GAME, number=3))
        wait_until(lambda: texts(folder) == {"tmp_1x0.psq": UNDER_WAY})
    assert texts(folder) == {"tmp_1x0.psq": UNDER_WAY}


def test_the_last_games_have_their_end(folder: Path) -> None:
    with (
        Broadcast(folder / "psq", folder / "run", ["alpha", "beta"]) as broadcast,
        LiveFolder(folder / "run", broadcast) as live,
    ):
        live.end(sample(1))
    assert texts(folder) == {"tmp_0x1.psq": MOVED}


def test_games_of_the_same_two_at_a_time_have_a_file_each(folder: Path) -> None:
    with (
        Broadcast(folder / "psq", folder / "run", []) as broadcast,
        LiveFolder(folder / "run", broadcast) as live,
    ):
        put(live, GAME)
        put(live, replace(GAME, number=3, moves=GAME.moves[:1]))
        put(live, replace(GAME, number=4, black="../a b", white="alpha"))
        names = {"tmp_alphaxbeta.psq", "tmp_alphaxbeta(2).psq", "tmp_.._a_bxalpha.psq"}
        wait_until(lambda: set(texts(folder)) == names)
        live.end(sample(3))
        wait_until(lambda: texts(folder)["tmp_alphaxbeta(2).psq"] == MOVED)


def test_a_game_that_ends_without_a_record_keeps_no_name(folder: Path) -> None:
    with (
        Broadcast(folder / "psq", folder / "run", []) as broadcast,
        LiveFolder(folder / "run", broadcast) as live,
    ):
        put(live, GAME)
        wait_until(lambda: texts(folder) == {"tmp_alphaxbeta.psq": UNDER_WAY})
        path_of(live.path, 1).unlink()
        other = replace(GAME, number=2, black="beta", white="alpha")
        put(live, other)
        wait_until(lambda: shown(folder, "tmp_betaxalpha.psq") == 2)
        put(live, replace(other, moves=GAME.moves[:1]))
        wait_until(lambda: shown(folder, "tmp_betaxalpha.psq") == 1)  # the second look
        put(live, replace(GAME, number=3, moves=()))
        wait_until(lambda: shown(folder, "tmp_alphaxbeta.psq") == 0)


def test_a_file_that_cannot_be_written_is_tried_again(folder: Path) -> None:
    (folder / "psq" / "tmp_0x1.psq").mkdir(parents=True)
    with (
        Broadcast(folder / "psq", folder / "run", ["alpha", "beta"]) as broadcast,
        LiveFolder(folder / "run", broadcast) as live,
    ):
        put(live, GAME)
        put(live, replace(GAME, number=2, black="beta", white="alpha"))
        wait_until(lambda: (folder / "psq" / "tmp_1x0.psq").exists())
        (folder / "psq" / "tmp_0x1.psq").rmdir()
        wait_until(lambda: texts(folder).get("tmp_0x1.psq") == UNDER_WAY)


def test_a_folder_that_cannot_be_made_is_refused(folder: Path) -> None:
    (folder / "psq").write_text("mine")
    with pytest.raises(TournamentError, match=r"cannot keep games in .*psq: "):
        Broadcast(folder / "psq", folder / "run", [])
