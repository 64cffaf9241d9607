"""Leaves behind a child in a session of its own. Its argument: a file for the child's pid."""

import subprocess
import sys

from simple import Engine


class Forks(Engine):
    def start(self) -> None:
        code = (
            "import subprocess, sys\n"
            "sleeper = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
            "away = subprocess.DEVNULL\n"
            "child = subprocess.Popen(sleeper, stdout=away, start_new_session=True)\n"
            "print(child.pid)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
        with open(sys.argv[1], "ab") as file:
            file.write(done.stdout)
        super().start()


Forks().run()
