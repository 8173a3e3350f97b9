"""The risk class of a touch, from its element, dialog and page, and its possible lasting effect."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import (
    Action,
    CaptureIssue,
    CaptureKind,
    DoubleTap,
    Drag,
    Element,
    LongPress,
    PointTarget,
    PressKey,
    Role,
    Swipe,
    Tap,
    TypeText,
    Window,
)
from agentprog.runtime.safety.risk import (
    changes_something,
    classify,
    commits,
    for_people_only,
    lasts,
    question_of,
    touched,
)
from tests.runtime.safety.pages import part, shown

SEND = part("Send", 900, role=Role.BUTTON)
DELETE = part("Delete", 500, role=Role.BUTTON)
PLAIN = part("Zebra", 700, role=Role.BUTTON)
FIELD = part("Message", 900, role=Role.FIELD, editable=True, focused=True)
PAGE = shown(DELETE, PLAIN, FIELD, SEND)


@pytest.mark.parametrize(
    ("action", "risk"),
    [
        (Tap(target=DELETE), Risk.DELETE),
        (DoubleTap(target=DELETE), Risk.DELETE),
        (LongPress(target=DELETE), Risk.DELETE),
        (Drag(start=PLAIN, end=DELETE), Risk.DELETE),
        (Drag(start=DELETE, end=PLAIN), None),
        (Tap(target=PointTarget(x=10, y=510)), Risk.DELETE),
        (Tap(target=PointTarget(x=10, y=2000)), None),
        (Tap(target=PLAIN), None),
        (PressKey(key="enter"), Risk.SEND),
        (PressKey(key="back"), None),
        (TypeText(text="delete it", target=FIELD), None),
        (Swipe(direction="left"), None),
    ],
)
def test_the_element_of_an_action_gives_its_class(action: Action, risk: Risk | None) -> None:
    assert classify(action, PAGE) is risk


def test_enter_sends_only_in_a_field_beside_a_send_button() -> None:
    enter = PressKey(key="enter")
    assert classify(enter, shown(FIELD, DELETE)) is None
    assert classify(enter, shown(replace(FIELD, focused=False), SEND)) is None
    assert classify(enter, shown(replace(FIELD, editable=False), SEND)) is None
    assert classify(enter, shown(FIELD, replace(SEND, clickable=False))) is None
    assert classify(enter, shown(FIELD, replace(SEND, editable=True))) is None


def test_the_touched_element_is_the_target_at_the_point_or_focused() -> None:
    wide = replace(PLAIN, label="Around", bounds=replace(DELETE.bounds, top=400, bottom=900), index=3)
    page = shown(wide, *PAGE.elements)
    assert touched(Tap(target=PLAIN), page) == PLAIN
    assert touched(DoubleTap(target=PLAIN), page) == PLAIN
    assert touched(Tap(target=PointTarget(x=10, y=510)), page) == DELETE, "the smallest of those that it hits"
    assert touched(Tap(target=PointTarget(x=10, y=450)), page) == wide
    assert touched(Tap(target=PointTarget(x=10, y=2000)), page) is None
    assert touched(PressKey(key="enter"), page) == FIELD
    assert touched(PressKey(key="back"), page) is None
    assert touched(LongPress(target=PLAIN), page) is None
    assert touched(PressKey(key="enter"), shown(SEND)) is None


# ------------------------------------------------------------ forms on the web

WEB = "com.android.chrome"
GO = part("Weiter", 900, role=Role.BUTTON, resource_id="go")


@pytest.mark.parametrize(
    ("button", "beside", "package", "posts"),
    [
        (GO, part("Name", 700, role=Role.FIELD, editable=True, resource_id="name"), WEB, True),
        (GO, part("Day", 700, role=Role.SPINNER, resource_id="day"), WEB, True),
        (GO, part("Yes", 700, role=Role.CHECKBOX, checkable=True, resource_id="yes"), WEB, True),
        (GO, part("Text", 700, resource_id="text"), WEB, False),
        (GO, part("Name", 700, role=Role.FIELD, editable=True, resource_id=f"{WEB}:id/url"), WEB, False),
        (GO, part("Name", 700, role=Role.FIELD, editable=True, window=Window.DIALOG), WEB, False),
        (GO, part("Name", 700, role=Role.FIELD, editable=True, resource_id="name"), "org.notes", False),
        (replace(GO, role=Role.ITEM), part("Name", 700, role=Role.FIELD, editable=True), WEB, False),
        (replace(GO, resource_id=f"{WEB}:id/go"), part("Name", 700, role=Role.FIELD, editable=True), WEB, False),
        (replace(GO, package="org.notes"), part("Name", 700, role=Role.FIELD, editable=True), WEB, False),
    ],
)
def test_a_button_of_a_form_on_a_web_page_posts_it(button: Element, beside: Element, package: str, posts: bool) -> None:
    assert (classify(Tap(target=button), shown(beside, button, package=package)) is Risk.POST) is posts


# ------------------------------------------------------------ questions

YES = part("OK", 1200, role=Role.BUTTON, window=Window.DIALOG)
NO = part("Cancel", 1300, role=Role.BUTTON, window=Window.DIALOG)


def asked(text: str, *others: Element, yes: Element = YES) -> Risk | None:
    question = part(text, 1000, window=Window.DIALOG)
    return classify(Tap(target=yes), shown(part("Notes", 150), question, yes, NO, *others))


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("Delete this note?", Risk.DELETE),
        ("Uninstall the app?", Risk.DELETE),
        ("Block this number?", Risk.BLOCK),
        ("Send the message now?", Risk.SEND),
        ("Send the message now", Risk.SEND),
        ("Everything goes to the moon?", Risk.AGREE),
        ("Everything goes to the moon", Risk.AGREE),
        ("It goes to moon", Risk.AGREE),
        ("It goes there", None),
        ("Done", None),
    ],
)
def test_a_confirming_button_has_the_class_of_its_question(text: str, risk: Risk | None) -> None:
    assert asked(text) is risk


@pytest.mark.parametrize(
    ("text", "risk"),
    [
        ("Send the message now?", Risk.SEND),
        ("Send the message now", None),
        ("Delete the note", Risk.DELETE),
        ("Everything goes to the moon?", Risk.AGREE),
        ("Everything goes to the moon, for good", None),
    ],
)
def test_a_page_with_a_question_mark_or_a_removal_is_a_question(text: str, risk: Risk | None) -> None:
    yes = part("OK", 1200, role=Role.BUTTON)
    page = shown(part(text, 900), yes, part("No", 1300, role=Role.BUTTON))
    assert classify(Tap(target=yes), page) is risk


def test_a_picker_a_form_and_a_lone_button_are_no_question() -> None:
    text = "Everything goes to the moon, for good"
    assert asked(text) is Risk.AGREE
    for other in ({"editable": True}, {"checkable": True}, {"scrollable": True}):
        assert asked(text, part("x", 1100, role=Role.BUTTON, window=Window.DIALOG, **other)) is None
    question = part(text, 1000, window=Window.DIALOG)
    assert classify(Tap(target=YES), shown(question, YES)) is None


def test_the_question_of_a_dialog_is_its_text_without_widget_names() -> None:
    title = part("New file dialog", 900, window=Window.DIALOG, resource_id="org:id/new_file_dialog", text="")
    text = part("Really?", 1000, window=Window.DIALOG)
    page = shown(part("Behind", 150), title, text, YES, NO)
    assert question_of(YES, page) == "really? cancel"
    flat = part("OK", 1200, role=Role.BUTTON)
    assert question_of(flat, shown(part("Really?", 900), flat, part("No", 1300, role=Role.BUTTON))) == "really?"
    labelled = replace(text, text="Really?", label="Title")
    assert question_of(YES, shown(labelled, YES)) == "really? title"


# ------------------------------------------------------------ people, lasting


def test_words_for_people_only_and_a_lock_are_named() -> None:
    locked = replace(shown(), issues=(CaptureIssue(kind=CaptureKind.LOCKED, detail=""),))
    other = replace(shown(), issues=(CaptureIssue(kind=CaptureKind.NO_TREE, detail=""),))
    assert for_people_only(locked) == "locked"
    assert for_people_only(other) == ""
    assert for_people_only(shown(part("Solve the reCAPTCHA", 300))) != ""
    assert for_people_only(shown(part("Ann Lee", 300))) == ""


@pytest.mark.parametrize(
    ("action", "risk", "committed", "lasted"),
    [
        (Tap(target=PLAIN), "", False, False),
        (Tap(target=PLAIN), "send", True, True),
        (Tap(target=part("Save", 300, role=Role.BUTTON)), "", True, True),
        (DoubleTap(target=part("Save", 300, role=Role.BUTTON)), "", True, True),
        (LongPress(target=part("Save", 300, role=Role.BUTTON)), "", True, True),
        (Tap(target=part("Save it later", 300, role=Role.BUTTON)), "", False, False),
        (Tap(target=part("x", 300, role=Role.SWITCH, checkable=True)), "", True, True),
        (Tap(target=PointTarget(x=1, y=1)), "", True, True),
        (Drag(start=PLAIN, end=PLAIN), "", True, True),
        (PressKey(key="enter"), "", True, True),
        (PressKey(key="delete"), "", True, True),
        (PressKey(key="back"), "", False, False),
        (TypeText(text="x"), "", False, False),
        (Swipe(direction="left"), "", False, True),
    ],
)
def test_an_action_may_have_made_something_lasting(action: Action, risk: str, committed: bool, lasted: bool) -> None:
    assert commits(action, risk) is committed
    assert lasts(action, risk) is lasted


@pytest.mark.parametrize(
    ("target", "changes"),
    [
        (part("Save", 300, role=Role.BUTTON), True),
        (replace(PLAIN, label="", text="Save"), True),
        (replace(PLAIN, label="", description="Save"), True),
        (part("Add note", 300, role=Role.BUTTON), True),
        (part("Save", 300, role=Role.TAB), False),
        (part("Save", 300, role=Role.ITEM), False),
        (part("Save", 300, role=Role.FIELD, editable=True), False),
        (part("x", 300, role=Role.SWITCH, checkable=True), True),
        (PLAIN, False),
    ],
)
def test_a_button_changes_something_by_its_words_or_as_a_switch(target: Element, changes: bool) -> None:
    assert changes_something(target) is changes
