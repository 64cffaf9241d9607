"""Workers on many machines: tasks of a Ray cluster."""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic

from core.system.errors import UserError
from core.system.extras import import_extra
from core.system.processes import in_project_folder
from core.system.workers import Answer, FinishedTask, Task

LONGEST_CONNECT = 5.0
"""Seconds in which a cluster must accept a connection."""

_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # Ray sends statistics home otherwise
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "3",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "3",
}
"""Settings of Ray where the user's environment has none. It tries three times to talk to what has
accepted a connection, and would wait for 30 s where that is not Ray."""


def connect(address: str, count: int | None) -> Any:
    """Return the module Ray, connected to a cluster.

    Args:
        address: `ray://host:port`, `auto`, or `local` for a new cluster on this machine alone.
        count: cores of a local cluster; None for all.

    Raises:
        UserError: the address has another form, Ray is not installed, or there is no cluster at
            the address.
    """
    if address not in ("auto", "local") and not address.startswith("ray://"):
        raise UserError(f"no cluster address: {address!r}; it is ray://host:port, auto or local")
    for key, value in _ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    ray = import_extra("ray", "cluster")
    _require_reachable(address)
    own = {"num_cpus": count, "include_dashboard": False} if address == "local" else {}
    try:
        with in_project_folder(), _own_sigterm():
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except Exception as error:  # Ray raises a bare one if its processes start too slowly
        raise UserError(f"no Ray cluster at {address}: {error}") from error
    return ray


@contextmanager
def _naming_loss() -> Iterator[None]:
    """Turn the error of a lost connection into one for the user.

    Raises:
        UserError: the connection to the cluster is lost.
    """
    try:
        yield
    except ConnectionError as error:
        raise UserError(f"lost the Ray cluster: {error}; the same command resumes") from error


@contextmanager
def _own_sigterm() -> Iterator[None]:
    """Restore this program's handler of SIGTERM after the block: Ray's ends the process at once."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if before != signal.SIG_DFL:
            signal.signal(signal.SIGTERM, before)


def _require_reachable(address: str) -> None:
    """Check that something listens at an address with host and port; Ray itself waits for minutes.

    Raises:
        UserError: nothing does.
    """
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), LONGEST_CONNECT).close()
    except (OSError, OverflowError) as error:
        raise UserError(
            f"no Ray cluster at {address}: {error}; start one with `ray start --head`, or check "
            "host and port"
        ) from error


class RayWorkers(Generic[Task, Answer]):
    """Workers of a Ray cluster.

    Args:
        work: does a task on a machine of the cluster; importable by name there.
        retries: times that Ray itself repeats a task whose worker was lost.
        count: cores of a local cluster; None for all.
        address: `ray://host:port`, `auto`, or `local` for a cluster on this machine.

    Raises:
        UserError: Ray is not installed, or there is no cluster at the address.
    """

    grace = 0.0
    """Seconds that cancelled tasks may take to end; 0: they are killed."""

    def __init__(
        self, work: Callable[..., Answer], retries: int, count: int | None, address: str
    ) -> None:
        self.local = address == "local"
        self.ray = connect(address, count)
        self.most = count or self.cores
        """Number of tasks that may run or wait at a time."""
        self._remote = self.ray.remote(max_retries=retries)(work)
        self._tasks: dict[Any, Task] = {}

    @property
    def cores(self) -> int:
        """Number of cores of the cluster, at least 1."""
        return max(int(self.ray.cluster_resources().get("CPU", 1)), 1)

    @property
    def free(self) -> int:
        """Number of tasks that can be submitted now."""
        return self.most - len(self._tasks)

    def put(self, value: object) -> Any:
        """Return a reference to a value kept on the cluster, as an argument for many tasks.

        Raises:
            UserError: the connection to the cluster is lost.
        """
        with _naming_loss():
            return self.ray.put(value)

    def start(self, task: Task, *arguments: Any) -> None:
        """Start `work` with these arguments on the cluster.

        Raises:
            UserError: the connection to the cluster is lost.
        """
        with _naming_loss():
            self._tasks[self._remote.remote(*arguments)] = task

    def wait(self, seconds: float) -> list[FinishedTask[Task, Answer]]:
        """Return the tasks that have ended; a task that Ray gave up counts as lost.

        Raises:
            UserError: the connection to the cluster is lost.
        """
        if not self._tasks:
            time.sleep(seconds)
            return []
        with _naming_loss():
            ended, _ = self.ray.wait(list(self._tasks), num_returns=1, timeout=seconds)
            return [self._end(reference) for reference in ended]

    def _end(self, reference: Any) -> FinishedTask[Task, Answer]:
        task = self._tasks.pop(reference)
        try:
            return FinishedTask(task, self.ray.get(reference))
        except self.ray.exceptions.RayTaskError as error:
            return FinishedTask(task, None, str(error))
        except self.ray.exceptions.RayError:
            return FinishedTask(task, None)

    def close(self) -> None:
        """Cancel the running tasks and leave the cluster."""
        with suppress(ConnectionError):
            for reference in self._tasks:
                self.ray.cancel(reference, force=not self.grace)
            if self.grace:
                self.ray.wait(list(self._tasks), num_returns=len(self._tasks), timeout=self.grace)
        self._tasks.clear()
        self.ray.shutdown()
