"""The repository's folder and its packages."""

from pathlib import Path

ROOT = Path(__file__).parents[1]

PROGRAMS = ("board", "pbrain", "training", "tournaments")
PACKAGES = ("core", "fukumi", *PROGRAMS)
