"""Commands of `fukumi` run in this process, with a check that they end as commands should."""

import re
import traceback
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from fukumi.command_line import main

CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing them."""

LONGEST_LINE = 2000
USAGE = re.compile(r"Usage: |Try |$")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code and output of a command."""

    code: int
    output: str
    errors: str

    @property
    def complaints(self) -> list[str]:
        """The lines on standard error, without usage hints."""
        return [line for line in self.errors.splitlines() if not USAGE.match(line)]


def run(*arguments: str | Path) -> Outcome:
    """Run a command as a user does.

    Raises:
        AssertionError: it ends in a traceback, or with an error that is not one clear line.
    """
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(main, words)
    if result.exc_info and not isinstance(result.exception, SystemExit | None):
        trace = "".join(traceback.format_exception(*result.exc_info))
        raise AssertionError(f"fukumi {' '.join(words)} ends in\n{trace}")
    outcome = Outcome(result.exit_code, result.stdout, result.stderr)
    told = f"fukumi {' '.join(words)}: {outcome}"
    for line in (*outcome.output.splitlines(), *outcome.errors.splitlines()):
        assert not CONTROLS.search(line), told
        assert len(line) < LONGEST_LINE, told
    assert outcome.code in (0, 1, 2), told
    assert outcome.code == 0 or outcome.complaints, told
    return outcome


def refused(outcome: Outcome) -> bool:
    """Return whether the command refused to work, with one line that says why.

    Raises:
        AssertionError: there are more lines than one, or none.
    """
    if outcome.code == 0:
        return False
    last = outcome.complaints[-1]
    assert last.startswith(("fukumi ", "Error: ")), outcome
    return True


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
