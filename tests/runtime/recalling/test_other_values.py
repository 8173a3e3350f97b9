"""A recipe meets values that vary differently from its learned values, and pages that only resemble its
own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.compiling import compiled
from agentprog.ports import (
    Action,
    ActionResult,
    Bounds,
    Element,
    OutcomeKind,
    Role,
    Tap,
    TypeText,
    Window,
    describe,
)
from agentprog.runtime.journal.events import SideExited
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.recalling.test_doing import acts, asked, popup_before
from tests.runtime.resuming.lives import deaths, second_life

Widget = tuple[Role, str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def shown_in(context: StepContext) -> dict[str, Element]:
    return {element.label: element for element in context.seen.screen.elements}


def words_of(context: StepContext) -> list[str]:
    """The quoted words of the step, in order."""
    return re.findall('"([^"]*)"', context.goal.step)


# ------------------------------------------------------------------------------------------------ what values decide


class Choosing(FakePhone):
    """A name is typed into a field above rows of another kind, all of them on the screen, and a row is touched."""

    def __init__(self, *rows: str, role: Role = Role.ITEM) -> None:
        super().__init__()
        self.rows, self.role, self.typed = rows, role, ""
        self.kept: list[tuple[str, str]] = []

    def _notes(self) -> list[Widget]:
        rows = [(self.role, row, {"text": row, "container": 9}) for row in self.rows]
        kept = [(Role.TEXT, name, {"text": name}) for name, _ in self.kept]
        more = {"editable": True, "text": self.typed, "hint": "Name", "resource_id": "org.notes:id/note_title"}
        return [(Role.FIELD, "Name", more), *rows, *kept]

    def perform(self, action: Action) -> ActionResult:
        if isinstance(action, TypeText):
            self.typed = action.text
        elif isinstance(action, Tap) and isinstance(action.target, Element) and action.target.label in self.rows:
            self.kept.append((self.typed, action.target.label))
            self.typed = ""
        else:
            return super().perform(action)
        self.actions.append(action)
        return ActionResult(ok=True)


class Chooser:
    """Types the name and touches the row that belongs to it."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self.rows = rows

    def next_move(self, context: StepContext) -> Move:
        shown, (name,) = shown_in(context), words_of(context)
        if name in shown:
            return StepDone(reason="it is there", evidence=name)
        if shown["Name"].text != name:
            return Act(action=TypeText(text=name, target=shown["Name"]))
        return Act(action=Tap(target=shown[self.rows[name]]))


@pytest.mark.parametrize("role", [Role.ITEM, Role.BUTTON])
@pytest.mark.parametrize(
    "rows",
    [
        {"Pizza": "Food", "Taxi": "Transport", "Soup": "Food"},
        {"Ann Lee": "Lee, Ann", "Bo Fox": "Fox, Bo", "Cy Day": "Day, Cy"},
        {"Alexandria Maria von Hohenstein": "Alexandria Maria v…", "Bo Fox": "B. Fox", "Cy Day": "C. Day"},
    ],
    ids=["a category", "another order of the name", "a name that is cut off"],
)
def test_a_row_without_the_steps_words_may_be_the_choice_for_its_value(rows: dict[str, str], role: Role) -> None:
    phone = Choosing(*dict.fromkeys(rows.values()), role=role)
    lab = Lab(phone=phone, roles=Roles(grounder=Chooser(rows)))
    names = ", ".join(f'"{name}"' for name in rows)
    lab.run(f'for each {{x}} in [{names}]:\n    In the "Notes" app, add the note "{{x}}"\n')
    assert phone.kept == list(rows.items())
    assert asked(lab)[1] == 1, "the row alone is asked for"


def test_a_choice_that_once_differed_stays_with_the_model_for_good() -> None:
    rows = {"Pizza": "Food", "Taxi": "Transport", "Soup": "Food", "Rice": "Food", "Bus": "Transport"}
    phone = Choosing("Food", "Transport")
    lab = Lab(phone=phone, roles=Roles(grounder=Chooser(rows)))
    names = ", ".join(f'"{name}"' for name in rows)
    lab.run(f'for each {{x}} in [{names}]:\n    In the "Notes" app, add the note "{{x}}"\n')
    assert phone.kept == list(rows.items())
    assert asked(lab)[1:] == [1, 1, 1, 1]


def test_an_empty_value_names_no_row_even_if_there_is_only_one() -> None:
    class Deleting:
        def next_move(self, context: StepContext) -> Move:
            shown, name = shown_in(context), "".join(words_of(context))
            touch = next((shown[one] for one in ("OK", "Delete", name) if one and one in shown), None)
            return Act(action=Tap(target=touch)) if touch is not None else StepDone(reason="gone")

    lab = Lab(phone=FakePhone(notes=["Milk", "Precious"]), roles=Roles(grounder=Deleting()))
    lab.run('for each {x} in ["Milk", ""]:\n    In the "Notes" app, delete the note "{x}"\n')
    assert lab.phone.notes == ["Precious"]


