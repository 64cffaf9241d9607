"""Game records, and the file formats they are read from and written to."""
