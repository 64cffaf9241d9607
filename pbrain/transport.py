"""Input and output lines: the only module that uses the process's pipes."""

import os
import re
import sys
from typing import Protocol

LONGEST_LINE = 1 << 16
"""Bytes kept of a line; the stones of a full board on one line take four thousand."""

_READ_SIZE = 65536
_LINE_END = re.compile(rb"[\r\n]")


class Transport(Protocol):
    """A conversation by lines; tests use a scripted one, the executable `PipeTransport`."""

    def read_line(self) -> str | None:
        """Return the next line without its line end, or None once the other side has closed."""

    def write_line(self, text: str) -> None:
        """Send one line immediately; called by several threads, but never at the same time."""


class PipeTransport:
    """Standard input and output, with all other output suppressed.

    Creating one redirects the process's streams: managers read everything on stdout, and some
    of them stderr too, as a reply. The real stdout moves to a private descriptor, and
    descriptors 1 and 2 then lead to the null device.
    """

    def __init__(self) -> None:
        self._out = os.dup(1)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        # Kept open for the life of the process, hence no `with`.
        sys.stdout = sys.stderr = open(nowhere, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._pending = bytearray()
        self._lines: list[bytes] = []

    def read_line(self) -> str | None:
        """Return the next line; CR, LF and CRLF end a line (CRLF also gives an empty one)."""
        while not self._lines:
            try:
                data = os.read(0, _READ_SIZE)
            except OSError:
                return None
            if not data:
                return None
            *ends, begun = _LINE_END.split(data)
            self._lines = [self._completed(end) for end in ends][::-1]
            self._lengthen(begun)
        return self._lines.pop().decode("utf-8", errors="replace")

    def _completed(self, end: bytes) -> bytes:
        """Return the pending line with its last part."""
        self._lengthen(end)
        line = bytes(self._pending)
        self._pending.clear()
        return line

    def _lengthen(self, part: bytes) -> None:
        self._pending += part[: LONGEST_LINE - len(self._pending)]

    def write_line(self, text: str) -> None:
        """Write the line with a bare LF; exit if the reader is gone."""
        data = text.encode("ascii", errors="backslashreplace") + b"\n"
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError:
            os._exit(0)
