"""A run's program with its learned steps: its loops stay loops, and it runs without a model, on other data too."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.app.compiling import compiled, compiled_program
from agentprog.app.recipes.shelf import Shelf
from agentprog.errors import UsageError
from agentprog.ports import OutcomeKind, Tap
from agentprog.runtime.journal.events import Learned
from agentprog.runtime.roles import Act, ConditionContext, Move, Roles, StepContext, StepDone, Verdict
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.recalling.test_other_values import Editor, Translating

ADD = """---
inputs:
  things: {type: list}
---
For each {x} in {things}:
    In the "Notes" app, add the note "{x}"
"""
SEND = """Set {people} to [{name: "Ann", number: "+15550001"}, {name: "Bo", number: "+15550002"}]
For each {person} in {people}:
    In the "Chat" app, send "hello, {person.name}" to {person.number}
"""


class Seeing:
    """Judges by whether the text in quotes can be read."""

    def judge(self, context: ConditionContext) -> Verdict:
        name = context.condition.partition('"')[2].partition('"')[0]
        there = bool(name) and context.seen.screen.shows(name)
        return Verdict(holds=there is not (" no " in context.condition), evidence=name if there else "")


class Versioned(FakePhone):
    """A phone that reports the versions of its apps."""

    def version(self, package: str) -> str:
        return f"7 of {package}"


def test_a_loop_keeps_its_form_and_its_step_has_exact_lines() -> None:
    lab = Lab()
    assert lab.run(ADD, inputs={"things": ["Milk", "Eggs"]}).kind is OutcomeKind.VERIFIED
    made = compiled(lab.events.all)
    assert (made.done, made.left) == ((6,), ())
    assert "For each {x} in {things}:\n" in made.text
    typing = 'Type {x} into the field with id "org.notes:id/note_title"'
    assert f'exactly:\n            Tap the button "New"\n            {typing}\n' in made.text


def test_a_compiled_program_runs_on_other_data_without_a_model() -> None:
    lab = Lab()
    lab.run(ADD, inputs={"things": ["Milk", "Eggs"]})
    text = compiled(lab.events.all).text
    other = Lab(phone=FakePhone(notes=["Salt"]), roles=Roles())
    assert other.run(text, inputs={"things": ["Tea", "Rice", "Oil"]}).kind is OutcomeKind.VERIFIED
    assert other.phone.notes == ["Salt", "Tea", "Rice", "Oil"]


def test_a_message_is_compiled_with_the_parts_of_its_person() -> None:
    lab = Lab()
    lab.run(SEND)
    text = compiled(lab.events.all).text
    assert "Type {person.number} into" in text
    other = Lab(roles=Roles())
    other.run(text.replace('"Bo"', '"Cy"'))
    assert other.phone.messages == [("+15550001", "hello, Ann"), ("+15550002", "hello, Cy")]


def test_a_step_that_was_not_proven_keeps_its_words() -> None:
    lab = Lab()
    lab.run(ADD + 'In the "Notes" app, find "Milk"\n', inputs={"things": ["Milk"]}, recipes="off")
    made = compiled(lab.events.all)
    assert made.done == ()
    assert [line for line, _why in made.left] == [6, 7]
    assert "exactly" not in made.text


def test_a_program_that_was_not_run_gets_the_lines_that_earlier_runs_have_learned(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    lab = Lab(phone=Versioned())
    lab.run(ADD, inputs={"things": ["Milk", "Eggs"]}, shelf=shelf)
    text = 'In the "Notes" app, add the note "Tea"\nIn the "Notes" app, find "Tea"\n'
    made = compiled_program(text, [one.recipe for one in shelf.all()])
    assert (made.done, made.left) == ((1,), ((2, "no trusted recipe is known for it"),))
    other = Lab(roles=Roles())
    assert other.run(made.text.partition('In the "Notes" app, find')[0]).kind is OutcomeKind.VERIFIED
    assert other.phone.notes == ["Tea"]


def test_an_untrusted_recipe_is_not_compiled(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    Lab(phone=Versioned()).run(ADD, inputs={"things": ["Milk"]}, shelf=shelf)
    assert len(shelf.all()) == 1
    assert compiled_program(ADD, [one.recipe for one in shelf.all()]).done == ()


def test_a_run_that_used_recipes_of_earlier_runs_is_compiled_too(tmp_path: Path) -> None:
    for things in (["Milk", "Eggs"], ["Tea"]):
        lab = Lab(phone=Versioned())
        lab.run(ADD, inputs={"things": things}, shelf=Shelf(tmp_path))
    assert not lab.events.of(Learned)
    made = compiled(lab.events.all)
    assert (made.done, made.left) == ((6,), ())


MENTIONED = """open the "Notes" app
for each {name} in ["Ann", "Bo", "Cy", "Di"]:
    if there is a note about "{name}":
        tell user "{name} yes"
