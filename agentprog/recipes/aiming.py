"""Describes an element so that the description fits no other element on its screen, and fits again with other values
and places."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.frozen import frozen
from agentprog.identity import same
from agentprog.ports import UNLABELLED, Element, NoElement, Role, Screen, Wanted, Window, pick_element
from agentprog.ports.targets import names_of, takes_touch
from agentprog.recipes.explaining import is_part, within
from agentprog.recipes.form import OF_THE_APP, Aim, Text, Use, Values, mark_of

_CONTROLS = (Role.BUTTON, Role.TAB, Role.SWITCH, Role.CHECKBOX, Role.RADIO)
"""Roles of elements that the app names, not its user."""


@frozen
class Aimed:
    """The descriptions of an element. `sure` is False if the choice may follow a value of the step or the app's own
    name, and one screen cannot tell which."""

    aims: tuple[Aim, ...]
    sure: bool


def aims_at(element: Element, screen: Screen, values: Values, *, touch: bool = False, read: str = "") -> Aimed:
    """Every description that fits only this element on this screen, the most certain first. `touch`: the move touches
    it. `read`: the text that the move reads from it; this text does not identify the element."""
    found = tuple(
        aim for aim in (_nameless(element, values, read) if read else _ways(element, screen, values))
        if (met := meets(aim, values, screen, touch=touch, reads=bool(read))) is not None and _is(met, element, screen)
    )  # fmt: skip
    uses = found[0].label.uses if found and found[0].label is not None else ()
    plain = all(map(is_part, uses)) or element.role in _CONTROLS or any(not by_value(aim) for aim in found)
    return Aimed(aims=found, sure=not (uses and plain))


def place_of(screen: Screen) -> str:
    """The name of the current page. A dialog over the page, or an open keyboard, changes the name, since going back
    does something else there."""
    over = [e for e in screen.elements if e.window is Window.DIALOG]
    marks = {(e.role, e.resource_id, e.label if e.role in OF_THE_APP and not e.editable else "") for e in over}
    window = f" under a window ({mark_of(tuple(map(str, sorted(marks))))})" if over else ""
    return f"{screen.place}{window}{' with the keyboard' if screen.keyboard_shown else ''}"


def by_id(element: Element, screen: Screen) -> Aim | None:
    """The description of an element by its id alone; None if another element of this screen has the same id."""
    aim = _base(element).aim()
    met = meets(aim, {}, screen) if element.resource_id and not element.editable else None
    return aim if met is not None and met.index == element.index else None


def by_value(aim: Aim) -> bool:
    """True if a value of the step identifies the element."""
    return any(text is not None and bool(text.uses) for text in (aim.label, aim.row))


def _is(met: Element, element: Element, screen: Screen) -> bool:
    """True if touching the first element touches the second: they are the same, or the first one receives the second
    one's touches."""
    if met.index == element.index:
        return met.label == element.label
    inner = [
        element
        for element in screen.elements
        if element is not met and takes_touch(element) and element.window is met.window
    ]
    outermost = not any(element.bounds.contains(*met.bounds.center) and is_inside(element, met) for element in inner)
    return takes_touch(met) and not takes_touch(element) and is_inside(element, met) and outermost


def is_inside(inner: Element, outer: Element) -> bool:
    """True if the second element surrounds the first, or has the same place."""
    return inner.bounds.clip(outer.bounds) == inner.bounds


def meets(aim: Aim, values: Values, screen: Screen, *, touch: bool = False, reads: bool = False) -> Element | None:
    """The element on this screen that fits the description. None if there is none, if several fit, or if the names only
    resemble each other."""
    target = wanted_of(aim, values)
    if target is None:
        return None
    found = pick_element(screen, target, field=aim.role == Role.FIELD, touch=touch)
    if isinstance(found, NoElement) or (found.window is Window.DIALOG and not aim.window):
        return None
    return found if is_called_so(target, found, screen, reads=reads) else None


def is_called_so(target: Wanted, found: Element, screen: Screen, *, reads: bool = False) -> bool:
    """True if an element and its row have exactly these names: "Ann" is not "Ann Lee", even if no other row fits. A
    text that is only read may have the name as a part: "Mobile" in "555 0100, Mobile"."""
    names = (*names_of(found), *(parts_of(found.label) if reads else ()))
    has_name = not target.label or any(same(target.label, name) for name in names)
    return has_name and (
        not target.row or any(same(target.row, name) for element in screen.elements for name in names_of(element))
    )


def wanted_of(aim: Aim, values: Values) -> Wanted | None:
    """The description filled with these values; None if a value is missing or empty."""
    texts = [text.filled(values) for text in (aim.label, aim.row) if text is not None]
    if not all(text is not None and text.strip() for text in texts):
        return None
    label = aim.label.filled(values) if aim.label is not None else ""
    row = aim.row.filled(values) if aim.row is not None else ""
    return Wanted(label=label or "", role=aim.role, resource=aim.resource, row=row or "", window=aim.window)


