"""The commands `fukumi tournament`, `ladder`, `openings`, `ab`, `blunders` and `tune`."""
