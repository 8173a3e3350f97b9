"""Streams keep the protocol's flow control, packets refuse nonsense."""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any

import pytest

from agentprog.phone.kernel.streams import Stream, StreamClosed
from agentprog.phone.wire import packets
from agentprog.phone.wire.packets import BadPacket, Packet, read_packet


class Sink:
    """Records the bytes of a stream."""

    max_payload = 4

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.acknowledged = 0
        self.closed = 0

    async def write_stream(self, local: int, remote: int, data: bytes) -> None:
        self.written.append(data)

    def acknowledge(self, local: int, remote: int) -> None:
        self.acknowledged += 1

    def send_close(self, local: int, remote: int) -> None:
        self.closed += 1


def test_a_write_waits_for_each_acknowledgement() -> None:
    async def scenario() -> None:
        sink = Sink()
        stream = Stream(sink, 1, 2)
        work = asyncio.ensure_future(stream.write(b"abcdefghij"))
        for expected in (b"abcd", b"efgh", b"ij"):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert sink.written[-1] == expected
            assert not work.done()
            stream.ready(2)
        await work

    asyncio.run(scenario())


def test_read_bytes_are_acknowledged_and_an_end_is_noticed() -> None:
    async def scenario() -> None:
        sink = Sink()
        stream = Stream(sink, 1, 2)
        stream.fed(b"abc")
        assert sink.acknowledged == 1
        assert await stream.read_exactly(2) == b"ab"
        assert await stream.read() == b"c"
        stream.peer_closed()
        assert await stream.read() == b""
        with pytest.raises(StreamClosed):
            await stream.read_exactly(1)
        with pytest.raises(StreamClosed):
            await stream.write(b"x")

    asyncio.run(scenario())


def test_a_stream_nobody_reads_stops_acknowledging() -> None:
    async def scenario() -> None:
        sink = Sink()
        stream = Stream(sink, 1, 2)
        stream.fed(b"x" * (5 * 1024 * 1024))
        assert sink.acknowledged == 0
        await stream.read()
        assert sink.acknowledged == 1

    asyncio.run(scenario())


def test_packets_survive_the_wire() -> None:
    async def scenario() -> None:
        reader = asyncio.StreamReader()
        packet = Packet(command=packets.WRTE, arg0=1, arg1=2, payload=b"hello")
        reader.feed_data(packet.encode(checksum=True))
        assert await read_packet(reader) == packet
        reader.feed_data(struct.pack("<6I", packets.WRTE, 1, 2, 0, 0, 123))
        with pytest.raises(BadPacket, match="magic"):
            await read_packet(reader)
        reader.feed_data(struct.pack("<6I", packets.WRTE, 1, 2, 1 << 30, 0, packets.WRTE ^ 0xFFFFFFFF))
        with pytest.raises(BadPacket, match="larger"):
            await read_packet(reader)

    asyncio.run(scenario())


def test_a_nonsense_connection_does_not_disturb_the_others(sim_phone: Any) -> None:
    port = int(sim_phone.serial.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=5) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: nobody\r\n\r\n")
        assert link.recv(100) == b""
    assert sim_phone.shell("echo fine") == "fine"
