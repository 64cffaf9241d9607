"""Access control of the board's server: accepted host names, and the token of a public server."""

import ipaddress
import secrets
import socket

import psutil
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")

EVERYWHERE = ("", "0.0.0.0", "::")
"""Hosts that mean all addresses of the machine."""

HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every reply: no other site may frame the board or learn its token, and browsers ask
whether a file has changed before they use it again."""

_REFUSAL = "Open this board by the complete link that fukumi play printed, including its token.\n"


def is_local(host: str) -> bool:
    """Return whether a server at this host is reachable from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def names_of(host: str) -> tuple[str, ...]:
    """Return the host names that browsers may use for the server at this host.

    Any other name is refused, because a site could point its own name at this machine.
    """
    own = () if is_local(host) else (socket.gethostname(), *map(bracketed, _own_addresses()))
    given = () if host in EVERYWHERE else (bracketed(host),)
    return tuple(dict.fromkeys(name.lower() for name in (*LOCAL_NAMES, *given, *own)))


def links(host: str, port: int, token: str | None) -> list[str]:
    """Return the addresses of the page, the local one first if the host means several."""
    # 0.0.0.0 means the addresses of IPv4 only
    own = [address for address in _own_addresses() if host == "::" or ":" not in address]
    hosts = ["localhost", *own] if host in EVERYWHERE else [host]
    path = f"{token}/" if token else ""
    return [f"http://{bracketed(name)}:{port}/{path}" for name in hosts]


def bracketed(host: str) -> str:
    """Return a host as it appears in a link."""
    return f"[{host}]" if ":" in host else host


def _own_addresses() -> list[str]:
    """Return the machine's addresses that others can reach, IPv4 first."""
    found = [
        entry.address
        for entries in psutil.net_if_addrs().values()
        for entry in entries
        if entry.family in (socket.AF_INET, socket.AF_INET6) and "%" not in entry.address
    ]
    return sorted((address for address in found if not is_local(address)), key=lambda a: ":" in a)


def is_own_page(connection: HTTPConnection) -> bool:
    """Return whether a websocket was opened by the board's own page or by no page at all.

    Browsers let any site open a websocket here, but name the site.
    """
    origin = connection.headers.get("origin")
    return origin is None or origin.split("://")[-1] == connection.headers.get("host")


class TokenGate:
    """ASGI middleware that requires the token and sets `HEADERS`.

    Args:
        app: the application behind it.
        token: the first part of every path; None admits everybody.
    """

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["type"] == "lifespan" or self._token is None:
            await self._app(scope, receive, with_headers)
            return
        first, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not secrets.compare_digest(first.encode(errors="replace"), self._token.encode()):
            await PlainTextResponse(_REFUSAL, 403)(scope, receive, with_headers)
        elif not slash:
            await RedirectResponse(f"/{self._token}/")(scope, receive, with_headers)
        else:
            inside = {**scope, "root_path": f"{scope.get('root_path', '')}/{self._token}"}
            await self._app(inside, receive, with_headers)
