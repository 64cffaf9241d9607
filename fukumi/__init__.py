"""The command line of Fukumi, a Gomoku tournament bot."""