class Editor(FakePhone):
    """A form of three fields."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[tuple[str | None, ...]] = []

    def _widgets(self) -> list[Widget]:
        if self.page != "editor":
            texts = [text for recipe in self.kept for text in recipe[1:] if text and self.page == "notes"]
            return [*super()._widgets(), *((Role.TEXT, text, {"text": text}) for text in texts)]
        fields = (self._field("Number"), self._field("Message"))
        return [self._field("Title", id="org.notes:id/note_title"), *fields, (Role.BUTTON, "Save", {})]

    def _tap(self, label: str) -> None:
        if label == "Save":
            self.kept.append(tuple(self.fields.get(name) for name in ("Title", "Number", "Message")))
        super()._tap(label)


DAYS = {"Monday": "Montag", "Tuesday": "Dienstag"}


class Translating:
    """Writes a note, its day, and the German name of the day."""

    def next_move(self, context: StepContext) -> Move:
        shown, (name, day) = shown_in(context), words_of(context)
        if "New" in shown:
            return StepDone(reason="there", evidence=name) if name in shown else Act(action=Tap(target=shown["New"]))
        for field, text in (("Title", name), ("Number", day), ("Message", DAYS[day])):
            if shown[field].text != text:
                return Act(action=TypeText(text=text, target=shown[field]))
        return Act(action=Tap(target=shown["Save"]))


def test_a_text_under_a_constant_value_is_asked_for_when_the_value_changes() -> None:
    lab = Lab(phone=Editor(), roles=Roles(grounder=Translating()))
    rows = [("Milk", "Monday"), ("Eggs", "Monday"), ("Rice", "Monday"), ("Tea", "Tuesday"), ("Oil", "Monday")]
    written = ", ".join(f'{{n: "{name}", d: "{day}"}}' for name, day in rows)
    lab.run(
        f'set {{rows}} to [{written}]\nfor each {{r}} in {{rows}}:\n    In the "Notes" app, add the note "{{r.n}}", '
        'with "{r.d}" in the second field and its German name in the third\n'
    )
    assert isinstance(lab.phone, Editor)
    assert lab.phone.kept == [(name, day, DAYS[day]) for name, day in rows]
    assert asked(lab)[1:] == [1, 0, 1, 1]


class Boxes(FakePhone):
    """Rows with a check box each; notes come below them."""

    def __init__(self, *rows: str) -> None:
        super().__init__()
        self.rows, self.ticked = rows, list[str]()

    def _notes(self) -> list[Widget]:
        boxes = [
            widget
            for row in self.rows
            for widget in (
                (Role.ITEM, row, {"text": row, "container": 2}),
                (Role.CHECKBOX, "Paid", {"checkable": True, "checked": row in self.ticked}),
            )
        ]
        return [*super()._notes()[:2], *boxes, *((Role.TEXT, note, {"text": note}) for note in self.notes)]

    def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
        made = super()._element(index, role, label, more)
        if self.page != "notes" or role not in (Role.ITEM, Role.CHECKBOX):
            return made
        top = 400 + 100 * ((index - 3) // 2)
        left, right = (900, 1080) if role is Role.CHECKBOX else (0, 890)
        return replace(made, bounds=Bounds(left, top, right, top + 90))

    def perform(self, action: Action) -> ActionResult:
        target = getattr(action, "target", None)
        if isinstance(target, Element) and target.role is Role.CHECKBOX:
            self.actions.append(action)
            self.ticked.append(self.rows[(target.bounds.top - 400) // 100])
            return ActionResult(ok=True)
        return super().perform(action)


class Ticking:
    """Ticks the box in the row of the name, then writes the amount down."""

    def next_move(self, context: StepContext) -> Move:
        shown, (amount, name) = shown_in(context), words_of(context)
        if "Save" in shown:
            if shown["Title"].text != amount:
                return Act(action=TypeText(text=amount, target=shown["Title"]))
            return Act(action=Tap(target=shown["Save"]))
        if amount in shown:
            return StepDone(reason="there", evidence=amount)
        row = next(one for label, one in shown.items() if label.startswith(f"{name},"))
        elements = context.seen.screen.elements
        box = next(
            element for element in elements if element.role is Role.CHECKBOX and element.bounds.top == row.bounds.top
        )
        return Act(action=Tap(target=shown["New"] if box.checked else box))


def test_a_row_found_by_two_values_is_not_touched_for_one_of_them() -> None:
    phone = Boxes("Ann, 5001", "Bo, 6001", "Cy, 7001")
    lab = Lab(phone=phone, roles=Roles(grounder=Ticking()))
    lab.run("""set {rows} to [{n: "Ann", a: "5001"}, {n: "Bo", a: "7001"}]
