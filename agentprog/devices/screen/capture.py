"""Reads hierarchy and pixels, and names each kind of failure."""

from __future__ import annotations

import base64
import binascii
import io
import re
import time
from collections.abc import Callable

from PIL import Image, UnidentifiedImageError

from agentprog.devices.automation.server import Automation
from agentprog.devices.link.conditions import Condition
from agentprog.devices.link.foreign import RpcRefused
from agentprog.devices.link.transport import Transport
from agentprog.errors import AutomationLost, DeviceError
from agentprog.frozen import frozen
from agentprog.ports import Screenshot

_DEPTH = 50
_SHALLOW = 24
"""Depth for a second read of a tree that is too deep for the server's stack: its upper part is better than nothing."""
_EMPTY_READS = 3
_EMPTY_PAUSE = 0.15
_PNG = b"\x89PNG\r\n\x1a\n"
_PAUSE = 0.04
"""Most seconds between two reads of a tree that has to come to rest."""
_PATIENCE = 0.1
"""The pause between two reads, as a part of the wait so far, if the read itself took less. Without it, a phone that
answers within a millisecond would get hundreds of reads while a window opens.
"""
_VOLATILE = re.compile(r" (?:text|content-desc)=\"[^\"]*\"")
_DARK = 6
_SAMPLE = 64


@frozen
class Settled:
    """The tree at rest. `changed` means that it differs from the tree before the action."""

    xml: str
    changed: bool


class Camera:
    """Takes hierarchies and screenshots of one phone."""

    def __init__(self, transport: Transport, automation: Automation) -> None:
        self._transport = transport
        self._automation = automation
        self._depth = _DEPTH

    def hierarchy(self, seconds: float | None = None) -> str:
        """The tree of all windows as XML. Empty if the phone keeps answering that there is none."""
        for attempt in range(_EMPTY_READS):
            xml = self._dump(seconds)
            if "<node" in xml:
                return xml
            if attempt + 1 < _EMPTY_READS:
                time.sleep(_EMPTY_PAUSE)
        return ""

    def _dump(self, seconds: float | None) -> str:
        try:
            found = self._automation.call("dumpWindowHierarchy", False, self._depth, seconds=seconds)
        except RpcRefused as exc:
            if "StackOverflow" not in exc.java:
                raise
            found = self._less_deep(seconds)
        return found if isinstance(found, str) else ""

    def _less_deep(self, seconds: float | None) -> object:
        """From now on, read trees only as deep as any server's stack allows."""
        self._depth = _SHALLOW
        try:
            found = self._automation.call("dumpWindowHierarchy", False, self._depth, seconds=seconds)
        except RpcRefused as exc:
            self._automation.notice(Condition.DEEP_TREE, detail=exc.message)
            raise
        self._automation.notice(Condition.DEEP_TREE, mended=True)
        return found

    def settle(
        self, before: str | None, *, grace: float, limit: float, blank: Callable[[str], bool] = lambda xml: not xml
    ) -> Settled:
        """Read the tree until two reads are equal.

        A read equal to `before` (the tree before an action) counts as rest only after `grace` seconds: the phone may
        not have reacted yet. A `blank` read counts only after `limit`: an app may be starting. A screen that never
        rests (a stopwatch, a progress bar) is accepted if only its texts change.
        """
        start = time.monotonic()
        last: str | None = None
        alike = 0
        while True:
            began = time.monotonic()
            xml = self.hierarchy()
            now = time.monotonic()
            changed = xml != before
            if xml == last and (changed or now - start >= grace) and not blank(xml):
                return Settled(xml=xml, changed=changed)
            alike = alike + 1 if last is not None and xml != last and shape(xml) == shape(last) else 0
            if alike >= 3 or now - start >= limit:
                if xml != last:
                    self._automation.notice(Condition.NEVER_IDLE, mended=True)
                return Settled(xml=xml, changed=changed)
            last = xml
            time.sleep(min(_PAUSE, max(now - began, (now - start) * _PATIENCE)))

    def screenshot(self, seconds: float | None = None) -> Screenshot:
        """The pixels of the screen. Raises DeviceError if the phone gives none; never returns a substitute."""
        try:
            encoded = self._automation.call("takeScreenshot", 1, 80, seconds=seconds)
        except (RpcRefused, AutomationLost):
            encoded = None
        if isinstance(encoded, str) and encoded:
            try:
                return _checked(base64.b64decode(encoded, validate=False))
            except (binascii.Error, DeviceError):
                pass
        data = self._transport.exec_out("screencap -p", seconds=seconds)
        start = data.find(_PNG)
        if start < 0:
            raise DeviceError(
                "the phone took no screenshot",
                evidence=data[:300].decode("utf-8", errors="replace"),
                hint="The display is off, or the app forbids pictures: wake the phone.",
            )
        return _checked(data[start:])


def shape(xml: str) -> str:
    """The dump without its texts: equal for screens that differ only in texts, such as the time."""
    return _VOLATILE.sub("", xml)


def _checked(data: bytes) -> Screenshot:
    """The bytes as a screenshot if they are a complete picture."""
    try:
        with Image.open(io.BytesIO(data)) as image:
            kind, (width, height) = image.format, image.size
    except (UnidentifiedImageError, OSError, ValueError) as exc:
        raise DeviceError("the phone's screenshot is not a picture", evidence=repr(data[:40])) from exc
    if kind not in ("PNG", "JPEG") or width < 1 or height < 1:
        raise DeviceError(f"the phone's screenshot is a {kind} of {width}x{height}")
    return Screenshot(data=data, media_type=f"image/{kind.lower()}", width=width, height=height)


def upright(shot: Screenshot, rotation: int, size: tuple[int, int]) -> Screenshot:
    """The picture in the display's rotation. Some phones return it as their panel is mounted: wide for a tall
    display."""
    if rotation % 2 == 0 or (shot.width > shot.height) == (size[0] > size[1]):
        return shot
    try:
        with Image.open(io.BytesIO(shot.data)) as image:
            turned = image.transpose(Image.Transpose.ROTATE_90 if rotation == 1 else Image.Transpose.ROTATE_270)
    except OSError:  # the picture is cut off; callers judge its value
        return shot
    out = io.BytesIO()
    turned.save(out, "PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=turned.width, height=turned.height)


def is_black(shot: Screenshot) -> bool:
    """True if the picture is black between status and navigation bar. A truncated picture counts as black."""
    try:
        with Image.open(io.BytesIO(shot.data)) as image:
            # A JPEG decodes directly at an eighth of its size, which is cheap.
            image.draft("L", (_SAMPLE, _SAMPLE))
            grey = image.convert("L")
    except (OSError, ValueError):
        return True
    bar = max(1, grey.height // 16)
    brightest = grey.crop((0, bar, grey.width, grey.height - bar)).getextrema()[1]
    return isinstance(brightest, int | float) and brightest <= _DARK
