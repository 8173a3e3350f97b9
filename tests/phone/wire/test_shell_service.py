"""Bytes from a host before it closes its stream reach the command, however late the command reads."""

from __future__ import annotations

import asyncio

import pytest

from agentprog.phone.kernel import loop
from agentprog.phone.kernel.streams import Stream
from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.wire.shell_service import ShellService

DATA = bytes(range(256)) * 1200


class Host:
    """The other end of a stream: accepts any bytes."""

    max_payload = 64 * 1024

    async def write_stream(self, local: int, remote: int, data: bytes) -> None:
        """Drops the data."""

    def acknowledge(self, local: int, remote: int) -> None:
        """Does nothing."""

    def send_close(self, local: int, remote: int) -> None:
        """Does nothing."""


@pytest.mark.parametrize("command", ["cat", "sleep 0.05; cat"])
def test_bytes_sent_before_the_stream_closed_are_read_to_the_end(inner_phone: SimulatedPhone, command: str) -> None:
    async def run() -> bytes:
        stream = Stream(Host(), 1, 2)
        service = ShellService(inner_phone.rig, stream, framed=False, terminal=False, abort=lambda: None, outlives=True)
        work = asyncio.ensure_future(service.run(f"{command} > /sdcard/fed"))
        stream.fed(DATA)
        await asyncio.sleep(0)
        stream.peer_closed()
        await work
        return inner_phone.rig.files(inner_phone.rig.user).read("/sdcard/fed")

    assert loop.run(run()) == DATA
