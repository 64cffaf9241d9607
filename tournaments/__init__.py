"""Plays protocol engines against each other: schedule -> game -> referee -> record -> ratings."""
