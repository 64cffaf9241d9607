"""A submitted program, made ready to run: a zip, an unpacked folder or an executable."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol
from zipfile import BadZipFile, ZipFile

from core.system.errors import UserError
from tournaments.acceptance.program_driver import Program


class EntryError(UserError):
    """A program that cannot be checked. The text says in one line why, and what to do."""


class Startable(Protocol):
    """Anything that starts a program to be checked: a packaged one, or an engine's command."""

    def run(self, directory: Path) -> Program:
        """Start it in a folder."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A packaged program.

    Attributes:
        executable: at the root of its folder, next to all its files.
        runner: the command that runs it, such as `wine`; empty if the system does.
    """

    executable: Path
    runner: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return self.executable.parent

    def run(self, directory: Path) -> Program:
        """Start it in a folder.

        Raises:
            EntryError: it cannot be started at all.
        """
        try:
            return Program((*self.runner, str(self.executable)), directory)
        except OSError as error:
            first = (*self.runner, str(self.executable))[0]
            raise EntryError(f"cannot start {first}: {error.strerror}") from error

    def copied_to(self, folder: Path) -> "Entry":
        """Return a copy of the program in another folder."""
        shutil.copytree(self.folder, folder)
        return Entry(folder / self.executable.name, self.runner)

    def files(self) -> dict[str, tuple[int, int]]:
        """Return the size in bytes and the modification time in nanoseconds of each of its
        files."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                state = path.stat()
                found[path.relative_to(self.folder).as_posix()] = (state.st_size, state.st_mtime_ns)
        return found


@contextmanager
def open_entry(
    path: Path, runner: tuple[str, ...] = (), pattern: str = "pbrain-*"
) -> Iterator[Entry]:
    """Provide the program of a zip, a folder or an executable; unpack a zip into a temporary
    folder.

    Args:
        pattern: the executable's place in a zip or a folder; Gomocup expects it at the root.

    Raises:
        EntryError: there is no one program, or the zip cannot be read.
    """
    if path.is_dir():
        yield Entry(_executable_at(path.resolve(), pattern), runner)
    elif path.suffix.lower() != ".zip":
        yield Entry(path.resolve(), runner)
    else:
        with TemporaryDirectory() as name:
            folder = Path(name).resolve()
            try:
                _unpack(path, folder)
            except (OSError, BadZipFile) as error:
                raise EntryError(f"cannot unpack {path}: {error}") from error
            yield Entry(_executable_at(folder, pattern), runner)


def _executable_at(folder: Path, pattern: str) -> Path:
    found = [path for path in folder.glob(pattern) if path.is_file()]
    if len(found) != 1:
        choose = ": name one of them instead, unpacked" if found else ""
        raise EntryError(
            f"{len(found)} programs {pattern} are there, where one is expected{choose}"
        )
    return found[0]


def _unpack(path: Path, folder: Path) -> None:
    """Unpack a zip and restore its execute permissions, which the standard library ignores."""
    with ZipFile(path) as archive:
        for entry in archive.infolist():
            target = archive.extract(entry, folder)
            mode = entry.external_attr >> 16
            if mode:
                Path(target).chmod(mode)
