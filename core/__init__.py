"""The core: positions and the search. Imports no other package of the project."""

from core.system.processor import BUILD

__all__ = ["BUILD"]
