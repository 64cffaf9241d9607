"""Entry point of the packaged board: `fukumi play` as a program of its own.

The program is also the Python that runs the bundled engines: it understands `-P -m MODULE`.
Started from a file manager it may have no terminal, and so nobody who could press Ctrl-C.
"""

import runpy
import sys
import urllib.request
import webbrowser
from http.client import HTTPException


def main() -> None:
    """Serve the board and open the browser, or run one of the engines."""
    if sys.argv[1:3] == ["-P", "-m"]:
        sys.argv = sys.argv[3:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    elif sys.argv[1:]:
        _play(sys.argv[1:])
    elif running := running_board():
        webbrowser.open(running)
    else:
        _play([] if _has_terminal() else ["--until-closed"])


def _play(options: list[str]) -> None:
    import click

    from board.play_command import play
    from fukumi.command_line import main as run

    class OnlyCommand(click.Context):
        """The context of a command that is run without its name."""

        @property
        def command_path(self) -> str:
            return "fukumi-board"

    play.context_class = OnlyCommand
    run(["play", *options], prog_name="fukumi-board")


def running_board() -> str | None:
    """Return the address of this version's board if one is served already, at the usual port."""
    from board.page_version import PageVersion
    from board.play_command import LOCAL, PORT
    from board.server import PAGE

    address = f"http://{LOCAL}:{PORT}/"
    try:
        with urllib.request.urlopen(f"{address}version.js", timeout=1) as reply:
            return address if PageVersion(PAGE).digest.encode() in reply.read(200) else None
    except (OSError, HTTPException):
        return None


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    main()
