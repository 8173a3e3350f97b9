"""The server's HTTP: persistent connections, its paths, and its answers to invalid requests."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def port(sim_phone: Any) -> Iterator[int]:
    """The server's port, forwarded to this computer by adb."""
    assert sim_phone.ui.info["sdkInt"]
    forwarded = int(sim_phone.adb("forward", "tcp:0", "tcp:9008").stdout)
    yield forwarded
    sim_phone.adb("forward", "--remove", f"tcp:{forwarded}")


def test_many_requests_share_one_connection(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for number in range(20):
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": "ping"})
        connection.request("POST", "/jsonrpc/0", body)
        answer = connection.getresponse()
        assert answer.getheader("Connection") == "keep-alive"
        assert json.loads(answer.read()) == {"jsonrpc": "2.0", "id": number, "result": "pong"}
    connection.close()


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "text"),
    [
        ("GET", "/ping", None, 200, b"pong"),
        ("GET", "/nope", None, 404, b"Not Found!!!"),
        ("POST", "/jsonrpc/0", "", 500, b"Invalid http post data!"),
    ],
)
def test_paths(port: int, method: str, path: str, body: str | None, status: int, text: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, body)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (status, text)
    connection.close()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b'{"id": 1}', -32700),
        (b'{"id": 1, "method": "noSuchMethod"}', -32601),
        (b'{"id": 1, "method": "click", "params": ["no-such-object"]}', -32001),
        (b'{"id": 1, "method": "click", "params": []}', -32602),
        (b'{"id": 1, "method": "exist", "params": [{"nonsense": 1}]}', -32602),
        (b'{"id": 1, "method": "objInfo", "params": [{"text": "nobody has this"}]}', -32001),
        (b'{"id": 1, "method": "getText", "params": ["no-such-object"]}', -32001),
    ],
)
def test_errors_are_answers(port: int, body: bytes, code: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/jsonrpc/0", body)
    answer = connection.getresponse()
    assert answer.status == 200
    assert json.loads(answer.read())["error"]["code"] == code
    connection.close()


def test_nonsense_is_answered_and_the_server_lives_on(port: int, sim_phone: Any) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link:
        link.sendall(b"this is no HTTP\r\n\r\n")
        assert link.recv(1000).startswith(b"HTTP/1.1 400 Bad Request")
    assert sim_phone.ui.info["sdkInt"]


def test_one_screenshot_is_a_plain_jpeg(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/screenshot/0")
    assert connection.getresponse().read().startswith(b"\xff\xd8\xff")
    connection.close()
