"""Requests and sockets that our page never makes, against `fukumi play` itself.

Whatever comes, no file but the page's own is served, no other site is answered, and the next page
is served as usual.
"""

import base64
import json
import os
import random
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from websockets.sync.client import ClientConnection, connect

from board.messages import LONGEST_MESSAGE
from board.server import MOST_PAGES, PAGE
from board.viewer_session import LONGEST_REQUEST
from tests.board.talk import EMPTY
from tests.board.test_messages import INVALID_JSON
from tests.tournaments.samples import sample
from tournaments.records.records import to_json

PATIENCE = 120.0
"""Seconds after which the server counts as hung."""

MOST_MEMORY = 400 << 20
"""Bytes that the server may have grown by once all pages have left."""

LONGEST_COMPLAINT = 50_000
"""Bytes that the server may write to standard error."""

FILES, SOCKETS = 1024, 1500
"""Usual limit of the server's open files, and more sockets than that."""

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9

TRAVERSALS = (
    *("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/%2e%2e%2fserver.py"),
    *("//etc/passwd", "/page/../../server.py", "/..\\server.py", "/..%5cserver.py", "/%00"),
    *("/....//server.py", "/.%00./server.py", "/index.html/../../cli.py", "/%c0%ae%c0%ae/cli.py"),
    *("/etc/passwd", "/session/../../cli.py", "/;/../cli.py", "/__init__.py", "/../../setup.py"),
)

OTHERS = ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "")
"""Host names that are not this server's."""


