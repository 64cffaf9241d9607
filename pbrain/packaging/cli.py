"""`fukumi package`: builds the executable, zips it, and tries out what is in the zip."""

from itertools import chain
from pathlib import Path

import click

from pbrain.packaging.acceptance import Extent, accept, check, same_build
from pbrain.packaging.build import PackagingError, build
from pbrain.packaging.entry import handed_in
from pbrain.packaging.verdict import all_passed, told
from pbrain.packaging.zipper import make_zip


@click.command()
@click.option(
    "--out", default="dist", show_default=True, type=click.Path(file_okay=False, path_type=Path)
)
@click.option("--full-clocks", is_flag=True, help="Play the games at the leagues' own clocks.")
def package(out: Path, full_clocks: bool) -> None:
    """Build pbrain-Fukumi64 and Fukumi.zip, then put the packaged program to the test.

    The test is the quick part of `fukumi accept`; --full-clocks asks for all of it.
    """
    try:
        archive = _make(out)
    except (PackagingError, OSError) as error:
        click.echo(f"fukumi package: {error}", err=True)
        raise SystemExit(2) from error
    if not _try_out(archive, full_clocks):
        click.echo("fukumi package: the packaged program failed; see above", err=True)
        raise SystemExit(1)


def _make(out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    folder = build(out)
    archive = make_zip(folder, out)
    unpacked = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes, {unpacked:,} unpacked")
    return archive


def _try_out(archive: Path, full_clocks: bool) -> bool:
    extent = Extent.FULL if full_clocks else Extent.QUICK
    with handed_in(archive) as entry:
        build_check = check("build of the core", same_build, entry)
        return all_passed(told(chain((build_check,), accept(entry, extent))))
