"""Self-play on a Ray cluster: shards are Ray tasks that return the packed samples.

Every machine of the cluster needs Fukumi installed, at the same version; they share no disk.
"""

import dataclasses
import tempfile
import time
from pathlib import Path
from typing import Any

from core.system.ray_cluster import connect, cores
from training.selfplay.selfplay_workers import FinishedTask, PlayShard, ShardTask

TRIES = 3
"""Times that Ray itself repeats a shard whose worker was lost."""
AHEAD = 2
"""Shards submitted for each one being played, so that no worker waits for the next."""


class RayShardWorkers:
    """Workers of a Ray cluster.

    Args:
        count: shards to play at a time; None: as many as the cluster has cores.
        address: `ray://host:port`, `auto`, or `local` for a cluster on this machine.

    Raises:
        UserError: Ray is not installed, or there is no cluster at the address.
    """

    def __init__(self, play: PlayShard, count: int | None, address: str) -> None:
        self._ray = connect(address, count)
        self.local = address == "local"
        self._remote = self._ray.remote(max_retries=TRIES)(_play)
        self._play = play
        self._most = count or 0
        if self.local or not count:
            self._most = AHEAD * cores(self._ray)
        self._tasks: dict[Any, ShardTask] = {}
        self._net: tuple[Path | None, Any] = (None, None)

    @property
    def free(self) -> int:
        """Number of tasks that can be submitted now."""
        return self._most - len(self._tasks)

    def submit(self, task: ShardTask) -> None:
        """Submit a task together with the content of its net file."""
        if task.net != self._net[0]:
            data = task.net.read_bytes() if task.net else None
            self._net = (task.net, self._ray.put(data) if data is not None else None)
        self._tasks[self._remote.remote(self._play, task, self._net[1])] = task

    def wait(self, seconds: float) -> list[FinishedTask]:
        """Return the tasks that have ended; a task that Ray gave up counts as lost."""
        if not self._tasks:
            time.sleep(seconds)
            return []
        ended, _ = self._ray.wait(list(self._tasks), num_returns=1, timeout=seconds)
        return [self._end(task) for task in ended]

    def _end(self, ended: Any) -> FinishedTask:
        task = self._tasks.pop(ended)
        try:
            return FinishedTask(task, self._ray.get(ended))
        except self._ray.exceptions.RayTaskError as error:
            return FinishedTask(task, None, str(error))
        except self._ray.exceptions.RayError:
            return FinishedTask(task, None)

    def close(self) -> None:
        """Cancel running tasks, and leave the cluster."""
        for ended in self._tasks:
            self._ray.cancel(ended, force=True)
        self._tasks.clear()
        self._ray.shutdown()


def _play(play: PlayShard, task: ShardTask, net: bytes | None) -> bytes:
    """Play a task on a machine of the cluster."""
    if net is None:
        return task.play(play)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net"
        path.write_bytes(net)
        return dataclasses.replace(task, net=path).play(play)
