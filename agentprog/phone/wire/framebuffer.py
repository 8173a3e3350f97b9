"""The `framebuffer:` service: a header of fourteen words and the raw pixels."""

from __future__ import annotations

import struct

from PIL.Image import Image

from agentprog.phone.wire.streams import ByteStream

_HEADER = struct.Struct("<14I")
_VERSION, _BITS, _SRGB = 2, 32, 1


async def send_framebuffer(stream: ByteStream, image: Image) -> None:
    """Send one picture as RGBA, 8 bits a channel."""
    raw = image.convert("RGBA").tobytes()
    red, blue, green, alpha = (0, 8), (16, 8), (8, 8), (24, 8)
    header = _HEADER.pack(_VERSION, _BITS, _SRGB, len(raw), image.width, image.height, *red, *blue, *green, *alpha)
    await stream.write(header + raw)