for each {r} in {rows}:
    In the "Notes" app, add the note "{r.a}" and tick the row of "{r.n}"
""")
    assert phone.ticked == ["Ann, 5001", "Bo, 6001"]
    assert phone.notes == ["5001", "7001"]


class Wordy:
    """Writes more about each thing than a recipe may hold."""

    def next_move(self, context: StepContext) -> Move:
        shown, (name,) = shown_in(context), words_of(context)
        text = f"{name} {'word ' * 1000}".strip()
        if "New" in shown:
            there = any(label.startswith(name) for label in shown)
            return StepDone(reason="there", evidence=name) if there else Act(action=Tap(target=shown["New"]))
        if shown["Title"].text != text:
            return Act(action=TypeText(text=text, target=shown["Title"]))
        return Act(action=Tap(target=shown["Save"]))


def test_a_text_too_long_for_a_recipe_stops_neither_compiling_nor_a_second_life(tmp_path: Path) -> None:
    def made(phone: FakePhone | None = None) -> Lab:
        return Lab(phone=phone or FakePhone(), roles=Roles(grounder=Wordy()))

    text = 'for each {x} in ["Milk", "Eggs", "Tea"]:\n    In the "Notes" app, add a note about "{x}"\n'
    lab = made()
    assert lab.run(text).kind is OutcomeKind.VERIFIED
    assert compiled(lab.events.all).done == ()
    phone, path = deaths(made, tmp_path, text)[-3]
    outcome, _second = second_life(made, phone, path)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert [note.split()[0] for note in phone.notes] == ["Milk", "Eggs", "Tea"]


# ------------------------------------------------------------------------------------------------ how it already is


class Switches(FakePhone):
    def __init__(self, **on: bool) -> None:
        super().__init__()
        self.switches = dict(on)

    def _tap(self, label: str) -> None:
        if label in self.switches:
            self.switches[label] = not self.switches[label]
        else:
            super()._tap(label)


class Switching:
    def next_move(self, context: StepContext) -> Move:
        shown, (name,) = shown_in(context), words_of(context)
        return StepDone(reason="on") if shown[name].checked else Act(action=Tap(target=shown[name]))


SWITCH = 'for each {x} in ["Alarm", "Bell", "Chime", "Door"]:\n    In the "Notes" app, switch on "{x}"\n'


def switching() -> Lab:
    phone = Switches(Alarm=False, Bell=False, Chime=True, Door=False)
    return Lab(phone=phone, roles=Roles(grounder=Switching()))


def test_a_switch_that_is_on_already_is_not_turned_off() -> None:
    lab = switching()
    outcome = lab.run(SWITCH)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert set(lab.phone.switches.values()) == {True}
    assert 'tap switch "Chime"' not in acts(lab)
    assert asked(lab)[2:] == [0, 0]


def test_killed_anywhere_each_switch_is_on(tmp_path: Path) -> None:
    left = deaths(switching, tmp_path, SWITCH)
    for phone, path in left[4::3]:
        _outcome, _second = second_life(lambda phone: Lab(phone=phone, roles=Roles(grounder=Switching())), phone, path)
        assert set(phone.switches.values()) == {True}, path


# ------------------------------------------------------------------------------------------------ pages like its own


def test_a_button_of_the_page_is_not_its_namesake_in_a_window_above() -> None:
    class Alarmed(FakePhone):
        alarm = False

        def _widgets(self) -> list[Widget]:
            window = {"window": Window.DIALOG}
            over = [(Role.TEXT, "Delete all?", {**window, "text": "Delete all?"}), (Role.BUTTON, "Delete", window)]
            return [*super()._widgets(), *over, (Role.BUTTON, "Keep", window)] if self.alarm else super()._widgets()

        def _tap(self, label: str) -> None:
            if not self.alarm:
                super()._tap(label)
            elif label == "Delete":
                self.notes.clear()
            self.alarm = False

    class Careful:
        def next_move(self, context: StepContext) -> Move:
            shown, (name,) = shown_in(context), words_of(context)
            touch = next((shown[one] for one in ("Keep", "OK", "Delete", name) if one in shown), None)
            return Act(action=Tap(target=touch)) if touch is not None else StepDone(reason="gone")

    phone = Alarmed(notes=["a", "b", "c"])

    def late(action: Action) -> bool:
        if describe(action) == 'tap item "b"':
            phone._tap("b")
            phone.alarm = True
            return False
        return True

    phone.before_action = late
    lab = Lab(phone=phone, roles=Roles(grounder=Careful()))
    outcome = lab.run('for each {x} in ["a", "b"]:\n    In the "Notes" app, delete the note "{x}"\n')
    assert phone.notes == ["c"], outcome
    assert [event.why for event in lab.events.of(SideExited)] == ['a window covers it: text "Delete all?"']


@pytest.mark.parametrize(("title", "learned"), [("Chat with {}", False), ("{}, online", True)])
def test_the_page_of_a_person_with_a_longer_name_is_another_page(title: str, learned: bool) -> None:
    class Talk(FakePhone):
        def __init__(self) -> None:
            super().__init__()
            self.whose = "Anna"

        def _chat(self) -> list[Widget]:
            mine = [(Role.TEXT, text, {"text": text}) for whose, text in self.messages if whose == self.whose]
            head = title.format(self.whose)
            return [(Role.TEXT, head, {"text": head}), *mine, self._field("Message"), (Role.BUTTON, "Send", {})]

        def _tap(self, label: str) -> None:
            if label == "Send":
                self.messages.append((self.whose, self.fields.pop("Message", "")))
            else:
                super()._tap(label)

    class Writing:
        def next_move(self, context: StepContext) -> Move:
            shown, (text, name) = shown_in(context), words_of(context)
            if title.format(name) not in shown:
                return StepDone(reason="this is somebody else")
            if text in shown:
                return StepDone(reason="sent", evidence=text)
            if shown["Message"].text != text:
                return Act(action=TypeText(text=text, target=shown["Message"]))
            return Act(action=Tap(target=shown["Send"]))

    lab = Lab(phone=Talk(), roles=Roles(grounder=Writing()))

    class Turning(type(lab.person)):  # type: ignore[misc]
        def tell(self, text: str) -> None:
            lab.phone.whose = text

    lab.person = Turning()
    lab.run(
        """open the "Chat" app
