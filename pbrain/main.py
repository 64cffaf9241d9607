"""Entry point of the executable: a brain on standard input and output."""

import gc
import os
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from pbrain.transport import PipeTransport

if TYPE_CHECKING:
    from pathlib import Path

    from core.search.search_settings import SearchSettings
    from pbrain.request import SearchEngine

_SWITCH_SECONDS = 0.001
"""Thread switch interval. Python's default of 5 ms delays the watchdog while a net is loading."""

_PROCESS_STARTED = time.monotonic() - time.process_time()


def main(net: "Path | None" = None, settings: "SearchSettings | None" = None) -> None:
    """Play until END or the end of input, then exit at once even if a search is running.

    Args:
        net: net file to use under every rule instead of the bundled nets.
        settings: constants of the search; by default the tuned ones.
    """
    try:
        transport = PipeTransport()
    except OSError as error:
        sys.exit(f"no standard output to answer on: {error}")
    code = 0
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        # Imported after the streams are redirected, so that output while loading does not reach the
        # manager, and before the first OK, while no clock is running.
        import core.search.engine  # noqa: F401
        from pbrain.protocol import Brain

        gc.freeze()  # collecting the loaded modules took 3 ms of a move now and then
        make_engine = partial(_make_engine, net, settings)
        Brain(transport, make_engine, _PROCESS_STARTED, seed=time.time_ns()).run()
    except Exception as error:
        transport.write_line(f"ERROR Fukumi cannot continue: {' '.join(str(error).split())}")
        code = 2
    except KeyboardInterrupt:
        code = 130
    # A search may be running, and freeing memory may take long; managers kill slow processes.
    os._exit(code)


def _make_engine(net: "Path | None", settings: "SearchSettings | None") -> "SearchEngine":
    from core.eval.net_loader import load
    from core.search.engine import Engine
    from core.search.search_settings import DEFAULTS

    return Engine(None if net is None else load(net), settings=settings or DEFAULTS)


if __name__ == "__main__":
    main()
