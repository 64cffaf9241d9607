"""An attack for the tests of the long run, whose behaviour depends on its seed."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

FAILS, CRASHES, LEAVES, FINE = 1, 2, 3, 4


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    (folder / "evidence").write_text(str(seed))
    if seed == FAILS:
        raise AssertionError("found it")
    if seed == CRASHES:
        os.abort()
    if seed == LEAVES:
        sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
        subprocess.Popen(sleeper, start_new_session=True)
    return Counter(tries=effort)
