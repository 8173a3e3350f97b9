"""Recipes with a piece of a value, a place in the middle of an app, or a value that only the screen shows."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.app.compiling import compiled
from agentprog.ports import Element, OutcomeKind, PressKey, Role, Tap, TypeText, named
from agentprog.runtime.journal.events import SideExited
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import CHAT, NOTES, FakePhone, Lab
from tests.runtime.recalling.test_doing import asked


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class People(FakePhone):
    """Its form has a field for the first name and one for the family name; a saved contact opens, as in today's app."""

    def __init__(self) -> None:
        super().__init__()
        self.package, self.page, self.note = NOTES, "note", "Zoe Poe"

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page == "editor":
            return [self._field("First"), self._field("Family"), (Role.BUTTON, "Save", {})]
        return super()._widgets()

    def perform(self, action: Any) -> Any:
        if isinstance(action, TypeText) and isinstance(action.target, Element):
            self.actions.append(action)
            self.fields[action.target.label] = action.text
            return super().perform(Tap(target=action.target))
        return super().perform(action)

    def _tap(self, label: str) -> None:
        if label == "Save":
            self.note = " ".join(filter(None, (self.fields.get("First", ""), self.fields.get("Family", ""))))
            self.notes.append(self.note)
            self.page = "note"
        else:
            super()._tap(label)


class Splitting:
    """Splits a name at its first space, and goes back from an unknown page."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        name = context.goal.literals[0]
        first, _, family = name.partition(" ")
        if "Save" in shown:
            for label, text in (("First", first), ("Family", family)):
                if shown[label].text != text:
                    return Act(action=TypeText(text=text, target=shown[label]))
            return Act(action=Tap(target=shown["Save"]))
        if name in shown:
            return StepDone(reason="saved", evidence=name)
        return Act(action=Tap(target=shown["New"]) if "New" in shown else PressKey(key="back"))


def people(*names: str) -> str:
    quoted = ", ".join(f'"{name}"' for name in names)
    return f'for each {{x}} in [{quoted}]:\n    In the "Notes" app, add the person "{{x}}"\nset {{answer}} to "done"\n'


def test_a_first_name_is_typed_without_asking_once_two_executions_agree() -> None:
    lab = Lab(phone=People(), roles=Roles(grounder=Splitting()))
    outcome = lab.run(people("Ann Lee", "Bo Chan", "Cy Roy", "Di Fox"))
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Ann Lee", "Bo Chan", "Cy Roy", "Di Fox"]
    assert asked(lab)[2:] == [0, 0], "from the page of the one before they go back by themselves"


def test_two_possible_pieces_that_now_differ_are_asked_about() -> None:
    lab = Lab(phone=People(), roles=Roles(grounder=Splitting()))
    lab.run(people("Ann Lee", "Bo Chan", "Cy de Souza", "Di da Silva"))
    assert lab.phone.notes == ["Ann Lee", "Bo Chan", "Cy de Souza", "Di da Silva"]
    assert asked(lab)[2] > 0, "the family name may be the last word, or all the later ones"
    assert asked(lab)[3] == 0, "and that is known now"


class Foreseeing(Splitting):
    """Gives every move to the end of the step with its first one."""

    def __init__(self, typo: str = "") -> None:
        self.typo = typo

    def next_move(self, context: StepContext) -> Move:
        move = super().next_move(context)
        shown = {element.label: element for element in context.seen.screen.elements}
        name = context.goal.literals[0]
        first, _, family = name.partition(" ")
        route = [
            Act(action=PressKey(key="back")),
            Act(action=Tap(target=named("New"))),
            Act(action=TypeText(text=first, target=named("First", field=True))),
            Act(action=TypeText(text=family, target=named(self.typo or "Family", field=True))),
            Act(action=Tap(target=named("Save")), expectation=name),
            StepDone(reason="", evidence=name),
        ]
        if not isinstance(move, Act):
            return move
        typed = 3 + (isinstance(move.action, TypeText) and move.action.text == family)
        return Act(action=move.action, more=tuple(route[typed if "Save" in shown else 2 if "New" in shown else 1 :]))


@pytest.mark.parametrize(("typo", "others"), [("", [1, 0, 0]), ("Surname", [2, 0, 0])])
def test_the_models_part_of_a_recipe_may_be_in_an_earlier_answer(typo: str, others: list[int]) -> None:
    """The second execution types the first and the family name, and the recipe does the lines around them."""
    lab = Lab(phone=People(), roles=Roles(grounder=Foreseeing(typo)))
    outcome = lab.run(people("Ann Lee", "Bo Chan", "Cy Roy", "Di Fox"))
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Ann Lee", "Bo Chan", "Cy Roy", "Di Fox"]
    assert asked(lab)[1:] == others


def test_a_compiled_program_types_the_piece_and_goes_back_itself() -> None:
    lab = Lab(phone=People(), roles=Roles(grounder=Splitting()))
    lab.run(people("Ann Lee", "Bo Chan"))
    text = compiled(lab.events.all).text
    assert "Type {x.first word} into" in text
    assert "Type {x.later words} into" in text
    other = Lab(phone=People(), roles=Roles())
    outcome = other.run(text.replace("Ann Lee", "Ed Moss").replace("Bo Chan", "Flo Ray"))
    assert other.phone.notes == ["Ed Moss", "Flo Ray"], outcome


class Threads(FakePhone):
    """A list of conversations; a conversation has its number, a field and Send."""

    number = "+15550001"

    def _chat(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.number:
            bubbles = [(Role.TEXT, text, {"text": text}) for to, text in self.messages if to == self.number]
            head = (Role.TEXT, self.number, {"text": self.number})
            return [head, *bubbles, self._field("Message"), (Role.BUTTON, "Send", {})]
        return [(Role.ITEM, f"+1555000{n}", {}) for n in (1, 2, 3)]

    def _tap(self, label: str) -> None:
        if label.startswith("+"):
            self.number = label
        elif label == "Send":
            self.messages.append((self.number, self.fields.pop("Message", "")))
        else:
            super()._tap(label)

    def _back(self) -> None:
        self.number = ""


class Writing:
    """Sends in the open conversation, if it is the right one."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        number = next(text for text in context.goal.literals if text.startswith("+"))
        body = next(text for text in context.goal.literals if text != number)
        if "Send" not in shown:
            return Act(action=Tap(target=shown[number]))
        if number not in shown:
            return Act(action=PressKey(key="back"))
        if body in shown:
            return StepDone(reason="sent", evidence=body)
        if shown["Message"].text != body:
            return Act(action=TypeText(text=body, target=shown["Message"]))
        return Act(action=Tap(target=shown["Send"]))


