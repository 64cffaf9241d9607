"""The zip for Gomocup, and the notation of the judge's positions."""

import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from pbrain.packaging import zipper
from pbrain.packaging.packaging_error import PackagingError
from tournaments.acceptance.program_entry import open_entry


def built(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / "built" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder / "built"


def test_the_program_is_at_the_root_and_stays_executable(tmp_path: Path) -> None:
    folder = built(tmp_path, "pbrain-Fukumi64", "_internal/core/board.so")
    (folder / "pbrain-Fukumi64").chmod(0o755)
    path = zipper.make_zip(folder, tmp_path)
    assert path.name == "Fukumi.zip"
    assert sorted(zipfile.ZipFile(path).namelist()) == [
        "_internal/core/board.so",
        "pbrain-Fukumi64",
    ]
    with open_entry(path) as entry:
        mode = entry.executable.stat().st_mode
    assert mode & 0o100 or sys.platform == "win32"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("Fukumi64", "_internal/pbrain-x"), "has no pbrain-"),
        (("pbrain-Fukumi64", "_internal/a b"), "allows only A-Z a-z 0-9"),
        (("pbrain-Fukumi64", "_internal/a+b"), "allows only A-Z a-z 0-9"),
    ],
)
def test_a_folder_that_gomocup_rejects_is_refused(
    tmp_path: Path, names: tuple[str, ...], words: str
) -> None:
    with pytest.raises(PackagingError, match=words):
        zipper.make_zip(built(tmp_path, *names), tmp_path)


def test_an_archive_above_the_limit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zipper, "SIZE_LIMIT", 100)
    with pytest.raises(PackagingError, match="Gomocup allows 100 by default"):
        zipper.make_zip(built(tmp_path, "pbrain-Fukumi64"), tmp_path)


def test_a_missing_pyinstaller_is_one_error_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    done = CliRunner().invoke(main, ["package", "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output.startswith("fukumi package: PyInstaller is missing: ")
    assert len(done.output.splitlines()) == 1
