"""Recipe `sizes`."""
