"""HTTP/1.1 with keep-alive over a stream of the phone, like NanoHTTPD."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

from agentprog.frozen import frozen
from agentprog.phone.kernel.streams import ByteStream

_LARGEST_HEAD = 64 * 1024
_LARGEST_BODY = 32 * 1024 * 1024


@frozen
class Request:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@frozen
class Response:
    body: bytes
    content_type: str = "text/html"
    status: str = "200 OK"


class BadRequest(Exception):
    """The request is not HTTP, or exceeds this server's limits."""


Responder = Callable[[Request], Awaitable[Response]]


async def serve_http(stream: ByteStream, answer: Responder) -> None:
    """Answer requests until the client is done or asks to close."""
    buffer = bytearray()
    while True:
        try:
            request = await _read_request(stream, buffer)
        except BadRequest as exc:
            response = Response(
                body=f"BAD REQUEST: {exc}".encode(), content_type="text/plain", status="400 Bad Request"
            )
            await stream.write(_encode(response, keep_alive=False))
            return
        if request is None:
            return
        keep_alive = request.headers.get("connection", "keep-alive").lower() != "close"
        await stream.write(_encode(await answer(request), keep_alive=keep_alive))
        if not keep_alive:
            return


async def _read_request(stream: ByteStream, buffer: bytearray) -> Request | None:
    while (end := buffer.find(b"\r\n\r\n")) < 0:
        if len(buffer) > _LARGEST_HEAD:
            raise BadRequest("the head is too long")
        if not await _more(stream, buffer):
            return None
    lines = bytes(buffer[:end]).decode("latin-1").split("\r\n")
    del buffer[: end + 4]
    start = lines[0].split(" ")
    if len(start) != 3 or not start[2].startswith("HTTP/"):
        raise BadRequest("Syntax error. Usage: GET /example/file.html")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    length_text = headers.get("content-length", "0")
    if not length_text.isdigit() or int(length_text) > _LARGEST_BODY:
        raise BadRequest("bad content length")
    length = int(length_text)
    while len(buffer) < length:
        if not await _more(stream, buffer):
            return None
    body = bytes(buffer[:length])
    del buffer[:length]
    return Request(method=start[0], path=start[1].partition("?")[0], headers=headers, body=body)


async def _more(stream: ByteStream, buffer: bytearray) -> bool:
    data = await stream.read()
    buffer += data
    return bool(data)


def _encode(response: Response, *, keep_alive: bool) -> bytes:
    date = datetime.now(UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")
    head = (
        f"HTTP/1.1 {response.status} \r\nContent-Type: {response.content_type}\r\nDate: {date}\r\n"
        f"Connection: {'keep-alive' if keep_alive else 'close'}\r\nContent-Length: {len(response.body)}\r\n\r\n"
    )
    return head.encode("latin-1") + response.body
