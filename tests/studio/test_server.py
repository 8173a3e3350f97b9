"""The page's server listens only on this computer, unless an option changes that; then a warning appears."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest

from agentprog.cli.commands.studio import show_link
from agentprog.errors import UsageError
from agentprog.studio.desk import Desk
from agentprog.studio.server import opened


def test_the_server_listens_only_on_this_computer(desk: Desk) -> None:
    with opened(desk) as link:
        place = urlsplit(link)
        assert (place.scheme, place.hostname) == ("http", "127.0.0.1")
        assert place.port is not None
        socket.create_connection(("127.0.0.1", place.port), timeout=5).close()
        with pytest.raises(OSError, match="refused"):  # an address of this computer that it does not listen at
            socket.create_connection(("127.0.0.2", place.port), timeout=5)


def test_another_host_is_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    show_link("http://127.0.0.1:1/", host="127.0.0.1", browser=False)
    assert "encrypted" not in capsys.readouterr().err
    show_link("http://192.0.2.7:1/", host="192.0.2.7", browser=False)
    assert "reached from other computers" in capsys.readouterr().err


def test_a_port_in_use_is_reported(desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match="cannot listen"), opened(desk, port=port):
            pass
