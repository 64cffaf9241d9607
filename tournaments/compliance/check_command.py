"""`fukumi check`: tests an engine against the whole protocol and every manager's habits."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from core.game.rules import Rule
from core.system.files import require_folder, write_whole
from core.system.text import shown
from tournaments.cli.engine_options import engine_spec
from tournaments.compliance.check_list import LEAGUE_RULES, checks_of
from tournaments.compliance.compliance_check import CheckFinding, CheckVerdict, ComplianceCheck
from tournaments.compliance.compliance_report import (
    EngineFindings,
    as_junit,
    as_markdown,
    as_values,
    finding_lines,
    summary,
)
from tournaments.compliance.compliance_run import examine
from tournaments.engine.orphans import Adoption
from tournaments.model import EngineSpec, TournamentError


@click.command("check")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="'cmd=... name=...'",
    help="An engine, as for `fukumi tournament run`: cmd=, name=, dir=, tolerance= (seconds a "
    "manager adds to a limit), maxmemory= bytes, option.NAME=. May be repeated.",
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    help="A rule that the engine plays, by name or code; may be repeated. Default: freestyle, "
    "standard, renju and caro.",
)
@click.option(
    "--only",
    default="",
    metavar="TEXT",
    help="Make only the checks with this in their name. Default: all.",
)
@click.option("--quick", is_flag=True, help="Leave out whole games and long moves.")
@click.option("--list", "lists", is_flag=True, help="List the checks and the rules they check.")
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object instead of text.")
@click.option(
    "--junit",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="File for the results in JUnit's XML, for servers of continuous integration. Default: "
    "none.",
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="File for the report in Markdown. Default: none.",
)
def command(
    engines: tuple[str, ...],
    rules: tuple[str, ...],
    only: str,
    quick: bool,
    lists: bool,
    wants_json: bool,
    junit: Path | None,
    out: Path | None,
) -> None:
    """Check an engine against the whole protocol, with advice.

    Every command, the habits of Piskvork, GomocupJudge, c-gomoku-cli, qpiskvork and Yixin-Board,
    time and memory at their limits, its exit, the rules, swap2. It takes about a minute and a
    half. A fault comes with what was sent and said, what the protocol says, and how to fix it. A
    warning is a habit that only some managers do not forgive; an optional command that is not
    supported is no fault.

    Ends with code 1 if a check failed.
    """
    checks = _chosen(rules, only, quick)
    if lists:
        for check in checks:
            click.echo(f"{check.name:28}  {check.protocol}")
        return
    if not engines:
        raise TournamentError("name an engine: --engine cmd=...")
    specs = [engine_spec(engine) for engine in engines]
    for file in (junit, out):
        require_folder(file)
    say: Callable[[str], None] = (lambda _: None) if wants_json else click.echo
    with closing(Adoption()):
        results = [_examined(spec, checks, say) for spec in specs]
    if wants_json:
        click.echo(json.dumps({"engines": [as_values(result) for result in results]}))
    if junit:
        write_whole(junit, as_junit(results))
    if out:
        write_whole(out, as_markdown(results).encode())
    raise SystemExit(int(any(result.failed for result in results)))


def _chosen(rules: tuple[str, ...], only: str, quick: bool) -> list[ComplianceCheck]:
    """Return the checks of the options.

    Raises:
        TournamentError: an unknown rule, or no check has such a name.
    """
    try:
        parsed = [Rule.parse(text) for text in rules] or list(LEAGUE_RULES)
    except ValueError as error:
        raise TournamentError(str(error)) from error
    checks = [check for check in checks_of(parsed) if not (quick and check.slow)]
    chosen = [check for check in checks if only.lower() in check.name.lower()]
    if not chosen:
        raise TournamentError(f"there is no check with {only!r} in its name: see --list")
    return chosen


def _examined(
    spec: EngineSpec, checks: list[ComplianceCheck], say: Callable[[str], None]
) -> EngineFindings:
    """Make the checks, saying each result as soon as it is there."""
    say(shown(f"{spec.name}: {len(checks)} checks"))
    findings: list[CheckFinding] = []
    for finding in examine(spec, checks):
        findings.append(finding)
        if finding.verdict is not CheckVerdict.SKIPPED:
            for line in finding_lines(finding):
                say(line)
    result = EngineFindings(spec.name, tuple(findings))
    say(summary(result))
    return result
