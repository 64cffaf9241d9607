"""Version resource of the executable, which Windows shows as its properties."""

import re

from core.version import VERSION
from pbrain.identity import AUTHOR, NAME
from pbrain.packaging.packaged_programs import PackagedProgram

LANGUAGE, UNICODE = 0x0409, 1200
"""American English and Unicode, as Windows numbers languages and character sets."""


def version_resource(program: PackagedProgram) -> str:
    """Return the version resource in the format that PyInstaller reads (VSVersionInfo)."""
    numbers = _numbers(VERSION)
    shown = {
        "CompanyName": AUTHOR,
        "FileDescription": program.description,
        "FileVersion": VERSION,
        "InternalName": NAME,
        "LegalCopyright": f"Copyright the {AUTHOR}, MIT License",
        "OriginalFilename": f"{program.name}.exe",
        "ProductName": NAME,
        "ProductVersion": VERSION,
    }
    strings = ", ".join(f"StringStruct({key!r}, {text!r})" for key, text in shown.items())
    return (
        "VSVersionInfo(\n"
        f"  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}),\n"
        "  kids=[\n"
        f"    StringFileInfo([StringTable('{LANGUAGE:04x}{UNICODE:04x}', [{strings}])]),\n"
        f"    VarFileInfo([VarStruct('Translation', [{LANGUAGE}, {UNICODE}])]),\n"
        "  ],\n"
        ")\n"
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the four numbers that Windows compares: `1.2.3` is 1, 2, 3, 0."""
    found = [int(digits) for digits in re.findall(r"\d+", version)]
    return (*found, 0, 0, 0, 0)[:4]
