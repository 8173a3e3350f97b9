"""Objects read off one screen: their parts by name, each on the screen and of its kind, refusals with their reason."""

from __future__ import annotations

import json

import pytest

from agentprog.agents.extractor import ModelExtractor
from agentprog.ports import Capabilities, Screen
from agentprog.runtime.roles import ExtractContext, Reading, Seen
from tests.agents.models import Answering
from tests.agents.screens import NOW, element, screen

SHOWN = screen(element("item", "Tea pot, Mar 4, $12.50"), element("item", "Cup, Yesterday, $3.00"))
LIST = "list of objects with item and price as number"


def read(kind: str, value: object, *, shown: Screen = SHOWN, **more: object):  # type: ignore[no-untyped-def]
    model = Answering(reply=lambda request: json.dumps({"found": True, "value": value}), **more)  # type: ignore[arg-type]
    return reads(kind, model, shown), model.requests[0]


def reads(kind: str, model: Answering, shown: Screen = SHOWN) -> Reading:
    wanted = ExtractContext(
        wanted="get all orders", kind=kind, seen=Seen(app="Shop", screen=shown, now=NOW),
        program="1 get all orders, record as {orders}", line=1,
    )  # fmt: skip
    return ModelExtractor(model).read(wanted)


def test_a_list_of_objects_is_asked_for_by_its_parts() -> None:
    able = Capabilities(context=4096, schema=True)
    rows = [{"item": "Tea pot", "price": "$12.50"}, {"item": "Cup", "price": "$3.00"}]
    reading, request = read(LIST, rows, capabilities=able)
    assert reading.value == rows
    assert not reading.refused
    items = request.schema["properties"]["value"]["items"]
    assert list(items["properties"]) == ["item", "price"] == items["required"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"item": "Tea pot", "price": "$99"}, 'price: "$99" is not on this screen'),
        ({"item": "Tea pot", "price": "Mar"}, 'price: "Mar" (text) is not a number'),
        ({"item": "Kettle", "price": "$3.00"}, 'item: "Kettle" is not on this screen'),
    ],
)
def test_a_missing_part_or_a_part_of_another_kind_is_refused_with_the_reason(row: dict[str, str], why: str) -> None:
    reading, _ = read(LIST, [row, {"item": "Cup", "price": "$3.00"}])
    assert reading.value == [{"item": "Cup", "price": "$3.00"}]
    assert reading.refused == (why,)


def test_the_reader_names_the_unit_of_a_duration_and_the_value_is_marked_so() -> None:
    shown = screen(element("item", "Low Tide, 3:45"), element("item", "Harbour, 4:10 min"))
    kind = "list of objects with title and minutes as number"

    def reading(*times: str) -> Reading:
        rows = [{"title": title, "minutes": time} for title, time in zip(("Low Tide", "Harbour"), times, strict=True)]
        return read(kind, rows, shown=shown)[0]

    asked = reading("3:45", "4:10 min")
    assert [row["minutes"] for row in asked.value] == ["4:10 min"]
    assert '"3:45 min" or "3:45 h" says which' in asked.refused[0]
    assert not asked.inferred
    answered = reading("3:45 min", "4:10 min")
    assert [row["minutes"] for row in answered.value] == ["3:45 min", "4:10 min"]
    assert answered.inferred
    assert reading("5:45 min", "4:10 min").refused == ('minutes: "5:45 min" is not on this screen',)
    assert reading("3:45 min", "4:10 h").refused == ('minutes: "4:10 h" is not on this screen',)


def test_a_part_that_the_screen_does_not_show_may_be_empty() -> None:
    assert read(LIST, [{"item": "Cup", "price": ""}])[0].value == [{"item": "Cup", "price": ""}]


@pytest.mark.parametrize(("day", "counts"), [("2023-03-04", True), ("2023-10-14", True), ("2023-03-09", False)])
def test_a_date_counts_when_its_day_is_on_the_screen_or_near_today(day: str, counts: bool) -> None:
    reading, request = read("object with item and day as date", {"item": "Cup", "day": day})
    assert (reading.value is not None) is counts
    assert bool(reading.refused) is not counts
    assert "Today is Sunday, 2023-10-15" in request.messages[-1].text


@pytest.mark.parametrize(
    ("dates", "day", "counts"),
    [
        ("3–7 May", "2023-05-03", True),
        ("3–7 May", "2023-05-07", True),
        ("Since 03.05.2023", "2023-05-03", True),
        ("2024-05-04", "2024-05-04", True),
        ("12:03, 3,50 €, $3.50, 1.3", "2023-05-03", False),
    ],
)
def test_a_day_counts_within_a_span_and_with_a_zero_before_it(dates: str, day: str, counts: bool) -> None:
    model = Answering(reply=lambda request: json.dumps({"found": True, "value": {"name": "Rome", "start": day}}))
    wanted = ExtractContext(
        wanted="get the trip", kind="object with name and start as date",
        seen=Seen(app="Trips", screen=screen(element("item", f"Rome, {dates}")), now=NOW),
    )  # fmt: skip
    assert (ModelExtractor(model).read(wanted).value is not None) is counts


@pytest.mark.parametrize("small", [True, False])
def test_a_small_reader_does_not_see_the_program(small: bool) -> None:
    _, request = read(LIST, [], capabilities=Capabilities(context=4096, small=small))
    assert ("record as {orders}" in request.messages[-1].text) is not small


def test_a_missing_text_or_a_text_of_the_question_is_refused_with_the_reason() -> None:
    assert read("text", "Kettle")[0].refused == ('"Kettle" is not on this screen',)


def test_rows_read_as_a_whole_bring_the_other_shown_parts() -> None:
    kind = "list of objects with item and all else that is shown"
    answer = {
        "found": True,
        "columns": ["item", "price", "shop"],
        "rows": [["Cup", "$3.00", "Moon"], ["Kettle", "$3.00", ""]],
    }
    reading = reads(kind, Answering(reply=lambda _: json.dumps(answer)))
    assert reading.value == [{"item": "Cup", "price": "$3.00"}], "what is invented besides is left out"
    assert reading.refused == ('item: "Kettle" is not on this screen',)
    objects = {"found": True, "value": [{"item": "Cup", "price": "$3.00"}, {"item": "Tea pot"}]}
    assert reads(kind, Answering(reply=lambda _: json.dumps(objects))).value == [
        {"item": "Cup", "price": "$3.00"},
        {"item": "Tea pot", "price": ""},
    ]
