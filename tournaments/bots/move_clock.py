"""The time of one move of a bot."""

import threading
import time
from dataclasses import dataclass, field

from core.search.time_management import Budget


@dataclass(frozen=True, slots=True)
class MoveClock:
    """The time of one move, which the manager may cut short.

    `cut` is set, by the thread that listens, when the manager wants the move at once or no more.
    """

    budget: Budget
    cut: threading.Event = field(default_factory=threading.Event)

    @property
    def is_up(self) -> bool:
        """True once the search is to end."""
        ends = self.budget.started + min(self.budget.soft, self.budget.hard)
        return self.cut.is_set() or time.monotonic() >= ends
