"""The programs that are packaged: the brain for tournaments, and the board for players."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("pbrain", "packaging")


@dataclass(frozen=True, slots=True)
class PackagedProgram:
    """A program that is packaged.

    Attributes:
        name: of the executable and of its folder.
        spec: its PyInstaller spec, relative to the sources.
        description: as Windows shows it in the properties.
        readme: the text next to it for those who unpack it, empty for none.
    """

    name: str
    spec: Path
    description: str
    readme: str = ""


BRAIN = PackagedProgram(
    "pbrain-Fukumi64",
    FOLDER / "fukumi.spec",
    "Fukumi, a Gomoku (five-in-a-row) brain for the Gomocup protocol",
)
BOARD = PackagedProgram(
    "fukumi-board",
    FOLDER / "board.spec",
    "Fukumi, a board to play and analyse Gomoku (five-in-a-row)",
    """\
Fukumi: a board to play and analyse Gomoku (five-in-a-row) and renju

Start fukumi-board: it opens the board in your browser, without a network.
To end it, close its window or press Ctrl-C in it; where it has no window, it
ends a minute after the board is closed in the browser.

fukumi-board --help lists its options, such as other engines to play against.
""",
)
