"""File locks: held by one process at a time, and released when it ends."""

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[bytes]) -> None:
        """Lock an open file until it is closed.

        Raises:
            OSError: another process holds the lock.
        """
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: IO[bytes]) -> None:
        """Lock an open file until it is closed.

        Raises:
            OSError: another process holds the lock.
        """
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
