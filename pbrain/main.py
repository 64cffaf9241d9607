"""The executable's entry: a brain on standard input and output."""

import gc
import os
import sys
import time
from typing import TYPE_CHECKING

from pbrain.transport import PipeTransport

if TYPE_CHECKING:
    from pathlib import Path

    from pbrain.request import Searcher

_SWITCH_SECONDS = 0.001
"""Python's own 5 ms would keep the watchdog waiting while the search thread loads a net."""

_PROCESS_STARTED = time.monotonic() - time.process_time()


def main(net: "Path | None" = None) -> None:
    """Plays until END or the end of input, then leaves at once, whatever still runs.

    Args:
        net: a file to think with under every rule, instead of the nets that come along.
    """
    transport = PipeTransport()
    code = 0
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        # After the streams are ours, so that nothing said while loading reaches the manager; and
        # the search before the first OK, as long as no clock runs.
        import core.search.engine  # noqa: F401
        from pbrain.protocol import Brain

        gc.freeze()  # what is loaded stays: to look through it took 3 ms of a move now and then
        Brain(transport, lambda: _make_engine(net), _PROCESS_STARTED, seed=time.time_ns()).run()
    except Exception as error:
        transport.write_line(f"ERROR Fukumi cannot go on: {' '.join(str(error).split())}")
        code = 2
    except KeyboardInterrupt:
        code = 130
    # A search may be running and memory may take long to free; managers kill slow leavers.
    os._exit(code)


def _make_engine(net: "Path | None") -> "Searcher":
    from core.eval.net_loader import load
    from core.search.engine import Engine

    return Engine(None if net is None else load(net))


if __name__ == "__main__":
    main()