set {rows} to [{t: "one", n: "Anna", then: "Carla"}, {t: "two", n: "Carla", then: "Bobo Derek"}, {t: "three", n: "Bobo",
then: "Bobo"}]
for each {r} in {rows}:
    In the "Chat" app, send "{r.t}" to "{r.n}" in the open conversation
    tell user {r.then}
""".replace(",\nthen", ", then")
    )
    assert lab.phone.messages == [("Anna", "one"), ("Carla", "two")]
    assert (asked(lab)[1] == 0) is learned


def test_a_popup_is_recognised_by_its_button_and_not_by_its_word() -> None:
    class Wordy(FakePhone):
        def _widgets(self) -> list[Widget]:
            hint = [(Role.TEXT, "See you later", {"text": "See you later"})]
            return [*super()._widgets(), *(hint if self.page == "editor" and not self.popup else [])]

    lab = Lab(phone=Wordy())
    popup_before(lab, 'tap button "New"', rounds=(2, 4))
    outcome = lab.run('for each {x} in ["Milk", "Eggs", "Tea", "Rice"]:\n    In the "Notes" app, add the note "{x}"\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1:] == [1, 0, 0]


class Asking(FakePhone):
    """Asks before it sends abroad."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: tuple[str, str] | None = None

    def _widgets(self) -> list[Widget]:
        if self.waiting is None:
            return super()._widgets()
        window = {"window": Window.DIALOG}
        return [(Role.TEXT, "Send abroad?", {**window, "text": "Send abroad?"}), (Role.BUTTON, "OK", window)]

    def _tap(self, label: str) -> None:
        if self.waiting is not None:
            self.messages.append(self.waiting)
            self.waiting = None
        elif label == "Send" and self.fields.get("Number", "").startswith("+44"):
            self.waiting = (self.fields["Number"], self.fields["Message"])
            self.fields = {}
        else:
            super()._tap(label)


NUMBERS = ["+15550001", "+4415550002", "+15550003", "+4415550004"]
ABROAD = f'for each {{n}} in {json.dumps(NUMBERS)}:\n    In the "Chat" app, send "hello" to {{n}}\n'


def asking(phone: FakePhone | None = None) -> Lab:
    return Lab(phone=phone or Asking())


def test_an_occasional_question_after_the_last_line_is_the_models_and_then_learned() -> None:
    lab = asking()
    outcome = lab.run(ABROAD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [(number, "hello") for number in NUMBERS]
    assert asked(lab)[1:] == [2, 0, 0]


def test_killed_anywhere_around_that_question_each_message_is_sent_once(tmp_path: Path) -> None:
    for phone, path in deaths(asking, tmp_path, ABROAD)[4::4]:
        outcome, _second = second_life(asking, phone, path)
        assert phone.messages == [(number, "hello") for number in NUMBERS], (path, outcome)
