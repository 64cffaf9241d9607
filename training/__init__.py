"""The trainer: self-play in the core, LineNet in torch, stages that meet only in a run folder."""
