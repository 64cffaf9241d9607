"""Results of `fukumi bench`: stored in a file, shown as a table, compared with another run."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from core.system.errors import UserError

Numbers = dict[str, dict[str, float]]
"""Numbers by board (`15x15`) and by measurement."""


class BenchError(UserError):
    """A run that cannot be made, read or written. The text is one line that says why."""


@dataclass(frozen=True, slots=True)
class BenchRun:
    """Rates per second of one build of the core."""

    build: str
    rates: Numbers

    def save(self, path: Path) -> None:
        """Write the run to a file as JSON.

        Raises:
            BenchError: the file cannot be written.
        """
        try:
            path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise BenchError(f"cannot write {path}: {error.strerror}") from error

    def over(self, other: "BenchRun") -> Numbers:
        """Return the ratios of this run's rates to the other's, for the measurements of both."""
        return {
            board: {
                work: rate / other.rates[board][work]
                for work, rate in rates.items()
                if work in other.rates.get(board, {})
            }
            for board, rates in self.rates.items()
        }


def load_run(path: Path) -> BenchRun:
    """Read a run written by `BenchRun.save`.

    Raises:
        BenchError: the file is missing, damaged, or of another kind.
    """
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        rates = {
            str(board): {str(work): _positive(rate) for work, rate in measured.items()}
            for board, measured in read["rates"].items()
        }
        return BenchRun(str(read["build"]), rates)
    except OSError as error:
        raise BenchError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BenchError(f"{path} is damaged or not from `fukumi bench --out`") from error


def _positive(rate: object) -> float:
    if not isinstance(rate, int | float) or not rate > 0:
        raise ValueError(rate)
    return float(rate)


def format_table(heading: str, numbers: Numbers, show: Callable[[float], str]) -> str:
    """Return a table with a line for each measurement and a column for each board."""
    works = list(dict.fromkeys(work for measured in numbers.values() for work in measured))
    rows = [[heading, *numbers]]
    for work in works:
        cells = (measured.get(work) for measured in numbers.values())
        rows.append([work, *("-" if cell is None else show(cell) for cell in cells)])
    return "\n".join(f"{first:<20}" + "".join(f"{c:>14}" for c in rest) for first, *rest in rows)
