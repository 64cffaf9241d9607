"""Matches of the engine against itself, over balanced openings."""
