"""A local HTTP server with the test's answers, and a clock that does not wait."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

from agentprog.ports import Model

M = TypeVar("M", bound=Model)
_OPEN: list[Model] = []


def closed_later(model: M) -> M:
    """The same model, closed when the test ends."""
    _OPEN.append(model)
    return model


def close_models() -> None:
    """Closes every model that `closed_later` got."""
    while _OPEN:
        _OPEN.pop().close()


@dataclass
class Asked:
    """One request that reached the server."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Answer:
    """The answer to send. `cut` closes the connection after that many bytes of the body; `wait` seconds pass before,
    and `drip` seconds before every line of it."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    wait: float = 0.0
    drip: float = 0.0
    cut: int | None = None

    @classmethod
    def json(cls, data: Any, status: int = 200, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return cls(status=status, body=json.dumps(data).encode(), headers={"Content-Type": "application/json", **named})

    @classmethod
    def events(cls, *data: Any, done: bool = True, **fields: Any) -> Answer:
        """A stream of server-sent events."""
        lines = [item if isinstance(item, str) else json.dumps(item) for item in data]
        body = "".join(f"data: {line}\n\n" for line in [*lines, *(["[DONE]"] if done else [])])
        return cls(body=body.encode(), headers={"Content-Type": "text/event-stream"}, **fields)


class Server:
    """A local HTTP server whose answers are queued, or made from the request by `reply`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.queue: list[Answer] = []
        self.reply: Callable[[Asked], Answer] | None = None
        self.done = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # else an answer's body waits 40 ms for the client to acknowledge its head

            def handle_one(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                raw = self.rfile.read(length)
                asked = Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(raw or b"{}"))
                outer.asked.append(asked)
                answer = outer.queue.pop(0) if outer.queue else (outer.reply or (lambda _: Answer(status=500)))(asked)
                outer.done.wait(answer.wait)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                body = answer.body if answer.cut is None else answer.body[: answer.cut]
                body = b"" if self.command == "HEAD" else body
                for line in body.splitlines(keepends=True) if answer.drip else [body]:
                    outer.done.wait(answer.drip)
                    self.wfile.write(line)
                    self.wfile.flush()
                if answer.cut is not None:
                    self.close_connection = True

            do_GET = do_HEAD = do_POST = handle_one

            def log_message(self, *_: object) -> None: ...

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                """A client that hung up is part of these tests."""

        self._http = Quiet(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self.done.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class FastClock:
    """A clock whose sleeps cost nothing and are remembered."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._time = 0.0

    def monotonic(self) -> float:
        return self._time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._time += seconds

    def now(self) -> datetime:
        return datetime(2025, 11, 1, tzinfo=UTC)
