"""The persistent connection to the automation server, tested with a server in this process."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from agentprog.devices.automation.rpc import Channel, NotHttp
from agentprog.devices.link.deadline import Deadline
from agentprog.devices.link.foreign import AutomationDown, OutcomeUnknown, RpcRefused
from agentprog.devices.link.stream import Stream
from agentprog.devices.link.transport import ServiceClosed
from agentprog.errors import AutomationLost, DeviceTimeout, InjectionDenied

Answer = Callable[[bytes], bytes | None]


class Served:
    """Replaces the transport: a thread with the test's answers serves every opened stream."""

    serial = "fake"

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.opened = 0
        self.asked: list[dict[str, Any]] = []
        self._ends: list[socket.socket] = []

    def open(self, service: str, deadline: Deadline) -> Stream:
        self.opened += 1
        ours, theirs = socket.socketpair()
        self._ends.append(theirs)
        threading.Thread(target=self._serve, args=(theirs,), daemon=True).start()
        return Stream(ours)

    def _serve(self, end: socket.socket) -> None:
        with end:
            while data := _request(end):
                if data:
                    self.asked.append(json.loads(data))
                reply = self.answer(data)
                if reply is None:
                    return
                with suppress(OSError):
                    end.sendall(reply)

    def close(self) -> None:
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def _request(end: socket.socket) -> bytes:
    head = b""
    try:
        while b"\r\n\r\n" not in head:
            part = end.recv(4096)
            if not part:
                return b""
            head += part
        text, _, body = head.partition(b"\r\n\r\n")
        length = int(next(x for x in text.split(b"\r\n") if x.lower().startswith(b"content-length")).split(b":")[1])
        while len(body) < length:
            body += end.recv(4096)
    except OSError:
        return b""
    return body


def reply(result: object, *, headers: str = "") -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
    return f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n{headers}\r\n".encode() + body


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], tuple[Channel, Served]]]:
    made: list[tuple[Channel, Served]] = []

    def start(answer: Answer) -> tuple[Channel, Served]:
        served = Served(answer)
        made.append((Channel(served), served))  # type: ignore[arg-type]
        return made[-1]

    yield start
    for channel, served in made:
        channel.close()
        served.close()


def ask(channel: Channel, *params: Any, seconds: float = 5.0) -> Any:
    return channel.call("method", params, Deadline(seconds, "asking"))


def test_one_connection_serves_many_calls(serve: Any) -> None:
    channel, served = serve(lambda _: reply("x" * 300_000))
    assert [len(ask(channel, n)) for n in range(5)] == [300_000] * 5
    assert served.opened == 1
    assert served.asked[2]["params"] == [2]


def test_every_character_is_carried(serve: Any) -> None:
    channel, served = serve(lambda body: reply(json.loads(body)["params"][0]))
    text = 'héllo "$x" 你好 😀 \x00 \ud83d'
    assert ask(channel, text[:-1]) == text[:-1]
    ask(channel, text)
    assert served.asked[1]["params"] == [text]


def test_a_connection_the_server_closed_while_idle_is_replaced(serve: Any) -> None:
    calls = []

    def answer(body: bytes) -> bytes | None:
        calls.append(body)
        return reply(len(calls), headers="Connection: close\r\n")

    channel, served = serve(answer)
    assert [ask(channel), ask(channel)] == [1, 2]
    assert served.opened == 2
    channel, served = serve(lambda _: reply(1))
    ask(channel)
    served.close()
    assert ask(channel) == 1
    assert served.opened == 2


def test_a_chunked_answer_is_read(serve: Any) -> None:
    body = json.dumps({"result": "chunked"}).encode()
    parts = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (body[:5], body[5:])) + b"0\r\n\r\n"
    channel, _ = serve(lambda _: b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + parts)
    assert [ask(channel), ask(channel)] == ["chunked", "chunked"]


def test_an_answer_that_is_cut_leaves_the_outcome_unknown(serve: Any) -> None:
    def cut(_: bytes) -> bytes | None:
        cut.times += 1  # type: ignore[attr-defined]
        return b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf" if cut.times == 1 else None  # type: ignore[attr-defined]

    cut.times = 0  # type: ignore[attr-defined]
    channel, _ = serve(cut)
    with pytest.raises(DeviceTimeout):
        ask(channel, seconds=0.3)
    with pytest.raises(OutcomeUnknown):
        ask(channel)


def test_a_server_that_is_down_has_received_nothing() -> None:
    class Gone:
        serial = "fake"

        def open(self, service: str, deadline: Deadline) -> Stream:
            raise ServiceClosed("closed")

    channel = Channel(Gone())  # type: ignore[arg-type]
    with pytest.raises(AutomationDown):
        ask(channel)
    assert channel.ping(Deadline(1, "pinging")) is False


def test_a_call_that_hangs_is_over_in_its_time_and_blocks_nobody(serve: Any) -> None:
    hang = threading.Event()
    channel, _ = serve(lambda body: reply("late") if hang.wait(5) else None)
    began = time.monotonic()
    with pytest.raises(DeviceTimeout, match="asking did not finish within"):
        ask(channel, seconds=0.3)
    assert time.monotonic() - began < 1.5
    hang.set()
    assert ask(channel) == "late"


def test_a_reply_that_is_no_http_calls_for_the_stock_client(serve: Any) -> None:
    channel, _ = serve(lambda _: b"SSH-2.0-OpenSSH\r\n\r\n")
    with pytest.raises(NotHttp):
        ask(channel)


@pytest.mark.parametrize("body", [b"not json", b"[]", b"{}", b'"text"', b"\xff\xfe"])
def test_an_answer_without_result_is_refused(serve: Any, body: bytes) -> None:
    channel, _ = serve(lambda _: b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    with pytest.raises(RpcRefused) as caught:
        ask(channel)
    assert caught.value.evidence


def test_an_http_error_is_refused_with_its_words(serve: Any) -> None:
    channel, _ = serve(lambda _: b"HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\nwhy?")
    with pytest.raises(RpcRefused, match="HTTP 500") as caught:
        ask(channel)
    assert caught.value.evidence == "why?"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"code": -32001, "message": "android.os.DeadObjectException", "data": "stack"}, AutomationLost),
        ({"code": -1, "message": "java.lang.SecurityException", "data": "INJECT_EVENTS permission"}, InjectionDenied),
        ({"message": "androidx.test.uiautomator.UiObjectNotFoundException"}, RpcRefused),
        ("only a text", RpcRefused),
        ({}, RpcRefused),
    ],
)
def test_an_error_of_the_server_is_mapped_to_its_meaning(serve: Any, error: object, kind: type[Exception]) -> None:
    body = json.dumps({"id": 1, "error": error}).encode()
    channel, _ = serve(lambda _: b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    with pytest.raises(kind):
        ask(channel)


def test_calls_of_several_threads_take_turns(serve: Any) -> None:
    channel, served = serve(lambda body: reply(json.loads(body)["params"][0]))
    results: dict[int, int] = {}
    threads = [threading.Thread(target=lambda n=n: results.update({n: ask(channel, n)})) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == {n: n for n in range(12)}
    assert served.opened == 1
