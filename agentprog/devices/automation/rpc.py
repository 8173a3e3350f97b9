"""The automation server's JSON-RPC over one kept-alive connection.

The stock client opens a transport for every call, which costs about 50 ms of waiting on this computer (no TCP_NODELAY,
a sleep on close, a version question). The server's NanoHTTPD keeps connections alive but closes idle ones after five
seconds, so each connection is checked before reuse.
"""

from __future__ import annotations

import json
import threading
import time
from typing import Any, Protocol

from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import AutomationDown, CallHung, OutcomeUnknown, RpcRefused, from_rpc
from agentprog.devices.link.stream import Stream, StreamClosed
from agentprog.devices.link.transport import ServiceClosed, Transport
from agentprog.errors import DeviceTimeout

PORT = 9008
_IDLE_SECONDS = 3.0


class Caller(Protocol):
    """One way to reach the automation server."""

    def call(self, method: str, params: tuple[Any, ...], deadline: Deadline) -> Any:
        """The result of the call. Raises AutomationDown if nothing was sent, OutcomeUnknown if the answer was lost,
        else the server's error.
        """
        ...

    def ping(self, deadline: Deadline) -> bool:
        """True if the server answers."""
        ...

    def close(self) -> None: ...


class NotHttp(Exception):
    """The other side does not speak HTTP as expected: this phone needs the stock client."""


class Channel:
    """A kept connection to the server; calls on it take turns."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._turn = threading.Lock()
        self._stream: Stream | None = None
        self._used = 0.0
        self._number = 0

    def call(self, method: str, params: tuple[Any, ...], deadline: Deadline) -> Any:
        with _turn(self._turn, deadline):
            self._number += 1
            question = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": list(params)}
            # Lone surrogates have no UTF-8 form; ASCII escapes can hold every character.
            status, body = self._exchange("POST", "/jsonrpc/0", json.dumps(question).encode(), deadline, method)
        if status != 200:
            raise RpcRefused(f"the automation server refused {method}: HTTP {status}", java="", evidence=_words(body))
        return parse_reply(method, body)

    def ping(self, deadline: Deadline) -> bool:
        with _turn(self._turn, deadline):
            try:
                status, body = self._exchange("GET", "/ping", b"", deadline, "ping")
            except (AutomationDown, OutcomeUnknown):
                return False
        return status == 200 and body.strip() == b"pong"

    def close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _exchange(self, verb: str, path: str, body: bytes, deadline: Deadline, doing: str) -> tuple[int, bytes]:
        stream = self._ready(deadline, doing)
        head = (
            f"{verb} {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUser-Agent: agentprog\r\nAccept-Encoding: \r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        done = False
        try:
            stream.send(head.encode("ascii") + body, deadline)
            answer = _read_answer(stream, deadline)
            done = True
        except DeviceTimeout as exc:
            raise CallHung(exc.message, hint=exc.hint, evidence=f"{doing} was sent") from exc
        except StreamClosed as exc:
            raise OutcomeUnknown(
                f"the automation server on {self._transport.serial} went away during {doing}",
                hint="Look at the screen: the action may have happened.",
                evidence=repr(exc.partial[:200]),
            ) from exc
        finally:
            if not done:
                self.close()
        self._used = time.monotonic()
        status, keep, data = answer
        if not keep:
            self.close()
        return status, data

    def _ready(self, deadline: Deadline, doing: str) -> Stream:
        """The open connection if it still works, else a new one."""
        stream = self._stream
        if stream is not None:
            if time.monotonic() - self._used < _IDLE_SECONDS and not stream.stale:
                return stream
            self.close()
        try:
            self._stream = self._transport.open(f"tcp:{PORT}", deadline)
        except ServiceClosed as exc:
            raise AutomationDown(
                f"the automation server does not run on {self._transport.serial} ({doing})", evidence=str(exc)
            ) from exc
        return self._stream


def _read_answer(stream: Stream, deadline: Deadline) -> tuple[int, bool, bytes]:
    """Status, whether the connection stays open, and the body of one HTTP answer."""
    head = stream.read_until(b"\r\n\r\n", deadline).decode("latin-1")
    first, *rest = head.split("\r\n")
    words = first.split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
        raise NotHttp(first[:200])
    headers = {key.strip().lower(): value.strip() for key, _, value in (line.partition(":") for line in rest) if key}
    keep = headers.get("connection", "keep-alive").lower() != "close"
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return int(words[1]), keep, _read_chunks(stream, deadline)
    if headers.get("content-length", "").isdigit():
        return int(words[1]), keep, stream.read(int(headers["content-length"]), deadline)
    return int(words[1]), False, stream.read_rest(deadline)


def _read_chunks(stream: Stream, deadline: Deadline) -> bytes:
    body = bytearray()
    while True:
        size_line = stream.read_until(b"\r\n", deadline).split(b";", 1)[0].strip()
        try:
            size = int(size_line, 16)
        except ValueError as exc:
            raise NotHttp(repr(size_line[:40])) from exc
        chunk = stream.read(size + 2, deadline)
        if size == 0:
            return bytes(body)
        body += chunk[:-2]


def parse_reply(method: str, body: bytes) -> Any:
    """The result inside a JSON-RPC answer. Raises the exception of its error."""
    try:
        reply = json.loads(body.decode("utf-8", errors="replace"))
    except ValueError as exc:
        raise RpcRefused(
            f"the automation server's answer to {method} is not JSON", java="", evidence=_words(body)
        ) from exc
    if not isinstance(reply, dict) or not ("result" in reply or "error" in reply):
        raise RpcRefused(f"the automation server's answer to {method} has no result", java="", evidence=_words(body))
    error = reply.get("error")
    if error is None:
        return reply.get("result")
    if not isinstance(error, dict):
        error = {"message": str(error)}
    raise from_rpc(method, str(error.get("message") or ""), str(error.get("data") or ""))


def _words(body: bytes) -> str:
    return body[:1000].decode("utf-8", errors="replace")


class _turn:
    """Waits for the lock, at most until the deadline."""

    def __init__(self, lock: threading.Lock, deadline: Deadline) -> None:
        self._lock = lock
        self._deadline = deadline

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=self._deadline.require()):
            raise self._deadline.expired()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
