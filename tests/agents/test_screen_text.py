"""The text of a screen for a model: short, with everything that can be read or acted on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agentprog.agents.screen_text import element_line, screen_lines
from agentprog.agents.writing import numbered
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.ports.targets import NoElement, choose_element

CHECKOUT = Path(__file__).resolve().parents[2]
PUBLIC = CHECKOUT.parent / "shared" / "ui_dumps"


def dumps() -> Iterator[Any]:
    for file in sorted((CHECKOUT / "tests" / "devices" / "hierarchy" / "dumps").glob("*.xml")):
        yield pytest.param(file, id=file.stem)
    public = sorted(PUBLIC.glob("*.xml"))
    skip = pytest.mark.skipif(not public, reason=f"no dumps of public repositories in {PUBLIC}")
    for file in public or [PUBLIC / "none.xml"]:
        yield pytest.param(file, id=f"public {file.stem[-30:]}", marks=skip)


def words(text: str) -> str:
    return " ".join(text.casefold().replace(",", " ").split())


@pytest.mark.parametrize("file", list(dumps()))
def test_a_prompt_shows_every_text_of_the_screen(file: Path) -> None:
    reading = read_elements(read_hierarchy(file.read_bytes()))
    now = datetime(2026, 5, 2, tzinfo=UTC)
    screen = Screen(package="", activity="", width=1, height=1, taken_at=now, elements=reading.elements)
    lines = {int(line[1 : line.index("]")]): words(line) for line in numbered(screen)}
    front = [e for e in reading.elements if e.window in (Window.APP, Window.DIALOG)]
    assert set(lines) == {e.index for e in front}
    for element in front:
        for part in (element.label.removesuffix("…"), element.text, element.description, element.hint):
            for piece in (piece for line in part.splitlines() for piece in line[:1000].split(", ")):
                assert element.password or words(piece) in lines[element.index]


def element(**facts: Any) -> Element:
    return Element(index=1, bounds=Bounds(0, 0, 10, 10), **{"role": Role.TEXT, "label": "", **facts})


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"label": "Save", "text": "Save", "role": Role.BUTTON}, 'button "Save"'),
        ({"label": "Menu", "description": "Open\nMenu", "role": Role.BUTTON}, 'button "Menu", Open'),
        ({"label": "a, b", "text": "a, b", "description": "b"}, 'text "a, b"'),
        ({"label": "w" * 119 + "…", "text": "w" * 300}, f'text "{"w" * 300}"'),
        ({"label": "Name", "text": "x" * 400, "role": Role.FIELD, "editable": True}, f'field "Name": "{"x" * 400}"'),
        ({"label": "PIN", "text": "1234", "role": Role.FIELD, "editable": True, "password": True},
         'field "PIN": "••••••"'),
        ({"label": "Tea", "place": "2nd from top"}, 'text "Tea" (2nd from top)'),
    ],
)  # fmt: skip
def test_a_whole_line_has_every_text_once(facts: dict[str, Any], line: str) -> None:
    assert element_line(element(**facts), whole=True) == line


def test_a_book_is_begun_and_counted() -> None:
    line = element_line(element(label="word " * 23 + "wo…", text="word " * 3200), whole=True)
    assert len(line) < 1300
    assert line.endswith('… (15999 characters)"')


def test_sides_are_shown_and_covered_elements_are_only_counted() -> None:
    made = [
        Element(index=1, role=Role.TEXT, label="see you", text="see you", bounds=Bounds(0, 0, 9, 9), side="right"),
        Element(index=2, role=Role.BUTTON, label="Under", bounds=Bounds(0, 0, 9, 9), clickable=True, covered=True),
    ]
    now = datetime(2026, 5, 2, tzinfo=UTC)
    screen = Screen(package="", activity="", width=1, height=1, taken_at=now, elements=tuple(made))
    assert screen_lines(screen) == (
        'text "see you" (on the right)',
        "note: 1 more elements lie under what is in front, out of reach until that is closed",
    )
    assert not screen.shows("Under")
    assert isinstance(choose_element(screen, "Under"), NoElement)


NOW = datetime(2026, 5, 2, tzinfo=UTC)


def of(*elements: Element) -> Screen:
    return Screen(package="", activity="", width=1080, height=2400, taken_at=NOW, elements=elements)


def test_line_breaks_are_shown() -> None:
    note = Element(
        index=1, role=Role.FIELD, label="Note", text="milk\n  two  eggs\n\n\n\nbread\n", bounds=Bounds(0, 0, 9, 9),
        editable=True,
    )  # fmt: skip
    label = "first line second line"
    text = Element(index=2, role=Role.TEXT, label=label, text="first line\nsecond line", bounds=Bounds(0, 9, 9, 19))
    assert element_line(note) == r'field "Note": "milk\ntwo eggs\n\nbread"'
    assert element_line(text, whole=True) == r'text "first line\nsecond line"'


def cells(count: int, **more: Any) -> list[Element]:
    return [
        Element(
            index=3 + n, role=Role.BUTTON, label="month background", place=f"{n + 1} of {count}", clickable=True,
            bounds=Bounds(n % 7 * 100, n // 7 * 100, n % 7 * 100 + 99, n // 7 * 100 + 99), **more,
        )
        for n in range(count)
    ]  # fmt: skip


def test_a_month_of_cells_is_one_grid() -> None:
    before = Element(index=2, role=Role.BUTTON, label="October", bounds=Bounds(0, 0, 9, 9), clickable=True)
    assert numbered(of(before, *cells(42))) == (
        '[2] button "October"',
        '[3] to [44] button "month background" (6 rows of 7, row by row)',
    )
    assert screen_lines(of(*cells(10))) == ('button "month background" (10 of them)',)


def test_cells_that_differ_or_are_few_stay_apart() -> None:
    assert len(numbered(of(*cells(7)))) == 7
    one, *others = cells(14)
    lines = numbered(of(replace(one, selected=True), *others))
    assert lines == (
        '[3] button "month background" (1 of 14) (selected)',
        '[4] to [16] button "month background" (13 of them)',
    )


def test_a_month_is_one_grid_although_a_day_names_its_event() -> None:
    days = [replace(cell, label=str(n + 1), place="") for n, cell in enumerate(cells(28))]
    days[11] = replace(days[11], role=Role.ITEM, label="12, Dentist", text="12, Dentist")
    (line,) = numbered(of(*days))
    assert "[10] 8 9 10 11 12 (Dentist) 13 14" in line


def test_the_event_of_a_day_in_a_month_is_shown_whole() -> None:
    days = [
        replace(cell, label=f"{n + 1}. März 2024, {'3 Termine' if n == 11 else 'keine Termine'}", place="")
        for n, cell in enumerate(cells(31))
    ]
    (line,) = numbered(of(*days))
    assert 'for each day of "März 2024, keine Termine"' in line
    assert "[10] 8 9 10 11 12 (3 Termine) 13 14" in line


@pytest.mark.parametrize("whole", [True, False])
def test_the_number_on_a_slider_is_shown(whole: bool) -> None:
    slider = Element(index=1, role=Role.SLIDER, label="Brightness", text="40.0", bounds=Bounds(0, 0, 90, 9))
    assert element_line(slider, whole=whole) == 'slider "Brightness": 40.0'


def test_a_label_is_not_repeated_in_the_further_words() -> None:
    made = Element(
        index=1, role=Role.SWITCH, label="Hotspot", text="off, Hotspot, switched off", bounds=Bounds(0, 0, 9, 9)
    )
    assert element_line(made, whole=True) == 'switch "Hotspot", off, switched off: off'
