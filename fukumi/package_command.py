"""The command `fukumi package`: a program, its zip, and a test of the zip."""

import sys
from itertools import chain
from pathlib import Path

import click

from pbrain.packaging.build import Toolchain, build, native_toolchain
from pbrain.packaging.packaged_programs import BOARD, BRAIN
from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.windows import cross
from pbrain.packaging.zipper import files_of, make_zip, zip_files
from tournaments.acceptance.acceptance_checks import Extent, accept, check, same_build
from tournaments.acceptance.acceptance_report import all_passed, print_checks
from tournaments.acceptance.program_entry import open_entry

HERE = "windows" if sys.platform == "win32" else sys.platform
TARGETS = ("linux", "windows")


@click.command()
@click.option(
    "--target",
    default=HERE if HERE in TARGETS else TARGETS[0],
    show_default=True,
    type=click.Choice(TARGETS),
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
    "--board",
    is_flag=True,
    help="Package the board for players, fukumi-board.zip, instead of the brain.",
)
@click.option(
    "--full-clocks", is_flag=True, help="Run the whole test, with games at the leagues' own clocks."
)
def package(target: str, out: Path, board: bool, full_clocks: bool) -> None:
    """Build and test the program for Gomocup, or the board for players.

    The files are pbrain-Fukumi64 and Fukumi.zip, or fukumi-board and its zip. The test of the brain
    is the quick part of `fukumi accept`; --full-clocks runs all of it.
    """
    if board and full_clocks:
        raise PackagingError("--full-clocks tests the brain: leave it out with --board")
    tools = toolchain(target)
    passed = _board(out / target, tools) if board else _brain(out / target, tools, full_clocks)
    if not passed:
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


def _brain(out: Path, tools: Toolchain, full_clocks: bool) -> bool:
    """Make the brain's package, and return whether it passes its test."""
    out.mkdir(parents=True, exist_ok=True)
    folder = build(out, tools, BRAIN)
    archive = make_zip(folder, out)
    _tell_size(archive, folder)
    extent = Extent.FULL if full_clocks else Extent.QUICK
    with open_entry(archive, tools.runner) as entry:
        build_check = check("build of the core", same_build, entry)
        return all_passed(print_checks(chain((build_check,), accept(entry, extent, ours=True))))


def _board(out: Path, tools: Toolchain) -> bool:
    """Make the board's package, and return whether it passes its test."""
    from fukumi.board_checks import board_checks  # needs the packages of the board

    out.mkdir(parents=True, exist_ok=True)
    folder = build(out, tools, BOARD)
    archive = zip_files(folder, out / f"{BOARD.name}.zip", BOARD.name)
    _tell_size(archive, folder)
    pattern = f"{BOARD.name}/{BOARD.name}{tools.suffix}"
    with open_entry(archive, tools.runner, pattern) as entry:
        return all_passed(print_checks(board_checks(entry)))


def _tell_size(archive: Path, folder: Path) -> None:
    unpacked = sum(path.stat().st_size for path in files_of(folder))
    click.echo(f"{archive}: {archive.stat().st_size:,} bytes, {unpacked:,} unpacked")
