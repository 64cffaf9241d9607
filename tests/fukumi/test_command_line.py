"""The command `fukumi`: an unusable net or a full disk ends any command with one line."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from core.eval import net_loader
from core.eval.net_loader import WEIGHTS
from fukumi.command_line import main
from tournaments.bots.exported import WEIGHTS as BOT_NETS


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(params=["cut", "other"])
def wrong(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a truncated net, or a complete one of another kind."""
    path = tmp_path / "wrong.net"
    source, end = (
        (WEIGHTS / "caro.net", -9) if request.param == "cut" else (BOT_NETS / "alphazero.net", None)
    )
    path.write_bytes(source.read_bytes()[:end])
    return path


def check(ended: Result, path: Path) -> None:
    assert ended.exit_code == 2
    assert len(ended.stderr.splitlines()) == 1
    assert str(path) in ended.stderr


def test_every_command_that_takes_a_net_refuses_a_wrong_one(wrong: Path, tmp_path: Path) -> None:
    check(call("ab", "--a", f"net={wrong}", "--visits", 8, "--pairs", 1, "--least", 1), wrong)
    check(call("train", "run", tmp_path / "run", "--parent", wrong), wrong)
    assert not (tmp_path / "run" / "parent.net").exists()
    panel = tmp_path / "second" / "panel"
    panel.mkdir(parents=True)
    bad = wrong.replace(panel / "bad.net")
    check(call("train", "run", panel.parent, "--games", 1), bad)


def test_a_damaged_net_of_ours_is_named(
    wrong: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions, ours = tmp_path / "positions.txt", tmp_path / "freestyle.net"
    positions.write_text("freestyle 15 h8\n")
    wrong.replace(ours)
    monkeypatch.setattr(net_loader, "WEIGHTS", tmp_path)
    check(call("analyse", positions, "--visits", 5), ours)
    check(call("solve", positions, "--by", "search"), ours)
    check(call("bench", "--seconds", 0.001), ours)


def test_a_full_disk_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any, **_named: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    ended = call("train", "run", tmp_path, "--games", 1)
    assert ended.exit_code == 2
    assert ended.stderr.startswith(f"fukumi train: {tmp_path / 'config.json'}: No space left")
    assert "give the same command again" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*unfinished"))
