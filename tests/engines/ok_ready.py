"""An engine that answers START with more than OK, or with its argument."""

import sys

from simple import Engine


class OkReady(Engine):
    def start(self) -> None:
        self.say(sys.argv[1] if len(sys.argv) > 1 else "OK - ready")


OkReady().run()
