"""Admits only the browser that was given the link, and only from the page itself.

A page of any other site can send requests to this computer. Three checks keep it out: the Host header (a name of
another site may point here), the Origin and Sec-Fetch-Site headers (the sender), and a cookie that no other site's
request carries.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ENTRY = "/enter"
"""Path that exchanges the link's token for the cookie."""
_PLACE = re.compile(r"/(?:[A-Za-z0-9_.-]+/?)*")
"""Paths that the link may lead to: pages of this server."""
_READS = ("GET", "HEAD")
_REFUSED = 4403
"""Close code of a refused upgrade."""


class Guard:
    """Passes on only requests of the page that was opened with the link."""

    def __init__(self, app: App, *, host: str, port: int) -> None:
        self._app = app
        names = {"127.0.0.1", "localhost", host}
        self._hosts = frozenset(f"{name}:{port}" for name in names)
        self._cookie = f"agentprog_studio_{port}"
        self._secret = secrets.token_urlsafe(32)
        self.token = secrets.token_urlsafe(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _Headers(scope)
        status, reason = self._refusal(scope, headers)
        if status:
            await _refuse(scope, receive, send, status, reason)
        elif scope["path"] == ENTRY:
            await self._enter(scope, send)
        elif not self._known(headers):
            await _refuse(scope, receive, send, 401, "Open the link that the terminal shows: it lets this browser in.")
        else:
            await self._app(scope, receive, self._sealed(send, headers.one("host")))

    def _refusal(self, scope: Scope, headers: _Headers) -> tuple[int, str]:
        """Status and reason of a refusal that no cookie overrides; status 0 if the request may pass."""
        if headers.one("host") not in self._hosts:
            return 400, "This server has another name."
        upgrade = scope["type"] == "websocket"
        writes = upgrade or scope["method"] not in _READS
        origin = headers.one("origin")
        if (writes or headers.has("origin")) and origin != f"http://{headers.one('host')}":
            return 403, "Only the studio's own page may ask this."
        if headers.has("sec-fetch-site") and headers.one("sec-fetch-site") not in ("same-origin", "none"):
            return 403, "Only the studio's own page may ask this."
        return 0, ""

    async def _enter(self, scope: Scope, send: Send) -> None:
        """Exchanges the token for the cookie and redirects to an address without it."""
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        token, to = query.get("token", [""])[0], query.get("to", ["/"])[0]
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            await _answer(send, 401, "This link belongs to another studio: use the one in the terminal.")
            return
        place = to if _PLACE.fullmatch(to) else "/"
        cookie = f"{self._cookie}={self._secret}; HttpOnly; SameSite=Strict; Path=/"
        await _answer(send, 303, "", [(b"location", place.encode()), (b"set-cookie", cookie.encode())])

    def _known(self, headers: _Headers) -> bool:
        # Parsed by hand: other servers on this computer set cookies for the same host, in any form.
        for pair in headers.one("cookie").split(";"):
            name, _, value = pair.strip().partition("=")
            if name == self._cookie and secrets.compare_digest(value.encode(), self._secret.encode()):
                return True
        return False

    def _sealed(self, send: Send, host: str) -> Send:
        """Adds the security headers to every answer."""

        async def sealed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_seal(host)]
            await send(message)

        return sealed


class _Headers:
    """Headers of a request. A header that occurs twice is ignored."""

    def __init__(self, scope: Scope) -> None:
        self._all: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self._all.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))

    def has(self, name: str) -> bool:
        return name in self._all

    def one(self, name: str) -> str:
        found = self._all.get(name, [])
        return found[0] if len(found) == 1 else ""


def policy(host: str) -> str:
    """The content security policy: code, styles and connections of this server only; pictures of this server and inline
    ones."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _seal(host: str) -> list[tuple[bytes, bytes]]:
    return [
        (b"content-security-policy", policy(host).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"x-frame-options", b"DENY"),
    ]


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()  # its `connect`
        await send({"type": "websocket.close", "code": _REFUSED, "reason": reason})
        return
    await _answer(send, status, reason)


async def _answer(send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    kind = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *_seal("127.0.0.1")]
    await send({"type": "http.response.start", "status": status, "headers": [*kind, *(headers or [])]})
    await send({"type": "http.response.body", "body": text.encode()})
