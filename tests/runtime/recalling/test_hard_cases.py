"""Differences between the recorded step and this one: a new conversation, a draft, a send that fails, a missing
thing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import (
    Action,
    ActionResult,
    Bounds,
    Element,
    OutcomeKind,
    PressKey,
    Role,
    Screen,
    Tap,
    TypeText,
    describe,
)
from agentprog.recipes.aiming import meets
from agentprog.recipes.form import Aim, Text
from agentprog.runtime.journal.events import ActionIntended, SideExited
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone, StepStuck
from tests.recipes.test_learning import element, screen
from tests.runtime.conftest import FakeClock, FakePhone, Lab
from tests.runtime.recalling.test_doing import LOOP, asked


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Messenger(FakePhone):
    """A list of conversations; a number that has none yet is written into a field of its own."""

    def __init__(self, *known: str) -> None:
        super().__init__()
        self.known, self.open = list(known), ""
        self.new = False
        self.drops: set[int] = set()
        self.sends = 0

    def _chat(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.open:
            mine = [(Role.TEXT, text, {"text": text}) for to, text in self.messages if to == self.open]
            head = (Role.TEXT, self.open, {"text": self.open})
            return [head, *mine, self._field("Message"), (Role.BUTTON, "Send", {})]
        if self.new:
            return [self._field("Number"), (Role.BUTTON, "Next", {})]
        rows = [(Role.ITEM, number, {"text": number, "container": 9}) for number in self.known]
        return [(Role.BUTTON, "New chat", {}), *rows]

    def _tap(self, label: str) -> None:
        if label == "New chat":
            self.new = True
        elif label == "Next":
            self.open, self.new = self.fields.pop("Number", ""), False
            self.known.append(self.open)
        elif label.startswith("+"):
            self.open = label
        elif label == "Send":
            self.sends += 1
            if self.sends not in self.drops:
                self.messages.append((self.open, self.fields.pop("Message", "")))
        else:
            super()._tap(label)

    def _back(self) -> None:
        self.open, self.new = "", False


class Texting:
    """Opens the conversation, or begins it; sends once, and looks whether it is there."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        number = next(text for text in context.goal.literals if text.startswith("+"))
        body = next(text for text in context.goal.literals if text != number)
        if "Send" in shown:
            if number not in shown:
                return Act(action=PressKey(key="back"))
            if body in shown:
                return StepDone(reason="sent", evidence=body)
            return self._then(shown, "Message", body, "Send")
        if "Next" in shown:
            return self._then(shown, "Number", number, "Next")
        return Act(action=Tap(target=shown.get(number, shown["New chat"])))

    def _then(self, shown: dict[str, Element], field: str, text: str, button: str) -> Move:
        if shown[field].text != text:
            return Act(action=TypeText(text=text, target=shown[field]))
        return Act(action=Tap(target=shown[button]))


def send(*people: tuple[str, str]) -> str:
    rows = ", ".join(f'{{n: "{number}", t: "{text}"}}' for number, text in people)
    return (
        f'set {{people}} to [{rows}]\nfor each {{p}} in {{people}}:\n    In the "Chat" app, send "{{p.t}}" to {{p.n}}\n'
    )


A, B, C, D = "+15550001", "+15550002", "+15550003", "+15550004"


def test_an_existing_conversation_and_a_new_one_are_two_ways_of_one_step() -> None:
    lab = Lab(phone=Messenger(A, C), roles=Roles(grounder=Texting()))
    people = [(A, "one"), (B, "two"), (C, "three"), (D, "four")]
    lab.run(send(*people))
    assert lab.phone.messages == people
    assert asked(lab)[0] > 0
    assert asked(lab)[1] > 0, "there is no row of B"
    assert asked(lab)[3] == 0, "how a new one is begun is known by now"


def test_a_foreign_draft_is_overwritten_and_not_sent() -> None:
    lab = Lab(phone=Messenger(A, B, C), roles=Roles(grounder=Texting()))

    def drafted(action: Any) -> bool:
        if describe(action) == f'tap item "{C}"':
            lab.phone.fields["Message"] = "do not tell anybody"
        return True

    lab.phone.before_action = drafted
    lab.run(send((A, "one"), (B, "two"), (C, "three")))
    assert lab.phone.messages == [(A, "one"), (B, "two"), (C, "three")]


def test_a_failed_send_is_noticed_and_not_doubled() -> None:
    lab = Lab(phone=Messenger(A, B, C), roles=Roles(grounder=Texting()))
    lab.phone.drops = {3}
    outcome = lab.run(send((A, "one"), (B, "two"), (C, "three")))
    sent = [text for _number, text in lab.phone.messages]
    assert sent == ["one", "two"]
    assert outcome.kind is not OutcomeKind.VERIFIED
    assert sum(line == 'tap button "Send"' for line in map(describe, lab.phone.actions)) <= 4


def test_a_row_that_is_nowhere_ends_in_no_touch_of_another() -> None:
    lab = Lab(phone=FakePhone(notes=[f"note {n}" for n in range(12)]))
    lab.run('for each {x} in ["note 1", "note 7", "gone"]:\n    In the "Notes" app, delete the note "{x}"\n')
    assert lab.phone.notes == [f"note {n}" for n in range(12) if n not in (1, 7)]


