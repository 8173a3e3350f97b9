"""The client of a session's socket: for a page, an editor or another program that controls a run."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from agentprog.app.session.protocol import VERSION
from agentprog.app.session.server import sessions_folder
from agentprog.errors import AgentProgError, UsageError

_SECONDS = 30.0


class Refused(AgentProgError):
    """The session refused a request: `kind` is the class of its error."""

    exit_code = 2

    def __init__(self, kind: str, message: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind


class SessionClient:
    """One connection. Raises UsageError if the session has ended, Refused if it refuses."""

    def __init__(self, note: Path, *, name: str = "somebody") -> None:
        try:
            reached = json.loads(note.read_text(encoding="utf-8"))
            self._socket = _connected(reached)
        except (OSError, ValueError) as exc:
            hint = "It may have ended. `agentprog resume` continues a run."
            raise UsageError(f"no session is reached by {note}", hint=hint) from exc
        self._lines = self._socket.makefile("rb")
        self._count = 0
        self.state: dict[str, Any] = self.do("hello", version=VERSION, token=reached["token"], name=name)["state"]

    def do(self, request: str, **fields: Any) -> dict[str, Any]:
        """Send a request; returns its reply."""
        self._count += 1
        self._send({"id": self._count, "do": request, **fields})
        reply = self._read()
        if reply is None:
            raise UsageError("the session has gone", hint="Its run may have ended.")
        if not reply.get("ok"):
            error = reply["error"]
            raise Refused(error["kind"], error["message"], error["hint"])
        return reply

    def watch(self, since: int = 0) -> Iterator[dict[str, Any]]:
        """Events after that number and all later ones; the connection accepts no further request."""
        self._send({"do": "watch", "since": since})
        self._socket.settimeout(None)
        while (line := self._read()) is not None:
            yield line

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, data: dict[str, Any]) -> None:
        try:
            self._socket.sendall(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        except OSError as exc:
            raise UsageError("the session has gone", hint="Its run may have ended.") from exc

    def _read(self) -> dict[str, Any] | None:
        try:
            line = self._lines.readline()
        except OSError:
            return None
        found: dict[str, Any] | None = json.loads(line) if line else None
        return found


def session_of(run: str) -> SessionClient:
    """The session of the run with this name. Removes the files of ended sessions. Raises UsageError."""
    folder = sessions_folder()
    for note in sorted(folder.glob("*.json")):
        try:
            client = SessionClient(note)
        except UsageError:
            note.unlink(missing_ok=True)
            continue
        if client.state["run"] == run:
            return client
        client.close()
    raise UsageError(f"no session holds the run {run}", hint="Start it with --listen.")


def _connected(reached: dict[str, Any]) -> socket.socket:
    if sys.platform != "win32" and "socket" in reached:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(_SECONDS)
        connection.connect(reached["socket"])
        return connection
    return socket.create_connection(("127.0.0.1", reached["port"]), timeout=_SECONDS)
