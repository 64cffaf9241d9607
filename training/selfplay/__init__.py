"""Self-play: games of the search against itself become training samples."""
