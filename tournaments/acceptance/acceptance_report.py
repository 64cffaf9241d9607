"""Report of an acceptance check: line by line in the terminal, and as a file in Markdown."""

import datetime
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from core.system.files import write_whole
from core.system.processor import name as processor_name
from core.system.text import shown
from tournaments.acceptance.acceptance_checks import Check


def print_checks(checks: Iterable[Check]) -> list[Check]:
    """Return the checks, printing each as soon as it is done."""
    done = []
    for check in checks:
        click.echo(shown(f"{_mark(check):6}  {check.name:28}  {check.detail}"))
        done.append(check)
    failed = sum(not check.passed for check in done)
    click.echo(f"{len(done) - failed} of {len(done)} checks passed")
    return done


def all_passed(checks: Iterable[Check]) -> bool:
    return all(check.passed for check in checks)


def write_report(path: Path, program: str, checks: Sequence[Check]) -> None:
    """Write the results with place and time, as a table in Markdown.

    Raises:
        OSError: the file cannot be written.
    """
    failed = sum(not check.passed for check in checks)
    verdict = f"{failed} of {len(checks)} checks failed" if failed else "accepted"
    lines = [
        f"# {program}: {verdict}",
        "",
        measured_at(),
        "",
        "| check | | measured |",
        "|---|---|---|",
        *(f"| {check.name} | {_mark(check)} | {table_cell(check.detail)} |" for check in checks),
        "",
    ]
    write_whole(path, "\n".join(lines).encode())


def _mark(check: Check) -> str:
    return "ok" if check.passed else "FAILED"


def measured_at() -> str:
    """Return a sentence with the time and the machine of a check."""
    return (
        f"Checked on {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC under "
        f"{platform.system()} {platform.release()}, {processor_name()}."
    )


def table_cell(text: str) -> str:
    """Return a text as one line that is safe in a table of Markdown."""
    return shown(text).replace("|", "\\|")
