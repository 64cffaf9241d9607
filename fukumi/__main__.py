"""`python -m fukumi`, for those whose PATH lacks the `fukumi` script."""

import os
import sys

# Python looks for modules in the current folder first here, and would run a `random.py` in it.
if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    del sys.path[0]

from fukumi.command_line import main

main()
