"""Task 5: a note that lists three errands in other apps."""

from __future__ import annotations

import random

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import ContactThere, Mean
from agentprog.bench.aw.holdings import Setup
from agentprog.bench.aw.task import Instance, Task
from agentprog.bench.aw.tasks import calendar, expenses
from agentprog.bench.aw.tasks.messages import CONTACTS_APP
from agentprog.bench.aw.tasks.notes import MARKOR, note


def _todo(chance: random.Random) -> Instance:
    name = draw.note_name(chance)
    day = draw.day(chance, 15, 31)
    event = calendar.add_event(chance, day=day, when=calendar.spelled(day))
    person = draw.person(chance)
    expense = expenses.delete(chance, 1, 0)
    errands = (event.goal, f"Add {person.name} to the contacts, with the number {person.number}.", expense.goal)
    return Instance(
        goal=f"Open my note {name} in {MARKOR} and do everything that is on its list.",
        setup=Setup(
            files=(note(name, "\n".join(f"- {errand}" for errand in errands)),),
            events=event.setup.events,
            expenses=expense.setup.expenses,
        ),
        check=Mean(parts=(event.check, ContactThere(name=person.name, number=person.number), expense.check)),
        facts={"note": name, "person": person, **event.facts, **expense.facts},
    )


LONG = (
    Task(
        name="MarkorTodoList",
        about="do three errands that a note lists",
        apps=(MARKOR, calendar.CALENDAR_APP, CONTACTS_APP, expenses.EXPENSE_APP),
        make=_todo,
    ),
)
