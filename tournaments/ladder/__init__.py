"""A league whose engines join and leave while it runs, paired by their ratings."""
