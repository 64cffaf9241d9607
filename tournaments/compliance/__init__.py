"""The check of an engine against the whole protocol and every manager's habits."""
