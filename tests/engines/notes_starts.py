"""An engine that notes each START and RESTART, with its process id, in the file named first.

With `refuses`, `dies` or `silent` it does so at RESTART; with `leaves` it closes its output there
and ends two seconds later; with `outlives` it ignores the end of its input.
"""

import os
import sys
import time

from simple import Engine


class NotesStarts(Engine):
    def note(self, word: str) -> None:
        with open(sys.argv[1], "a") as notes:
            notes.write(f"{word} {os.getpid()}\n")

    def start(self) -> None:
        self.note("START")
        self.taken = set()
        super().start()

    def restart(self) -> None:
        self.note("RESTART")
        if "refuses" in sys.argv:
            self.say("UNKNOWN command")
        elif "leaves" in sys.argv:
            os.close(sys.stdout.fileno())
            time.sleep(2.0)
            sys.exit(1)
        elif "dies" in sys.argv:
            sys.exit(5)
        elif "silent" not in sys.argv:
            super().restart()


try:
    NotesStarts().run()
finally:
    while "outlives" in sys.argv:
        time.sleep(1)
