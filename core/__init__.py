"""What a Gomoku position is, and how to think about it. Imports nothing of ours but itself."""
