"""An engine that plays well from a folder of its own, which it has deleted."""

import os
import tempfile

from simple import Engine


class ChangesDirectory(Engine):
    def start(self) -> None:
        folder = tempfile.mkdtemp()
        os.chdir(folder)
        os.rmdir(folder)
        super().start()


ChangesDirectory().run()
