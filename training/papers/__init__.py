"""The systems of the five papers that the project grew from, each with its published settings."""
