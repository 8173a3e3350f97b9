"""The run's own entries, and the page before a dialog, as far as the gate needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from agentprog.frozen import frozen
from agentprog.identity import canon
from agentprog.lang.effects.kinds import WRITING, Risk
from agentprog.ports import Action, Element, LongPress, OpenApp, PressKey, Role, Screen, Tap, TypeText, Window

_PAGE_TEXTS = 40
_TOP = 0.14
"""The part of the height in which a page says how much is selected."""
_COUNT = re.compile(r"\D{0,24}?(\d{1,4})(?: ?/ ?\d{1,5}|\D{0,24})")


@frozen
class Page:
    """A page of an app without the windows over it: its title, and its rows and texts from the top."""

    package: str = ""
    title: str = ""
    texts: tuple[str, ...] = ()


@dataclass(slots=True)
class Entered:
    """The gate's memory of one run: the page last seen whole, the rows that this run selected, and the messages sent in
    each execution of a step.
    """

    page: Page = field(default_factory=Page)
    held: tuple[str, ...] = ()
    """The long-pressed row and the rows tapped after it: a selection, even if the tree does not show it."""
    picked: tuple[str, ...] = ()
    """The rows that were seen selected, including rows that are out of sight by now."""
    count: int = 0
    """Number of selected things in the bar of the page; 0 if it shows none."""
    sent: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    """The executions of steps in which the gate allowed it, by recipients and body."""
    reached: list[tuple[Risk, tuple[str, ...], int]] = field(default_factory=list)
    """The kind, the recipients and the execution of each allowed effect with a recipient."""
    _blank: int = 0
    """Selected rows of the screen without texts."""
    _bar: tuple[str, ...] = ()
    _bar_before: tuple[str, ...] = ()
    """Texts of the page's bar when the first row was long-pressed, before a count appeared."""

    @property
    def picks(self) -> bool:
        """True if rows are being selected."""
        return bool(self.held)

    @property
    def subject(self) -> tuple[str, ...]:
        """Things that a removal would affect: the selected rows, else the open page."""
        nameless = (f"{self.nameless} without a name",) if self.nameless else ()
        unseen = (f"and {self.unseen} more that were not seen",) if self.unseen else ()
        return (*self.members, *nameless, *unseen) or ((self.page.title,) if self.page.title else ())

    @property
    def members(self) -> tuple[str, ...]:
        """The rows of the selection, as far as seen."""
        return self.picked or tuple(filter(None, self.held))

    @property
    def nameless(self) -> int:
        """Number of selected things without texts, mostly pictures."""
        return max(self._blank, self.held.count(""))

    @property
    def size(self) -> int:
        """Number of selected things, by the bar of the page or as seen; 0 if none."""
        return max(self.count, len(self.members) + self.nameless)

    @property
    def unseen(self) -> int:
        """Number of selected things that no screen has shown."""
        return max(0, self.size - max(len(self.members) + self.nameless, len(self.held)))

    def look(self, screen: Screen) -> None:
        """Remember the page, unless a dialog or menu covers it."""
        if any(element.window is Window.DIALOG for element in screen.elements):
            return
        app = [element for element in screen.elements if element.window is Window.APP]
        if not app:
            return
        labelled = [e for e in app if e.label and not e.editable and not (e.clickable and e.role is Role.BUTTON)]
        title = next((element.label for element in labelled if not element.clickable), "")
        texts = tuple(element.label for element in labelled)
        lit = [element for element in app if element.selected and element.role is not Role.TAB]
        chosen = tuple(row for element in lit if (row := row_of(element)))
        self._blank = sum(not row_of(element) and _is_row(element) for element in lit)
        if screen.package != self.page.package:
            self.picked = ()
        self._bar = tuple(e.label for e in labelled if e.bounds.top < screen.height * _TOP and not e.clickable)
        counts = [n for label in self._bar if label not in self._bar_before and (n := _count_in(label))]
        shown = {row_of(e) for e in app}
        goes_on = bool(counts or lit) or title == self.page.title
        picked = tuple(row for row in self.picked if row not in shown) if goes_on else ()
        self.picked = tuple(dict.fromkeys((*picked, *chosen)))
        self.count = counts[0] if counts and (self.members or self.nameless) else 0
        self.page = Page(package=screen.package, title=title, texts=texts[:_PAGE_TEXTS])

    def did(self, action: Action, *, removed: bool = False) -> None:
        """An action was allowed; `removed`: it confirmed the dialog that removes the selection."""
        target = getattr(action, "target", None)
        if isinstance(action, LongPress) and isinstance(target, Element):
            self.held, self._bar_before = (row_of(target),), self._bar
        elif removed or isinstance(action, TypeText | OpenApp | PressKey):
            self.held, self.picked, self._bar_before, self.count, self._blank = (), (), (), 0, 0
        elif isinstance(action, Tap) and isinstance(target, Element) and self.held and _is_row(target):
            self.held = (*self.held, row_of(target))

    def repeats(self, to: Iterable[str], body: str, execution: int) -> bool:
        """True if the same message was already sent in this execution of the step."""
        return execution in self.sent.get((_key(to), canon(body)), set())

    def went_before(self, to: Iterable[str], body: str) -> bool:
        """True if the same message was already sent in this run."""
        return bool(self.sent.get((_key(to), canon(body))))

    def reach(self, risk: Risk, to: tuple[str, ...], body: str, execution: int) -> None:
        """Record an allowed effect with a recipient."""
        self.reached.append((risk, to, execution))
        if risk in WRITING:
            self.send(to, body, execution)

    def send(self, to: Iterable[str], body: str, execution: int) -> None:
        """Record an allowed message."""
        self.sent.setdefault((_key(to), canon(body)), set()).add(execution)


def _is_row(element: Element) -> bool:
    """True if touching the element selects one more row, while rows are being selected."""
    return element.window is Window.APP and (element.role is Role.ITEM or element.long_clickable)


def row_of(element: Element) -> str:
    """The text of a row."""
    return element.label or element.text or element.description


def _count_in(label: str) -> int:
    """Number of selected things in a bar's text, either "3" or "3 of 7"; 0 if the text is something else."""
    found = _COUNT.fullmatch(canon(label))
    return int(found[1]) if found else 0


def _key(to: Iterable[str]) -> str:
    return "\n".join(sorted(to))
