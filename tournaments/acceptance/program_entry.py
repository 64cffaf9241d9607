"""What somebody hands in: a zip, an unpacked folder or an executable, made ready to be run."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile

from pbrain.packaging.packaging_error import PackagingError
from pbrain.packaging.zipper import unpack
from tournaments.acceptance.program_driver import Program


@dataclass(frozen=True, slots=True)
class Entry:
    """A packaged program.

    Attributes:
        executable: lies at the root of its folder, beside all its files.
        runner: the words of what runs it, such as `wine`; none where the system does.
    """

    executable: Path
    runner: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return self.executable.parent

    def run(self, directory: Path) -> Program:
        """Starts it in a folder.

        Raises:
            PackagingError: it cannot be started at all.
        """
        try:
            return Program((*self.runner, str(self.executable)), directory)
        except OSError as error:
            first = (*self.runner, str(self.executable))[0]
            raise PackagingError(f"cannot start {first}: {error.strerror}") from error

    def copied_to(self, folder: Path) -> "Entry":
        """The same program in another folder."""
        shutil.copytree(self.folder, folder)
        return Entry(folder / self.executable.name, self.runner)

    def files(self) -> dict[str, tuple[int, int]]:
        """Size in bytes and time of change in nanoseconds of all its files."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            if path.is_file():
                state = path.stat()
                found[path.relative_to(self.folder).as_posix()] = (state.st_size, state.st_mtime_ns)
        return found


@contextmanager
def handed_in(path: Path, runner: tuple[str, ...] = ()) -> Iterator[Entry]:
    """The program of a zip, a folder or an executable; a zip is unpacked for the while.

    Raises:
        PackagingError: there is no one program, or the zip cannot be read.
    """
    if path.is_dir():
        yield Entry(_executable_at(path.resolve()), runner)
    elif path.suffix.lower() != ".zip":
        yield Entry(path.resolve(), runner)
    else:
        with TemporaryDirectory() as name:
            folder = Path(name).resolve()
            try:
                unpack(path, folder)
            except (OSError, BadZipFile) as error:
                raise PackagingError(f"cannot unpack {path}: {error}") from error
            yield Entry(_executable_at(folder), runner)


def _executable_at(folder: Path) -> Path:
    found = [path for path in folder.glob("pbrain-*") if path.is_file()]
    if len(found) != 1:
        raise PackagingError(
            f"{len(found)} pbrain-... programs lie at the root where Gomocup looks for one"
        )
    return found[0]
