"""An engine that plays well, but ignores END, a closed pipe and SIGTERM."""

import signal
import time

from simple import Engine


class IgnoresEnd(Engine):
    def end(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)


IgnoresEnd().run()
