"""Serves a session to other processes of the same user: by a Unix socket, or a port of this computer only, with a
token.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socketserver
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agentprog.app.session.protocol import MOST, VERSION, Events, Hello, done, read, refused
from agentprog.app.session.session import RunSession, question_data
from agentprog.app.settings.folders import state_folder
from agentprog.errors import AgentProgError, UsageError
from agentprog.runtime.journal.codec import event_to_data
from agentprog.version import __version__

_LONGEST = 100
"""Most bytes of a Unix socket's path: Linux allows 108, macOS 104."""
_HELP = "docs/session.md describes the protocol."
_QUIET = 5.0
"""Seconds without an event after which a watcher gets the state, so that a disconnected one is noticed."""


def sessions_folder() -> Path:
    """The folder of session addresses: one file each, readable only by the user."""
    return state_folder() / "sessions"


@contextmanager
def served(session: RunSession) -> Iterator[Path]:
    """Serve the session until the block ends. Returns the file with its address: see `client`."""
    folder, token = sessions_folder(), secrets.token_urlsafe(24)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = secrets.token_hex(4)
    place = folder / f"{name}.sock"
    server: Any
    if sys.platform != "win32" and len(os.fsencode(place)) <= _LONGEST:
        server, reached = _Unix(place, session, token), {"socket": str(place)}
    else:
        server = _Local(("127.0.0.1", 0), session, token)
        reached = {"port": server.server_address[1]}
    note = folder / f"{name}.json"
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), name="agentprog socket", daemon=True)
    try:
        _write(note, {"version": VERSION, "agentprog": __version__, "pid": os.getpid(), "token": token, **reached})
        session.attended = True
        thread.start()
        yield note
    finally:
        session.attended = False
        if thread.is_alive():
            server.shutdown()
        server.server_close()
        for left in (note, place):
            left.unlink(missing_ok=True)


def _write(path: Path, data: dict[str, Any]) -> None:
    """Write a file that only its user can read, from the first byte on."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(data, file)


class _Served(socketserver.ThreadingMixIn):
    daemon_threads = True
    block_on_close = False
    session: RunSession
    token: str


class _Local(_Served, socketserver.TCPServer):
    def __init__(self, address: tuple[str, int], session: RunSession, token: str) -> None:
        self.session, self.token = session, token
        super().__init__(address, _Line)


if sys.platform != "win32":

    class _Unix(_Served, socketserver.UnixStreamServer):
        def __init__(self, path: Path, session: RunSession, token: str) -> None:
            self.session, self.token = session, token
            super().__init__(str(path), _Line)


class _Line(socketserver.StreamRequestHandler):
    """One connection."""

    server: Any

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # the client has disconnected
            self._speak()

    def _speak(self) -> None:
        name = ""
        while line := self.rfile.readline(MOST + 1):
            request = None
            try:
                if len(line) > MOST:
                    raise UsageError(f"a line has more than {MOST} bytes", hint=_HELP)
                request = read(line)
                if isinstance(request, Hello):
                    self._greet(request)
                    name = request.name
                elif not name:
                    raise UsageError("the first request must be hello", hint=_HELP)
                result = done(self.server.session, request, name)
            except AgentProgError as exc:
                self._send(refused(request.id if request is not None else 0, exc))
                if not name:
                    return
                continue
            if isinstance(request, Events) and request.do == "watch":
                self._watch(request)
                return
            self._send({"id": request.id, "ok": True, **result})

    def _greet(self, hello: Hello) -> None:
        if not secrets.compare_digest(hello.token.encode(), self.server.token.encode()):
            raise UsageError("the token is not this session's", hint=_HELP)
        if hello.version != VERSION:
            raise UsageError(f"this session speaks version {VERSION}, not {hello.version}", hint=_HELP)

    def _watch(self, request: Events) -> None:
        session: RunSession = self.server.session
        seen, announced, answered, state = request.since, set[str](), 0, None
        while True:
            ended = session.ended
            for event in session.events(seen):
                self._send({"n": event.n, "event": event_to_data(event.event)})
                seen = event.n
            for question in session.questions.open:
                if question.id not in announced:
                    announced.add(question.id)
                    self._send({"question": question_data(question)})
            for answer in session.questions.answers[answered:]:
                answered += 1
                self._send({"answered": {"question": answer.question, "value": answer.value, "by": answer.by}})
            now = session.state()
            if now != state:
                state = now
                self._send({"state": now})
            if ended:
                self._send({"ended": now})
                return
            session.wait_for_news(lambda last=state: session.state() == last, _QUIET)  # type: ignore[misc]

    def _send(self, data: dict[str, Any]) -> None:
        self.wfile.write(json.dumps(data, ensure_ascii=False, default=str).encode() + b"\n")
        self.wfile.flush()
