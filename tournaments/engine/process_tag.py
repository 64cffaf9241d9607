"""A brand that an engine hands down to all it starts, so that they are found again.

Children may leave their engine's process group and session, outlive their parents, and forget
their environment. On Linux the brand is therefore in a resource limit, which every child
inherits and which nobody can raise again: that of POSIX message queues, which no engine uses;
limits so odd do not come about by themselves. Elsewhere, or where the limit is too low to choose
from, it is an environment variable, which a child may drop.

Not seen is a child that left the process tree and was started before the brand was put on, or
has lowered its limit. A worker adopts such orphans and ends them after the game
(`tournaments.engine.orphans`), but cannot count their memory as that of one engine.
"""

import random
import sys
import uuid

import psutil

MARK = "FUKUMI_ENGINE_MARK"
"""The environment variable."""

_LEAST_LIMIT = 1 << 16

Limits = tuple[int, int]


class Brand:
    """One engine's brand. `environment` is to be given to it, then its process to be branded."""

    def __init__(self) -> None:
        self._mark = uuid.uuid4().hex
        self._limits: Limits | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {MARK: self._mark}

    @property
    def by_limits(self) -> bool:
        """Whether bearers are found by their limits, which is sure and takes no time."""
        return self._limits is not None

    def put_on(self, pid: int) -> None:
        """Brands a process that has just been started; one that is gone already may go."""
        try:
            self._limits = _set_odd_limits(psutil.Process(pid))
        except psutil.Error:
            return

    def bearers(self) -> list[psutil.Process]:
        """Whoever bears the brand, dead ones that nobody has asked for included."""
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

    def _set_odd_limits(process: psutil.Process) -> Limits | None:
        """The (soft, hard) limits it has now; none where there is no room to choose from."""
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

    def _set_odd_limits(process: psutil.Process) -> Limits | None:  # noqa: ARG001
        return None
