"""The zip's form, and the acceptance check against programs that are good and bad."""

import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from core import BUILD
from core.rules import Rule
from pbrain.packaging import acceptance, leagues, zipper
from pbrain.packaging.acceptance import Check, accept, same_build
from pbrain.packaging.cli import package
from pbrain.packaging.errors import PackagingError
from pbrain.packaging.leagues import League, board_of, far_opening, points

NO_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="needs a script as a program")


def built(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / "built" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder / "built"


def test_the_program_lies_at_the_root_and_stays_executable(tmp_path: Path) -> None:
    folder = built(tmp_path, "pbrain-Fukumi64", "_internal/core/board.so")
    (folder / "pbrain-Fukumi64").chmod(0o755)
    path = zipper.make_zip(folder, tmp_path)
    assert path.name == "Fukumi.zip"
    assert sorted(zipfile.ZipFile(path).namelist()) == [
        "_internal/core/board.so",
        "pbrain-Fukumi64",
    ]
    zipper.unpack(path, tmp_path / "again")
    mode = (tmp_path / "again" / "pbrain-Fukumi64").stat().st_mode
    assert mode & 0o100 or sys.platform == "win32"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("Fukumi64", "_internal/pbrain-x"), "has no pbrain-"),
        (("pbrain-Fukumi64", "_internal/a b"), "takes only A-Z a-z 0-9"),
    ],
)
def test_a_folder_the_judge_would_refuse_is_refused(
    tmp_path: Path, names: tuple[str, ...], words: str
) -> None:
    with pytest.raises(PackagingError, match=words):
        zipper.make_zip(built(tmp_path, *names), tmp_path)


def test_too_large_an_archive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipper, "SIZE_LIMIT", 100)
    with pytest.raises(PackagingError, match="Gomocup takes 100 by default"):
        zipper.make_zip(built(tmp_path, "pbrain-Fukumi64"), tmp_path)


def test_a_missing_pyinstaller_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    done = CliRunner().invoke(package, ["--out", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output == ("fukumi package: PyInstaller is missing: pip install pyinstaller\n")


def test_the_judges_notation_and_positions() -> None:
    assert points("h8i10a15") == [(7, 7), (8, 9), (0, 14)]
    assert far_opening(15) == [(13, 13), (10, 13), (10, 12)]
    for position in leagues.POSITIONS:
        for rule in position.rules:
            board = board_of(position.moves, 15, rule)
            assert not board.over
            assert any(position.accepts(move) for move in board.legal_moves())
            assert not all(position.accepts((x, y)) for x in range(15) for y in range(15))


GOOD = """
import sys
sys.path.insert(0, {root!r})
from tournaments.bots.heuristic import Heuristic
from tournaments.bots.serve import main
main(Heuristic())
"""

FAULTS = {
    "CR at the line's end": "bare line feed",
    "noise on stderr": "wrote to its error stream",
    "an illegal move": "illegal move",
    "silence": "no answer within",
    "staying after END": "still runs a second after END",
    "no move": "no move",
}

BAD = """
import sys, time
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "START":
        if {fault!r} == "noise on stderr":
            print("hello", file=sys.stderr)
        ending = "\\r\\n" if {fault!r} == "CR at the line's end" else "\\n"
        sys.stdout.write("OK" + ending)
    elif word == "DONE":
        answer = {{"an illegal move": "13,13", "no move": "resign"}}.get({fault!r})
        if answer:
            print(answer)
    elif word == "END" and {fault!r} == "staying after END":
        time.sleep(5)
    elif word == "END":
        break
    sys.stdout.flush()
"""


def program(folder: Path, text: str) -> Path:
    path = folder / "program"
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return path


def checks(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    monkeypatch.setattr(
        acceptance, "LEAGUES", (League("Freestyle 15", 15, Rule.FREESTYLE, 30.0, 180.0),)
    )
    return list(accept([str(path)]))


@NO_WINDOWS
def test_a_good_program_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(__file__).parent.parent.parent)
    results = checks(program(tmp_path, GOOD.format(root=root)), monkeypatch)
    assert [check.passed for check in results] == [True] * 4, results
    assert "plies" in results[-1].detail


@NO_WINDOWS
@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_program_is_found_out(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptance, "QUICK_TURN", 0.1)
    results = checks(program(tmp_path, BAD.format(fault=fault)), monkeypatch)
    failed = [check.detail for check in results if not check.passed]
    assert any(FAULTS[fault] in detail for detail in failed), results


REPORTS = """
import sys
for line in sys.stdin:
    match line.split():
        case ["START", _]: print("OK")
        case ["DONE"]: print("MESSAGE visits 9 rule freestyle{tail}\\n7,7")
        case ["END"]: break
    sys.stdout.flush()
"""


@NO_WINDOWS
@pytest.mark.parametrize(
    ("tail", "passed"), [(f" build {BUILD}", True), (" build other", False), ("", False)]
)
def test_a_program_of_another_build_is_found_out(tail: str, passed: bool, tmp_path: Path) -> None:
    check = same_build([str(program(tmp_path, REPORTS.replace("{tail}", tail)))])
    assert check.passed is passed
    assert BUILD in check.detail
