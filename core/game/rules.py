"""The rule variants: winning lines and forbidden moves.

| rule       | code | Black wins with                          | White wins with |
|------------|------|------------------------------------------|-----------------|
| FREESTYLE  | 0    | five or more                             | the same        |
| STANDARD   | 1    | exactly five                             | the same        |
| RENJU      | 4    | exactly five; fouls are forbidden        | five or more    |
| CARO       | 8    | five with an end the enemy does not hold, or six and more | the same |
| CARO_EXACT | 9    | exactly five with such an end            | the same        |

A renju foul, for Black only, is an overline, a double four or a double three; a move that makes
exactly five is never one. The edge of the board does not hold an end of a five.
"""

from enum import Enum

MIN_SIZE = 5
MAX_SIZE = 22


class Rule(Enum):
    """A rule variant; the value is its code in the protocol's `INFO rule`."""

    FREESTYLE = 0
    STANDARD = 1
    RENJU = 4
    CARO = 8
    CARO_EXACT = 9

    @classmethod
    def parse(cls, text: str) -> "Rule":
        """Return the rule of a name (`freestyle`, `caro-exact`, any case) or of a protocol code.

        Raises:
            ValueError: the text names no known rule.
        """
        wanted = text.strip().lower().replace("_", "-")
        for rule in cls:
            if wanted in (rule.label, str(rule.value)):
                return rule
        known = ", ".join(f"{rule.label} ({rule.value})" for rule in cls)
        raise ValueError(f"unknown rule {text!r}: use one of {known}")

    @property
    def differs_by_colour(self) -> bool:
        """True if Black and White play by different rules, so that each has its own net."""
        return self is Rule.RENJU

    @property
    def label(self) -> str:
        """The name on the command line, such as `caro-exact`."""
        return self.name.lower().replace("_", "-")
