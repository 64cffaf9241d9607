"""An engine that prints terminal control sequences; with the argument `refuses` it rejects
START."""

import sys

from simple import Engine

OBEYED = "\x1b[2J\x1b]0;mine\x07\x9b31m\u202e"


class Colours(Engine):
    def about(self) -> None:
        self.say(f'name="{OBEYED}Colours"')

    def start(self) -> None:
        self.say(f"ERROR {OBEYED}no" if "refuses" in sys.argv else "OK")

    def answer(self) -> None:
        self.say(f"MESSAGE {OBEYED}\tev 40")
        super().answer()


sys.stdout.reconfigure(encoding="utf-8")
Colours().run()
