"""Reports of the compliance check: lines in the terminal, Markdown, JSON and JUnit's XML."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from core.system.text import shown
from tournaments.acceptance.acceptance_report import measured_at, table_cell
from tournaments.compliance.compliance_check import CheckFinding, CheckVerdict
from tournaments.compliance.compliance_run import NAMES_A_FAULT


@dataclass(frozen=True, slots=True)
class EngineFindings:
    """The outcome of all checks of one engine."""

    engine: str
    findings: tuple[CheckFinding, ...]

    @property
    def failed(self) -> bool:
        return any(finding.verdict is CheckVerdict.FAILED for finding in self.findings)


def finding_lines(finding: CheckFinding) -> Iterator[str]:
    """Yield the lines of a finding, after a fault with advice and the lines over the pipe."""
    verdict = finding.verdict.upper() if finding.verdict is CheckVerdict.FAILED else finding.verdict
    yield shown(f"{verdict:13}  {finding.check.name:28}  {finding.detail}")
    if finding.verdict in NAMES_A_FAULT:
        yield f"{'':15}protocol: {finding.check.protocol}"
        yield f"{'':12}how to fix:  {finding.check.mend}"
        yield from (f"{'':15}  {shown(line)}" for line in finding.transcript)


def summary(result: EngineFindings) -> str:
    """Return the number of checks of each verdict as one line."""
    counts = Counter(finding.verdict for finding in result.findings)
    parts = (f"{counts[verdict]} {verdict}" for verdict in CheckVerdict if counts[verdict])
    return shown(f"{result.engine}: {', '.join(parts)}")


def as_values(result: EngineFindings) -> dict[str, Any]:
    """Return the findings as values for JSON."""
    return {
        "name": result.engine,
        "failed": result.failed,
        "checks": [
            {
                "name": finding.check.name,
                "verdict": finding.verdict.value,
                "detail": finding.detail,
                "seconds": round(finding.seconds, 3),
                "protocol": finding.check.protocol,
                "mend": finding.check.mend,
                "transcript": list(finding.transcript),
            }
            for finding in result.findings
        ],
    }


def as_markdown(results: Iterable[EngineFindings]) -> str:
    """Return a report with a table of all checks, and a section for each fault."""
    lines = ["# Compliance with the Gomocup protocol", "", measured_at(), ""]
    for result in results:
        lines += [f"## {table_cell(result.engine)}", "", table_cell(summary(result)), ""]
        lines += ["| check | | |", "|---|---|---|"]
        lines += [
            f"| {finding.check.name} | {finding.verdict} | {table_cell(finding.detail)} |"
            for finding in result.findings
        ]
        for finding in result.findings:
            if finding.verdict in NAMES_A_FAULT:
                lines += ["", *_section(finding)]
        lines.append("")
    return "\n".join(lines)


def _section(finding: CheckFinding) -> list[str]:
    return [
        f"### {finding.check.name}: {finding.verdict}",
        "",
        f"{table_cell(finding.detail)}",
        "",
        f"- Protocol: {finding.check.protocol}",
        f"- To mend: {finding.check.mend}",
        "",
        *(f"    {shown(line)}" for line in finding.transcript),
    ]


def as_junit(results: Sequence[EngineFindings]) -> bytes:
    """Return the findings in JUnit's XML: a suite for each engine, a test case for each check.

    A warning is a passed case with its text as output.
    """
    suites = ElementTree.Element("testsuites", name="fukumi check")
    for result in results:
        counts = Counter(finding.verdict for finding in result.findings)
        suite = ElementTree.SubElement(
            suites,
            "testsuite",
            name=shown(result.engine),
            tests=str(len(result.findings)),
            failures=str(counts[CheckVerdict.FAILED]),
            errors="0",
            skipped=str(counts[CheckVerdict.UNSUPPORTED] + counts[CheckVerdict.SKIPPED]),
            time=f"{sum(finding.seconds for finding in result.findings):.3f}",
        )
        for finding in result.findings:
            _add_case(suite, result.engine, finding)
    ElementTree.indent(suites)
    return bytes(ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True))


def _add_case(suite: ElementTree.Element, engine: str, finding: CheckFinding) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=finding.check.name,
        classname=shown(engine),
        time=f"{finding.seconds:.3f}",
    )
    message = shown(finding.detail)
    if finding.verdict is CheckVerdict.FAILED:
        failure = ElementTree.SubElement(case, "failure", message=message)
        failure.text = "\n".join(finding_lines(finding))
    elif finding.verdict is CheckVerdict.WARNING:
        ElementTree.SubElement(case, "system-out").text = "\n".join(finding_lines(finding))
    elif finding.verdict is not CheckVerdict.PASSED:
        ElementTree.SubElement(case, "skipped", message=f"{finding.verdict}: {message}")
