"""Access to a board on the network: host names, the token, and refused requests."""

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from board import access
from board import server as desk
from board.players import available_players
from board.server import application
from tests.board.talk import EMPTY, Page, page

TOKEN = "a-secret"
HOST = "192.0.2.7"


@contextmanager
def public(host: str = HOST) -> Iterator[TestClient]:
    """Return a client of a board served at this host."""
    app = application(available_players([]), None, access.names_of(host), TOKEN)
    with TestClient(app, base_url=f"http://{access.bracketed(host)}:8765") as client:
        yield client


def test_the_link_with_the_token_opens_the_page_and_all_its_parts() -> None:
    with public() as client:
        assert "<title>Fukumi</title>" in client.get(f"/{TOKEN}/").text
        files = [path for path in desk.PAGE.rglob("*") if path.is_file()]
        names = [path.relative_to(desk.PAGE).as_posix() for path in files]
        assert all(client.get(f"/{TOKEN}/{name}").status_code == 200 for name in names)
        assert "<title>Fukumi</title>" in client.get(f"/{TOKEN}").text
        with client.websocket_connect(f"ws://{HOST}/{TOKEN}/session") as socket:
            assert Page(socket).ask("look", position=EMPTY)["type"] == "facts"


@pytest.mark.parametrize("token", ["", "/", "/a-secre", "/a-secret2", "/A-SECRET", "/%ff", "//"])
def test_nothing_opens_without_the_token(token: str) -> None:
    with public() as client:
        for name in ("", "/", "/index.html", "/app.js", "/no-such-file"):
            reply = client.get(f"{token}{name}")
            assert reply.status_code == 403
            assert "complete link" in reply.text
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"ws://{HOST}{token}/session"),
        ):
            pass


def test_the_token_opens_nothing_else() -> None:
    with public() as client:
        for path in ("../server.py", "%2e%2e/server.py", "..%2fserver.py", "page/../../cli.py"):
            assert client.get(f"/{TOKEN}/{path}").status_code in (403, 404)


@pytest.mark.parametrize("name", ["evil.example", "evil.example:8765", "192.0.2.70", "", "a b"])
def test_other_names_are_refused_even_with_the_token(name: str) -> None:
    with public() as client:
        assert client.get(f"/{TOKEN}/", headers={"host": name}).status_code == 400
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/{TOKEN}/session", headers={"host": name}),
        ):
            pass


def test_another_site_is_refused_even_with_the_token() -> None:
    with (
        public() as client,
        client.websocket_connect(
            f"ws://{HOST}/{TOKEN}/session", headers={"origin": "http://evil.example"}
        ) as socket,
        pytest.raises(WebSocketDisconnect),
    ):
        socket.receive_text()


def addresses() -> list[str]:
    return [
        entry.address
        for entries in psutil.net_if_addrs().values()
        for entry in entries
        if entry.family in (socket.AF_INET, socket.AF_INET6) and "%" not in entry.address
    ]


@pytest.mark.parametrize("host", [HOST, "0.0.0.0", "::", "board.example"])
def test_the_machine_is_known_by_its_own_addresses_and_the_given_host(host: str) -> None:
    given = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    with public(host) as client:
        for name in (given, "localhost:99", "127.0.0.1", *map(access.bracketed, addresses())):
            assert client.get(f"/{TOKEN}/", headers={"host": name}).status_code == 200, name


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("::", False),
        ("", False),
        (HOST, False),
        ("localhost.evil.example", False),
    ],
)
def test_only_loopback_hosts_are_local(host: str, local: bool) -> None:
    assert access.is_local(host) is local
    assert local is False or set(access.names_of(host)) <= {*access.LOCAL_NAMES, host.lower()}


def test_links_lead_to_every_address_and_carry_the_token() -> None:
    assert access.links("localhost", 80, None) == ["http://localhost:80/"]
    assert access.links(HOST, 80, TOKEN) == [f"http://{HOST}:80/{TOKEN}/"]
    assert access.links("::1", 80, None) == ["http://[::1]:80/"]
    first, *others = access.links("0.0.0.0", 80, TOKEN)
    assert first == f"http://localhost:80/{TOKEN}/"
    assert all(re.fullmatch(rf"http://[^/]+:80/{TOKEN}/", other) for other in others)


def test_only_a_server_of_both_protocols_has_links_of_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access, "_own_addresses", lambda: [HOST, "2001:db8::7"])
    local, own = "http://localhost:80/", f"http://{HOST}:80/"
    assert access.links("0.0.0.0", 80, None) == [local, own]
    assert access.links("::", 80, None) == [local, own, "http://[2001:db8::7]:80/"]


def test_no_site_may_show_the_board_in_a_frame() -> None:
    with TestClient(application(available_players([])), base_url="http://localhost") as client:
        headers = client.get("/").headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        with page(client) as one:
            assert one.hello["type"] == "hello"


def status(address: str, **headers: str) -> int:
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, headers=headers), timeout=60
        ) as reply:
            code: int = reply.status
            return code
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
@pytest.mark.slow
def test_a_public_board_prints_its_link_and_requires_its_token() -> None:
    tokens = set()
    for _ in range(2):
        command = [sys.executable, "-m", "fukumi", "play", "--no-browser", "--port", "0"]
        with subprocess.Popen(
            [*command, "--host", "0.0.0.0"], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout
            link = re.search(r"(http://localhost:\d+/)([\w-]+)/", server.stdout.readline())
            assert link
            assert status(link[0]) == 200
            assert status(link[1]) == status(f"{link[1]}app.js") == 403
            assert status(link[0], Host="evil.example") == 400
            tokens.add(link[2])
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 0
    assert len(tokens) == 2
    assert all(len(token) >= 20 for token in tokens)


def test_waiting_messages_take_little_memory() -> None:
    limits: dict[str, Any] = desk.LIMITS
    assert limits["ws_max_size"] * limits["ws_max_queue"] <= 16 << 20
