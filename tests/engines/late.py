"""Answers, but a second later than anybody allowed."""

import time

from simple import Engine


class Late(Engine):
    def answer(self) -> None:
        time.sleep(1.3)
        super().answer()


Late().run()
