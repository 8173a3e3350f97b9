"""A value from before the step is not made by it, even if the step makes another of the same list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.identity import quoted
from agentprog.identity.records import contact, file
from agentprog.ports import Store
from tests.runtime.witness.test_judging import ANN, JOANNA
from tests.runtime.witness.test_judging import judged as records
from tests.runtime.witness.test_nothing_else import judged
from tests.runtime.witness.test_screens import judged as pages
from tests.runtime.witness.test_screens import screen
from tests.runtime.witness.test_times import in_words

PLAN = file("plan.md", id="p")
CHANGED = replace(PLAN, facts={**PLAN.facts, "size": "9"})


@pytest.mark.parametrize("typed", [("Bob",), ("Ann", "Bob")])
def test_a_row_from_before_the_step_was_not_created_again(typed: tuple[str, ...]) -> None:
    step, names = 'Create the notes "Ann" and "Bob"', ("Ann", "Bob")
    before = screen("Al", "Ann")
    only_bob = pages(step, names, before, screen("Al", "Ann", "Bob"), typed=typed)
    assert in_words(only_bob) == 'unknown by screen: "Ann" was not seen to appear'
    both = pages(step, names, before, screen("Al", "Ann", "Ann", "Bob"), typed=("Ann", "Bob"))
    assert in_words(both) == 'proven by screen: "Ann", "Bob" has appeared'


def test_a_day_and_a_person_on_the_page_need_not_be_created() -> None:
    step, values = 'Add the events "Lunch" and "Dinner", 7 March 2026', ("Lunch", "Dinner", "2026-03-07")
    day = "Saturday, 7 March 2026"
    found = pages(step, values, screen(head=day), screen("Lunch", "Dinner", head=day), typed=("Lunch", "Dinner"))
    assert found.proven


def test_a_contact_from_before_the_step_was_not_created_again() -> None:
    step, names = 'Create the contacts "Ann Lee", "Joanna Poe"', ("Ann Lee", "Joanna Poe")
    found = records(step, names, {Store.CONTACTS: (ANN,)}, {Store.CONTACTS: (ANN, JOANNA)}, shown=names)
    assert in_words(found) == 'unknown by contacts: "Ann Lee" is in no new record'


def test_a_number_that_a_contact_had_was_not_added_again() -> None:
    step = 'Add "+15550130008" and "+15550130009" to the contact "Ann Lee"'
    values = tuple(quoted(step))
    had = contact("Ann Lee", "+15550130008", id="1")
    now = contact("Ann Lee", "+15550130008", "+15550130009", id="1")
    new = contact("Ann Lee", "+15550130001", "+15550130008", "+15550130009", id="1")
    assert judged(step, values, (had,), (now,), store=Store.CONTACTS) == "unknown"
    assert judged(step, values, (ANN,), (new,), store=Store.CONTACTS) == "proven"


@pytest.mark.parametrize(
    ("step", "text", "how"),
    [
        ('Add "milk" and "eggs" to the note "plan.md"', "bread\nmilk\neggs", "unknown"),
        ('Add "milk" and "eggs" to the note "plan.md"', "bread\nmilk\nmilk\neggs", "proven"),
        ('Add "eggs" and "ham" to the note "plan.md"', "bread\nmilk\neggs\nham", "proven"),
        ('Add "milk" to the note "plan.md"', "bread\nmilk\neggs", "unknown"),
        ('Add "milk" to the note "plan.md"', "bread\nmilk\nmilk", "proven"),
        ('Check off "milk" in the note "plan.md"', "bread\n[x] milk", "proven"),
        ('Add "milk\neggs" to the note "plan.md"', "bread\nmilk\neggs", "proven"),
    ],
)
def test_a_line_from_before_the_step_was_not_written_again(step: str, text: str, how: str) -> None:
    before = {"p": "bread\nmilk"}
    assert judged(step, tuple(quoted(step)), (PLAN,), (CHANGED,), texts={"p": text}, earlier=before) == how
