"""`python -P -m core.system.run_with_parent MODULE ...`: runs a module that ends with its parent.

The parent holds the other end of a pipe that is the standard input. However the parent ends, even
killed, the pipe closes, and this process ends, as if it had been killed itself.
"""

import os
import runpy
import sys
import threading


def _end_with_input() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_input, daemon=True).start()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
