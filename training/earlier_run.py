"""A new run that goes on from an earlier one: it starts from its best net, and from its samples."""

import os
import shutil
from contextlib import suppress
from filecmp import cmp
from pathlib import Path

from core.game.rules import Rule
from core.system.files import replacing
from core.system.text import quoted
from training import net_records
from training.config import RunConfig
from training.run_folder import RunFolder
from training.training_error import TrainingError


def take_over(folder: RunFolder, path: Path, rule: Rule) -> None:
    """Give a new run the best net and the shards of an earlier one, which stay there too.

    The best net of a run whose gate has refused all is that run's parent.

    Shards are hard links where the disk allows it, and keep their names: the games of the new run
    come after them. A run that has begun is left as it is.

    Args:
        path: folder of the earlier run, of the same rule.
    Raises:
        TrainingError: the folder has no run, or one of another rule, or without a net; or the new
            run has another parent, or games of its own.
    """
    earlier = _checked(path, rule)
    if not folder.parent.exists() and not net_records.has_learnt(folder):
        _link_shards(folder, earlier)
    net_records.adopt(folder, _best_net(earlier), rule)


def check_parent(path: Path, rule: Rule) -> None:
    """Check that a new run can start from an earlier one, or from a net.

    Raises:
        TrainingError: it cannot.
    """
    if path.is_dir():
        _checked(path, rule)
    else:
        net_records.parent_net(path, rule)


def _checked(path: Path, rule: Rule) -> RunFolder:
    """Return the earlier run of a folder, which has a net that can be the parent."""
    if not (path / "config.json").is_file():
        raise TrainingError(f"{path} has no training run: give the folder of one, or a net")
    earlier = RunFolder(path)
    if Rule.parse(RunConfig.read(earlier).rule) != rule:
        raise TrainingError(f"the games in {path} are of another rule: give one of its nets")
    if not _best_net(earlier).is_file():
        raise TrainingError(
            f"{path} has no net yet: `fukumi train finish {quoted(str(path))}` makes one"
        )
    net_records.parent_net(_best_net(earlier), rule)
    return earlier


def _best_net(earlier: RunFolder) -> Path:
    return earlier.best_net if earlier.best_net.is_file() else earlier.parent


def _link_shards(folder: RunFolder, earlier: RunFolder) -> None:
    """Link the shards; one more call after a kill links those that are missing."""
    shards = earlier.shards()
    for name in folder.shards():
        own, source = folder.shard(name), earlier.shard(name)
        if name not in shards or not (own.samefile(source) or cmp(own, source, shallow=False)):
            raise TrainingError(f"{folder.path} has games of its own: use a new folder")
    for shard in shards:
        with suppress(FileExistsError):
            _link(earlier.shard(shard), folder.shard(shard))


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # another disk, or one without hard links
        with replacing(target, synced=False) as unfinished:
            shutil.copyfile(source, unfinished)
