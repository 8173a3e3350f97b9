"""Which element of a screen a name means: the one that is called so, and never one of two namesakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from agentprog.identity import Match, One, accents_apart, canon, quoted, resolve
from agentprog.ports.screen import UNLABELLED, Bounds, Element, Role, Screen, Window

_TOLD = 6
_PAGE = 0.4
"""The part of the screen from which on something that takes touches is a page and no button."""
_FRONT = {Window.DIALOG: 0, Window.APP: 1, Window.SYSTEM: 2, Window.KEYBOARD: 3}


@dataclass(frozen=True, kw_only=True, slots=True)
class NoElement:
    """No element is meant beyond doubt: several are called so (`choices`), the one that is cannot be touched
    (`dead`), or none is and these look alike (`near`)."""

    name: str
    words: str = ""
    """All that is said of what is meant, where that is more than a name."""
    field: bool = False
    choices: tuple[Element, ...] = ()
    dead: Element | None = None
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Why, in one sentence."""
        meant = self.words or f'"{self.name}"'
        if self.choices:
            told = ", ".join(element.descriptor for element in self.choices[:_TOLD])
            more = ", ..." if len(self.choices) > _TOLD else ""
            return f"{meant} is on the screen {len(self.choices)} times: {told}{more}"
        if self.dead is not None:
            why = "nothing happens when it is touched" if self.dead.enabled else "it is switched off now"
            return f'{self.dead.role.value} "{self.dead.label}" cannot be touched: {why}'
        hint = f"; there is {', '.join(repr(name) for name in self.near)}" if self.near else ""
        hint += ", written with other accents" if any(accents_apart(self.name, name) for name in self.near[:1]) else ""
        what = self.words or f'{"field" if self.field else "element"} "{self.name}"'
        return f"there is no {what} on the screen{hint}"


def choose_element(
    screen: Screen, name: str, *, field: bool = False, touch: bool = False, whole: bool = False
) -> Element | NoElement:
    """The element that a name means: what is called so, else what has its words; with `whole` only the first. `field`:
    among the fields; `touch`: one that a touch does something to.

    What lies in front of others is meant first. Of things of one name that lie inside each other it is the one that
    can be touched. A descriptor (`button "Save"`) is a name too.
    """
    usable = [
        e for e in screen.elements if e.window is not Window.KEYBOARD and not e.covered and (e.editable or not field)
    ]
    found = resolve(name, usable, names_of)
    if found is not None and (found.match is Match.EQUAL or not whole):
        items = (found.item,) if isinstance(found, One) else found.items
        return one_of(items, screen, name=name, field=field, touch=touch)
    inner = quoted(name)
    if len(inner) == 1:
        return choose_element(screen, inner[0], field=field, touch=touch, whole=True)
    return NoElement(name=name, field=field, near=_nearest(name, [e for e in usable if field or e.clickable]))


def _nearest(name: str, elements: Iterable[Element]) -> tuple[str, ...]:
    """The labels most like a name, however unlike: whoever wrote it sees what there is."""
    labels = {canon(e.label): e.label for e in reversed(list(elements)) if e.label and e.label != UNLABELLED}
    close = get_close_matches(canon(name), labels, n=3, cutoff=0.5) or get_close_matches(
        canon(name), labels, n=3, cutoff=0.0
    )
    return tuple(labels[found] for found in close)


_NOT_SEEN = 0
"""The index of what is known by its name alone: those on a screen count from 1."""


def named(name: str, *, field: bool = False) -> Element:
    """Something that is not on the screen yet, as the target of a later action."""
    nowhere = Bounds(left=0, top=0, right=0, bottom=0)
    role = Role.FIELD if field else Role.BUTTON
    return Element(index=_NOT_SEEN, role=role, label=name, bounds=nowhere, editable=field)


def found_again(meant: Element, screen: Screen) -> Element | NoElement:
    """The one element of this screen that was meant on an earlier one: by its name where it was not seen then, else by
    what it is, wherever it has moved to and whatever a field holds by now."""
    if meant.index == _NOT_SEEN:
        return choose_element(screen, meant.label, field=meant.editable, touch=not meant.editable)
    alike = tuple(element for element in screen.elements if _identity(element) == _identity(meant))
    for tells in _TELLING_APART:
        if len(alike) > 1:
            alike = tuple(element for element in alike if tells(element) == tells(meant)) or alike
    if len(alike) == 1:
        return alike[0]
    return NoElement(name=meant.label, field=meant.editable, choices=alike)


def _identity(element: Element) -> tuple[object, ...]:
    """What stays the same of an element while its screen is worked on: of a field not what it says."""
    name = "" if element.editable and element.resource_id else element.label
    return element.package, element.window, element.role, element.resource_id, name


_TELLING_APART: tuple[Callable[[Element], object], ...] = (
    lambda element: element.label,
    lambda element: element.place,
    lambda element: element.bounds,
)


def touchable(element: Element, screen: Screen) -> bool:
    """Whether a touch on it does something: it takes touches itself, or lies inside something that does and is no whole
    page. Of what was read from pixels that cannot be known."""
    if not element.enabled:
        return False
    if element.origin == "ocr" or takes_touch(element):
        return True
    return any(
        takes_touch(other) and other.enabled and other.window is element.window and not other.scrollable
        and other.bounds.contains(*element.bounds.center) and not is_page(other, screen)
        for other in screen.elements
    )  # fmt: skip


def takes_touch(element: Element) -> bool:
    """Whether it takes touches itself."""
    return element.clickable or element.long_clickable or element.editable or element.checkable


def names_of(element: Element) -> tuple[str, ...]:
    """All that an element is called, its descriptor first."""
    return (element.descriptor, *element.names, *((element.hint,) if element.hint else ()))


def is_page(element: Element, screen: Screen) -> bool:
    """Whether something is so large that it is a page and no button or row."""
    bounds = element.bounds
    return bounds.width * bounds.height >= screen.width * screen.height * _PAGE


def one_of(
    items: tuple[Element, ...],
    screen: Screen,
    *,
    name: str,
    words: str = "",
    field: bool = False,
    touch: bool = False,
) -> Element | NoElement:
    """The one of several of one name that is meant: in front of the others, alive to a touch, not inside another."""
    items = _in_front(items)
    alive = tuple(element for element in items if touchable(element, screen))
    if touch and not alive:
        return NoElement(name=name, words=words, field=field, dead=items[0])
    best = _no_parts(tuple(e for e in alive if takes_touch(e)) or alive or items)
    return best[0] if len(best) == 1 else NoElement(name=name, words=words, field=field, choices=best)


def outermost(items: tuple[Element, ...]) -> tuple[Element, ...]:
    """Of things on several windows those in front, without the parts of others."""
    return _no_parts(_in_front(items))


def _in_front(items: tuple[Element, ...]) -> tuple[Element, ...]:
    front = min(_FRONT[element.window] for element in items)
    return tuple(element for element in items if _FRONT[element.window] == front)


def _no_parts(items: tuple[Element, ...]) -> tuple[Element, ...]:
    """Without those that lie inside another one of the same label: they are one thing."""
    return tuple(
        one for one in items
        if not any(
            other is not one and other.label == one.label and one.bounds.clip(other.bounds) == one.bounds
            and (other.bounds != one.bounds or other.index < one.index)
            for other in items
        )
    )  # fmt: skip
