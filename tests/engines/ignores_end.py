"""Plays well, but neither END nor a closed pipe nor a polite signal makes it go."""

import signal
import time

from simple import Engine


class IgnoresEnd(Engine):
    def end(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)


IgnoresEnd().run()
