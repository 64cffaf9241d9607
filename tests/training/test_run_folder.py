"""The run folder: whole files or none, and one process a stage."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from core.system.files import replacing, write_whole
from tests.training.samples import run_folder
from training.run_folder import STAGES, TEACH, RunFolder, ShardName
from training.training_error import TrainingError


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def half() -> None:
        with replacing(path) as unfinished:
            unfinished.write_bytes(b"ne")
            assert path.read_bytes() == b"old"
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        half()
    assert path.read_bytes() == b"old"
    write_whole(path, b"new")
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("file", b"new")]


def test_a_write_that_fails_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(path, b"new")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    with pytest.raises(FileNotFoundError) as missing, replacing(path):
        (tmp_path / "source").read_bytes()
    assert missing.value.filename == str(tmp_path / "source")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_shards_are_found_in_order_of_play_among_other_files(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    names = [ShardName(1, 7), ShardName(2, 3), ShardName(1_234_567, 1)]
    for name in reversed(names):
        folder.shard(name).touch()
    (folder.samples / ".000001-000001.npz.77.unfinished").touch()
    (folder.samples / "notes.txt").touch()
    assert folder.shards() == names


def test_a_stage_runs_in_one_process_at_a_time(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    with folder.locked("selfplay"):
        with folder.locked("learn", "gate"):
            pass
        with pytest.raises(TrainingError, match="selfplay"), folder.locked(*STAGES):
            pass
    with folder.locked(*STAGES):
        pass


def test_a_teacher_and_the_run_leave_each_others_unfinished_files_alone(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    of_teacher = folder.path / ".teacher.pt.77.unfinished"
    of_run = folder.path / ".checkpoint.pt.77.unfinished"
    of_teacher.touch()
    of_run.touch()
    with folder.locked(*STAGES):
        assert (of_teacher.exists(), of_run.exists()) == (True, False)
        of_run.touch()
        with folder.locked(TEACH):
            assert (of_teacher.exists(), of_run.exists()) == (False, True)


def test_the_lock_goes_with_a_killed_process_and_its_litter_with_the_next(tmp_path: Path) -> None:
    folder = run_folder(tmp_path)
    held = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert held.stdout
    with held:
        assert held.stdout.readline() == "held\n"
        with pytest.raises(TrainingError, match="another process"), folder.locked("learn"):
            pass
        held.kill()
    assert list(folder.samples.iterdir())
    with folder.locked(*STAGES):
        assert not list(folder.samples.iterdir())


HOLD = """
import sys
from pathlib import Path
from core.system.files import replacing
from training.run_folder import RunFolder, STAGES
folder = RunFolder(Path(sys.argv[1]))
with folder.locked(*STAGES), replacing(folder.samples / "000000-000000.npz") as unfinished:
    unfinished.write_bytes(b"half")
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="cannot use"):
        RunFolder(tmp_path / "file" / "run")
