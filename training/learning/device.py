"""The device and the precision that nets are trained with: a GPU, if there is one, with
bfloat16."""

import torch

MIXED = {"cuda"}
"""Device types that compute a teacher in bfloat16, which needs no gradient scaling."""


def training_device() -> torch.device:
    """Return the device to train nets on."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def mixed_precision(where: torch.device) -> torch.autocast:
    """Return a context in which the large matrix products on this device use bfloat16, if
    supported.

    It is meant for a teacher. LineNet stays in float32: its line features are rounded to steps of
    1/256, as in the kernel, and bfloat16 has only eight bits of precision.
    """
    return torch.autocast(where.type, torch.bfloat16, enabled=where.type in MIXED)
