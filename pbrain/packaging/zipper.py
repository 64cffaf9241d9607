"""The zip that Gomocup accepts: the executable at its root, small, with plain file names."""

import re
import zipfile
from pathlib import Path

from pbrain.packaging.packaging_error import PackagingError

ZIP_NAME = "Fukumi.zip"

SIZE_LIMIT = 8 << 20
"""Gomocup's default limit in bytes; a larger archive needs a written request."""

_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


def zip_files(folder: Path, path: Path, inside: str = "") -> Path:
    """Zip the files of a folder, into the folder `inside` of the zip, and return its path."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in files_of(folder):
            archive.write(file, (Path(inside) / file.relative_to(folder)).as_posix())
    return path


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def make_zip(folder: Path, out: Path) -> Path:
    """Zip a built folder into `out`/Fukumi.zip, its files at the root of the archive.

    Raises:
        PackagingError: a name with unusual characters, no `pbrain-` program at the root, or an
            archive above the size limit.
    """
    names = [path.relative_to(folder).as_posix() for path in files_of(folder)]
    odd = [name for name in names if not all(_PLAIN.fullmatch(p) for p in name.split("/"))]
    if odd:
        raise PackagingError(f"Gomocup allows only A-Z a-z 0-9 - _ . in file names: {odd[0]}")
    if not any(name.startswith("pbrain-") and "/" not in name for name in names):
        raise PackagingError(f"{folder} has no pbrain-... program to put at the root of the zip")
    path = zip_files(folder, out / ZIP_NAME)
    size = path.stat().st_size
    if size > SIZE_LIMIT:
        raise PackagingError(f"{path} has {size:,} bytes; Gomocup allows {SIZE_LIMIT:,} by default")
    return path
