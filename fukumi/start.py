"""Entry point of the script `fukumi`, which needs the standard library alone for some commands.

Importing click takes three quarters of the time of `fukumi --help`, and a brain that a manager
starts needs none of it.
"""

import io
import os
import sys


def main() -> None:
    """Run the command line; `fukumi brain` and the list of commands do without click."""
    words = sys.argv[1:]
    if words == ["brain"]:
        from pbrain.main import main as play

        play()
        return
    if isinstance(sys.stdout, io.TextIOWrapper):  # names of any language, on any terminal
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if words in (["--help"], ["-h"]):
            from fukumi.command_list import help_text

            print(help_text(), flush=True)
        else:
            _run()
    except OSError as error:  # of --help and --version: commands report their own
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left to write would fail at exit
        sys.exit(1 if isinstance(error, BrokenPipeError) else f"fukumi: {error.strerror}")


def _run() -> None:
    try:
        from fukumi.command_line import main as run
    except ModuleNotFoundError as error:
        from core.system.extras import missing_package

        sys.exit(f"fukumi: {missing_package(error, 'tools')}")
    run()
