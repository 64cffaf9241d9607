"""One check of the protocol: its work, what the protocol says, and how to fix an engine."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from pathlib import Path

from tournaments.compliance.engine_session import Subject

Work = Callable[[Subject, Path], str]
"""A check: takes the engine and an empty folder, and returns its measurements as text. It raises
`JudgeError` for a fault, `Risk` or `Unsupported`."""


class CheckVerdict(StrEnum):
    """The outcome of a check. A WARNING is a habit that loses games under some managers only;
    SKIPPED checks need what an earlier one found missing."""

    PASSED = "passed"
    WARNING = "warning"
    FAILED = "failed"
    UNSUPPORTED = "not supported"
    SKIPPED = "skipped"


class Needs(IntEnum):
    """The things an engine must be able to do before a check makes sense."""

    NOTHING = 0
    START = 1
    MOVE = 2


@dataclass(frozen=True, slots=True)
class ComplianceCheck:
    """A check by name, with the texts for an author whose engine fails it.

    `protocol` is the rule that is checked; `mend` says what to change. With `slow` the check is
    left out of a quick run.
    """

    name: str
    work: Work
    protocol: str
    mend: str
    needs: Needs = Needs.MOVE
    slow: bool = False


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The outcome of one check, with the last lines over the pipe unless it was passed: `> ` to
    the engine, `< ` from it, `! ` its standard error."""

    check: ComplianceCheck
    verdict: CheckVerdict
    detail: str
    seconds: float = 0.0
    transcript: tuple[str, ...] = ()
