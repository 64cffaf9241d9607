"""Closes its input after START and lives on."""

import os
import time

from simple import Engine


class ClosesStdin(Engine):
    def start(self) -> None:
        super().start()
        os.close(0)
        time.sleep(60)


ClosesStdin().run()
