"""Screenshots for clients: the screen, or a fault's version of it."""

from __future__ import annotations

import io

from PIL import Image

from agentprog.phone.render import png
from agentprog.phone.rig import Rig


def as_png(rig: Rig) -> bytes:
    turned = _sideways(rig)
    return rig.phone.capture.png() if turned is None else png.encode(turned)


def as_jpeg(rig: Rig, *, scale: float = 1.0, quality: int = 80) -> bytes:
    """The screenshot as JPEG. `scale` is the server's: a factor of both sides."""
    turned = _sideways(rig)
    if turned is None and scale == 1.0:
        return rig.phone.capture.jpeg(quality)
    image = turned or rig.phone.capture.image()
    out = io.BytesIO()
    small = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    small.save(out, "JPEG", quality=quality)
    return out.getvalue()


def as_raw(rig: Rig) -> bytes:
    """Raw pixels, after width, height, format 1 (RGBA 8888) and colour space 1 (sRGB)."""
    image = (_sideways(rig) or rig.phone.capture.image()).convert("RGBA")
    header = b"".join(number.to_bytes(4, "little") for number in (image.width, image.height, 1, 1))
    return header + image.tobytes()


def _sideways(rig: Rig) -> Image.Image | None:
    """The picture in the panel's natural orientation, if the fault is on and the phone is turned."""
    rotation = rig.phone.display.info.rotation
    if not rotation or rig.strikes("screenshot_sideways") is None:
        return None
    return rig.phone.capture.image().rotate(-90 * rotation, expand=True)
