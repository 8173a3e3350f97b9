"""Frozen executors: orders that code reads, and models in their forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.agents.strategies.deed import Deed
from agentprog.learn.rewards.executing import executor_of, read_order
from agentprog.ports import Capabilities, Space
from tests.agents.models import Answering
from tests.learn.steps import look

SEEN = look("Save", "Cancel all", "field Name", "Ann Weber, mobile")
SAVE = Deed(kind="click", point=(500, 150))


@pytest.mark.parametrize(
    ("order", "deed"),
    [
        ('tap "Save"', SAVE),
        ("Tap on the save.", SAVE),
        ('tap button "Save"', SAVE),
        ('tap "Ann Weber"', Deed(kind="click", point=(500, 450))),
        ('tap "Delete"', None),
        ("press back", Deed(kind="press_back")),
        ('type "Ann" into field "Name"', Deed(kind="type", text="Ann")),
        ("type Ann into the name field", Deed(kind="type", text="Ann")),
        ("scroll down", Deed(kind="scroll", direction="down")),
        ("scroll about", None),
        ('open app "Contacts"', Deed(kind="open_app", text="Contacts")),
        ("open the Contacts app", Deed(kind="open_app", text="Contacts")),
        ('long press button "Save"', Deed(kind="long_press", point=(500, 150))),
        ("Double-tap the save", Deed(kind="double_tap", point=(500, 150))),
        ("finish", Deed(kind="finished")),
        ("wait", Deed(kind="wait")),
        ("sing a song", None),
    ],
)
def test_an_order_is_read_on_its_screen(order: str, deed: Deed | None) -> None:
    assert read_order(order, SEEN) == deed


def test_the_given_position_decides_between_elements_of_one_name() -> None:
    lines = ('button "11:00" (1st from top)', 'button "11:00" (2nd from top)')
    spots = (replace(spot, name="11:00", line=line) for spot, line in zip(SEEN.spots, lines, strict=False))
    twice = replace(SEEN, spots=tuple(spots))
    assert read_order('tap button "11:00" (2nd from top)', twice) == Deed(kind="click", point=(500, 250))
    assert read_order('tap button "11:00"', twice) == SAVE


def test_a_model_executes_in_its_form_and_in_its_coordinates() -> None:
    model = Answering(
        reply=lambda _: "<answer>click(point='(500, 75)')</answer>",
        capabilities=Capabilities(context=4096, space=Space.THOUSAND),
    )
    assert executor_of(model, "swirl")("tap save", SEEN) == Deed(kind="click", point=(500, 150))
    assert "Instruction: tap save" in model.requests[0].messages[-1].text
    assert model.requests[0].temperature == 0.0
    listed = Answering(reply=lambda _: "<answer>[{'action': 'press home'}]</answer>")
    assert executor_of(listed, "ces")("go home", SEEN) == Deed(kind="press_home")


def test_a_reply_outside_the_models_form_is_no_action() -> None:
    assert executor_of(Answering(reply=lambda _: "I would tap it"), "swirl")("tap save", SEEN) is None
    outside = Answering(reply=lambda _: "<answer>click(point='(5000, 75)')</answer>")
    assert executor_of(outside, "swirl")("tap save", SEEN) is None
