"""Finds the element that a name means; never picks one of two namesakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from agentprog.frozen import frozen
from agentprog.identity import Match, One, accents_apart, canon, quoted, resolve
from agentprog.ports.screen import UNLABELLED, Bounds, Element, Role, Screen, Window

_TOLD = 6
_PAGE = 0.4
"""Share of the screen from which on a touchable element counts as a page instead of a button."""
_FRONT = {Window.DIALOG: 0, Window.APP: 1, Window.SYSTEM: 2, Window.KEYBOARD: 3}


@frozen
class NoElement:
    """No single element matches.

    Several have the name (`choices`), or the only match cannot be touched (`dead`), or there is no match and these are
    similar (`near`).
    """

    name: str
    words: str = ""
    """The full description of the element, if it is more than a name."""
    field: bool = False
    choices: tuple[Element, ...] = ()
    dead: Element | None = None
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The reason, in one sentence."""
        words = self.words or f'"{self.name}"'
        if self.choices:
            descriptors = ", ".join(element.descriptor for element in self.choices[:_TOLD])
            more = ", ..." if len(self.choices) > _TOLD else ""
            return f"{words} is on the screen {len(self.choices)} times: {descriptors}{more}"
        if self.dead is not None:
            reason = "nothing happens when it is touched" if self.dead.enabled else "it is disabled now"
            return f'{self.dead.role.value} "{self.dead.label}" cannot be touched: {reason}'
        hint = f"; there is {', '.join(repr(name) for name in self.near)}" if self.near else ""
        hint += ", written with other accents" if any(accents_apart(self.name, name) for name in self.near[:1]) else ""
        noun = self.words or f'{"field" if self.field else "element"} "{self.name}"'
        return f"there is no {noun} on the screen{hint}"


def choose_element(
    screen: Screen, name: str, *, field: bool = False, touch: bool = False, whole: bool = False
) -> Element | NoElement:
    """Finds the element that a name means: an equal name first, then its words; with `whole` only an equal name.

    `field`: only text fields; `touch`: only elements that react to a touch. Elements in front of others come first. Of
    nested elements with one name the touchable one is taken. A descriptor (`button "Save"`) is a name too.
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
    """The labels most like a name, even unlike ones: the author of the name sees the texts of the screen."""
    labels = {canon(e.label): e.label for e in reversed(list(elements)) if e.label and e.label != UNLABELLED}
    close = get_close_matches(canon(name), labels, n=3, cutoff=0.5) or get_close_matches(
        canon(name), labels, n=3, cutoff=0.0
    )
    return tuple(labels[found] for found in close)


_NOT_SEEN = 0
"""The index of an element known by its name alone; elements on a screen count from 1."""


def named(name: str, *, field: bool = False) -> Element:
    """An element that is not on the screen yet, as the target of a later action."""
    nowhere = Bounds(left=0, top=0, right=0, bottom=0)
    role = Role.FIELD if field else Role.BUTTON
    return Element(index=_NOT_SEEN, role=role, label=name, bounds=nowhere, editable=field)


def found_again(earlier: Element, screen: Screen) -> Element | NoElement:
    """Finds an element of an earlier screen on this one.

    By its name if nothing else is known of it. Otherwise by its identity: its place and the content of a field may
    differ.
    """
    if earlier.index == _NOT_SEEN:
        return choose_element(screen, earlier.label, field=earlier.editable, touch=not earlier.editable)
    alike = tuple(element for element in screen.elements if _identity(element) == _identity(earlier))
    for trait in _TELLING_APART:
        if len(alike) > 1:
            alike = tuple(element for element in alike if trait(element) == trait(earlier)) or alike
    if len(alike) == 1:
        return alike[0]
    return NoElement(name=earlier.label, field=earlier.editable, choices=alike)


def _identity(element: Element) -> tuple[object, ...]:
    """The properties of an element that stay the same while its screen is used; a field's content does not."""
    name = "" if element.editable and element.resource_id else element.label
    return element.package, element.window, element.role, element.resource_id, name


_TELLING_APART: tuple[Callable[[Element], object], ...] = (
    lambda element: element.label,
    lambda element: element.place,
    lambda element: element.bounds,
)


def touchable(element: Element, screen: Screen) -> bool:
    """True if a touch on it does something: it is touchable, or lies inside a touchable element that is not a page.

    For elements read from pixels this cannot be known.
    """
    if not element.enabled:
        return False
    if element.origin == "ocr" or takes_touch(element):
        return True
    return any(
        takes_touch(container) and container.enabled and container.window is element.window and not container.scrollable
        and container.bounds.contains(*element.bounds.center) and not is_page(container, screen)
        for container in screen.elements
    )  # fmt: skip


def takes_touch(element: Element) -> bool:
    """True if the element itself is touchable."""
    return element.clickable or element.long_clickable or element.editable or element.checkable


def names_of(element: Element) -> tuple[str, ...]:
    """All names of an element, its descriptor first."""
    return (element.descriptor, *element.names, *((element.hint,) if element.hint else ()))


def is_page(element: Element, screen: Screen) -> bool:
    """True if an element is so large that it is a page instead of a button or row."""
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
    """Picks one of several elements with one name: of those in front the touchable ones, without parts of another.
    Returns NoElement if none or several remain."""
    items = _in_front(items)
    alive = tuple(element for element in items if touchable(element, screen))
    if touch and not alive:
        return NoElement(name=name, words=words, field=field, dead=items[0])
    best = _no_parts(tuple(e for e in alive if takes_touch(e)) or alive or items)
    return best[0] if len(best) == 1 else NoElement(name=name, words=words, field=field, choices=best)


def outermost(items: tuple[Element, ...]) -> tuple[Element, ...]:
    """The elements of the front window, without those nested in others."""
    return _no_parts(_in_front(items))


def _in_front(items: tuple[Element, ...]) -> tuple[Element, ...]:
    front = min(_FRONT[element.window] for element in items)
    return tuple(element for element in items if _FRONT[element.window] == front)


def _no_parts(items: tuple[Element, ...]) -> tuple[Element, ...]:
    """The elements without those nested in another element of the same label."""
    return tuple(
        part for part in items
        if not any(
            whole is not part and whole.label == part.label and part.bounds.clip(whole.bounds) == part.bounds
            and (whole.bounds != part.bounds or whole.index < part.index)
            for whole in items
        )
    )  # fmt: skip
