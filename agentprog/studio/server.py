"""The page's server, in a thread of its own; reachable from this computer only by default."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from agentprog.errors import ConfigError, UsageError
from agentprog.studio.desk import Desk

LOOPBACK = "127.0.0.1"
_STARTS = 10.0
"""Seconds within which the server must answer."""
_ENDS = 3


@contextmanager
def opened(desk: Desk, *, host: str = LOOPBACK, port: int = 0) -> Iterator[str]:
    """Serves the desk until the block ends. Yields the link; whoever has the link controls the phone.

    Port 0 chooses a free port. Raises ConfigError if the extra `studio` is not installed, UsageError if the address is
    not available.
    """
    try:
        import uvicorn

        from agentprog.studio.guard import ENTRY, Guard
        from agentprog.studio.site import Site
    except ImportError as exc:
        raise ConfigError(
            f"the page needs the package {exc.name}", hint="Install it: pip install 'agentprog[studio]'"
        ) from exc
    listening = _listen(host, port)
    number = listening.getsockname()[1]
    guard = Guard(Site(desk).app, host=host, port=number)
    config = uvicorn.Config(
        guard,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=1_000_000,
        server_header=False,
        timeout_graceful_shutdown=_ENDS,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, name="agentprog studio", daemon=True)
    thread.start()
    try:
        _await_start(server, thread)
        yield f"http://{host}:{number}{ENTRY}?token={guard.token}&to={quote(desk.first)}"
    finally:
        server.should_exit = True
        thread.join(_ENDS + _STARTS)
        listening.close()


def _await_start(server: object, thread: threading.Thread) -> None:
    until = time.monotonic() + _STARTS
    while not getattr(server, "started", False):
        if not thread.is_alive() or time.monotonic() > until:
            raise UsageError("the page's server did not start", hint="Try another --port.")
        time.sleep(0.01)


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as exc:
        raise UsageError(
            f"cannot listen at {host}, port {port}: {exc.strerror or exc}", hint="Name another port with --port."
        ) from exc
