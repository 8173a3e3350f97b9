"""Actions in words, and actions that count as effects."""

from __future__ import annotations

import pytest

from agentprog.ports import (
    ACTIONS,
    TRAITS,
    Action,
    ActionTrait,
    Bounds,
    ClearText,
    DoubleTap,
    Drag,
    Element,
    LongPress,
    OpenApp,
    OpenLink,
    OpenNotifications,
    OpenQuickSettings,
    Pinch,
    PointTarget,
    PressKey,
    ReadClipboard,
    Role,
    Rotate,
    Scroll,
    ScrollTo,
    SetClipboard,
    StopApp,
    Swipe,
    Tap,
    TypeText,
    Wait,
    WaitUntil,
    WakeUp,
    describe,
    is_effect,
    landing,
    repeatable,
)

SAVE = Element(index=1, role=Role.BUTTON, label="Save", bounds=Bounds(0, 0, 10, 10))
EVERY: list[tuple[Action, str, bool]] = [
    (OpenApp(name="Clock"), 'open app "Clock"', False),
    (StopApp(name="Clock"), 'stop app "Clock"', True),
    (OpenLink(url="https://example.org"), 'open link "https://example.org"', False),
    (Tap(target=SAVE), 'tap button "Save"', True),
    (DoubleTap(target=SAVE), 'double tap button "Save"', True),
    (LongPress(target=PointTarget(x=3, y=4)), "long press (3, 4)", True),
    (TypeText(text="x"), 'type "x"', True),
    (TypeText(text="x", target=SAVE), 'type "x" into button "Save"', True),
    (ClearText(), "clear", True),
    (PressKey(key="back"), "press back", False),
    (PressKey(key="enter"), "press enter", True),
    (Swipe(direction="up"), "swipe up", False),
    (Scroll(direction="down", target=SAVE), 'scroll down button "Save"', False),
    (ScrollTo(text="Zoe"), 'scroll down to "Zoe"', False),
    (Drag(start=SAVE, end=PointTarget(x=1, y=2)), 'drag button "Save" to (1, 2)', True),
    (Pinch(direction="out"), "pinch out", False),
    (OpenNotifications(), "open notifications", False),
    (OpenQuickSettings(), "open quick settings", False),
    (SetClipboard(text="x"), 'put "x" on the clipboard', True),
    (ReadClipboard(), "read the clipboard", False),
    (Rotate(orientation="landscape"), "rotate to landscape", True),
    (WakeUp(), "wake up", False),
    (Wait(seconds=1.5), "wait 1.5 s", False),
    (WaitUntil(text="Sent"), 'wait until "Sent" appears', False),
    (WaitUntil(text="Sent", gone=True), 'wait until "Sent" is gone', False),
]


@pytest.mark.parametrize(("action", "words", "effect"), EVERY, ids=lambda v: v if isinstance(v, str) else "")
def test_an_action_in_words(action: Action, words: str, effect: bool) -> None:
    assert describe(action) == words
    assert is_effect(action) is effect


def test_every_action_is_in_this_table() -> None:
    assert {type(action) for action, _, _ in EVERY} == set(ACTIONS)


def test_every_action_has_its_traits() -> None:
    assert set(TRAITS) == set(ACTIONS)


def test_an_action_that_only_looks_changes_nothing() -> None:
    looking = {kind for kind, traits in TRAITS.items() if ActionTrait.LOOKS in traits}
    assert looking == {Swipe, Scroll, ScrollTo, Pinch, WakeUp, Wait, WaitUntil}
    assert not any(is_effect(action) for action, _, _ in EVERY if type(action) in looking)


def test_only_an_effect_that_adds_up_may_not_be_done_twice() -> None:
    twice = {words for action, words, _ in EVERY if not repeatable(action)}
    touches = {'tap button "Save"', 'double tap button "Save"', "long press (3, 4)", 'drag button "Save" to (1, 2)'}
    assert twice == {*touches, "press back", "press enter"}
    assert not repeatable(TypeText(text="x", replace=False))
    assert repeatable(PressKey(key="home"))


def test_swipes_and_texts_may_move_a_list() -> None:
    shifting = {kind for kind, traits in TRAITS.items() if ActionTrait.SHIFTS in traits}
    assert shifting == {Swipe, Scroll, ScrollTo, Drag, Pinch, TypeText, ClearText}


def test_a_touch_lands_on_its_target_and_a_drag_on_its_end() -> None:
    assert landing(DoubleTap(target=SAVE)) == SAVE
    assert landing(Drag(start=SAVE, end=PointTarget(x=1, y=2))) == PointTarget(x=1, y=2)
    assert landing(TypeText(text="x", target=SAVE)) is None
