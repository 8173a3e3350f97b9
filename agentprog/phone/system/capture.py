"""Puts the windows' display lists together into the screenshot, drawing only what changed."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image

from agentprog.phone.records import Rect, WindowKind
from agentprog.phone.render import png
from agentprog.phone.render.canvas import DisplayList, Op, ShadeOp
from agentprog.phone.render.damage import damaged
from agentprog.phone.render.painter import Painter
from agentprog.phone.system.inside import System, Window

# From bottom to top; kinds of one group keep the window manager's order.
_ORDER = (
    (WindowKind.APP, WindowKind.SPLASH, WindowKind.KEYGUARD),
    (WindowKind.DIALOG, WindowKind.POPUP, WindowKind.SYSTEM_DIALOG),
    (WindowKind.KEYBOARD,),
    (WindowKind.TOAST, WindowKind.SHADE),
    (WindowKind.STATUS_BAR, WindowKind.NAVIGATION_BAR),
)
_DIMMING = 96


class ScreenCapture:
    """Keeps one picture, since each costs ten megabytes; changed parts are drawn over it in place."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._version = ""
        self._image = Image.new("RGB", (1, 1))
        self._ops: DisplayList = ()
        self._encoded: dict[str, bytes] = {}

    def secure(self) -> bool:
        self._phone.settle()
        return any(w.secure for w in self._phone.window_manager.windows())

    def image(self) -> Image.Image:
        """The current screen. The next call may draw on the same object: copy it to keep it."""
        self._phone.settle()
        version = self._phone.version()
        if version != self._version:
            self._refresh()
            self._version = version
        return self._image

    def png(self) -> bytes:
        return self._encode("PNG", png.encode)

    def jpeg(self, quality: int = 80) -> bytes:
        return self._encode(f"JPEG{quality}", lambda image: _jpeg(image, quality))

    def _encode(self, kind: str, encode: Callable[[Image.Image], bytes]) -> bytes:
        image = self.image()
        if kind not in self._encoded:
            self._encoded[kind] = encode(image)
        return self._encoded[kind]

    def _refresh(self) -> None:
        manager = self._phone.window_manager
        windows, screen = manager.windows(), manager.screen_rect()
        size = (screen.right, screen.bottom)
        before, self._ops = self._ops, () if any(w.secure for w in windows) else self._display_list(windows, screen)
        if self._image.size != size:
            self._image = Image.new("RGB", size)
            area = screen
        else:
            area = damaged(before, self._ops, screen)
        if area.empty:
            return
        self._encoded.clear()
        self._image.paste((0, 0, 0), area)
        Painter(self._image).run(self._ops, area)

    def _display_list(self, windows: list[Window], screen: Rect) -> DisplayList:
        """Everything on the screen in drawing order."""
        ops: list[Op] = []
        for kinds in _ORDER:
            for window in windows:
                if window.kind in kinds:
                    if window.dim:
                        ops.append(ShadeOp(screen, _DIMMING))
                    ops.extend(self._phone.window_manager.paint(window))
        return tuple(ops)


def _jpeg(image: Image.Image, quality: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()
