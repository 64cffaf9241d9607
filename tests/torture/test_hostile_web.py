"""The board's server under requests and sockets that our page never makes."""

import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
if sys.platform != "linux":
    pytest.skip("the server's limits are set by Linux", allow_module_level=True)

from tests.torture.hostile_web import (
    ATTACKS,
    OTHERS,
    attack,
    serving,
    wrong_host,
    wrong_origin,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [1, 2], ids=["for players", "read-only"])
def test_the_board_is_served_whatever_comes(seed: int, tmp_path: Path) -> None:
    assert attack(seed, len(ATTACKS), tmp_path)["attacks"] == len(ATTACKS)


def test_a_board_for_the_network_is_not_for_other_names() -> None:
    with serving("--host", "0.0.0.0") as server:
        for seed in range(2 * len(OTHERS)):
            wrong_host(random.Random(seed), server)
            wrong_origin(random.Random(seed), server)
