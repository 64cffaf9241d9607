"""The device and the precision that nets are trained with: a GPU, if there is one, and bfloat16
where it is fast."""

import torch

_CAPABILITIES = torch.cpu.get_capabilities()
CPU_BFLOAT16 = bool(_CAPABILITIES.get("avx512_bf16") or _CAPABILITIES.get("amx_bf16"))
"""True if the CPU multiplies bfloat16 several times as fast as float32."""

MIXED = {"cuda", "cpu"} if CPU_BFLOAT16 else {"cuda"}
"""Device types that compute convolutional nets in bfloat16, which needs no gradient scaling."""


def training_device() -> torch.device:
    """Return the device to train nets on."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def matrix_dtype(where: torch.device) -> torch.dtype:
    """Return the precision of large matrix products on this device: bfloat16 if that is fast."""
    return torch.bfloat16 if where.type in MIXED else torch.float32


def mixed_precision(where: torch.device) -> torch.autocast:
    """Return a context in which the large matrix products on this device use bfloat16, if
    that is fast.

    It is meant for convolutional nets: a teacher, and those of the papers. LineNet chooses layer by
    layer (`LineNet.line_features`): its line features are rounded to steps of 1/256, as in the
    kernel, and bfloat16 has only eight bits of precision.
    """
    return torch.autocast(where.type, torch.bfloat16, enabled=matrix_dtype(where) is torch.bfloat16)
