"""The type of options that are a time in seconds."""

import math
from typing import Any

import click


class _Seconds(click.types.FloatParamType):
    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = super().convert(value, param, ctx)
        if not 0 < seconds < math.inf:
            self.fail("give a time above 0", param, ctx)
        return seconds


SECONDS = _Seconds()
"""A finite time above 0, in seconds."""
