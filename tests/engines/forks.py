"""An engine that leaves an orphan in a session of its own.

Its arguments: a file for the orphan's pid, and `forgets` for an orphan without environment.
"""

import subprocess
import sys

from simple import Engine


class Forks(Engine):
    def start(self) -> None:
        environment = "{}" if "forgets" in sys.argv else "None"
        code = (
            "import subprocess, sys\n"
            "sleeper = [sys.executable, '-c', 'import time; time.sleep(3600)']\n"
            "away = subprocess.DEVNULL\n"
            "child = subprocess.Popen(\n"
            f"    sleeper, stdout=away, start_new_session=True, env={environment}\n"
            ")\n"
            "print(child.pid)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
        with open(sys.argv[1], "ab") as file:
            file.write(done.stdout)
        super().start()


Forks().run()
