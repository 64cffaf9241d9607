"""A run of the compliance check over one engine."""

import time
from collections.abc import Iterable, Iterator
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
    Needs,
)
from tournaments.compliance.engine_session import Risk, Subject, Unsupported
from tournaments.model import EngineSpec

NAMES_A_FAULT = (CheckVerdict.FAILED, CheckVerdict.WARNING)
"""Verdicts that an author has to act on."""

SHOWN_LINES = 20
"""Last lines over the pipe that are shown with a fault."""


def examine(spec: EngineSpec, checks: Iterable[ComplianceCheck]) -> Iterator[CheckFinding]:
    """Make the checks in their order; skip those that need what an earlier one found missing.

    START, and BEGIN where a check needs a move, are made even if they are not among the checks.
    """
    known: dict[str, CheckFinding] = {}
    for check in checks:
        gates = {Needs.NOTHING: (), Needs.START: (START,), Needs.MOVE: (START, BEGIN)}[check.needs]
        missing = None
        for gate in gates:
            if gate.name not in known:
                known[gate.name] = make(gate, spec)
            if known[gate.name].verdict is CheckVerdict.FAILED:
                missing = gate.name
                break
        if missing:
            yield CheckFinding(check, CheckVerdict.SKIPPED, f"needs {missing}, which failed")
            continue
        if check.name not in known:
            known[check.name] = make(check, spec)
        yield known[check.name]


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
