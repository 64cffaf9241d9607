"""The trainer: self-play, learning, export and gating, which meet only in a run folder."""
