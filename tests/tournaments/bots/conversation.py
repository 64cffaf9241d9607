"""Conversations with bots as programs."""

import subprocess
from collections.abc import Sequence

from tests.patience import PATIENCE


def converse(
    command: Sequence[str], lines: bytes, answers: int
) -> subprocess.CompletedProcess[bytes]:
    """Send lines to a program, await its answers to them, and send END."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write(lines)
        bot.stdin.flush()
        said = b"".join(bot.stdout.readline() for _ in range(answers))
        rest, errors = bot.communicate(b"END\n", timeout=PATIENCE)
    return subprocess.CompletedProcess(command, bot.returncode, said + rest, errors)
