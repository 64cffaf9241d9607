"""The command `fukumi about`: version, build and nets."""

import re
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from core import BUILD
from core.eval.net_loader import WEIGHTS
from core.eval.netfile import NetError, read_net
from core.system import processor
from core.version import VERSION

_GAMES = re.compile(r"([\d,]+)\s+self-play games")
_SAMPLES = re.compile(r"([\d,]+)\s+samples")


@click.command("about")
def command() -> None:
    """Show the version, the build of the core, and the nets."""
    click.echo(f"Fukumi {VERSION}, {BUILD} build of the core, on {processor.name()}")
    Console().print(nets_table(WEIGHTS))


def nets_table(folder: Path) -> Table:
    """Return a table of the nets in a folder: figures of their cards, and their checksums."""
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for heading in ("Net", "Rule"):
        table.add_column(heading, no_wrap=True)
    for heading in ("Games", "Samples", "Bytes"):
        table.add_column(heading, justify="right")
    for heading in ("Parent", "Checksum"):
        table.add_column(heading)
    for path in sorted(folder.glob("*.net")):
        table.add_row(path.name, *_headline(path))
    return table


def _headline(path: Path) -> tuple[str, ...]:
    """Return rule, games, samples, bytes, parent and checksum of a net; - for unknown values."""
    card = path.with_suffix(".md")
    text = card.read_text(encoding="utf-8") if card.exists() else ""
    games, samples = (_first(pattern, text) for pattern in (_GAMES, _SAMPLES))
    size = f"{path.stat().st_size:,}"
    try:
        header = read_net(path).header
    except NetError as error:
        return ("-", games, samples, size, "-", str(error).removeprefix(f"{path} "))
    parent = f"{header['parent']:08x}" if header.get("parent") else "-"
    return (header.get("rule", "-"), games, samples, size, parent, f"{header['crc32']:08x} ok")


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else "-"
