"""Files, locks, processes and the processor. Knows nothing of Gomoku."""
