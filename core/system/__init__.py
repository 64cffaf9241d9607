"""Files, locks, processes and the processor. Independent of Gomoku."""
