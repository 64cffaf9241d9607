"""Packaging for Windows on Linux, without wine: pinned files, the cache, copied sources.

`make windows-exe` tests the whole build.
"""

import hashlib
import re
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from fukumi.command_line import main
from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows import cross, interpreter
from pbrain.packaging.windows.cache import make_once

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="packages for Windows on Linux")


def wheel(folder: Path) -> Path:
    path = folder / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("thing.py", "")
        about = "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n"
        archive.writestr("thing-1.0.dist-info/METADATA", about)
        archive.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("thing-1.0.dist-info/RECORD", "")
    return path


def pinned(folder: Path, digest: str) -> Path:
    pins = folder / "pins.txt"
    pins.write_text(f"thing==1.0 --hash=sha256:{digest}\n")
    return pins


def test_the_pinned_file_is_installed(tmp_path: Path) -> None:
    pins = pinned(tmp_path, hashlib.sha256(wheel(tmp_path).read_bytes()).hexdigest())
    interpreter.install(pins, tmp_path / "to", "--no-index", "--find-links", str(tmp_path))
    assert (tmp_path / "to" / "thing.py").exists()


def test_a_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    wheel(tmp_path)
    pins = pinned(tmp_path, "0" * 64)
    with pytest.raises(PackagingError, match=r"cannot install pins\.txt .*: ERROR: .*HASHES"):
        interpreter.install(pins, tmp_path / "to", "--no-index", "--find-links", str(tmp_path))
    assert not (tmp_path / "to").exists()


@pytest.mark.parametrize(
    "pins", [interpreter.PYTHON, interpreter.TOOLS, interpreter.BOARD_PACKAGES]
)
def test_everything_fetched_is_pinned(pins: Path) -> None:
    lines = [line for line in pins.read_text().splitlines() if not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", line), line


def test_a_folder_is_cached_until_its_recipe_changes(tmp_path: Path) -> None:
    folder, made = tmp_path / "folder", []

    def make(into: Path) -> None:
        assert not into.exists()
        into.mkdir()
        made.append(into)

    for recipe, times in [("a", 1), ("a", 1), ("b", 2)]:
        assert make_once(folder, recipe, make) == folder
        assert len(made) == times


def test_an_incomplete_folder_is_made_again(tmp_path: Path) -> None:
    def breaks(into: Path) -> None:
        into.mkdir()
        (into / "half").touch()
        raise PackagingError("no network")

    with pytest.raises(PackagingError):
        make_once(tmp_path / "folder", "a", breaks)
    make_once(tmp_path / "folder", "a", Path.mkdir)
    assert not (tmp_path / "folder" / "half").exists()


@ON_LINUX
def test_missing_tools_are_named_with_their_debian_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = CliRunner().invoke(main, ["package", "--target", "windows", "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert done.output.splitlines()[-1] == (
        "fukumi package: packaging for Windows needs mingw-w64 and wine: "
        "apt install gcc-mingw-w64-x86-64 wine wine64"
    )


def test_an_installation_without_sources_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackagingError, match="needs a checkout of the sources"):
        cross.require(tmp_path)


def test_modules_compiled_for_this_system_are_not_copied(tmp_path: Path) -> None:
    root, tree = tmp_path / "root", tmp_path / "tree"
    compiled = ("core/game/a.c", "core/game/a.so", "core/game/avx2/a.so")
    for name in ("core/game/a.py", *compiled, "core/eval/weights/n.net"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / "setup.py").touch()
    (tree / "core").mkdir(parents=True)
    (tree / "core" / "left_over.pyd").touch()
    cross.copy_sources(root, tree)
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    assert files == {"core/game/a.py", "core/eval/weights/n.net", "setup.py"}


def test_a_core_without_its_avx2_build_is_refused(tmp_path: Path) -> None:
    (tmp_path / "core" / "game").mkdir(parents=True)
    (tmp_path / "setup.py").write_text("from pathlib import Path; Path('core/game/a.pyd').touch()")
    with pytest.raises(PackagingError, match="does not compile for AVX2"):
        cross.compile_core(tmp_path, tmp_path)
