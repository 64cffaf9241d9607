"""The commands `fukumi tournament`, `openings` and `ab`."""
