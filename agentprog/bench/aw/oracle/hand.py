"""Controls the phone through the stock uiautomator2 client, waiting for each target."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.stream import Address

_PATIENCE = 8.0
_GLANCE = 0.6
_MOST_SWIPES = 60
_BAR_ITEM = "floating_toolbar_menu_item_text"


class OracleLost(Exception):
    """The screen lacks an expected element: the app behaves differently than the solution assumes."""


class Hand:
    """Finds by `text`, `desc` (content description) or `id` (the end of a resource id)."""

    def __init__(self, device: Any) -> None:
        """`device` is the result of `uiautomator2.connect`."""
        self.device = device
        self.device.settings["wait_timeout"] = _PATIENCE
        self.device.settings["operation_delay"] = (0, 0)

    @classmethod
    def on(cls, serial: str, *, adb_port: int) -> Hand:
        """A hand that uses the adb server on that port."""
        import uiautomator2

        client = AdbServer(Address(host="127.0.0.1", port=adb_port)).stock()
        client.connect(serial, timeout=_PATIENCE)
        return cls(uiautomator2.connect(client.device(serial)))

    def open(self, package: str) -> None:
        """Restarts an app."""
        self.device.app_start(package, stop=True)
        if not self.device.app_wait(package, front=True, timeout=_PATIENCE):
            raise OracleLost(f"{package} does not come to the front")

    def find(self, text: str = "", *, desc: str = "", id: str = "", **more: Any) -> Any:
        """A selector; the element is not looked up yet."""
        criteria = dict(more)
        if text:
            criteria["text"] = text
        if desc:
            criteria["description"] = desc
        if id:
            criteria["resourceIdMatches"] = rf".*[:/]?{id}$"
        return self.device(**criteria)

    def sees(self, text: str = "", **selector: Any) -> bool:
        return bool(self.find(text, **selector).exists)

    def await_(self, text: str = "", **selector: Any) -> Any:
        """Waits for the node and returns it."""
        found = self.find(text, **selector)
        if not found.wait(timeout=_PATIENCE):
            raise OracleLost(f"not on the screen: {text or selector}")
        return found

    def tap(self, text: str = "", **selector: Any) -> None:
        self.await_(text, **selector).click()

    def hold(self, text: str = "", **selector: Any) -> None:
        self.await_(text, **selector).long_click(duration=0.8)

    def write(self, value: str, **selector: Any) -> None:
        """Replaces a field's text."""
        self.await_(**selector).set_text(value)

    def texts(self, id: str) -> list[str]:
        """The texts of all visible nodes of that id."""
        tree = ElementTree.fromstring(self.device.dump_hierarchy())
        nodes = (node for node in tree.iter("node") if node.get("resource-id", "").rpartition("/")[2] == id)
        return [node.get("text", "") for node in nodes]

    def row(self, id: str, *texts: str) -> tuple[int, int] | None:
        """The middle of the first visible node with this id and all these texts inside."""
        tree = ElementTree.fromstring(self.device.dump_hierarchy())
        for node in tree.iter("node"):
            inside = {found.get("text", "") for found in node.iter("node")}
            if node.get("resource-id", "").rpartition("/")[2] == id and inside.issuperset(texts):
                left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds", "")))
                return (left + right) // 2, (top + bottom) // 2
        return None

    def choose(self, text: str) -> None:
        """Taps an item of the small bar over a field. The bar is a window of its own, so selectors search there."""
        self.until(lambda: self.row(_BAR_ITEM, text) is not None, f"{text} over the field")
        self.device.click(*(self.row(_BAR_ITEM, text) or (0, 0)))

    def back(self) -> None:
        self.device.press("back")

    def leave_keyboard(self) -> None:
        """Closes the keyboard if it is open."""
        if "mInputShown=true" in self.device.shell("dumpsys input_method").output:
            self.back()

    def swipe(self, x1: float, y1: float, x2: float, y2: float, *, seconds: float = 0.3) -> None:
        """Swipe; positions are shares of the screen."""
        width, height = self.device.window_size()
        self.device.swipe(x1 * width, y1 * height, x2 * width, y2 * height, duration=seconds)

    def scroll_to(self, text: str = "", **selector: Any) -> Any:
        """Scroll down until the node is there."""
        return self.seek(lambda: self.find(text, **selector), lambda: self.swipe(0.5, 0.75, 0.5, 0.4))

    def seek(self, look: Callable[[], Any], move: Callable[[], None]) -> Any:
        """Scroll until the target is there; a newly opened app gets time to show it."""
        look().wait(timeout=_GLANCE)
        for _ in range(_MOST_SWIPES):
            found = look()
            if found.exists:
                return found
            before = self.device.dump_hierarchy()
            move()
            if self.device.dump_hierarchy() == before:
                break
        raise OracleLost("scrolled to the end without finding it")

    def until(self, condition: Callable[[], bool], awaited: str) -> None:
        """Wait for a condition."""
        deadline = time.monotonic() + _PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise OracleLost(f"waited in vain for {awaited}")
            time.sleep(0.05)
