"""Reads the rows of a list without a model: which rows count, and which part of a row is which value. It learns this
from a model's readings, and uses it once two of them agree and the rest of the page is unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentprog.frozen import frozen
from agentprog.identity import pieces_of
from agentprog.identity.labels import without_initials
from agentprog.ports import Element, Role, Screen, Window
from agentprog.recipes.aiming import parts_of, place_of
from agentprog.recipes.explaining import is_cut_off
from agentprog.recipes.form import OF_THE_APP, Column, Path, Recipe, RowForm, Rows, Sign, Values, mark_of
from agentprog.recipes.heading import NO_VALUES, common, heads_on, index_of, says_so, slots_of

_ROLES = (Role.ITEM, Role.BUTTON, Role.OTHER)
"""Roles of one list: the first row of a letter, day or group is an item with a heading, the other rows are buttons."""
_ALL = ""
"""The name of the only column of a list of texts."""
Item = str | Mapping[str, str]


def listed(
    key: str,
    app: str,
    screen: Screen,
    items: Sequence[Item],
    *,
    values: Values = NO_VALUES,
    further: bool = False,
) -> Recipe | None:
    """The recipe of one reading. None if an item fits no row, or if no part of a row is one of its values. `values` are
    those of the line: the page has to show each beside the rows, and every row has to be taken, since the value could
    choose rows otherwise. `further`: all rows of this screen were read already, so it is no second reading."""
    for rows in _lists(screen):
        found = _matched(rows, items)
        if found is None:
            continue
        matched, left = found
        forms, heads = _forms(matched), tuple(heads_on(screen, values, rows))
        if forms is None or (values and left) or slots_of(heads) != {use.slot for use in values}:
            return None
        around = _page(screen, rows, heads)
        shape = Rows(
            resource=rows[0].resource_id,
            span=_span(rows),
            forms=forms,
            taken=_looks(element for element, _ in matched),
            left=_looks(row for row in left if not _cut(row, screen)),
            always=around.always,
            controls=around.controls,
            kinds=around.kinds,
        )
        mark, proven = mark_of((screen.signature,)), int(not further)
        return Recipe(
            key=key, app=app, begins=place_of(screen), moves=(), rows=shape, mark=mark, proven=proven, heads=heads
        )
    return None


def borne_out_by(known: Sequence[Recipe], reading: Recipe) -> tuple[Recipe, ...]:
    """The recipes with one more reading. A contradicting reading replaces the recipe of its page."""
    old = next((recipe for recipe in known if recipe.rows and recipe.begins == reading.begins), None)
    if old is None or old.rows is None or reading.rows is None:
        return (reading, *known)
    if old.mark == reading.mark:
        return tuple(known)  # an unchanged screen confirms nothing
    rows, heads = _joined(old.rows, reading.rows), common(old.heads, reading.heads)
    other_recipes = (recipe for recipe in known if recipe is not old)
    if rows is None or heads is None:
        return (reading, *other_recipes)
    proven = old.proven + reading.proven
    return (replace(old, rows=rows, heads=heads, proven=proven, mark=reading.mark, earlier=False), *other_recipes)


def rows_read(recipe: Recipe, screen: Screen, *, whole: bool, values: Values = NO_VALUES) -> list[Any] | None:
    """The rows on this screen; None if a model must read them. `whole`: the step asks for every row, so no left-out row
    has to be known."""
    known = recipe.rows
    if known is None or recipe.begins != place_of(screen) or not known.always or not (whole or known.left or values):
        return None
    chosen = all(says_so(head, values, screen) for head in recipe.heads)
    if not chosen or slots_of(recipe.heads) != {use.slot for use in values}:
        return None
    for rows in _lists(screen):
        if rows[0].resource_id == known.resource and _span(rows) == known.span:
            around = _page(screen, rows, recipe.heads)
            alike = set(around.controls) <= set(known.controls) and set(around.kinds) <= set(known.kinds)
            return _read(known, rows, screen) if alike and set(known.always) <= set(around.always) else None
    return None


# ------------------------------------------------------------------------------------------------ reading


def _read(known: Rows, rows: Sequence[Element], screen: Screen) -> list[Any] | None:
    found: list[Any] = []
    for element in rows:
        look = _look(element)
        if (look in known.taken) is (look in known.left):
            return None
        if look in known.left:
            continue
        form = next((form for form in known.forms if form.role == element.role.value), None)
        cells = parts_of(without_initials(element.label))
        if form is None or len(cells) != form.cells:
            if _cut(element, screen):
                continue
            return None
        item = {column.name: _common_result(column, cells) for column in form.columns}
        if not all(item.values()) or any(map(is_cut_off, item.values())):
            return None
        found.append(item.get(_ALL, item))
    return found or None


def _common_result(column: Column, cells: Sequence[str]) -> str:
    """The common result of a column's ways; "" if they differ or one of them finds nothing."""
    results = {_at(cells, way) for way in column.ways}
    return results.pop() if len(results) == 1 else ""