"""


def test_a_condition_that_a_text_decides_becomes_exact_and_asks_no_model() -> None:
    notes = ["call Ann back", "a cake for Cy"]
    lab = Lab(phone=FakePhone(notes=notes), roles=Roles(navigator=Seeing()))
    lab.run(MENTIONED)
    made = compiled(lab.events.all)
    assert (made.done, made.left) == ((3,), ())
    assert 'If "{name}" appears:' in made.text
    other = Lab(phone=FakePhone(notes=["Bo", "Ann and Di"]), roles=Roles())
    assert other.run(made.text).kind is OutcomeKind.COMPLETED
    assert other.person.told == ["Ann yes", "Bo yes", "Di yes"]


def test_the_absence_of_a_text_is_compiled_into_an_exact_condition() -> None:
    lab = Lab(phone=FakePhone(notes=["call Ann back", "a cake for Cy"]), roles=Roles(navigator=Seeing()))
    lab.run(MENTIONED.replace("is a note", "is no note"))
    assert 'If not "{name}" appears:' in compiled(lab.events.all).text


def test_every_line_that_still_asks_a_model_is_named_with_the_reason() -> None:
    """An element with exactly this label is more than a readable text, and no exact condition can require it."""
    text = MENTIONED + "verify that the list is short\nread the name of the first note, record as {first}\n"
    lab = Lab(phone=FakePhone(notes=["Ann", "Cy"]), roles=Roles(navigator=Seeing()))
    lab.run(text)
    made = compiled(lab.events.all)
    assert made.done == ()
    assert [(line, why.partition(",")[0]) for line, why in made.left] == [
        (3, "an element decides its condition"),
        (5, "it asks a model each time"),
        (6, "it asks a model each time"),
    ]


def test_a_condition_that_was_judged_too_seldom_keeps_its_words() -> None:
    lab = Lab(phone=FakePhone(notes=["call Ann back"]), roles=Roles(navigator=Seeing()))
    lab.run(MENTIONED)
    assert compiled(lab.events.all).left == (
        (3, "its condition was not judged often enough, or no single element decides it"),
    )


def test_a_run_without_a_program_cannot_be_compiled() -> None:
    with pytest.raises(UsageError, match="has no program"):
        compiled([])


def test_a_step_that_keeps_its_words_has_the_reason_above_it_once() -> None:
    lab = Lab()
    source = ADD + '# mine\nIn the "Notes" app, find "Milk"\n'
    lab.run(source, inputs={"things": ["Milk", "Eggs"]}, recipes="off")
    made = compiled(lab.events.all)
    reason = dict(made.left)[8]
    assert f'# mine\n# No exact lines: {reason}\nIn the "Notes" app, find "Milk"\n' in made.text
    again = compiled_program(made.text, ())
    assert again.text.count("# No exact lines: ") == 2
    assert again.text.count("# mine") == 1


def test_the_reason_goes_with_the_words_once_a_step_has_exact_lines() -> None:
    lab = Lab()
    remarked = ADD.replace("    In the", "    # No exact lines: it was not proven\n    In the")
    assert lab.run(remarked, inputs={"things": ["Milk", "Eggs"]}).kind is OutcomeKind.VERIFIED
    assert "# No exact lines" not in compiled(lab.events.all).text


class Switching:
    """Turns on the switch that the step names."""

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        switch = shown[context.goal.literals[0]]
        return StepDone(reason="on") if switch.checked else Act(action=Tap(target=switch))


class Switches(FakePhone):
    def _tap(self, label: str) -> None:
        self.switches[label] = not self.switches[label]


def test_a_touch_that_toggles_a_switch_is_not_compiled() -> None:
    phone = Switches()
    phone.switches = {"Alarm": False, "Bell": False}
    lab = Lab(phone=phone, roles=Roles(grounder=Switching()))
    lab.run('for each {x} in ["Alarm", "Bell"]:\n    In the "Notes" app, switch on "{x}"\n')
    made = compiled(lab.events.all)
    assert made.left == ((2, "it switches an element on or off, and no exact line checks the state"),)


@pytest.mark.parametrize(("day", "done"), [("{row.d}", False), ("Monday", True)])
def test_a_text_under_a_constant_value_is_compiled_only_with_the_value_in_the_program(day: str, done: bool) -> None:
    lab = Lab(phone=Editor(), roles=Roles(grounder=Translating()))
    lab.run(
        'set {rows} to [{n: "Milk", d: "Monday"}, {n: "Eggs", d: "Monday"}]\nfor each {row} in {rows}:\n'
        f'    In the "Notes" app, add the note "{{row.n}}", with "{day}" in the second field and its German name '
        "in the third\n"
    )
    made = compiled(lab.events.all)
    assert (made.done == (3,)) is done
    assert done or made.left == ((3, "one of its values was the same every time, so its actions may depend on it"),)
