"""`python -m fukumi`: the command line where the `fukumi` script is not on the PATH."""

import os
import sys

# With -m, Python searches the current folder first and would run a `random.py` in it.
if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]

from fukumi.start import main

main()
