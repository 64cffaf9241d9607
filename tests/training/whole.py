"""A check of the folder of a whole run."""

from core.system import files
from training import net_records
from training.config import RunConfig
from training.net_records import NetRecord
from training.run_folder import RunFolder
from training.selfplay import samples


def check_whole(run: RunFolder, config: RunConfig, goal: int, steps: int) -> list[NetRecord]:
    """Return the records of the nets of a folder with `goal` games, after `steps` steps of
    learning.

    Raises:
        AssertionError: it is not that of a whole run, however often it was interrupted.
    """
    shards = [samples.load_shard(run, name) for name in run.shards()]
    assert sum(len(shard.lengths) for shard in shards) == goal
    assert steps == int(config.sample_reuse * sum(s.count for s in shards)) // config.batch
    records = net_records.records(run)
    assert [record.generation for record in records] == list(range(1, len(records) + 1))
    assert all(record.against is not None for record in records)
    assert (records[-1].games, records[-1].steps) == (goal, steps)
    best = [record for record in records if record.accepted][-1]
    assert net_records.best(run) == best
    assert run.best_net.read_bytes() == run.net(best.generation).read_bytes()
    assert not [path for path in run.path.rglob("*") if path.name.endswith(files.UNFINISHED)]
    return records
