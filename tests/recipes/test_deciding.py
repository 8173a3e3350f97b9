"""The signs that judgements of a condition agree on decide it on the judged screen, and at no other place."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.recipes.deciding import Judged, borne_out, decided, judged
from agentprog.recipes.form import ENOUGH, Aim, Move, Recipe, Sign, Text, Use
from agentprog.recipes.proving import Known, taken_in

VALUES = {Use(slot=1): "Ann"}
JUDGED = (("Ann", "see you"), ("Eve", "hello"), ("Ann", "later"), ("Bob", "ok"))


def thread(sender: str, body: str, *, names: str = "", listed: bool = True) -> Screen:
    """A conversation. `names` is the id of its title; with `listed`, its messages are in a list."""
    parts = (
        Element(index=1, role=Role.BUTTON, label="Back", bounds=Bounds(0, 50, 90, 110), clickable=True),
        Element(index=2, role=Role.TEXT, label=sender, text=sender, bounds=Bounds(90, 50, 900, 110), resource_id=names),
        Element(
            index=3,
            role=Role.TEXT,
            label=body,
            text=body,
            bounds=Bounds(0, 900, 900, 960),
            container=1 if listed else None,
        ),
    )
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="org.sms", activity=".Thread", width=1080, height=2400, taken_at=now, elements=parts)


def learned(**shape: object) -> Recipe:
    known: Known = ()
    for sender, body in JUDGED:
        on = thread(sender, body, **shape)  # type: ignore[arg-type]
        one = Judged(screen=on, values=VALUES, said='it is from "Ann"', holds=sender == "Ann", evidence=sender)
        signs = known[0].signs if known else ()
        known = taken_in(known, judged("it is from <1>", "sms", one, signs), distinct=True)
    return known[0]


@pytest.mark.parametrize("shape", [{}, {"names": "org.sms:id/title"}, {"names": "org.sms:id/title", "listed": False}])
def test_a_message_that_contains_a_name_is_not_from_its_owner(shape: dict[str, object]) -> None:
    known = learned(**shape)
    assert decided(known, VALUES, thread("Ann", "hi", **shape)) is True  # type: ignore[arg-type]
    for sender, body in (("Eve", "Ann"), ("Eve", "I am Ann"), ("Anna", "hi")):
        assert decided(known, VALUES, thread(sender, body, **shape)) is None  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ one sign at a time

BACK = Move(command="stands", aims=(Aim(label=Text.of("Back"), role="button"),))


def page(*elements: Element, back: bool = True) -> Screen:
    """A page with its button, below these elements."""
    first = Element(index=90, role=Role.BUTTON, label="Back", bounds=Bounds(0, 50, 90, 110), clickable=True)
    shown = (*([first] if back else []), *elements)
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="org.sms", activity=".Thread", width=1080, height=2400, taken_at=now, elements=shown)


def part(role: Role = Role.TEXT, label: str = "Ann", **more: Any) -> Element:
    return Element(index=3, role=role, label=label, **{"text": label, "bounds": Bounds(0, 900, 900, 960), **more})


def decision(screen: Screen, *signs: Sign) -> bool | None:
    """The verdict of a recipe with these confirmed signs on a screen."""
    sure = tuple(replace(sign, yes=ENOUGH, no=ENOUGH) for sign in signs)
    return decided(Recipe(key="k", app="sms", begins="b", moves=(BACK,), signs=sure), VALUES, screen)


CALLED = Sign(kind="called", aim=Aim(label=Text.of(Use(slot=1))))
CHECKED = Sign(kind="checked", aim=Aim(label=Text.of("Sync"), role="switch"))
SYNC = part(Role.SWITCH, "Sync", checkable=True, clickable=True, checked=True)


def test_a_switch_decides_by_its_state_if_it_is_enabled_and_called_the_same() -> None:
    assert decision(page(SYNC), CHECKED) is True
    assert decision(page(replace(SYNC, checked=False)), CHECKED) is False
    assert decision(page(replace(SYNC, checked=False)), replace(CHECKED, so=False)) is True
    for other in (
        replace(SYNC, checkable=False),
        replace(SYNC, enabled=False),
        replace(SYNC, label="Async", text="Async"),
    ):
        assert decision(page(other), CHECKED) is None


def test_a_text_decides_by_its_words() -> None:
    sign = Sign(kind="says", aim=Aim(role="text", resource="org:id/from"), says=Text.of(Use(slot=1)))
    assert decision(page(part(resource_id="org:id/from")), sign) is True
    assert decision(page(part(label="Eve", resource_id="org:id/from")), sign) is False
    assert decision(page(part(resource_id="org:id/to")), sign) is None
    assert decision(page(part(resource_id="org:id/from")), replace(sign, says=Text.of(Use(slot=2)))) is None


def test_a_name_decides_if_it_is_shown_or_nothing_could_hide_it() -> None:
    assert decision(page(part()), CALLED) is True
    assert decision(page(part(label="Ann Lee")), CALLED) is False
    assert decision(page(part(label="Ann Lee")), replace(CALLED, kind="shown")) is True
    for more in ({"more_above": True}, {"more_below": True}):
        assert decision(page(part(Role.LIST, "list", **more)), CALLED) is None
        assert decision(page(part(Role.LIST, "list", **more), part()), CALLED) is True
    assert decision(page(part()), replace(CALLED, aim=Aim(label=Text.of(Use(slot=2))))) is None


@pytest.mark.parametrize(
    "hidden",
    [
        part(covered=True),
        part(window=Window.KEYBOARD),
        part(window=Window.SYSTEM),
        part(Role.FIELD, editable=True, label="", text="Ann"),
    ],
)
def test_a_covered_or_typed_element_or_one_outside_the_app_is_no_name(hidden: Element) -> None:
    assert decision(page(hidden), CALLED) is False


def test_a_name_in_an_unseen_state_decides_nothing() -> None:
    plain = replace(CALLED, looks=("text",))
    assert decision(page(part()), plain) is True
    for other in ({"enabled": False}, {"selected": True}, {"checked": True}, {"heavy": True}, {"container": 1}):
        assert decision(page(part(**other)), plain) is None
    assert decision(page(part(resource_id="org:id/from")), plain) is None
    assert decision(page(part(Role.ITEM)), plain) is None


def test_disagreeing_or_unsure_signs_and_another_page_decide_nothing() -> None:
    assert decision(page(SYNC, part()), CHECKED, CALLED) is True
    assert decision(page(SYNC), CHECKED, CALLED) is None
    assert decision(page(SYNC), CHECKED, replace(CALLED, wrong=True)) is True
    assert decision(page(SYNC), replace(CHECKED, wrong=True)) is None
    assert decision(page(SYNC, back=False), CHECKED) is None
    assert decision(page(SYNC)) is None
    recipe = Recipe(key="k", app="sms", begins="b", moves=(BACK,), signs=(replace(CHECKED, yes=ENOUGH),))
    assert decided(recipe, VALUES, page(SYNC)) is None
    assert decided(replace(recipe, moves=()), VALUES, page(SYNC)) is None


def judgement(screen: Screen, holds: bool, evidence: str = "") -> Recipe:
    one = Judged(screen=screen, values=VALUES, said='"Sync" is on', holds=holds, evidence=evidence)
    return judged("k", "sms", one)


def switched(recipe: Recipe) -> set[tuple[int, int, bool]]:
    """The judgements that its signs of switches agree with, and whether one disagrees."""
    return {(sign.yes, sign.no, sign.wrong) for sign in recipe.signs if sign.kind == "checked"}


def test_the_same_question_on_the_same_screen_confirms_nothing() -> None:
    first = judgement(page(SYNC), True)
    assert borne_out((), first) == (first,)
    assert borne_out((first,), judgement(page(SYNC), True)) == (first,)


def test_a_later_judgement_counts_for_its_verdict_and_a_wrong_sign_stays_wrong() -> None:
    off = replace(SYNC, checked=False)
    (found,) = borne_out((judgement(page(SYNC), True),), judgement(page(off), False))
    assert (found.proven, switched(found)) == (2, {(1, 1, False)})
    (found,) = borne_out((found,), judgement(page(off, part(label="Eve")), True))
    (found,) = borne_out((found,), judgement(page(SYNC, part(label="Bob")), True))
    assert (found.proven, switched(found)) == (4, {(3, 1, True)})
    assert borne_out((found,), judgement(page(SYNC), True)) == (found,), "the screen of the first judgement"


def test_only_elements_of_every_judged_screen_mark_the_screen() -> None:
    more = Element(index=91, role=Role.BUTTON, label="Call", bounds=Bounds(900, 50, 990, 110), clickable=True)
    (found,) = borne_out((judgement(page(SYNC, more), True),), judgement(page(SYNC, part()), True))
    assert [move.aims[0].label for move in found.moves] == [Text.of("Back"), Text.of("Sync")]
