"""An answer foresees the end of its step and begins the next: on the next page, with a value just read, in another
app. A prediction that fails is dropped, and the model is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import ActionResult, Element, OpenApp, OutcomeKind, PressKey, Tap, TypeText, named
from agentprog.runtime.journal.events import MoveDecided
from agentprog.runtime.roles import Act, Next, StepContext, StepDone
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.conftest import FakePhone
from tests.runtime.grounding.test_foreseen_readings import Reader, ended, opened, reading
from tests.runtime.grounding.test_several import Answer, Answering, answering

pytestmark = pytest.mark.usefixtures("asked_anew")

ADD_TWO = 'for each {x} in ["Milk", "Eggs"]:\n    In the "Notes" app, add the note "{x}"\n'
READ = 'In the "Notes" app, get the price in the note "Milk", record as {said}\n'
SEND = 'In the "Chat" app, send "{said}" to +14085551234\n'
BACK = Act(action=PressKey(key="back"))


def adding(title: str, *last: Act | StepDone) -> Act:
    typed = Act(action=TypeText(text=title, target=named("Title", field=True)))
    save = Act(action=Tap(target=named("Save")), expectation=title)
    return Act(action=Tap(target=named("New")), more=(typed, save, *last))


def both(proof: str = "Milk", name: str = "2, next round") -> Answer:
    """Two rounds in one answer."""

    def answer(_context: StepContext, shown: dict[str, Element]) -> Act:
        eggs = adding("Eggs", StepDone(reason="", evidence="Eggs"))
        first = adding("Milk", StepDone(reason="", evidence=proof, then=Next(step=name, act=eggs)))
        return replace(first, action=Tap(target=shown["New"]))

    return answer


def carried(lab: Any) -> int:
    return [event.carried for event in lab.events.of(MoveDecided)].count(True)


def test_a_foreseen_end_begins_the_next_round(lab: Any) -> None:
    grounder = answering(lab, both())
    assert lab.run(ADD_TWO).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert len(grounder.contexts) == 1
    assert carried(lab) == 7, "three moves of the first round, four of the second"


@pytest.mark.parametrize("surprise", [False, True])
def test_an_answer_foresees_two_ends(lab: Any, surprise: bool) -> None:
    """Three rounds in one answer; if the second cannot be proven, the third is asked for."""

    def answer(_context: StepContext, shown: dict[str, Element]) -> Act:
        salt = adding("Salt", StepDone(reason="", evidence="Salt"))
        then = Next(step="2, next round but one", act=salt)
        eggs = adding("Eggs", StepDone(reason="", evidence="Bread" if surprise else "Eggs", then=then))
        first = adding("Milk", StepDone(reason="", evidence="Milk", then=Next(step="2, next round", act=eggs)))
        return replace(first, action=Tap(target=shown["New"]))

    grounder = answering(lab, answer)
    assert lab.run(ADD_TWO.replace('"Eggs"]', '"Eggs", "Salt"]')).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs", "Salt"]
    assert (len(grounder.contexts) == 1) is not surprise


@pytest.mark.parametrize("surprise", ["no proof", "no such step", "popup", "other page"])
def test_a_round_that_differs_from_the_prediction_is_asked_for(lab: Any, surprise: str) -> None:
    wrong = {"no proof": both(proof="Bread"), "no such step": both(name="9")}
    grounder = answering(lab, wrong.get(surprise, both()))
    program = ADD_TWO + '    tell user "one"\n'

    def meanwhile(_text: str) -> None:
        if surprise == "popup":
            lab.phone.popup = "Rate this app"
        if surprise == "other page":
            lab.phone.page = "editor"

    lab.person.tell = meanwhile
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Eggs"], "nothing is lost, nothing doubled"
    assert len(grounder.contexts) > 1
    assert carried(lab) == (2 if surprise == "no proof" else 3)


def test_moves_for_a_branch_that_is_not_taken_are_dropped(lab: Any) -> None:
    program = (
        'In the "Notes" app, add the note "Milk"\nadd 1 to {count}\nif {count} is 2:\n'
        '    In the "Notes" app, delete the note "Milk"\nIn the "Notes" app, add the note "Salt"\n'
    )

    def answer(context: StepContext, shown: dict[str, Element]) -> Act:
        assert [successor.name for successor in context.goal.successors] == ["5", "6"]
        taps = (Act(action=Tap(target=named("Delete"))), Act(action=Tap(target=named("OK"))))
        delete = Act(action=Tap(target=named("Milk")), more=(*taps, StepDone(reason="", gone="Milk")))
        first = adding("Milk", StepDone(reason="", evidence="Milk", then=Next(step="5", act=delete)))
        return replace(first, action=Tap(target=shown["New"]))

    answering(lab, answer)
    assert lab.run("set {count} to 0\n" + program).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk", "Salt"]


def test_each_move_of_the_next_step_passes_the_gate(lab: Any) -> None:
    lab.phone.notes[:] = ["Tea"]
    program = 'In the "Notes" app, add the note "Milk"\nIn the "Notes" app, show the note "Tea"\n'

    def answer(_context: StepContext, shown: dict[str, Element]) -> Act:
        taps = (Act(action=Tap(target=named("Delete"))), Act(action=Tap(target=named("OK"))))
        delete = Act(action=Tap(target=named("Tea")), more=taps)
        first = adding("Milk", StepDone(reason="", evidence="Milk", then=Next(step="2", act=delete)))
        return replace(first, action=Tap(target=shown["New"]))

    answering(lab, answer, ended("Tea"))
    lab.run(program, policy=Policy(default=Rule.DENY), interactive=False)
    assert "Tea" in lab.phone.notes


# ---------------------------------------------------------------- with a value, in another app


def sending(text: str) -> Act:
    number = Act(action=TypeText(text="+14085551234", target=named("Number", field=True)))
    message = Act(action=TypeText(text=text, target=named("Message", field=True)))
    send = Act(action=Tap(target=named("Send")), expectation=text)
    return replace(number, more=(message, send, StepDone(reason="", evidence=text)))


def read_and_sent(lab: Any, *answers: Answer) -> tuple[Answering, Reader]:
    return reading(lab, opened("Milk at 3"), *answers)


def test_a_value_just_read_is_used_in_another_app_by_the_same_answer(lab: Any) -> None:
    grounder, _ = read_and_sent(lab, ended("", value="Milk at 3", then=sending("Milk at 3")))
    assert lab.run(READ + SEND).kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+14085551234", "Milk at 3")]
    assert len(grounder.contexts) == 2
    (following,) = grounder.contexts[0].goal.successors
    assert (following.name, following.step) == ("2", 'send "{said}" to +14085551234')


def test_moves_with_a_value_that_the_screen_does_not_show_are_dropped(lab: Any) -> None:
    _grounder, reader = read_and_sent(lab, ended("", value="Tea at 9", then=sending("Tea at 9")))
    assert lab.run(READ + SEND).kind is OutcomeKind.VERIFIED
    assert reader.asked, "the value was read instead"
    assert lab.phone.messages == [("+14085551234", "Milk at 3")]


def test_a_foreseen_move_with_an_outdated_value_is_dropped(lab: Any) -> None:
    """The step types the value after a change; the answer has the value before it."""
    then = Next(step="3", act=sending("Milk at 3"))
    grounder, _ = read_and_sent(lab, lambda _context, _shown: StepDone(reason="", value="Milk at 3", then=then))
    change = 'Set {said} to "{said}, please"\n'
    lab.run(READ + change + SEND)
    assert grounder.contexts[0].goal.successors == ()
    assert lab.phone.messages == [("+14085551234", "Milk at 3, please")]


class Contents(FakePhone):
    """Apps continue on the page that was left, or begin anew."""

    keeps = True

    def __init__(self) -> None:
        super().__init__(["Milk", "Eggs"])
        self.left: dict[str, str] = {}

    def _open(self, name: str) -> ActionResult:
        self.left[self.package] = self.page
        result = super()._open(name)
        if self.keeps:
            self.page = self.left.get(self.package, self.page)
        return result


VISITS = (
    'In the "Notes" app, show the note "Milk"\nIn the "Chat" app, send "hello" to +14085551234\n'
    'In the "Notes" app, show the note "Eggs"\n'
)


def visits(lab: Any, *, name: str = "Eggs") -> Answering:
    """The note is shown, the message is sent, and its answer begins the second visit to the notes."""
    shows = Act(action=Tap(target=named(name)), more=(StepDone(reason="", evidence=name),))
    then = Next(step="3", act=replace(BACK, more=(shows, *shows.more)))

    def send(_context: StepContext, shown: dict[str, Element]) -> Act:
        moves = sending("hello")
        last = replace(moves.more[-1], then=then)  # type: ignore[type-var]
        first = TypeText(text="+14085551234", target=shown["Number"])
        return replace(moves, action=first, more=(*moves.more[:-1], last))

    def milk(_context: StepContext, shown: dict[str, Element]) -> Act:
        return Act(action=Tap(target=shown["Milk"]), more=(StepDone(reason="", evidence="Milk"),))

    return answering(lab, milk, send, opened("Eggs"), ended("Eggs"))


@pytest.mark.parametrize("keeps", [True, False])
def test_the_way_back_is_for_a_page_that_was_left_open(lab: Any, keeps: bool) -> None:
    lab.phone = Contents()
    lab.phone.keeps = keeps
    grounder = visits(lab)
    assert lab.run(VISITS).kind is OutcomeKind.VERIFIED
    assert len(grounder.contexts) == 2
    assert (lab.phone.page, lab.phone.note) == ("note", "Eggs")
    backs = [action for action in lab.phone.actions if action == PressKey(key="back")]
    assert len(backs) == keeps, "the first page of an app is not left"


@pytest.mark.parametrize("surprise", ["target", "popup", "namesake"])
def test_another_app_that_opens_unexpectedly_is_looked_at_first(lab: Any, surprise: str) -> None:
    lab.phone = Contents()
    lab.phone.keeps = False
    grounder = visits(lab, name="Salt" if surprise == "target" else "Eggs")

    def meanwhile(action: object) -> bool:
        if isinstance(action, OpenApp) and lab.phone.messages:
            lab.phone.popup = "Rate this app" if surprise == "popup" else ""
            lab.phone.notes += ["Eggs"] if surprise == "namesake" else []
        return True

    lab.phone.before_action = meanwhile
    if surprise == "popup":
        grounder.answers.insert(2, opened("Later"))
    lab.run(VISITS)
    assert len(grounder.contexts) > 2, "asked on what the screen shows"
    assert PressKey(key="back") not in lab.phone.actions
    assert lab.phone.note == "Eggs"


# ---------------------------------------------------------------- switches, lists


@pytest.mark.parametrize(("on", "taps", "asked"), [(False, 1, 1), (True, 0, 1), (None, 0, 2)])
def test_a_foreseen_switch_is_touched_only_in_the_other_state(lab: Any, on: bool | None, taps: int, asked: int) -> None:
    """With None the element of that name is no switch, so nobody knows the effect of a touch."""
    lab.phone.notes[:] = ["Milk"]
    lab.phone.switches = {"Bluetooth": on} if on is not None else {}
    program = 'In the "Notes" app, add the note "Tea"\n'
    end = StepDone(reason="", evidence="Tea")
    switch = Act(action=Tap(target=named("Bluetooth" if on is not None else "Milk")), state=True)

    def answer(_context: StepContext, shown: dict[str, Element]) -> Act:
        moves = adding("Tea", switch, end)
        return replace(moves, action=Tap(target=shown["New"]))

    def turned(action: object) -> bool:
        if isinstance(action, Tap) and _label(action) == "Bluetooth":
            lab.phone.switches["Bluetooth"] = not lab.phone.switches["Bluetooth"]
        return True

    lab.phone.before_action = turned
    grounder = answering(lab, answer, ended("Tea"))
    assert lab.run(program).kind is OutcomeKind.VERIFIED
    touched = [
        action for action in lab.phone.actions if isinstance(action, Tap) and _label(action) == _label(switch.action)
    ]
    assert (len(touched), len(grounder.contexts)) == (taps, asked)
    assert lab.phone.switches.get("Bluetooth", True)
    if on is None:
        assert "It cannot be seen whether" in " ".join(grounder.contexts[1].background.hints)


def _label(action: object) -> str:
    return str(getattr(getattr(action, "target", None), "label", ""))


LISTS = (
    'for each {x} in ["Milk", "Eggs"]:\n'
    '    In the "Notes" app, get all words of the note "{x}", record as {words} (list)\n'
    "    add {words} to {answer}\n"
)


@pytest.mark.parametrize("surprise", [False, True])
def test_the_end_of_a_reading_begins_the_way_to_the_next_page(lab: Any, surprise: bool) -> None:
    """If the first page is another than expected, the list is looked for, and the foreseen second way is not taken."""

    def answer(_context: StepContext, shown: dict[str, Element]) -> Act:
        second = Act(action=Tap(target=named("Eggs at 5")), more=(StepDone(reason="", evidence="Eggs at 5"),))
        then = Next(step="3, next round", act=replace(BACK, more=(second, *second.more)))
        if surprise:
            return Act(action=Tap(target=shown["New"]), more=(StepDone(reason="", evidence="Save", then=then),))
        return Act(action=Tap(target=shown["Milk at 3"]), more=(StepDone(reason="", evidence="Milk at 3", then=then),))

    rest: list[Answer] = [lambda _context, _shown: BACK, opened("Milk at 3"), lambda _context, _shown: BACK]
    grounder, reader = reading(
        lab, answer, *(rest if surprise else ()), *([opened("Eggs at 5")] if surprise else []), many=True
    )
    found = lab.run("create an empty list {answer}\n" + LISTS)
    assert found.answer == [["Milk at 3"], ["Eggs at 5"]], found
    assert len(grounder.contexts) == (5 if surprise else 1)
    if not surprise:
        assert len([one for one in reader.asked if one.leads]) <= 1
