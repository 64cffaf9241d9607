"""Fukumi: a Gomoku tournament bot. The command line lives in `fukumi.command_line`."""
