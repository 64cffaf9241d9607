"""The page on what `fukumi check` says of bundled bots and of misbehaving engines.

`python -m tests.tournaments.compliance.compliance_page` makes docs/compliance.md again, in half an
hour; with names of engines it prints their rows.
"""

import ast
import datetime
import re
import sys
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.repository import ROOT
from tests.torture.hostile_engines import GOOD, KINDS, SLOW, SWAP2, Kind
from tests.tournaments.engines import ENGINES, command_of
from tournaments.acceptance.acceptance_report import table_cell
from tournaments.bots import NAMES
from tournaments.cli.engine_options import engine_spec
from tournaments.compliance.check_list import LEAGUE_RULES, checks_of
from tournaments.compliance.compliance_check import CheckFinding, CheckVerdict
from tournaments.compliance.compliance_report import EngineFindings, summary
from tournaments.compliance.compliance_run import NAMES_A_FAULT, examine
from tournaments.engine.orphans import Adoption

PAGE = ROOT / "docs" / "compliance.md"

MISBEHAVING = (
    *(kind for kind in (*KINDS, *SLOW, *SWAP2[:-1]) if kind.name != "changes_directory"),
    Kind("answers_early"),
    Kind("complains_at_start"),
    Kind("hungry_talker", settings=f"maxmemory={100 << 20}"),
    Kind("says_on_stderr"),
)
"""Engines with a fault each; without those that attack their manager's process."""

SHOWN, CELL = 2, 140
"""Findings of an engine that are shown whole, and characters of each."""

TEXT = """# Compliance of bots and of misbehaving engines

What `fukumi check` ([Engine authors](engine-authors.md)) says of the bundled bots, and of engines
in `tests/engines/` that each have a fault. Made on {date:%Y-%m-%d} by

    python -m tests.tournaments.compliance.compliance_page

## Bundled bots

All checks, under all rules. The five bots with nets play on small boards only, 6x6 to 9x9, and are
not listed.

| bot | checks | warnings and failures |
|---|---|---|
{bots}

`random` plays anywhere, and `puremcts` misses two positions at its 1,000 playouts a move; with
`option.playouts=100000` it passes.

## Misbehaving engines

All checks of `--quick`, failures first. The engines all play the first free square and do not know
every command; what the check says of that is left out.

| engine | fault | findings |
|---|---|---|
{engines}
"""


def make() -> None:
    """Write the page."""
    with ProcessPoolExecutor() as pool:
        bots = pool.map(bot_row, NAMES)
        usual = pool.submit(usual_faults).result()
        engines = pool.map(partial(engine_row, usual=usual), MISBEHAVING)
        parts = {"bots": "\n".join(bots), "engines": "\n".join(engines)}
    today = datetime.datetime.now(datetime.UTC)
    PAGE.write_text(TEXT.format(date=today, **parts), encoding="utf-8")


def bot_row(name: str) -> str:
    """Return the row of a bundled bot."""
    found = examined(f"cmd={name}", quick=False)
    return row(found, f"`{name}`", counts(found))


def usual_faults() -> frozenset[str]:
    """Return the names of the checks that the engine without a fault of its own does not pass."""
    findings = examined(command(GOOD), quick=True).findings
    return frozenset(found.check.name for found in findings if found.verdict in NAMES_A_FAULT)


def engine_row(kind: Kind, usual: Collection[str]) -> str:
    """Return the row of a misbehaving engine."""
    with TemporaryDirectory() as folder:
        found = examined(command(kind, Path(folder)), quick=True)
    return row(found, f"`{kind.name}`", fault_of(kind), usual)


def command(kind: Kind, folder: Path = Path()) -> str:
    """Return the value of --engine; the engine may note its processes in the folder."""
    script, *arguments = kind.name.split()
    notes = [str(folder / "pids")] if script in ("hostile", "forks") else []
    words = [*command_of(script), *arguments, *notes]
    return f'name=engine cmd="{" ".join(words)}" {kind.settings}'


def examined(engine: str, *, quick: bool) -> EngineFindings:
    """Make the checks of an engine."""
    checks = [check for check in checks_of(LEAGUE_RULES) if not (quick and check.slow)]
    with closing(Adoption()):
        return EngineFindings("", tuple(examine(engine_spec(engine), checks)))


def row(found: EngineFindings, name: str, text: str, usual: Collection[str] = ()) -> str:
    """Return a row: the engine, a text, and its findings except the usual ones."""
    faults = sorted(
        (
            finding
            for finding in found.findings
            if finding.verdict in NAMES_A_FAULT and finding.check.name not in usual
        ),
        key=lambda finding: finding.verdict is not CheckVerdict.FAILED,
    )
    cells = [cell(finding) for finding in faults[:SHOWN]]
    others = ", ".join(finding.check.name for finding in faults[SHOWN:])
    more = [f"also {others}"] if others else []
    line = f"| {name} | {text} | {'<br>'.join([*cells, *more])} |"
    print(line, flush=True)
    return line


def cell(finding: CheckFinding) -> str:
    """Return a finding, without the notes on a busy machine."""
    detail = re.sub(r" \((attempt \d|in \d attempts).*", "", finding.detail)
    short = detail if len(detail) <= CELL else detail[:CELL] + "..."
    text = table_cell(short).replace("<", "&lt;")
    return f"**{finding.check.name}** {finding.verdict}: {text}"


def counts(found: EngineFindings) -> str:
    return summary(found).removeprefix(": ")


def fault_of(kind: Kind) -> str:
    """Return the fault of an engine: the first sentence of its description."""
    script, *classes = kind.name.split()
    module = ast.parse((ENGINES / f"{script}.py").read_text(encoding="utf-8"))
    described = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    text = ast.get_docstring(described[classes[0]] if classes else module) or ""
    sentence = re.split("[.;] ", " ".join(text.split()).rstrip("."))[0]
    return re.sub("^An engine (that )?", "", sentence)


if __name__ == "__main__":
    if names := sys.argv[1:]:
        for kind in MISBEHAVING:
            if kind.name in names:
                engine_row(kind, usual_faults())
    else:
        make()
