"""The start of an engine's process.

Two drivers talk to engines, since they want opposite things of the pipe. `engine.process`, for
games, forgives what managers forgive (ends of lines, empty lines, noise), never blocks, stops a
flood and ends the whole family. `acceptance.program_driver`, for `fukumi accept` and `fukumi
check`, keeps the bytes as they came, the standard error, the lines after END and the exit code, all
of which it judges, and spares what has left the program's process tree.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tournaments.engine import orphans


def spawn(
    command: Sequence[str],
    directory: str | Path | None,
    environment: Mapping[str, str],
    stderr: int = subprocess.PIPE,
) -> subprocess.Popen[bytes]:
    """Start an engine with unbuffered pipes, in a session of its own: one that stops its whole
    group does not stop ours.

    Args:
        command: the program and its arguments.
        directory: its working directory; our own if None.
        environment: variables added to our own.
        stderr: where its standard error goes, by default into a pipe.
    Raises:
        OSError: it cannot be started.
    """
    with orphans.own_child() as register:
        popen = subprocess.Popen(
            list(command),
            cwd=directory,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,
            start_new_session=True,
            creationflags=0x200 if sys.platform == "win32" else 0,  # CREATE_NEW_PROCESS_GROUP
        )
        register(popen.pid, popen.poll)
    return popen
