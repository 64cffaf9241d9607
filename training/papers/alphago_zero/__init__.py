"""Recipe `alphago-zero`."""
