"""The element that a name means."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, NoElement, Role, Screen, Window, choose_element


def screen(*elements: Element) -> Screen:
    return Screen(
        package="org.x", activity=".Main", width=1080, height=2400, taken_at=datetime(2026, 3, 7, tzinfo=UTC),
        elements=elements,
    )  # fmt: skip


def thing(index: int, label: str, *, role: Role = Role.BUTTON, inside: bool = False, **more: Any) -> Element:
    """A button of that label on a line of its own, or with `inside`, within the button before."""
    top = 100 * (index - int(inside))
    bounds = more.pop("bounds", Bounds(10, top + 10, 500, top + 60) if inside else Bounds(0, top, 1080, top + 90))
    more.setdefault("clickable", role is not Role.TEXT)
    return Element(index=index, role=role, label=label, bounds=bounds, **more)


def chosen(there: Screen, name: str, **how: bool) -> int | str:
    found = choose_element(there, name, **how)
    return found.index if isinstance(found, Element) else str(found)


def test_a_name_is_never_a_part_of_a_longer_word() -> None:
    people = screen(thing(1, "Samir Tanaka"), thing(2, "Joanna"))
    names = "; there is 'Samir Tanaka', 'Joanna'"
    assert chosen(people, "Sam") == f'there is no element "Sam" on the screen{names}'
    assert chosen(people, "Samir Tan") == "there is no element \"Samir Tan\" on the screen; there is 'Samir Tanaka'"
    assert isinstance(choose_element(people, "Ann"), NoElement)


def test_an_element_of_that_name_comes_before_an_element_that_contains_it() -> None:
    assert chosen(screen(thing(1, "Save as template"), thing(2, "SAVE")), "Save") == 2
    assert chosen(screen(thing(1, "Wi-Fi calling, off"), thing(2, "Wi-Fi, off")), "Wi-Fi") == 2
    assert chosen(screen(thing(1, "Hana Ferreira"), thing(2, "Back")), "Hana") == 1


def test_a_button_and_a_row_of_one_name_differ_by_the_rows_whole_text() -> None:
    both = screen(thing(1, "Documents"), thing(2, "Documents, Oct 15", role=Role.ITEM))
    assert chosen(both, "Documents") == (
        '"Documents" is on the screen 2 times: button "Documents", item "Documents, Oct 15"'
    )
    assert chosen(both, "Documents, Oct 15") == 2
    assert chosen(both, 'button "Documents"') == 1


def test_all_namesakes_are_listed_and_none_is_chosen() -> None:
    two = screen(
        thing(1, "Ann Lee", role=Role.ITEM, place="1st from top"),
        thing(2, "Ann Lee", role=Role.ITEM, place="2nd from top"),
    )
    refusal = '"Ann Lee" is on the screen 2 times: item "Ann Lee" (1st from top), item "Ann Lee" (2nd from top)'
    assert chosen(two, "Ann Lee") == refusal
    assert chosen(screen(thing(1, "Ann Lee"), thing(2, "Ann Poe")), "Ann").__class__ is str
    lettered = screen(thing(1, "A, Ann Lee", role=Role.ITEM), thing(2, "Ann Lee"))
    assert chosen(lettered, "Ann Lee") == '"Ann Lee" is on the screen 2 times: item "A, Ann Lee", button "Ann Lee"'


def test_the_touchable_element_is_chosen_among_nested_namesakes() -> None:
    assert chosen(screen(thing(1, "Rent"), thing(2, "Rent", role=Role.TEXT, inside=True)), "Rent", touch=True) == 1
    assert chosen(screen(thing(1, "Rent"), thing(2, "Rent", inside=True)), "Rent", touch=True) == 1


def test_a_heading_and_a_disabled_button_cannot_be_touched() -> None:
    heading = screen(thing(1, "Contacts", role=Role.TEXT))
    assert chosen(heading, "Contacts", touch=True) == (
        'text "Contacts" cannot be touched: nothing happens when it is touched'
    )
    assert chosen(heading, "Contacts") == 1
    off = screen(thing(1, "Save", enabled=False))
    assert chosen(off, "Save", touch=True) == 'button "Save" cannot be touched: it is disabled now'


def test_a_text_in_a_touchable_row_can_be_touched_and_a_text_on_a_page_not() -> None:
    row = thing(1, "Rent, $1,200", role=Role.ITEM)
    amount = thing(2, "May", role=Role.TEXT, inside=True)
    assert chosen(screen(row, amount), "May", touch=True) == 2
    page = thing(1, "page", bounds=Bounds(0, 0, 1080, 2000))
    assert isinstance(choose_element(screen(page, amount), "May", touch=True), NoElement)


def test_the_element_in_front_is_chosen() -> None:
    both = screen(thing(1, "Delete"), thing(2, "Delete", window=Window.DIALOG), thing(3, "d", window=Window.KEYBOARD))
    assert chosen(both, "delete", touch=True) == 2
    assert isinstance(choose_element(both, "d"), NoElement)


@pytest.mark.parametrize("name", ['button "Save"', 'the button "Save"', "‘Save’"])
def test_a_descriptor_and_a_quoted_name_are_names(name: str) -> None:
    assert chosen(screen(thing(1, "Save"), thing(2, "Save", role=Role.TEXT, place="below")), name, whole=True) == 1


def test_a_field_is_looked_for_among_fields() -> None:
    form = screen(thing(1, "Name", role=Role.TEXT), thing(2, "Name", role=Role.FIELD, editable=True))
    assert chosen(form, "name", field=True) == 2
    assert chosen(form, "Phone", field=True) == "there is no field \"Phone\" on the screen; there is 'Name'"


def test_a_text_read_from_pixels_may_be_touched() -> None:
    assert chosen(screen(thing(1, "Play", role=Role.TEXT, origin="ocr")), "Play", touch=True) == 1


def test_a_name_that_nothing_is_like_lists_the_nearest_all_the_same() -> None:
    shown = screen(thing(1, "Send"), thing(2, "Attach"), thing(3, "Back"), thing(4, "Call"))
    found = choose_element(shown, "Zzyzx")
    assert isinstance(found, NoElement)
    assert len(found.near) == 3
    assert str(found).count("'") == 6


def test_a_name_with_other_accents_is_listed_and_not_taken() -> None:
    people = screen(thing(1, "René Dubois"), thing(2, "Bo"))
    names = "there is 'René Dubois', written with other accents"
    assert chosen(people, "Rene Dubois") == f'there is no element "Rene Dubois" on the screen; {names}'
