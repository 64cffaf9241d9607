"""An engine that answers about a second too late."""

import time

from simple import Engine


class Late(Engine):
    def answer(self) -> None:
        time.sleep(1.3)
        super().answer()


Late().run()
