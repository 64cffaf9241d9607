"""Atomic writes: what is already there under the name decides how the file is written."""

import os
import sys
import threading
from pathlib import Path

import pytest

from core.system.files import write_whole

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
