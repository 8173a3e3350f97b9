"""What a run has entered on its own account, and what of the page before a dialog the gate still has to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agentprog.ports import Action, Element, LongPress, Role, Screen, Tap, TypeText, Window

_PAGE_TEXTS = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page of an app without the windows over it: its texts from the top, and its rows that are selected."""

    package: str = ""
    texts: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()


@dataclass(slots=True)
class Entered:
    """The gate's memory of one run: the page that was last seen whole, the row that was last held, what was sent in
    which execution of a step."""

    page: Page = field(default_factory=Page)
    held: str = ""
    opened: str = ""
    """The row whose page is open, as far as a touch of this run opened it."""
    sent: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    """By recipients and body: the executions of steps in which it was let through."""

    def look(self, screen: Screen) -> None:
        """Keep the page where no window of a dialog or menu stands over it."""
        if any(element.window is Window.DIALOG for element in screen.elements):
            return
        app = [element for element in screen.elements if element.window is Window.APP]
        if not app:
            return
        texts = tuple(element.label for element in app if element.label and not element.editable)
        rows = tuple(row_of(element) for element in app if element.selected and element.role is not Role.TAB)
        self.page = Page(package=screen.package, texts=texts[:_PAGE_TEXTS], selected=tuple(row for row in rows if row))

    def did(self, action: Action) -> None:
        """An action was let through."""
        if isinstance(action, LongPress) and isinstance(action.target, Element):
            self.held = row_of(action.target)
        elif isinstance(action, Tap) and isinstance(action.target, Element) and action.target.role is Role.ITEM:
            self.opened = row_of(action.target)
        elif isinstance(action, TypeText):
            self.held = ""

    def repeats(self, to: Iterable[str], body: str, execution: int) -> bool:
        """Whether this very message went out before in this execution of the step."""
        return execution in self.sent.get((_key(to), body), set())

    def went_before(self, to: Iterable[str], body: str) -> bool:
        """Whether this very message went out before in this run."""
        return bool(self.sent.get((_key(to), body)))

    def send(self, to: Iterable[str], body: str, execution: int) -> None:
        """It was let through now."""
        self.sent.setdefault((_key(to), body), set()).add(execution)


def row_of(element: Element) -> str:
    """What a row says."""
    return element.label or element.text or element.description


def _key(to: Iterable[str]) -> str:
    return "\n".join(sorted(to))
