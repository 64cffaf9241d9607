"""Fukumi: a Gomoku tournament bot. The command line lives in `fukumi.cli`."""

__version__ = "0.1.0"
