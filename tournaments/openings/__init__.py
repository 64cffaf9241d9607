"""Opening files, the bundled sets, and making balanced openings."""
