"""Drives a phone through its facade by its tree: for tests, oracles and demonstrations."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.phone.facade import Phone
from agentprog.phone.records import UiNode


class ManualTime:
    """A time source that stands still; the phone's clock moves only when advanced."""

    def monotonic(self) -> float:
        return 0.0


class NotOnScreen(LookupError):
    """No node matches the description; the message lists the existing nodes."""


class Hand:
    """Finds nodes and touches their centres, waiting `pause` phone seconds after each act."""

    def __init__(self, phone: Phone, *, pause: float = 0.5) -> None:
        self.phone = phone
        self.pause = pause

    def nodes(self) -> Iterator[UiNode]:
        """Every node in reading order, windows from bottom to top."""
        stack = list(reversed(self.phone.accessibility.tree()))
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def all(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> list[UiNode]:
        """Nodes with exactly this text, description and short or full resource id."""
        return [n for n in self.nodes() if _matches(n, text, desc, id)]

    def sees(self, text: str | None = None, *, desc: str | None = None, id: str | None = None) -> bool:
        return bool(self.all(text, desc=desc, id=id))

    def find(self, text: str | None = None, *, desc: str | None = None, id: str | None = None, nth: int = 0) -> UiNode:
        found = self.all(text, desc=desc, id=id)
        if len(found) <= nth:
            shown = [n.text or n.description or n.resource_id.rsplit("/", 1)[-1] for n in self.nodes()]
            raise NotOnScreen(f"no {nth + 1}. node {(text, desc, id)} among {[s for s in shown if s]}")
        return found[nth]

    def texts(self, id: str) -> list[str]:
        """The texts of all nodes with an id."""
        return [n.text for n in self.all(id=id)]

    def tap(self, text: str | None = None, *, desc: str | None = None, id: str | None = None, nth: int = 0) -> None:
        self.phone.touch.tap(*self.find(text, desc=desc, id=id, nth=nth).bounds.center)
        self.wait()

    def hold(self, text: str | None = None, *, desc: str | None = None, id: str | None = None, nth: int = 0) -> None:
        self.phone.touch.tap(*self.find(text, desc=desc, id=id, nth=nth).bounds.center, hold=0.8)
        self.wait()

    def write(self, value: str, text: str | None = None, *, id: str | None = None, nth: int = 0) -> None:
        """Tap a field and replace its text."""
        self.tap(text, id=id, nth=nth)
        self.phone.editor.replace(value)
        self.wait()

    def press(self, key: str) -> None:
        self.phone.keys.press(key)
        self.wait()

    def swipe(self, x0: float, y0: float, x1: float, y1: float, *, duration: float = 0.3) -> None:
        """Swipe between two points, given as fractions of the screen (0..1)."""
        info = self.phone.display.info
        w, h = info.width, info.height
        self.phone.touch.swipe([(x0 * w, y0 * h), (x1 * w, y1 * h)], duration=duration)
        self.wait(2.0)

    def scroll_to(self, text: str, *, most: int = 40) -> UiNode:
        """Scroll down until a text is visible."""
        for _ in range(most):
            if self.sees(text):
                break
            self.swipe(0.5, 0.7, 0.5, 0.45, duration=0.8)
        return self.find(text)

    def open(self, label: str) -> None:
        """Open an app like a person: home, all apps, the icon."""
        self.press("home")
        self.swipe(0.5, 0.7, 0.5, 0.2)
        self.tap(desc=label)
        self.wait(1.0)

    def wait(self, seconds: float | None = None) -> None:
        self.phone.clock.advance(self.pause if seconds is None else seconds)


def _matches(node: UiNode, text: str | None, desc: str | None, id: str | None) -> bool:
    if text is not None and node.text != text:
        return False
    if desc is not None and node.description != desc:
        return False
    return id is None or node.resource_id == id or node.resource_id.endswith(f"/{id}")
