"""Where nets are trained, and how exactly: a GPU where there is one, and there in bfloat16."""

import torch

MIXED = {"cuda"}
"""Kinds of device that work out a teacher in bfloat16, which needs no scaling of gradients."""


def device() -> torch.device:
    """The device that nets are trained on."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def mixed(where: torch.device) -> torch.autocast:
    """Within it, the costly sums of a net on this device are worked out in bfloat16, if any are.

    It is meant for a teacher. LineNet stays in float32: its rows are rounded to steps of 1/256
    as the kernel rounds them, and bfloat16 has no more than eight bits for a number.
    """
    return torch.autocast(where.type, torch.bfloat16, enabled=where.type in MIXED)
