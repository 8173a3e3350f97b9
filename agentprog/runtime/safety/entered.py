"""What a run has entered on its own account, and what of the page before a dialog the gate still has to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agentprog.identity import canon
from agentprog.ports import Action, Element, LongPress, OpenApp, PressKey, Role, Screen, Tap, TypeText, Window

_PAGE_TEXTS = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page of an app without the windows over it: its title, its rows and texts from the top, and the rows that are
    selected."""

    package: str = ""
    title: str = ""
    texts: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()


@dataclass(slots=True)
class Entered:
    """The gate's memory of one run: the page that was last seen whole, the rows that this run has picked out, what was
    sent in which execution of a step."""

    page: Page = field(default_factory=Page)
    held: tuple[str, ...] = ()
    """The row that was held long and those tapped after it: a selection, also where the tree does not say so."""
    sent: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    """By recipients and body: the executions of steps in which it was let through."""

    @property
    def picks(self) -> bool:
        """Whether rows are picked out."""
        return bool(self.held)

    @property
    def subject(self) -> tuple[str, ...]:
        """What a removal would be about: the rows that are selected or picked out, else the page that is open."""
        rows = self.page.selected or self.held
        return rows or ((self.page.title,) if self.page.title else ())

    def look(self, screen: Screen) -> None:
        """Keep the page where no window of a dialog or menu stands over it."""
        if any(element.window is Window.DIALOG for element in screen.elements):
            return
        app = [element for element in screen.elements if element.window is Window.APP]
        if not app:
            return
        told = [e for e in app if e.label and not e.editable and not (e.clickable and e.role is Role.BUTTON)]
        title = next((element.label for element in told if not element.clickable), "")
        texts = tuple(element.label for element in told)
        rows = tuple(row_of(element) for element in app if element.selected and element.role is not Role.TAB)
        chosen = tuple(row for row in rows if row)
        self.page = Page(package=screen.package, title=title, texts=texts[:_PAGE_TEXTS], selected=chosen)

    def did(self, action: Action, *, removed: bool = False) -> None:
        """An action was let through; `removed`: it answered the question that removes what was picked out."""
        target = getattr(action, "target", None)
        if isinstance(action, LongPress) and isinstance(target, Element):
            self.held = (row_of(target),)
        elif removed or isinstance(action, TypeText | OpenApp | PressKey):
            self.held = ()
        elif isinstance(action, Tap) and isinstance(target, Element) and self.held and _is_row(target):
            self.held = (*self.held, row_of(target))

    def repeats(self, to: Iterable[str], body: str, execution: int) -> bool:
        """Whether this very message went out before in this execution of the step."""
        return execution in self.sent.get((_key(to), canon(body)), set())

    def went_before(self, to: Iterable[str], body: str) -> bool:
        """Whether this very message went out before in this run."""
        return bool(self.sent.get((_key(to), canon(body))))

    def send(self, to: Iterable[str], body: str, execution: int) -> None:
        """It was let through now."""
        self.sent.setdefault((_key(to), canon(body)), set()).add(execution)


def _is_row(element: Element) -> bool:
    """Whether a touch of it, while rows are being picked out, picks one more."""
    return element.window is Window.APP and (element.role is Role.ITEM or element.long_clickable)


def row_of(element: Element) -> str:
    """What a row says."""
    return element.label or element.text or element.description


def _key(to: Iterable[str]) -> str:
    return "\n".join(sorted(to))
