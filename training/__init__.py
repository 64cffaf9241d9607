"""Training: self-play, learning, export and gating, which share nothing but a run folder."""
