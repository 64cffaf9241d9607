"""The acceptance check of a packaged program."""
