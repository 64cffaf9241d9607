"""Threats: forcing moves, and the exact solvers of continuous fours (VCF) and threats (VCT)."""

from core.system.processor import use_build

use_build(__path__)
