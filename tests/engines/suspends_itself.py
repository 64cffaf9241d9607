"""An engine that suspends its whole process group instead of moving."""

import os
import signal

from simple import Engine


class SuspendsItself(Engine):
    def answer(self) -> None:
        os.kill(0, signal.SIGSTOP)
        super().answer()


SuspendsItself().run()
