"""Conversations with managers, over a mock transport and over real pipes.

The conversations are the edge cases that real managers produce and the traps by which bots lose
games, each with the replies a manager waits for.
"""

from collections.abc import Iterator

import pytest

from pbrain.identity import ABOUT
from tests.pbrain.fakes import FakeEngine
from tests.pbrain.scripted import Channel, MockChannel, PipeChannel, converse
from tests.pbrain.talk_commands import COMMANDS
from tests.pbrain.talk_managers import MANAGERS
from tests.pbrain.talk_positions import POSITIONS

QUICK = """
    > INFO max_node 20
    > INFO rule 0
    > INFO timeout_turn 600000
    > INFO timeout_match 0
    > INFO time_left 2147483647
    > START 15
    < OK
"""

AFTER_START = COMMANDS | POSITIONS


def settle(channel: Channel) -> None:
    """Check that no more output follows: the next line is the answer to ABOUT."""
    assert converse(channel, "> START 15\n< OK\n> ABOUT\n< name=.*") == ["OK", ABOUT]


@pytest.fixture(scope="module")
def process() -> Iterator[PipeChannel]:
    channel = PipeChannel()
    yield channel
    assert channel.finish() == []


@pytest.mark.parametrize("name", AFTER_START)
def test_over_the_mock(name: str) -> None:
    channel = MockChannel(FakeEngine)
    converse(channel, QUICK + AFTER_START[name])
    assert channel.finish() == []


@pytest.mark.parametrize("name", AFTER_START)
def test_over_pipes(process: PipeChannel, name: str) -> None:
    converse(process, QUICK + AFTER_START[name])
    settle(process)


@pytest.mark.parametrize("name", MANAGERS)
def test_first_words_over_the_mock(name: str) -> None:
    channel = MockChannel(FakeEngine)
    converse(channel, MANAGERS[name])
    assert channel.finish() == []


@pytest.mark.parametrize("name", MANAGERS)
def test_first_words_over_pipes(name: str) -> None:
    channel = PipeChannel()
    converse(channel, MANAGERS[name])
    assert channel.finish() == []
