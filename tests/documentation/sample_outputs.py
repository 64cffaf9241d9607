"""Sample outputs of docs/: `python -m tests.documentation.sample_outputs` makes them again."""

import os
import tempfile
from pathlib import Path

from tests.documentation.guides import READ_FIRST, furnish, renewed


def make() -> None:
    """Rewrite the outputs in the console blocks of README.md and docs/."""
    with tempfile.TemporaryDirectory() as folder:
        furnish(Path(folder))
        os.chdir(folder)
        for path in READ_FIRST:
            text = path.read_text(encoding="utf-8")
            path.write_text(renewed(text), encoding="utf-8")


if __name__ == "__main__":
    make()
