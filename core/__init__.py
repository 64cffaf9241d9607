"""The core: what a position is, and how to think about it. Imports nothing of ours but itself."""

from core.system.processor import BUILD

__all__ = ["BUILD"]