def test_a_message_for_an_open_conversation_goes_into_no_other() -> None:
    """No action contained the number: it was on the screen, so it must be there again."""
    lab = Lab(phone=Threads(), roles=Roles(grounder=Writing()))
    lab.phone.package, lab.phone.page = CHAT, "chat"
    lab.run("""set {people} to [{n: "+15550001", t: "one"}, {n: "+15550002", t: "two"}, {n: "+15550003", t: "three"}]
for each {p} in {people}:
    In the "Chat" app, send "{p.t}" to {p.n}
""")
    assert lab.phone.messages == [("+15550001", "one"), ("+15550002", "two"), ("+15550003", "three")]


class Sorted(FakePhone):
    """Its list is sorted by name and begins at the top after each new entry."""

    def _tap(self, label: str) -> None:
        super()._tap(label)
        if label == "Save":
            self.notes.sort()
            self.first = 0


def test_a_new_row_below_the_screen_is_scrolled_to_without_asking() -> None:
    lab = Lab(phone=Sorted(notes=["b", "c", "d", "e", "f", "g"]))
    outcome = lab.run('for each {x} in ["aa", "zz"]:\n    In the "Notes" app, add the note "{x}"\nset {y} to 1\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert asked(lab)[1:] == [0]
    assert lab.events.of(SideExited) == []


def test_a_recipe_also_looks_above_in_a_list_that_stays_at_its_end() -> None:
    class Staying(Sorted):
        def _tap(self, label: str) -> None:
            super()._tap(label)
            if label == "Save":
                self.first = max(0, len(self.notes) - 5)

    lab = Lab(phone=Staying(notes=["b", "c", "d", "e", "f", "g"]))
    outcome = lab.run('for each {x} in ["zz", "aa"]:\n    In the "Notes" app, add the note "{x}"\nset {y} to 1\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert asked(lab)[1:] == [0]