def _ways(element: Element, screen: Screen, values: Values) -> Iterator[Aim]:
    base = _base(element, row=_is_row(element, screen))
    if element.editable:
        yield from _of_field(element, base, values)
        return
    by_values = [use for use, value in values.items() if any(same(value, name) for name in names_of(element))]
    by_values = [use for use in by_values if not is_part(use)] or by_values
    several = _of_several(element, values)
    if several is not None:
        yield base.aim(label=several)
        return
    for use in by_values:
        yield base.aim(label=Text.of(use))
    if by_values and element.role not in _CONTROLS and element.container is not None:
        return  # the value identifies this row of a list; its other texts may change
    fixed = Text.of(element.label) if element.label not in ("", UNLABELLED) else None
    if not by_values:
        for use in _whole(values):
            yield base.aim(row=Text.of(use), label=fixed)
    if fixed is not None:
        yield base.aim(label=within(element.label, _whole(values)) if not by_values else fixed)
    elif element.resource_id:
        yield base.aim()


def _of_several(element: Element, values: Values) -> Text | None:
    """The label of a row that consists of several values, such as a person's name and number."""
    label = within(element.label, _whole(values))
    has_own_text = any(map(str.isalnum, "".join(part for part in label.parts if isinstance(part, str))))
    return (
        label
        if element.role not in _CONTROLS and not has_own_text and len({use.slot for use in label.uses}) > 1
        else None
    )


def _whole(values: Values) -> dict[Use, str]:
    """The values without pieces of texts: a single word of a value occurs in many places by chance."""
    return {use: value for use, value in values.items() if not is_part(use)}


@frozen
class _Base:
    role: str
    resource: str
    window: str

    def aim(self, *, label: Text | None = None, row: Text | None = None) -> Aim:
        return Aim(label=label, row=row, role=self.role, resource=self.resource, window=self.window)


def _base(element: Element, *, row: bool = False) -> _Base:
    """`row`: its role may differ in another execution, and its name does not come from the app."""
    role = "" if row or element.role is Role.OTHER else element.role.value
    window = element.window.value if element.window is Window.DIALOG else ""
    return _Base(role=role, resource=element.resource_id, window=window)


def _nameless(element: Element, values: Values, read: str) -> Iterator[Aim]:
    base = _base(element)
    for use in _whole(values):
        yield base.aim(row=Text.of(use))
    if element.editable:
        yield from _of_field(element, base, values)
    elif element.resource_id:
        yield base.aim()
    for part in parts_of(element.label):
        label = within(part, values)
        if read not in part and any(map(str.isalpha, part)) and not any(map(str.isdigit, part)) and not label.uses:
            yield base.aim(label=label)


def _is_row(element: Element, screen: Screen) -> bool:
    """True for a button that is a row of a list: others of its shape stand in the same list."""
    return (
        element.role is Role.BUTTON
        and element.container is not None
        and any(neighbour is not element and _shape(neighbour) == _shape(element) for neighbour in screen.elements)
    )


def _shape(row: Element) -> tuple[object, ...]:
    kind = Role.ITEM if row.role is Role.BUTTON else row.role
    return kind, row.container, row.resource_id, row.bounds.left, row.bounds.width


def stands_on(screen: Screen, text: str) -> bool:
    """True if an element is the text, or one of the parts of its label is: "Ann" is not "Chat with Ann Lee"."""
    return any(
        same(text, name)
        for element in screen.elements
        if element.window in (Window.APP, Window.DIALOG) and not element.covered
        for name in (*names_of(element), *parts_of(element.label))
    )


def shown_by(element: Element) -> str:
    """The text that an element shows; "" for an empty field, or for a name that comes from the element's id alone."""
    text = element.text if element.editable else element.text or element.label
    unlabelled = not element.editable and not element.text and not element.description
    return "" if unlabelled and _letters(text) == _letters(element.resource_id.rpartition("/")[2]) else text.strip()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def parts_of(label: str) -> list[str]:
    """The parts of a label, in order."""
    return [part for line in label.splitlines() for part in line.split(", ")]


def _of_field(element: Element, base: _Base, values: Values) -> Iterator[Aim]:
    """Descriptions of a field: its id, and the app's name for it, which may be a value of the step. The content of a
    field never identifies it."""
    if element.resource_id:
        yield base.aim()
    name = element.hint or (element.label if element.label != element.text else "")
    if name:
        yield from (base.aim(label=Text.of(use)) for use, value in values.items() if same(value, name))
        yield base.aim(label=Text.of(name))
