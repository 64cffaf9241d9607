"""Tuning of engines' parameters by games."""
