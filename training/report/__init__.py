"""Metrics, progress bars, and the report of a run."""
