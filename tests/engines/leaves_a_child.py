"""An engine that ends instead of moving, while its child holds the pipes open."""

import os
import subprocess
import sys

from simple import Engine


class LeavesAChild(Engine):
    def answer(self) -> None:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        os._exit(4)


LeavesAChild().run()
