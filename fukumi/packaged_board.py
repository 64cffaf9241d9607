"""Entry point of the packaged board: `fukumi play` as a program of its own.

The program is also the Python that runs the bundled engines: it understands `-P -m MODULE`.
Started from a file manager it may have no terminal, and so nobody who could press Ctrl-C.
"""

import runpy
import sys


def main() -> None:
    """Serve the board and open the browser, or run one of the engines."""
    if sys.argv[1:3] == ["-P", "-m"]:
        sys.argv = sys.argv[3:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        from fukumi.command_line import main as run

        options = sys.argv[1:] or ([] if _has_terminal() else ["--until-closed"])
        run(["play", *options], prog_name="fukumi-board")


def _has_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


if __name__ == "__main__":
    main()
