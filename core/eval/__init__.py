"""Evaluators: what a position is worth and which moves look good."""

from core.system.processor import use_build

use_build(__path__)
