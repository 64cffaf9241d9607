"""What a Gomoku position is, and how to think about it. Imports nothing of ours but itself."""

import os

from core.system.processor import choose

BUILD = choose(__path__[0])
"""Which build of the compiled modules is in use: "baseline" or "avx2"."""

# All modules of one process come from one build.
if BUILD != "baseline":
    __path__.insert(0, os.path.join(__path__[0], BUILD))
