"""Matches of the engine against itself, over openings that are balanced."""
