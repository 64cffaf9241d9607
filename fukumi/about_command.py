"""The command `fukumi about`: version, build and nets."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from core import BUILD
from core.eval.net_loader import WEIGHTS
from core.eval.netfile import NetError, read_net
from core.system import processor
from core.version import VERSION

_COLUMNS = ("Net", "Rule", "Games", "Samples", "Bytes", "Parent", "Checksum")


@click.command("about")
@click.option("--json", "wants_json", is_flag=True, help="Write one JSON object instead of text.")
def command(wants_json: bool) -> None:
    """Show the version, the build of the core, and the nets."""
    nets = nets_of(WEIGHTS)
    if wants_json:
        values = {"version": VERSION, "build": BUILD, "processor": processor.name(), "nets": nets}
        click.echo(json.dumps(values))
    else:
        click.echo(f"Fukumi {VERSION}, {BUILD} build of the core, on {processor.name()}")
        click.echo(nets_table(nets))


def nets_of(folder: Path) -> list[dict[str, Any]]:
    """Return the figures of each net in a folder, from its header.

    Games and samples are those of the net's last run. Unknown figures are None, and so is
    the error of a net that can be read.
    """
    return [_figures(path) for path in sorted(folder.glob("*.net"))]


def _figures(path: Path) -> dict[str, Any]:
    error = None
    header: Mapping[str, Any] = {}
    try:
        header = read_net(path).header
    except NetError as damage:
        error = str(damage).removeprefix(f"{path} ")
    return {
        "name": path.name,
        "rule": header.get("rule"),
        "games": header.get("games"),
        "samples": header.get("samples"),
        "bytes": path.stat().st_size,
        "parent": f"{header['parent']:08x}" if header.get("parent") else None,
        "checksum": f"{header['crc32']:08x}" if header else None,
        "error": error,
    }


def nets_table(nets: list[dict[str, Any]]) -> str:
    """Return a table of nets; - stands for unknown values."""
    rows = [_COLUMNS, *(_cells(net) for net in nets)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if heading in ("Games", "Samples", "Bytes") else cell.ljust(width)
            for cell, width, heading in zip(row, widths, _COLUMNS, strict=True)
        ).rstrip()
        for row in rows
    )


def _cells(net: dict[str, Any]) -> tuple[str, ...]:
    counts = ("-" if net[key] is None else f"{net[key]:,}" for key in ("games", "samples", "bytes"))
    checked = net["error"] or f"{net['checksum']} ok"
    return (net["name"], net["rule"] or "-", *counts, net["parent"] or "-", checked)
