"""The measurement of an engine's memory, also where the system tells little."""

import sys

import psutil
import pytest

from tournaments.engine.process import private_memory


@pytest.mark.parametrize("refusal", [OSError(22, "Invalid parameter"), psutil.AccessDenied()])
def test_memory_is_measured_where_the_private_bytes_are_not_told(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    def refused(_: psutil.Process) -> None:
        raise refusal

    monkeypatch.setattr(psutil.Process, "memory_full_info", refused)
    assert private_memory(psutil.Process()) > 1 << 20


def test_an_ended_process_has_no_memory() -> None:
    process = psutil.Popen([sys.executable, "-c", ""])
    process.wait()
    assert private_memory(process) == 0
