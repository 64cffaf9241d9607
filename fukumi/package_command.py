"""The command `fukumi package`: the executable, its zip, and a quick test of the zip."""

import sys
from itertools import chain
from pathlib import Path

import click

from pbrain.packaging.build import Toolchain, build, native_toolchain
from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows import cross
from pbrain.packaging.zipper import make_zip
from tournaments.acceptance.acceptance_checks import Extent, accept, check, same_build
from tournaments.acceptance.acceptance_report import all_passed, print_checks
from tournaments.acceptance.program_entry import open_entry

HERE = "windows" if sys.platform == "win32" else sys.platform


@click.command()
@click.option(
    "--target",
    default=HERE,
    show_default=True,
    type=click.Choice(("linux", "windows")),
    help="System to build for. On Linux this may be windows, with mingw-w64 and wine.",
)
@click.option(
    "--out",
    metavar="DIR",
    default="dist",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the packages, in a subfolder for each system.",
)
@click.option(
    "--full-clocks", is_flag=True, help="Run the whole test, with games at the leagues' own clocks."
)
def package(target: str, out: Path, full_clocks: bool) -> None:
    """Build and test the executable and its zip for Gomocup.

    The files are pbrain-Fukumi64 and Fukumi.zip. The test is the quick part of `fukumi accept`;
    --full-clocks runs all of it.
    """
    tools = toolchain(target)
    archive = _make(out / target, tools)
    if not _try_out(archive, tools, full_clocks):
        click.echo("fukumi package: the packaged program failed; see above", err=True)
        raise SystemExit(1)


def toolchain(target: str) -> Toolchain:
    """Return the tools that build for a system here.

    Raises:
        PackagingError: the system cannot be built for here, or a tool is missing.
    """
    if target == HERE:
        return native_toolchain()
    if target == "windows" and HERE == "linux":
        click.echo("Preparing to build for Windows; the first time this takes some minutes.")
        return cross.cross_toolchain()
    raise PackagingError(f"cannot build for {target} on {HERE}: run this on {target}")


def _make(out: Path, tools: Toolchain) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    folder = build(out, tools)
    archive = make_zip(folder, out)
    unpacked = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes, {unpacked:,} unpacked")
    return archive


def _try_out(archive: Path, tools: Toolchain, full_clocks: bool) -> bool:
    extent = Extent.FULL if full_clocks else Extent.QUICK
    with open_entry(archive, tools.runner) as entry:
        build_check = check("build of the core", same_build, entry)
        return all_passed(print_checks(chain((build_check,), accept(entry, extent))))