def _at(cells: Sequence[str], way: Path) -> str:
    cell = cells[int(way[0])].strip()
    return pieces_of(cell).get(str(way[1]), "") if len(way) > 1 else cell


def _cut(element: Element, screen: Screen) -> bool:
    """True if the edge of the list cuts the row off: the next screen, or the one before, shows it whole."""
    around = next((container for container in screen.elements if container.index == element.container), None)
    if around is None:
        return False
    low, high = around.bounds.top, around.bounds.bottom
    return (around.more_above and element.bounds.top <= low) or (around.more_below and element.bounds.bottom >= high)


# ------------------------------------------------------------------------------------------------ learning


def _lists(screen: Screen) -> Iterator[list[Element]]:
    """Groups of rows below each other: with equal left edge and width, and with equal ids or at least one item."""
    found: dict[tuple[object, ...], list[Element]] = {}
    for element in screen.elements:
        if element.role in _ROLES and element.window is Window.APP and not element.covered and not element.scrollable:
            found.setdefault((element.resource_id, element.bounds.left, element.bounds.width), []).append(element)
    return (
        rows for rows in found.values()
        if any(row.role is Role.ITEM for row in rows) or (rows[0].resource_id and len(rows) > 1)
    )  # fmt: skip


def _matched(
    rows: Sequence[Element], items: Sequence[Item]
) -> tuple[list[tuple[Element, Mapping[str, str]]], list[Element]] | None:
    """Each item with its row, in order, and the other rows; None if an item has no row."""
    matched: list[tuple[Element, Mapping[str, str]]] = []
    left: list[Element] = []
    rest = list(rows)
    for item in items:
        cells = item if isinstance(item, Mapping) else {_ALL: item}
        while rest and not _forms([(rest[0], cells)]):
            left.append(rest.pop(0))
        if not rest:
            return None
        matched.append((rest.pop(0), cells))
    return (matched, [*left, *rest]) if matched else None


def _forms(matched: Iterable[tuple[Element, Mapping[str, str]]]) -> tuple[RowForm, ...] | None:
    """The form of these rows for each role; None if rows of one role differ: a comma may then belong to a part's
    text."""
    found: dict[str, RowForm] = {}
    for element, item in matched:
        cells = parts_of(without_initials(element.label))
        columns = tuple(Column(name=name, ways=_ways(cells, value)) for name, value in sorted(item.items()))
        form = RowForm(role=element.role.value, cells=len(cells), columns=columns)
        old = found.get(form.role)
        joined = form if old is None else _form(old, form)
        if joined is None or not all(column.ways for column in joined.columns):
            return None
        found[form.role] = joined
    return tuple(found.values())


def _ways(cells: Sequence[str], value: str) -> tuple[Path, ...]:
    """The parts of a row, and the pieces of its parts, that equal this value."""
    stripped, found = value.strip(), list[Path]()
    for at, cell in enumerate(cells):
        if cell.strip() == stripped:
            found.append((at,))
        found += [(at, name) for name, piece in pieces_of(cell.strip()).items() if piece == stripped]
    return tuple(found) if stripped else ()


