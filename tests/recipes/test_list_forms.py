"""One reading of a list, the common form of two readings, and the rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.recipes.form import Column, Recipe, Rows, mark_of
from agentprog.recipes.listing import Item, borne_out_by, listed, rows_read

from .test_learning import element, screen
from .test_listing import BOTH, FIRST, SECOND, items, page, row


def reading(shown: Screen, read: Sequence[Item], **more: bool) -> Recipe:
    made = listed("k []", "money", shown, read, **more)
    assert made is not None
    assert made.rows is not None
    return made


def rows_of(made: Recipe) -> Rows:
    assert made.rows is not None
    return made.rows


def test_a_reading_teaches_the_parts_of_its_rows_and_where_it_was() -> None:
    shown = page(FIRST)
    made = reading(shown, items(FIRST))
    assert (made.key, made.app, made.begins, made.moves, made.proven) == ("k []", "money", "p/a", (), 1)
    assert made.mark == mark_of((shown.signature,))
    rows = rows_of(made)
    assert (rows.resource, rows.taken, rows.left) == ("org.money:id/row", ("",), ())
    (form,) = rows.forms
    assert (form.role, form.cells) == ("item", 4)
    assert [column.name for column in form.columns] == ["amount", "name"]
    assert (2, "last word") in form.columns[0].ways
    assert (0,) in form.columns[1].ways
    assert all(way[0] == 2 for way in form.columns[0].ways)
    assert len(rows.always) == 3
    assert len(rows.controls) == 2
    assert set(rows.controls) < set(rows.always)
    assert reading(shown, items(FIRST), further=True).proven == 0


def test_rows_that_no_item_has_are_left_in_their_states() -> None:
    shown = page(FIRST)
    heavy = replace(shown, elements=tuple(replace(e, heavy=e.label == FIRST[1]) for e in shown.elements))
    rows = rows_of(reading(heavy, [items(FIRST)[0], items(FIRST)[2]]))
    assert (rows.taken, rows.left) == (("",), ("heavy",))
    assert rows_of(reading(heavy, items(FIRST)[1:2])).taken == ("heavy",)
    assert listed("k []", "money", shown, [{"name": "Nothing", "amount": "1"}]) is None
    assert listed("k []", "money", shown, [items(FIRST)[1], items(FIRST)[0]]) is None, "items come in the order of rows"
    assert listed("k []", "money", shown, []) is None
    assert listed("k []", "money", shown, [{"name": "", "amount": "4.50"}]) is None


@pytest.mark.parametrize(
    ("state", "look"),
    [
        ({"heavy": True}, "heavy"),
        ({"checked": True}, "on"),
        ({"selected": True}, "selected"),
        ({"enabled": False}, "disabled"),
        ({"marks": ("red", "new")}, "red new"),
        ({"heavy": True, "checked": True, "selected": True, "enabled": False}, "heavy on selected disabled"),
    ],
)
def test_the_state_of_a_row_is_known_in_words(state: dict[str, object], look: str) -> None:
    assert rows_of(reading(page(FIRST, **state), items(FIRST))).taken == (look,)


def test_rows_of_one_role_must_have_one_form() -> None:
    mixed = (FIRST[0], "Shoes, - 80.00, $")
    assert listed("k []", "money", page(mixed), items(mixed)) is None
    shown = page(FIRST[:2])
    roles = tuple(replace(e, role=Role.BUTTON) if e.label == FIRST[0] else e for e in shown.elements)
    forms = rows_of(reading(replace(shown, elements=roles), items(FIRST[:2]))).forms
    assert [(form.role, form.cells) for form in forms] == [("button", 4), ("item", 4)]
    other = [{"name": "Tea", "amount": "4.50"}, {"title": "Shoes", "amount": "80.00"}]
    assert listed("k []", "money", page(FIRST[:2]), other) is None


# ------------------------------------------------------------------------------------------------ two readings


def test_two_readings_keep_their_common_form_and_leave_other_recipes() -> None:
    first, second = reading(page(FIRST), items(FIRST)), reading(page(SECOND), items(SECOND))
    elsewhere = replace(first, begins="p/b")
    plain = replace(first, rows=None)
    known = (plain, elsewhere, replace(first, earlier=True, proven=3))
    found, *others = borne_out_by(known, second)
    assert others == [plain, elsewhere]
    assert (found.proven, found.mark, found.earlier) == (4, second.mark, False)
    assert borne_out_by(known, replace(second, mark=first.mark)) == known
    assert borne_out_by((elsewhere,), second) == (second, elsewhere)
    assert borne_out_by((plain,), second) == (second, plain)
    further = replace(second, proven=0)
    assert borne_out_by((first,), further)[0].proven == 1


def test_the_common_form_has_the_ways_and_marks_of_both() -> None:
    base = rows_of(reading(page(FIRST), items(FIRST)))
    made = reading(page(FIRST), items(FIRST))

    def joined(**more: object) -> Rows | None:
        other = replace(made, rows=replace(base, **more), mark="other")  # type: ignore[arg-type]
        (found, *rest) = borne_out_by((made,), other)
        return None if found == other and not rest else rows_of(found)

    assert joined() == base
    states = joined(taken=("", "on"), left=("heavy",), always=base.always[:1], controls=("new",))
    assert states is not None
    assert (states.taken, states.left) == (("", "on"), ("heavy",))
    assert (states.always, states.controls) == (base.always[:1], (*base.controls, "new"))
    (form,) = base.forms
    fewer = replace(form, columns=(replace(form.columns[0], ways=((2, "last word"),)), form.columns[1]))
    narrowed = joined(forms=(fewer,))
    assert narrowed is not None
    assert narrowed.forms == (fewer,)
    button = replace(form, role="button")
    both = joined(forms=(button,))
    assert both is not None
    assert both.forms == (form, button)
    for contradicting in (
        replace(form, cells=5),
        replace(form, columns=form.columns[:1]),
        replace(form, columns=(replace(form.columns[0], ways=((3,),)), form.columns[1])),
    ):
        assert joined(forms=(contradicting,)) is None
    assert joined(resource="org.money:id/other") is None


# ------------------------------------------------------------------------------------------------ reading


def test_ways_that_disagree_about_a_row_leave_it_to_the_model() -> None:
    (form,) = rows_of(BOTH).forms
    twice = replace(form, columns=(Column(name="name", ways=((0,), (1,))),))
    recipe = replace(BOTH, rows=replace(rows_of(BOTH), forms=(twice,)))
    assert rows_read(recipe, page(("Tea, Tea, - 4.50, $",)), whole=True) == [{"name": "Tea"}]
    assert rows_read(recipe, page(FIRST), whole=True) is None
    text = replace(form, columns=(Column(name="", ways=((0,),)),))
    texts = replace(BOTH, rows=replace(rows_of(BOTH), forms=(text,)))
    assert rows_read(texts, page(FIRST), whole=True) == ["Tea", "Shoes", "Bus"]
    unknown = replace(BOTH, rows=replace(rows_of(BOTH), forms=(replace(form, role="button"),)))
    assert rows_read(unknown, page(FIRST), whole=True) is None


def test_nothing_is_read_by_a_recipe_that_knows_nothing_of_the_page() -> None:
    assert rows_read(replace(BOTH, rows=replace(rows_of(BOTH), always=())), page(FIRST), whole=True) is None
    assert rows_read(replace(BOTH, rows=None), page(FIRST), whole=True) is None
    assert rows_read(BOTH, page(FIRST), whole=False) is None
    left = replace(BOTH, rows=replace(rows_of(BOTH), left=("heavy",)))
    assert rows_read(left, page(FIRST), whole=False) == items(FIRST)


@pytest.mark.parametrize(
    ("edge", "bounds", "cut"),
    [
        ({"more_below": True}, Bounds(0, 700, 1080, 790), True),
        ({"more_below": True}, Bounds(0, 700, 1080, 800), True),
        ({"more_below": True}, Bounds(0, 700, 1080, 789), False),
        ({"more_above": True}, Bounds(0, 450, 1080, 500), True),
        ({"more_above": True}, Bounds(0, 440, 1080, 500), True),
        ({"more_above": True}, Bounds(0, 451, 1080, 500), False),
        ({}, Bounds(0, 700, 1080, 790), False),
        ({}, Bounds(0, 450, 1080, 500), False),
    ],
)
def test_a_cut_off_row_at_the_edge_of_a_list_that_goes_on_is_skipped(
    edge: dict[str, bool], bounds: Bounds, cut: bool
) -> None:
    around = element(60, Role.LIST, "list", scrollable=True, bounds=Bounds(0, 450, 1080, 790), **edge)
    shown = page(FIRST[:2], around, container=60)
    broken = replace(row(7, "Bus", container=60), bounds=bounds)
    found = rows_read(BOTH, replace(shown, elements=(*shown.elements, broken)), whole=True)
    assert found == (items(FIRST[:2]) if cut else None)
    alone = replace(broken, container=None)
    assert rows_read(BOTH, replace(shown, elements=(*shown.elements, alone)), whole=True) is None


# ------------------------------------------------------------------------------------------------ which rows


def names(*rows: Element) -> Recipe | None:
    return listed("k []", "a", screen(*rows), [row.label for row in rows])


def test_rows_are_items_of_one_width_or_several_elements_with_one_id() -> None:
    one, two = row(1, "Ann", resource_id=""), row(2, "Bo", resource_id="")
    assert names(one, two) is not None
    assert names(one) is not None
    narrow = replace(two, bounds=Bounds(0, 200, 500, 290))
    shifted = replace(two, bounds=Bounds(9, 200, 1089, 290))
    for other in (narrow, shifted, replace(two, resource_id="org:id/x")):
        assert names(one, other) is None
    buttons = [replace(row(at, name), role=Role.BUTTON) for at, name in ((1, "Ann"), (2, "Bo"))]
    assert names(*buttons) is not None
    assert names(buttons[0]) is None, "a single button is no list"
    assert names(*(replace(button, resource_id="") for button in buttons)) is None
    for hidden in ({"covered": True}, {"scrollable": True}, {"window": Window.DIALOG}, {"role": Role.TEXT}):
        assert names(replace(one, **hidden)) is None  # type: ignore[arg-type]


def test_headings_between_rows_and_parts_of_a_list_are_no_marks_of_its_page() -> None:
    def marks(*others: Element) -> int:
        return len(rows_of(reading(page(FIRST, *others), items(FIRST))).always)

    bare = marks()
    day = element(50, Role.TEXT, "Oct 8", text="Oct 8", clickable=False, resource_id="org.money:id/day")
    assert marks(day) == bare
    assert marks(replace(day, resource_id="", container=60)) == bare
    assert marks(replace(day, role=Role.BUTTON, resource_id="org.money:id/more")) == bare + 1
    assert marks(element(50, Role.BUTTON, "Undo", window=Window.DIALOG)) == bare + 1
    assert marks(element(50, Role.BUTTON, "q", window=Window.KEYBOARD)) == bare
    assert marks(element(50, Role.BUTTON, "Home", window=Window.SYSTEM)) == bare
