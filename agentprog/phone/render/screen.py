"""Puts the windows' display lists together into the screenshot, drawing only what changed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from agentprog.phone.records import Rect, WindowKind
from agentprog.phone.render.canvas import DisplayList, Op, ShadeOp
from agentprog.phone.render.painter import Painter, rgb

if TYPE_CHECKING:
    from agentprog.phone.system.phone import SimPhone
    from agentprog.phone.system.windows import Window

_BASE = (WindowKind.APP, WindowKind.SPLASH, WindowKind.KEYGUARD)
_BARS = (WindowKind.STATUS_BAR, WindowKind.NAVIGATION_BAR)
_DIALOGS = (WindowKind.DIALOG, WindowKind.POPUP, WindowKind.SYSTEM_DIALOG)
_TOP = (WindowKind.TOAST, WindowKind.SHADE)


class ScreenCapture:
    """Three layers are kept: the base (app and bars), the keyboard, and the finished picture."""

    def __init__(self, phone: SimPhone) -> None:
        self._phone = phone
        self._version = ""
        self._image = Image.new("RGB", (1, 1))
        self._layers: dict[str, tuple[object, Image.Image]] = {}
        self._encoded: dict[str, bytes] = {}

    def secure(self) -> bool:
        self._phone.settle()
        return any(w.secure for w in self._phone.window_manager.windows())

    def image(self) -> Image.Image:
        self._phone.settle()
        version = self._phone.version()
        if version != self._version:
            image = self._compose()
            if image is not self._image:
                self._encoded.clear()
            self._image, self._version = image, version
        return self._image

    def png(self) -> bytes:
        return self._encode("PNG", compress_level=1)

    def jpeg(self, quality: int = 80) -> bytes:
        return self._encode("JPEG", quality=quality)

    def _encode(self, format: str, **options: int) -> bytes:
        image = self.image()
        key = f"{format}{options}"
        if key not in self._encoded:
            buffer = io.BytesIO()
            image.save(buffer, format, **options)
            self._encoded[key] = buffer.getvalue()
        return self._encoded[key]

    def _layer(self, name: str, key: object, size: tuple[int, int], ops: DisplayList, origin: Rect) -> Image.Image:
        """A cached picture of some windows."""
        kept = self._layers.get(name)
        if kept is not None and kept[0] == key:
            return kept[1]
        image = Image.new("RGB", size, rgb("#000000"))
        Painter(image, (origin.left, origin.top)).run(ops)
        self._layers[name] = (key, image)
        return image

    def _compose(self) -> Image.Image:
        manager = self._phone.window_manager
        windows, screen = manager.windows(), manager.screen_rect()
        size = (screen.right, screen.bottom)
        if not windows or any(w.secure for w in windows):
            return self._layer("black", size, size, (), screen)
        paint = manager.paint
        base: list[Op] = []
        for w in windows:
            if w.kind in _BASE or w.kind in _BARS:
                if w.dim:
                    base.append(ShadeOp(screen, 96))
                base.extend(paint(w))
        below = self._over(windows, screen, _DIALOGS)
        above = self._over(windows, screen, _TOP)
        keyboards = [(w, paint(w)) for w in windows if w.kind is WindowKind.KEYBOARD]
        key = (size, tuple(base), tuple(below), tuple(ops for _, ops in keyboards), tuple(above))
        kept = self._layers.get("final")
        if kept is not None and kept[0] == key:
            return kept[1]
        image = self._layer("base", (size, tuple(base)), size, tuple(base), screen)
        if below or above or keyboards:
            image = image.copy()
            Painter(image).run(tuple(below))
            for window, ops in keyboards:
                b = window.bounds
                face = self._layer("keyboard", (b, ops), (b.right - b.left, b.bottom - b.top), ops, b)
                image.paste(face, (b.left, b.top))
            Painter(image).run(tuple(above))
        self._layers["final"] = (key, image)
        return image

    def _over(self, windows: list[Window], screen: Rect, kinds: tuple[WindowKind, ...]) -> list[Op]:
        """Windows of some kinds, drawn over the base."""
        ops: list[Op] = []
        for window in windows:
            if window.kind in kinds:
                if window.dim:
                    ops.append(ShadeOp(screen, 96))
                ops.extend(self._phone.window_manager.paint(window))
        return ops
