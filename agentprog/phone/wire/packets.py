"""Packets of the ADB transport: a header of six little-endian words, then the payload."""

from __future__ import annotations

import asyncio
import struct

from agentprog.frozen import frozen

HEADER = struct.Struct("<6I")
VERSION = 0x01000001
"""The first protocol version without payload checksums."""
MAX_PAYLOAD = 1024 * 1024
OLD_MAX_PAYLOAD = 4096


def _word(name: bytes) -> int:
    return int.from_bytes(name, "little")


SYNC, CNXN, AUTH, OPEN = _word(b"SYNC"), _word(b"CNXN"), _word(b"AUTH"), _word(b"OPEN")
OKAY, WRTE, CLSE, STLS = _word(b"OKAY"), _word(b"WRTE"), _word(b"CLSE"), _word(b"STLS")
AUTH_TOKEN, AUTH_SIGNATURE, AUTH_RSAPUBLICKEY = 1, 2, 3


class BadPacket(Exception):
    """The peer does not speak the ADB protocol; the connection is lost."""


@frozen
class Packet:
    """One message: command, its two arguments and the payload."""

    command: int
    arg0: int
    arg1: int
    payload: bytes = b""

    def encode(self, *, checksum: bool) -> bytes:
        """The bytes to send. Hosts older than VERSION expect the payload's sum in the header."""
        total = sum(self.payload) & 0xFFFFFFFF if checksum else 0
        header = HEADER.pack(self.command, self.arg0, self.arg1, len(self.payload), total, self.command ^ 0xFFFFFFFF)
        return header + self.payload


async def read_packet(reader: asyncio.StreamReader) -> Packet:
    """The next packet. Raises BadPacket for an invalid one and asyncio.IncompleteReadError at the end."""
    command, arg0, arg1, length, _, magic = HEADER.unpack(await reader.readexactly(HEADER.size))
    if magic != command ^ 0xFFFFFFFF:
        raise BadPacket(f"magic {magic:#x} does not match command {command:#x}")
    if length > MAX_PAYLOAD:
        raise BadPacket(f"a payload of {length} bytes is larger than {MAX_PAYLOAD}")
    payload = await reader.readexactly(length) if length else b""
    return Packet(command=command, arg0=arg0, arg1=arg1, payload=payload)
