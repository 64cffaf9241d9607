"""The folder of a ladder's engines, whose files come, change and go."""

from pathlib import Path

import pytest

from tournaments.ladder.engine_folder import EngineFolder, LadderEngine
from tournaments.model import EngineSpec, TournamentError


def read(name: str, text: str) -> LadderEngine:
    """Return an engine whose command is the text of its file."""
    if "wrong" in text:
        raise TournamentError("wrong words")
    return LadderEngine(EngineSpec(name, (text,)), float(text) if text.isdigit() else None)


class Said(list[str]):
    """The lines said since the last call of `new`."""

    def new(self) -> list[str]:
        lines = list(self)
        self.clear()
        return lines


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def folder(tmp_path: Path, said: Said) -> EngineFolder:
    tmp_path = tmp_path / "engines"
    tmp_path.mkdir()
    (tmp_path / "one.txt").write_text("a")
    (tmp_path / "two.txt").write_text("b")
    (tmp_path / "two.txt~").write_text("an editor's copy")
    (tmp_path / ".three.txt").write_text("hidden")
    return EngineFolder(tmp_path, read, said.append)


def commands(folder: EngineFolder) -> dict[str, str]:
    return {one.spec.name: one.spec.command[0] for one in folder.engines()}


def test_files_come_change_and_go(folder: EngineFolder, said: Said) -> None:
    assert commands(folder) == {"one": "a", "two": "b"}
    assert said.new() == ["one joins", "two joins"]
    commands(folder)
    assert said.new() == []
    (folder.path / "new.txt").write_text("c")
    (folder.path / "two.txt").write_text("longer")
    (folder.path / "one.txt").unlink()
    assert commands(folder) == {"new": "c", "two": "longer"}
    assert sorted(line.split()[0] for line in said.new()) == ["new", "one", "two"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_files_are_read_as_windows_writes_them(encoding: str, folder: EngineFolder) -> None:
    (folder.path / "one.txt").write_text("ä", encoding=encoding)
    assert commands(folder)["one"] == "ä"


def test_an_anchor_keeps_its_elo_until_its_file_says_otherwise(folder: EngineFolder) -> None:
    file = folder.path / "two.txt"
    file.write_text("1500")
    folder.engines()
    file.write_text("wrong")
    folder.engines()
    assert folder.anchors == {"two": 1500.0}
    file.unlink()
    folder.engines()
    assert folder.anchors == {"two": 1500.0}
    file.write_text("no anchor")
    folder.engines()
    assert folder.anchors == {}


def test_a_file_that_cannot_be_understood_costs_no_other(folder: EngineFolder, said: Said) -> None:
    (folder.path / "two.txt").write_text("wrong")
    (folder.path / "three.txt").write_bytes(b"\xff\xff")
    assert commands(folder) == {"one": "a"}
    assert folder.set_aside["two"] == "wrong words"
    assert "three is set aside until three.txt changes" in "".join(said.new())
    (folder.path / "three.txt").unlink()
    assert commands(folder) == {"one": "a"}
    assert said.new() == ["three has left"]
    (folder.path / "two.txt").write_text("mended")
    assert commands(folder) == {"one": "a", "two": "mended"}
    assert "two" not in folder.set_aside


def test_two_failures_in_a_row_set_an_engine_aside_until_its_file_changes(
    folder: EngineFolder,
) -> None:
    folder.engines()
    folder.count_failure("one", "does not start")
    folder.count_start("one")
    folder.count_failure("one", "does not start")
    assert "one" in commands(folder)
    folder.count_failure("one", "does not start")
    assert folder.set_aside == {"one": "does not start"}
    assert "one" not in commands(folder)
    (folder.path / "one.txt").write_text("mended")
    assert commands(folder)["one"] == "mended"


def test_a_folder_that_is_away_for_a_moment_costs_no_engine(folder: EngineFolder) -> None:
    before = commands(folder)
    away = folder.path.rename(folder.path.with_name("away"))
    assert commands(folder) == before
    away.rename(folder.path)
    (folder.path / "one.txt").unlink()
    assert commands(folder) == {"two": "b"}
