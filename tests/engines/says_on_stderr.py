"""An engine that writes to its standard error at START and before each move.

With the argument `floods` it writes 20 MiB there before its first move; with `dies` it ends after a
last word, in the middle of a line.
"""

import sys

from simple import Engine


class SaysOnStderr(Engine):
    def start(self) -> None:
        print("loading", file=sys.stderr, flush=True)
        super().start()

    def move(self) -> tuple[int, int]:
        if "floods" in sys.argv and not self.taken:
            sys.stderr.write(("x" * 99 + "\n") * ((20 << 20) // 100))
        print(f"thinking after {len(self.taken)}", file=sys.stderr, flush=True)
        if "dies" in sys.argv:
            print("7,", end="", flush=True)
            print("out of ideas", end="", file=sys.stderr, flush=True)
            sys.exit(3)
        return super().move()


SaysOnStderr().run()
