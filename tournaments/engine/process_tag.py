"""A tag inherited by every process an engine starts, so that they can all be found.

Children may leave their engine's process group and session, outlive their parents, and forget their
environment. On Linux the tag is therefore a resource limit, which every child inherits and which
cannot be raised again: that of POSIX message queues, which no engine uses, set to a random value
that does not occur by itself. On other systems, or where the limit is too low to choose from, it is
an environment variable, which a child may drop.

A child that left the process tree is missed if it was started before the tag was set, or if it has
lowered its limit. A worker adopts such orphans and ends them after the game
(`tournaments.engine.orphans`), but cannot count their memory as that of one engine.
"""

import random
import sys
import uuid

import psutil

MARK = "FUKUMI_ENGINE_MARK"
"""Name of the environment variable."""

_LEAST_LIMIT = 1 << 16

Limits = tuple[int, int]


class ProcessTag:
    """One engine's tag. Give `environment` to the new process, then `attach` the tag to it."""

    def __init__(self) -> None:
        self._mark = uuid.uuid4().hex
        self._limits: Limits | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {MARK: self._mark}

    @property
    def by_limits(self) -> bool:
        """True if tagged processes are found by their limits, which is reliable and fast."""
        return self._limits is not None

    def attach(self, pid: int) -> None:
        """Tag a process that has just been started; do nothing if it has already ended."""
        try:
            self._limits = _set_random_limits(psutil.Process(pid))
        except psutil.Error:
            return

    def processes(self) -> list[psutil.Process]:
        """Return all processes with this tag, unreaped zombies included."""
        return [process for process in psutil.process_iter() if self._is_on(process)]

    def _is_on(self, process: psutil.Process) -> bool:
        try:
            if self._limits is None:
                return process.environ().get(MARK) == self._mark
            return _limits_of(process) == self._limits
        except (psutil.Error, OSError):
            return False


if sys.platform == "linux":

    def _limits_of(process: psutil.Process) -> Limits:
        return process.rlimit(psutil.RLIMIT_MSGQUEUE)

    def _set_random_limits(process: psutil.Process) -> Limits | None:
        """Set random limits; return (soft, hard), or None where there is no room to choose from."""
        most = _limits_of(psutil.Process())[1]
        if most == psutil.RLIM_INFINITY:
            most = 1 << 31
        if most < _LEAST_LIMIT:
            return None
        chosen = random.SystemRandom()
        soft, hard = chosen.randrange(most // 4, most // 2), chosen.randrange(most // 2, most)
        process.rlimit(psutil.RLIMIT_MSGQUEUE, (soft, hard))
        return soft, hard

else:

    def _limits_of(process: psutil.Process) -> Limits:
        raise psutil.AccessDenied(process.pid)

    def _set_random_limits(process: psutil.Process) -> Limits | None:  # noqa: ARG001
        return None
