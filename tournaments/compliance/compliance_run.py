"""A run of the compliance check over one engine."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tournaments.acceptance.busy_machine import try_while_busy
from tournaments.acceptance.program_driver import JudgeError
from tournaments.compliance.check_list import BEGIN, START
from tournaments.compliance.compliance_check import (
    CheckFinding,
    CheckVerdict,
    ComplianceCheck,
)
from tournaments.compliance.engine_session import Risk, Subject, Unsupported
from tournaments.model import EngineSpec

NAMES_A_FAULT = (CheckVerdict.FAILED, CheckVerdict.WARNING)
"""Verdicts that an author has to act on."""

SHOWN_LINES = 20
"""Last lines over the pipe that are shown with a fault."""


def examine(spec: EngineSpec, checks: Sequence[ComplianceCheck]) -> Iterator[CheckFinding]:
    """Make the checks in their order; skip those that need what an earlier one found missing.

    START, and BEGIN where a check needs a move, are made even if they are not among the checks, and
    are then yielded if they fail.
    """
    known: dict[str, CheckFinding] = {}
    untold = {gate.name for gate in (START, BEGIN)} - {check.name for check in checks}
    for check in checks:
        missing = _missing(check, spec, known)
        if missing is None:
            if check.name not in known:
                known[check.name] = make(check, spec)
            yield known[check.name]
            continue
        if missing.check.name in untold:
            untold.remove(missing.check.name)
            yield missing
        reason = f"needs {missing.check.name}, which failed"
        yield CheckFinding(check, CheckVerdict.SKIPPED, reason)


def _missing(
    check: ComplianceCheck, spec: EngineSpec, known: dict[str, CheckFinding]
) -> CheckFinding | None:
    """Return the failure of something that a check needs; None if it can be made."""
    for gate in (START, BEGIN)[: check.needs]:
        if gate.name not in known:
            known[gate.name] = make(gate, spec)
        if known[gate.name].verdict is CheckVerdict.FAILED:
            return known[gate.name]
    return None


def make(check: ComplianceCheck, spec: EngineSpec) -> CheckFinding:
    """Make one check, and again if it fails while the machine is too busy to blame the engine."""
    found, notes = try_while_busy(
        lambda: _made(check, spec), lambda outcome: outcome.verdict in NAMES_A_FAULT
    )
    return replace(found, detail=f"{found.detail}{notes}")


def _made(check: ComplianceCheck, spec: EngineSpec) -> CheckFinding:
    """Make one check once, in an empty folder."""
    subject, begun = Subject(spec), time.monotonic()
    with TemporaryDirectory() as name:
        try:
            verdict, detail = CheckVerdict.PASSED, check.work(subject, Path(name))
        except JudgeError as error:
            verdict, detail = CheckVerdict.FAILED, str(error)
        except Risk as error:
            verdict, detail = CheckVerdict.WARNING, str(error)
        except Unsupported as error:
            verdict, detail = CheckVerdict.UNSUPPORTED, str(error)
    lines = () if verdict is CheckVerdict.PASSED else subject.transcript[-SHOWN_LINES:]
    return CheckFinding(check, verdict, detail, time.monotonic() - begun, lines)