@dataclass(frozen=True, slots=True)
class Server:
    """A board that is being served; `path` is the first part of every path, as in a link."""

    pid: int
    port: int
    path: str
    is_read_only: bool

    def connection(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def say(self, data: bytes, *marks: bytes) -> bytes:
        """Return the answer to some bytes, until the server closes, or up to one of the marks.

        Without a mark the sending side is closed.
        """
        with self.connection() as talk, _cut_off():
            talk.sendall(data)
            if not marks:
                talk.shutdown(socket.SHUT_WR)
            return _read(talk, *marks)
        return b""

    def get(self, path: str, host: str) -> bytes:
        head = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", "", ""]
        return self.say("\r\n".join(head).encode(), b"</html>")

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"


@contextmanager
def _cut_off() -> Iterator[None]:
    """Allow the server to close the connection at any time within the block, but not to hang."""
    try:
        yield
    except TimeoutError:
        raise
    except OSError:
        pass


def _read(talk: socket.socket, *marks: bytes) -> bytes:
    """Return the bytes until the other side closes, or until one of the marks has come."""
    heard = b""
    while not any(mark in heard for mark in marks) and (part := talk.recv(1 << 16)):
        heard += part
    return heard


@contextmanager
def serving(*arguments: str) -> Iterator[Server]:
    """Serve a board by the command, and end it with Ctrl-C.

    Raises:
        AssertionError: it does not end properly, or has printed a traceback.
    """
    command = [sys.executable, "-m", "fukumi", "play", "--no-browser", "--port", "0", *arguments]
    with (
        tempfile.TemporaryFile() as errors,  # an unread pipe would block the server
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process,
    ):
        try:
            assert process.stdout
            said = process.stdout.readline().decode()
            found = re.search(r"http://[^/]+:(\d+)(/\S*)", said)
            assert found, said
            is_read_only = "--read-only" in arguments
            yield Server(process.pid, int(found[1]), found[2], is_read_only)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            errors.seek(0)
            complaints = errors.read(LONGEST_COMPLAINT)
            assert b"Traceback" not in complaints, complaints.decode()
            assert len(complaints) < LONGEST_COMPLAINT
        finally:
            process.kill()


# Requests


def wrong_host(rng: random.Random, server: Server) -> None:
    """Use another host name, like a site whose name points to this machine."""
    host = rng.choice(OTHERS)
    for path in (server.path, f"{server.path}session"):
        assert not _is_ok(server.get(path, host)), host
        reply = server.say(_handshake(server, host=host), b"\r\n\r\n")
        assert reply
        assert b" 101 " not in reply[:20], host


def wrong_origin(rng: random.Random, server: Server) -> None:
    """Connect as a page of another site, which must be refused."""
    origin = f"{rng.choice(['http', 'https'])}://{rng.choice(OTHERS)}"
    reply = server.say(_handshake(server, f"Origin: {origin}"), b"hello", b"\x88", b" 403 ")
    assert reply
    assert b"hello" not in reply, origin


def traversal(rng: random.Random, server: Server) -> None:
    """Request a path outside the page's folder."""
    path = rng.choice(TRAVERSALS)
    for asked in (path, server.path.rstrip("/") + path, f"http://{server.host}{path}"):
        reply = server.get(asked, server.host)
        if _is_ok(reply):
            body = reply.partition(b"\r\n\r\n")[2]
            assert body in [file.read_bytes() for file in PAGE.iterdir()], asked


def oversized_request(rng: random.Random, server: Server) -> None:
    kind = rng.choice(["path", "header", "headers", "body", "chunks"])
    big = "x" * 2_000_000
    start = f"POST {server.path} HTTP/1.1\r\nHost: {server.host}\r\n"
    server.say(
        {
            "path": f"GET /{big} HTTP/1.1\r\nHost: {server.host}\r\n\r\n",
            "header": f"{start}X: {big}\r\n\r\n",
            "headers": start + "X: y\r\n" * 200_000 + "\r\n",
            "body": f"{start}Content-Length: 99999999999\r\n\r\n{big}",
            "chunks": f"{start}Transfer-Encoding: chunked\r\n\r\nfffffffff\r\n{big}",
        }[kind].encode()
    )


def garbage(rng: random.Random, server: Server) -> None:
    """Send something that is not a request, or the beginning of one followed by anything."""
    start = rng.choice(
        [b"", b"GET / HTTP/1.1\r\n", b"GET ", b"\x16\x03\x01", b"PRI * HTTP/2.0\r\n"]
    )
    server.say(start + rng.randbytes(rng.choice([1, 100, 100_000])))


# Websockets


def _handshake(server: Server, *headers: str, host: str | None = None) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    head = [f"GET {server.path}session HTTP/1.1", f"Host: {server.host if host is None else host}"]
    head += ["Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}"]
    head += ["Sec-WebSocket-Version: 13", *headers, "", ""]
    return "\r\n".join(head).encode()


@contextmanager
def _page(server: Server, *headers: str) -> Iterator[socket.socket]:
    """Return a websocket, once the server has accepted it."""
    with server.connection() as talk:
        talk.sendall(_handshake(server, *headers))
        head = _read(talk, b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        yield talk


def frame(opcode: int, data: bytes, flags: int = 0x80, length: int | None = None) -> bytes:
    """Return a masked frame; its length may differ from the data's."""
    size = len(data) if length is None else length
    if size < 126:
        head = bytes([flags | opcode, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([flags | opcode, 0x80 | 126]) + struct.pack(">H", size)
    else:
        head = bytes([flags | opcode, 0x80 | 127]) + struct.pack(">Q", size)
    return head + bytes(4) + data


def bad_frames(rng: random.Random, server: Server) -> None:
    """Send frames that break the rules of websockets."""
    bomb = zlib.compressobj(wbits=-15)
    packed = bomb.compress(bytes(200 << 20)) + bomb.flush(zlib.Z_SYNC_FLUSH)
    frames = [
        rng.randbytes(rng.choice([1, 10, 10_000])),
        frame(rng.choice([3, 7, 11, 15]), b"x"),
        b"\x81\x05hello",  # not masked
        frame(TEXT, b"", length=2**63 - 1) + b"x" * 1000,
        frame(TEXT, b"x" * (20 << 20)),
        frame(TEXT, b"\xff\xfe\xed\xa0\x80"),
        frame(TEXT, b"{", flags=0) * 1000,
        frame(0, b"x"),
        frame(PING, b"x" * 126),
        frame(PING, b"x") * 20_000,
        frame(CLOSE, struct.pack(">H", rng.choice([0, 999, 1005, 65535])) + b"\xff"),
        frame(CLOSE, b"\x03"),
        frame(TEXT, packed, flags=0xC0),
        frame(BINARY, rng.randbytes(5000)),
        b"\x81",
    ]
    extension = "Sec-WebSocket-Extensions: permessage-deflate"
    with _page(server, extension) as talk, _cut_off():
        for data in rng.sample(frames, rng.randint(1, 3)):
            talk.sendall(data)
        talk.shutdown(socket.SHUT_WR)
        _read(talk)


def bad_messages(rng: random.Random, server: Server) -> None:
    """Send messages that no page sends: each gets an error, and the session goes on."""
    allowed = LONGEST_REQUEST if server.is_read_only else LONGEST_MESSAGE
    texts = [text for text in INVALID_JSON if len(text) <= allowed]
    with _client(server) as page:
        for text in rng.sample(texts, min(10, len(texts))):
            page.send(text)
            assert json.loads(page.recv(PATIENCE))["type"] == "error", text


def abandoned_searches(rng: random.Random, server: Server) -> None:
    """Open pages that ask for a search and leave, over and over."""
    for _ in range(20):
        asked = json.dumps({"type": "analyse", "id": 1, "position": EMPTY}).encode()
        with _page(server) as talk, _cut_off():
            talk.sendall(frame(TEXT, asked) * rng.choice([1, 5]))
            if rng.random() < 0.5:
                talk.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def many_pages(_rng: random.Random, server: Server) -> None:
    """Open more pages than are allowed."""
    with ExitStack() as stack:
        for _ in range(3 * MOST_PAGES):
            stack.enter_context(_page(server))


# Sockets


def many_sockets(rng: random.Random, server: Server) -> None:
    """Open sockets that say nothing, or begin a request and stop."""
    begun = rng.choice(
        [b"", b"G", f"GET {server.path} HTTP/1.1\r\nHost: localhost\r\nX: ".encode()]
    )
    with _many_files(), ExitStack() as stack, _cut_off():
        for _ in range(SOCKETS):
            talk = stack.enter_context(server.connection())
            talk.sendall(begun)


@contextmanager
def _many_files() -> Iterator[None]:
    """Allow this process as many open files as possible."""
    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, most))


ATTACKS: tuple[Callable[[random.Random, Server], None], ...] = (
    *(wrong_host, wrong_origin, traversal, oversized_request, garbage, bad_frames, bad_messages),
    *(abandoned_searches, many_pages, many_sockets),
)


@contextmanager
def _client(server: Server) -> Iterator[ClientConnection]:
    """Return a well-behaved page, after the server's greeting."""
    address = f"ws://{server.host}{server.path}session"
    with connect(address, open_timeout=PATIENCE, close_timeout=PATIENCE) as page:
        assert json.loads(page.recv(PATIENCE))["type"] == "hello"
        yield page


def _is_ok(reply: bytes) -> bool:
    return reply[:12] in (b"HTTP/1.1 200", b"HTTP/1.0 200")


def check_alive(server: Server) -> None:
    """Check that a page is served and its question answered.

    Raises:
        AssertionError: it is not.
    """
    reply = server.get(server.path, server.host)
    assert _is_ok(reply), reply[:200]
    assert b"<title>Fukumi</title>" in reply
    with _client(server) as page:
        page.send(json.dumps({"type": "look", "id": 7, "position": EMPTY}))
        expected = "error" if server.is_read_only else "facts"
        assert json.loads(page.recv(PATIENCE))["type"] == expected


def attack(seed: int, effort: int, folder: Path) -> Counter[str]:
    """Attack a board `effort` times, a read-only one with every other seed; it must serve a page
    after each attack."""
    rng = random.Random(seed)
    done = Counter[str]()
    arguments = ["--host", rng.choice(["localhost", "127.0.0.1", "0.0.0.0"])]
    if seed % 2 == 0:
        games = folder / "games.jsonl"
        games.write_text(to_json(sample()))
        arguments += ["--read-only", "--tournament", str(games)]
    with serving(*arguments) as server:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
        for number in range(effort):
            strike = ATTACKS[number] if number < len(ATTACKS) else rng.choice(ATTACKS)
            strike(rng, server)
            check_alive(server)
            done.update({"attacks": 1, strike.__name__: 1})
        used = psutil.Process(server.pid).memory_full_info().uss
        assert used < MOST_MEMORY, f"{used >> 20} MiB"
    return done
