"""Each line that is offered for an element means that element, and the best comes first."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.app.handiwork.naming import element_at, matches, pointed_at, wordings
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.ports import Bounds, Element, Role, Screen, Window


def screen(*rows: tuple[Role, str, tuple[int, int, int, int], dict[str, Any]]) -> Screen:
    elements = tuple(_element(number, *row) for number, row in enumerate(rows, 1))
    now = datetime(2030, 1, 1, tzinfo=UTC)
    return Screen(package="org.list", activity=".A", width=1080, height=2400, taken_at=now, elements=elements)


def _element(number: int, role: Role, label: str, box: tuple[int, int, int, int], more: dict[str, Any]) -> Element:
    given = {"clickable": role is not Role.TEXT, **more}
    return Element(index=number, role=role, label=label, bounds=Bounds(*box), **given)


ENTRY = {"editable": True, "hint": "New item", "resource_id": "org.list:id/entry"}
LIST = screen(
    (Role.TEXT, "Milk", (40, 200, 500, 280), {}),
    (Role.BUTTON, "Delete", (900, 200, 1040, 280), {}),
    (Role.TEXT, "Oats", (40, 300, 500, 380), {}),
    (Role.BUTTON, "Delete", (900, 300, 1040, 380), {}),
    (
        Role.FIELD,
        "New item",
        (40, 500, 1040, 600),
        {"editable": True, "hint": "New item", "resource_id": "org.list:id/entry"},
    ),
    (Role.ITEM, "K, Kirsi Laine, 4 messages", (0, 700, 1080, 800), {}),
    (Role.BUTTON, 'Say "hi" {now}', (0, 900, 1080, 1000), {}),
    (Role.BUTTON, "OK", (0, 1100, 500, 1200), {"window": Window.DIALOG}),
    (Role.BUTTON, "unlabelled", (500, 1300, 700, 1400), {}),
)


@pytest.mark.parametrize("index", [2, 4, 5, 6, 7, 8, 9])
def test_every_line_read_back_means_the_element_and_nothing_else(index: int) -> None:
    element = LIST.element(index)
    found = wordings(LIST, element, "type" if element.editable else "tap", text="x")
    assert found
    for one in found:
        program = check_text(one.line, name="line").parsed.program
        assert program is not None
        node = program.body[0]
        assert isinstance(node, ast.DirectUI)
        assert pointed_at(LIST, node) == element


def test_wordings_rank_id_before_name_before_row_before_place() -> None:
    field = [wording.how for wording in wordings(LIST, LIST.element(5), "type", text="x")]
    assert field[:2] == ["id", "label"]
    order = ["id", "label", "row", "place"]
    for index in (2, 5, 6):
        ranks = [order.index(wording.how) for wording in wordings(LIST, LIST.element(index))]
        assert ranks == sorted(ranks)


def test_one_of_several_elements_with_a_name_is_found_by_its_row() -> None:
    lines = [wording.line for wording in wordings(LIST, LIST.element(4))]
    assert lines[0] == 'Tap the "Delete" in the row of "Oats"'
    assert matches(LIST, LIST.element(4)) == 2


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("K, Kirsi Laine, 4 messages", "Kirsi Laine"),
        ("KL, Kirsi Laine", "Kirsi Laine"),
        ("L, Kirsi Laine", "Kirsi Laine"),
        ("oats.txt, 2031-04-07 11:20 · 59 B", "oats.txt"),
        ("Sounds, Ringing and keyboard", "Sounds"),
        ("7:15, Every weekday", "7:15"),
    ],
)
def test_a_row_is_called_by_its_name_and_not_by_its_state_or_initial(label: str, name: str) -> None:
    shown = screen((Role.ITEM, label, (0, 700, 1080, 800), {}))
    assert wordings(shown, shown.element(1))[0].line == f'Tap "{name}"'


def test_a_finger_meets_the_smallest_touchable_element_of_the_front_window() -> None:
    page = screen(
        (Role.ITEM, "row", (0, 0, 1080, 200), {}),
        (Role.TEXT, "name", (0, 0, 400, 100), {}),
        (Role.BUTTON, "OK", (0, 0, 1080, 150), {"window": Window.DIALOG}),
    )
    assert element_at(page, 10, 180) == page.element(1)
    assert element_at(page, 10, 10) == page.element(3)
    assert element_at(page, 10, 2000) is None
