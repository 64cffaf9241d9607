"""Atomic writes: what is already there under the name decides how the file is written."""

import errno
import os
import sys
import threading
from pathlib import Path

import pytest

from core.system.errors import UserError
from core.system.files import require_folder, write_whole

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")


def test_a_link_stays_and_the_file_that_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "file", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert list((tmp_path / "far").iterdir()) == [target]


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"text")
    reader.join(10)
    assert read == [b"text"]
    assert pipe.is_fifo()


def test_an_error_on_a_read_only_disk_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(OSError, match="Read-only") as error:
        write_whole(tmp_path / "file", b"new")
    assert error.value.filename == str(tmp_path / "file")


def test_a_folder_that_cannot_be_written_is_found_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_folder(tmp_path / "file")
    require_folder(Path(os.devnull))
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path.resolve())
    with pytest.raises(UserError, match="cannot be written"):
        require_folder(tmp_path / "file")
