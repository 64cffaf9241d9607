"""Gating: matches of a new net against the best, and the check for collapsed self-play."""
