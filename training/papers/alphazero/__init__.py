"""Recipe `alphazero`."""
