"""Self-play on a Ray cluster: shards are Ray tasks that return the packed samples.

Every machine of the cluster needs Fukumi installed, at the same version; they share no disk.
"""

import dataclasses
import tempfile
from pathlib import Path
from typing import Any

from core.system.ray_cluster import RayWorkers
from training.selfplay.selfplay_workers import PlayShard, ShardTask
from training.training_error import TrainingError

TRIES = 3
"""Times that Ray itself repeats a shard whose worker was lost."""
AHEAD = 2
"""Shards submitted for each one being played, so that no worker waits for the next."""


class RayShardWorkers(RayWorkers[ShardTask, bytes]):
    """Workers of a Ray cluster, by default on all of its cores; see `RayWorkers`."""

    def __init__(self, play: PlayShard, count: int | None, address: str) -> None:
        super().__init__(_play, TRIES, count, address)
        self._play = play
        if self.local or not count:
            self.most = AHEAD * self.cores
        self._net: tuple[Path | None, Any] = (None, None)

    def submit(self, task: ShardTask) -> None:
        """Submit a task together with the content of its net file."""
        if task.net != self._net[0]:
            data = task.net.read_bytes() if task.net else None
            self._net = (task.net, self.put(data) if data is not None else None)
        self.start(task, self._play, task, self._net[1])


def _play(play: PlayShard, task: ShardTask, net: bytes | None) -> bytes:
    """Play a task on a machine of the cluster."""
    if net is None:
        return task.play(play)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net"
        path.write_bytes(net)
        try:
            return dataclasses.replace(task, net=path).play(play)
        except TrainingError as error:
            # The user has the file under the name that it has in the run.
            raise TrainingError(str(error).replace(str(path), str(task.net))) from error
