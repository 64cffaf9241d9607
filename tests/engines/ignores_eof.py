"""An engine that outlives its manager: it obeys END, but ignores the end of its input."""

import sys
import time

from simple import Engine


class Stays(Engine):
    def run(self) -> None:
        for line in sys.stdin:
            self.obey(line.split())
        time.sleep(3600)


if __name__ == "__main__":
    Stays().run()
