"""The search: Monte-Carlo tree search, its tree, settings and clock, behind `engine.Engine`."""

from core.system.processor import use_build

use_build(__path__)
