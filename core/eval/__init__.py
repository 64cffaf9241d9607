"""Evaluators: value and move priors of a position."""

from core.system.processor import use_build

use_build(__path__)
