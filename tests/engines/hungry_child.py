"""An engine whose child takes 150 MiB for its first move; with the argument `orphan` the child is
orphaned."""

import subprocess
import sys

from simple import Engine

HOARD = "hoard = bytearray(b'x' * (150 << 20)); print(flush=True); import time; time.sleep(3600)"


class HungryChild(Engine):
    def answer(self) -> None:
        command = [sys.executable, "-c", HOARD]
        if "orphan" in sys.argv:
            code = f"import subprocess; subprocess.Popen({command!r}, start_new_session=True)"
            command = [sys.executable, "-c", code]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            child.stdout.readline()
            super().answer()


HungryChild().run()
