"""Connections to Ray clusters, for workers on many machines."""

import logging
import os
from typing import Any

from core.system.errors import UserError
from core.system.extras import import_extra
from core.system.processes import in_project_folder


def connect(address: str, count: int | None) -> Any:
    """Return the module Ray, connected to a cluster.

    Args:
        address: `ray://host:port`, `auto`, or `local` for a new cluster on this machine alone.
        count: cores of a local cluster; None for all.

    Raises:
        UserError: Ray is not installed, or there is no cluster at the address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray sends statistics home otherwise
    ray = import_extra("ray", "cluster")
    own = {"num_cpus": count, "include_dashboard": False} if address == "local" else {}
    try:
        with in_project_folder():
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise UserError(f"no Ray cluster at {address}: {error}") from error
    return ray


def cores(ray: Any) -> int:
    """Return the number of cores of the connected cluster, at least 1."""
    return max(int(ray.cluster_resources().get("CPU", 1)), 1)