def _form(old: RowForm, new: RowForm) -> RowForm | None:
    if old.cells != new.cells or [column.name for column in old.columns] != [column.name for column in new.columns]:
        return None
    pairs = zip(old.columns, new.columns, strict=True)
    columns = tuple(
        replace(column, ways=tuple(way for way in column.ways if way in new_col.ways)) for column, new_col in pairs
    )
    return replace(old, columns=columns)


def _joined(old: Rows, new: Rows) -> Rows | None:
    """The common form of both readings; None if they contradict each other."""
    forms = {form.role: form for form in old.forms}
    for form in new.forms:
        joined = _form(forms[form.role], form) if form.role in forms else form
        if joined is None or not all(column.ways for column in joined.columns):
            return None
        forms[form.role] = joined
    if (old.resource, old.span) != (new.resource, new.span):
        return None
    return Rows(
        resource=old.resource,
        forms=tuple(forms.values()),
        taken=tuple(dict.fromkeys((*old.taken, *new.taken))),
        left=tuple(dict.fromkeys((*old.left, *new.left))),
        always=tuple(mark for mark in old.always if mark in new.always),
        controls=tuple(dict.fromkeys((*old.controls, *new.controls))),
        kinds=tuple(dict.fromkeys((*old.kinds, *new.kinds))),
        span=old.span,
    )


def _looks(elements: Iterable[Element]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_look, elements)))


def _look(element: Element) -> str:
    """The state of a row, which may decide whether the step asks for it."""
    state = {
        "heavy": element.heavy,
        "on": element.checked,
        "selected": element.selected,
        "disabled": not element.enabled,
    }
    return " ".join(
        (*(name for name, present in state.items() if present), *filter(None, (element.side,)), *element.marks)
    )


@frozen
class _Around:
    """The page of a list, as checksums (see `Rows`)."""

    always: tuple[str, ...]
    controls: tuple[str, ...]
    kinds: tuple[str, ...]


def _span(rows: Sequence[Element]) -> tuple[int, int]:
    return rows[0].bounds.left, rows[0].bounds.width


def _page(screen: Screen, rows: Sequence[Element], heads: Sequence[Sign]) -> _Around:
    """The elements around the rows. A field's content counts, and so does a chosen element, since the list may be the
    result of a search or a filter. The text of the `heads` differs with the values."""
    within = {row.index for row in rows} | {index_of(head, screen) for head in heads}
    outside_rows = [
        element
        for element in screen.elements
        if element.index not in within and element.window in (Window.APP, Window.DIALOG)
    ]
    top = min(row.bounds.top for row in rows)
    below = [element for element in outside_rows if element.role is Role.TEXT and element.bounds.top > top]
    headings = {(element.resource_id, element.bounds.left) for element in below}
    around = [
        element for element in outside_rows
        if (element.resource_id, element.bounds.left) not in headings
        and (element.container is None or element.container not in {row.container for row in rows})
    ]  # fmt: skip
    fixed = [element for element in around if element.container is None]
    app_controls = [element for element in fixed if element.role in OF_THE_APP]
    beside = [element for element in outside_rows if not any(_level(element, row) for row in rows)]
    app_controls += [element for element in beside if element.editable or element.selected or element.checked]
    texts = Counter(element.resource_id for element in fixed if element.role is Role.TEXT)
    kinds = [mark_of((kind, str(number))) for kind, count in texts.items() for number in range(count)]
    return _Around(
        always=tuple(dict.fromkeys(map(_mark, around))),
        controls=tuple(dict.fromkeys(map(_mark, app_controls))),
        kinds=(*kinds, *dict.fromkeys(mark_of(("between", element.resource_id)) for element in below)),
    )


def _mark(element: Element) -> str:
    return mark_of(
        (element.role, element.resource_id, element.label, element.text, str(element.selected), str(element.checked))
    )


def _level(element: Element, row: Element) -> bool:
    """True if the element is beside or inside of the row."""
    return element.bounds.top < row.bounds.bottom and row.bounds.top < element.bounds.bottom
