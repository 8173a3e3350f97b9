"""The place of a touch."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.devices.acting.hands import point_of
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.ports import Bounds, Element, PointTarget, Role, Window

_numbers = count(1)


def box(bounds: tuple[int, int, int, int], **more: Any) -> Element:
    facts = {"index": next(_numbers), "role": Role.BUTTON, "label": "x", "clickable": True} | more
    return Element(bounds=Bounds(*bounds), **facts)


ROW = (0, 1000, 1000, 1200)


@pytest.mark.parametrize(
    ("others", "point"),
    [
        ([], (500, 1100)),
        ([box((0, 900, 1000, 1300), index=-1)], (500, 1100)),
        ([box((400, 1000, 1000, 1200))], (250, 1100)),
        ([box((0, 1000, 700, 1200))], (750, 1100)),
        ([box((0, 1050, 1000, 1400))], (500, 1025)),
        ([box((0, 1050, 1000, 1400), clickable=False)], (500, 1100)),
        ([box((0, 1050, 1000, 1400), clickable=False, resource_id="a.b:id/snackbar_text")], (500, 1025)),
        ([box((0, 900, 1000, 1150), index=-1, window=Window.SYSTEM)], (500, 1175)),
        ([box((0, 900, 1000, 1300), index=900)], (500, 1100)),
    ],
    ids=["alone", "on something", "holds one", "under one", "cut below", "text", "snackbar", "notification", "covered"],
)
def test_a_touch_goes_to_an_uncovered_point(others: list[Element], point: tuple[int, int]) -> None:
    target = box(ROW, index=0)
    assert point_of(target, [target, *others]) == point


def test_a_button_above_a_row_is_touched_in_its_own_middle() -> None:
    row, button = box(ROW), box((800, 1050, 950, 1300))
    assert point_of(button, [row, button]) == button.bounds.center


def test_a_touch_by_coordinates_is_not_moved() -> None:
    assert point_of(PointTarget(x=3, y=4), [box(ROW)]) == (3, 4)


def test_a_button_half_covered_by_a_snackbar_is_touched_above_it(trees: Any) -> None:
    button = trees.node("Button", (800, 2000, 1000, 2200), text="Save", flags="clickable")
    message = trees.node("TextView", (40, 2080, 800, 2300), text="Item deleted", rid="snackbar_text")
    undo = trees.node("Button", (800, 2080, 1040, 2300), text="Undo", rid="snackbar_action", flags="clickable")
    bar = trees.node("FrameLayout", (20, 2080, 1060, 2300), message, undo)
    elements = read_elements(
        read_hierarchy(trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), button, bar)))
    ).elements
    save = next(element for element in elements if element.label == "Save")
    x, y = point_of(save, elements)
    assert save.bounds.contains(x, y)
    assert y < 2080


_edges = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(1, 400), st.integers(1, 400))


@given(_edges, st.lists(st.tuples(_edges, st.booleans(), st.sampled_from(Window)), max_size=6))
def test_a_touch_always_lands_on_its_target(edges: Any, others: list[Any]) -> None:
    made = [box(_rect(e), clickable=clickable, window=window) for e, clickable, window in others]
    target = box(_rect(edges))
    assert target.bounds.contains(*point_of(target, [*made, target]))


def _rect(edges: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    left, top, width, height = edges
    return left, top, left + width, top + height
