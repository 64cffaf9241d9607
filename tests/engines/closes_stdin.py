"""Closes its input at START and lives on."""

import os
import time

from simple import Engine


class ClosesStdin(Engine):
    def start(self) -> None:
        os.close(0)  # first, or all we send may be in the pipe by then
        super().start()
        time.sleep(3600)


ClosesStdin().run()
