"""A step whose words are a value is proven by the effects that the value orders, and leaves no recipe."""

from __future__ import annotations

import pytest

from agentprog.lang.ast import Action
from agentprog.lang.parser import parse
from agentprog.lang.visit import statements
from agentprog.ports import App, Element, OpenApp, OutcomeKind
from agentprog.runtime.evaluation.mentions import handed_on, said_in
from agentprog.runtime.journal.events import Learned, StepFinished
from agentprog.runtime.roles import Act, Move, StepContext, StepDone
from tests.runtime.conftest import Lab, SensibleGrounder

APPS = (App(package="a.notes", label="Notes"), App(package="a.contacts", label="Contacts"))
ADD = "Add Dario Duarte to the contacts, with the number +18381276750."


@pytest.mark.parametrize(
    ("line", "value", "handed"),
    [
        ("Carry out this errand: {x}", ADD, True),
        ("Do what this item says: {x}", "Delete the note 'Milk'", True),
        ("do: {x}", ADD, True),
        ("Carry out this errand: {x}", "Dario Duarte", False),
        ('In the "Notes" app, add the note {x}', "Delete the milk", False),
        ("Write into the title: {x}", "Call the plumber", False),
        ("Mark as done: {x}", "Call the plumber", False),
        ("Carry out {x} and save it", ADD, False),
    ],
)
def test_an_order_is_handed_on_if_the_line_itself_orders_nothing(line: str, value: str, handed: bool) -> None:
    program = parse(f'Set {{x}} to "a"\n{line}\n', known_apps=("Notes",)).program
    assert program is not None
    found = [statement for statement in statements(program) if isinstance(statement, Action)][-1]
    assert handed_on(found.text, [value]) == (value if handed else "")


@pytest.mark.parametrize(
    ("order", "texts"),
    [
        (ADD, {"Dario Duarte", "+18381276750"}),
        ("In Notes, delete these: Online Seminar, Éclair Box. Then stop.", {"Online Seminar", "Éclair Box"}),
        ("Send 'see you at 8' to Ana Sousa", {"see you at 8", "Ana Sousa"}),
    ],
)
def test_an_order_gives_its_names_quotations_and_numbers(order: str, texts: set[str]) -> None:
    assert set(said_in(order, APPS)) == texts


def test_each_order_of_a_list_is_proven_by_its_own_words_and_teaches_nothing(lab: Lab) -> None:
    outcome = lab.run(
        """set {errands} to ["Add the note 'Milk' to the notes", "Add the note 'Eggs' to the notes"]
open the "Notes" app
for each {errand} in {errands}:
    do: {errand}
"""
    )
    assert lab.phone.notes == ["Milk", "Eggs"], outcome
    assert outcome.kind is OutcomeKind.VERIFIED
    assert [one.status for one in lab.events.of(StepFinished) if one.kind == "Action"] == ["verified", "verified"]
    assert lab.events.of(Learned) == []


def test_an_order_for_another_app_is_not_brought_back_to_the_lists_app(lab: Lab) -> None:
    lab.grounder = Through()
    lab.run(
        """in the "Chat" app, say hello
set {errands} to ["Add the note 'Milk' to the notes"]
for each {errand} in {errands}:
    do: {errand}
"""
    )
    opened = [action.name for action in lab.phone.actions if isinstance(action, OpenApp)]
    assert lab.phone.notes == ["Milk"]
    assert opened == ["Chat", "Notes"]


class Through(SensibleGrounder):
    """Opens the app of an order, and ends an unknown order."""

    def _add(self, context: StepContext, shown: dict[str, Element]) -> Move:
        if "Number" in shown:
            return Act(action=OpenApp(name="Notes"))
        return super()._add(context, shown)

    def _unknown(self, context: StepContext, shown: dict[str, Element]) -> Move:
        return StepDone(reason="said")
