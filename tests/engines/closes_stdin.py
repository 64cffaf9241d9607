"""An engine that closes its input at START and keeps running."""

import os
import time

from simple import Engine


class ClosesStdin(Engine):
    def start(self) -> None:
        os.close(0)  # first, or our whole input may be in the pipe by then
        super().start()
        time.sleep(3600)


ClosesStdin().run()
