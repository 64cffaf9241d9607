"""Lines in, lines out: the one place that touches the process's pipes."""

import os
import re
import sys
from typing import Protocol

LONGEST_LINE = 1 << 16
"""Bytes of a line that are kept; the stones of a full board on one line take four thousand."""

_READ_SIZE = 65536
_LINE_END = re.compile(rb"[\r\n]")


class Transport(Protocol):
    """A conversation by lines; tests script one, the executable uses `PipeTransport`."""

    def read_line(self) -> str | None:
        """The next line without its end, or None once the other side has closed."""

    def write_line(self, text: str) -> None:
        """Sends one line at once. Called by more than one thread, never at the same time."""


class PipeTransport:
    """Standard input and output, with everything else kept off the stream.

    Making one takes the process over: managers read whatever reaches stdout, and some of them
    stderr too, as a reply. So the real stdout moves to a private descriptor, and descriptors
    1 and 2 lead nowhere from then on, whoever writes to them.
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
        """The next line; CR, LF and CRLF all end one (CRLF gives an empty line as well)."""
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
        """Return the line that was begun, with its last part."""
        self._lengthen(end)
        line = bytes(self._pending)
        self._pending.clear()
        return line

    def _lengthen(self, part: bytes) -> None:
        self._pending += part[: LONGEST_LINE - len(self._pending)]

    def write_line(self, text: str) -> None:
        """Writes the line with a bare LF; a reader that is gone ends the process."""
        data = text.encode("ascii", errors="backslashreplace") + b"\n"
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError:
            os._exit(0)
