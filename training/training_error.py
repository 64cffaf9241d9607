"""The training's user errors, shown as one line."""

from core.system.errors import UserError


class TrainingError(UserError):
    """An error of training that the user can fix; the text says how."""
