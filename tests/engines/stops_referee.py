"""Stops the process that referees it instead of moving.

Its arguments: a file that says once it has done so, after which it plays well (`always`: it is
never written), and `briefly` if the referee is to go on at once. Beside the file is one with a
line for each start.
"""

import os
import signal
import sys
import time

from simple import Engine


class StopsReferee(Engine):
    def start(self) -> None:
        with open(f"{sys.argv[1]}.starts", "a") as file:
            file.write("started\n")
        super().start()

    def answer(self) -> None:
        if not os.path.exists(sys.argv[1]):
            if "always" not in sys.argv:
                open(sys.argv[1], "w").close()
            os.kill(os.getppid(), signal.SIGSTOP)
            if "briefly" in sys.argv:
                time.sleep(0.2)
                os.kill(os.getppid(), signal.SIGCONT)
        super().answer()


StopsReferee().run()