def test_an_id_that_another_button_has_now_is_not_enough() -> None:
    aim = Aim(label=Text.of("Save"), role="button", resource="p:id/main")
    before = screen(element(1, Role.BUTTON, "Save", resource_id="p:id/main"))
    assert meets(aim, {}, before) is not None
    after = screen(
        element(1, Role.BUTTON, "Delete", resource_id="p:id/main"),
        element(2, Role.BUTTON, "Save", resource_id="p:id/other"),
    )
    assert meets(aim, {}, after) is None


GERMAN = {"New": "Neu", "Save": "Sichern", "Title": "Titel"}


class Changing(FakePhone):
    """From its second note on it looks different: turned, with larger letters, or in another language."""

    def __init__(self, change: str) -> None:
        super().__init__()
        self.change = change

    @property
    def changed(self) -> bool:
        return len(self.notes) > 1

    def observe(self, *, screenshot: bool = False) -> Screen:
        seen = super().observe(screenshot=screenshot)
        return replace(seen, width=2400, height=1080) if self.changed and self.change == "turned" else seen

    def _element(self, index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
        if self.changed and self.change == "language":
            label = GERMAN.get(label, label)
        made = super()._element(index, role, label, more)
        if not self.changed or self.change == "language":
            return made
        return replace(made, bounds=Bounds(40, index * 170, 1000, index * 170 + 160))


@pytest.mark.parametrize("change", ["turned", "larger letters"])
def test_a_phone_that_is_turned_or_has_larger_letters_is_used_as_before(change: str) -> None:
    lab = Lab(phone=Changing(change))
    assert lab.run(LOOP).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    assert asked(lab)[1:] == [0, 0, 0]


def test_in_another_language_a_recipe_touches_nothing_and_leaves_the_step_to_the_model() -> None:
    lab = Lab(phone=Changing("language"))
    inner = lab.grounder.next_move
    lab.grounder.next_move = lambda context: StepStuck(reason="No idea.") if lab.phone.changed else inner(context)
    outcome = lab.run(LOOP, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.events.of(SideExited)[0].why.startswith('there is no button "New" on the screen')
    assert describe(lab.phone.actions[-1]) == 'tap button "Save"', "nothing was done after the second note"


class Offline(FakePhone):
    """Its app sometimes fails to save and shows a short message: the button was right, the result is wrong."""

    def __init__(self, *fails: int, message: str = "Not saved: no connection") -> None:
        super().__init__()
        self.fails, self.says = fails, message
        self.saves, self.toast = 0, ""

    def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
        toast = [(Role.TEXT, self.toast, {"text": self.toast})] if self.toast else []
        return [*super()._notes(), *toast]

    def _tap(self, label: str) -> None:
        self.toast = ""
        if label == "Save":
            self.saves += 1
            if self.saves in self.fails:
                self.page, self.toast = "notes", self.says.format(self.fields["Title"])
                return
        super()._tap(label)


@pytest.mark.parametrize(("message", "questions"), [("Not saved: no connection", 1), ("{}: not saved", 0)])
def test_a_save_that_failed_under_a_message_proves_nothing_and_nothing_is_doubled(message: str, questions: int) -> None:
    """A message that names the thing does not show the thing itself."""
    lab = Lab(phone=Offline(3, message=message))
    outcome = lab.run(LOOP)
    assert lab.phone.notes == ["Milk", "Eggs", "Rice"]
    assert outcome.kind is OutcomeKind.UNVERIFIED, outcome
    assert asked(lab)[1:] == [0, questions, 0], "once is no reason to give the recipe up"


def test_a_save_repeated_by_the_model_is_stored_once() -> None:
    """A text in a field is not saved yet: the recipe does not take the step back before the save."""
    lab = Lab(phone=Offline(3))
    inner = lab.grounder.next_move

    def next_move(context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        return Act(action=Tap(target=shown["New"])) if lab.phone.toast else inner(context)

    lab.grounder.next_move = next_move
    lab.run(LOOP)
    assert lab.phone.notes == ["Milk", "Eggs", "Tea", "Rice"]
    last = [event.why for event in lab.events.of(ActionIntended)][-3:]
    assert last == ["recipe"] * 3, "the next round is the recipe's again"


class Growing(FakePhone):
    """A phone whose list changes between look and touch: once, a row comes in above."""

    def __init__(self, clock: FakeClock, *notes: str) -> None:
        super().__init__(notes=notes)
        self.clock, self.due = clock, False

    def observe(self, *, screenshot: bool = False) -> Screen:
        seen = super().observe(screenshot=screenshot)
        if self.due and self.page == "notes":
            self.due = False
            self.clock.sleep(5.0)
            self.notes.insert(0, "new one")
        return seen

    def perform(self, action: Action) -> ActionResult:
        target = getattr(action, "target", None)
        if isinstance(action, Tap) and isinstance(target, Element):
            now = [self._element(index, *made) for index, made in enumerate(self._widgets(), 1)]
            under = next((one for one in now if one.bounds == target.bounds), target)
            action = replace(action, target=under)
        return super().perform(action)


def test_a_row_that_appears_between_look_and_touch_diverts_no_touch() -> None:
    clock = FakeClock()
    phone = Growing(clock, "a", "b", "c", "d")
    lab = Lab(phone=phone, clock=clock)

    def arms(action: Action) -> bool:
        phone.due = phone.due or (describe(action) == 'tap button "OK"' and "new one" not in phone.notes)
        return True

    phone.before_action = arms
    lab.run('for each {x} in ["b", "c", "d"]:\n    In the "Notes" app, delete the note "{x}"\n')
    assert phone.notes == ["new one", "a"]
    assert asked(lab)[1:] == [0, 0]
