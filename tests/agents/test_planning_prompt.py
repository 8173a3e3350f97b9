"""Every example and form in the planner's prompt is a program without errors."""

from __future__ import annotations

import re

import pytest

from agentprog.agents.planner import ModelAmender, ModelPlanner
from agentprog.agents.prompting import render
from agentprog.lang.check import check_text
from agentprog.ports import Capabilities
from agentprog.runtime.roles import AmendRequest, PlanRequest
from tests.agents.models import Answering
from tests.agents.screens import NOW
from tests.agents.test_prompt_goldens import FULL

APPS = ("Contacts", "Events", "Joplin", "Mail", "OsmAnd", "Pro Expense", "Rail Planner", "Retro Music", "Tasks")


def taught() -> list[str]:
    """The programs of the examples."""
    return [message.text for message in render("plan", **{**FULL, "draft": ""}) if message.role == "assistant"]


@pytest.mark.parametrize("program", taught())
def test_an_example_checks_clean(program: str) -> None:
    report = check_text(program, mode="lenient", known_apps=APPS)
    assert report.errors == 0, report.render()


def test_an_example_collects_in_a_loop_and_reads_things_with_parts() -> None:
    programs = taught()
    assert any(re.search(r"Add \{contact\.name\} to \{names\}", program) for program in programs)
    assert any("{expense.amount}" in program for program in programs)


def test_the_forms_that_the_rules_name_are_forms_of_the_language() -> None:
    program = """Set {items} to [{"name": "a", "price": 2}]
Set {total} to 0
Create an empty list {names}
For each {item} in {items}:
    Set {total} to {total} + {item.price}
    Add {item.name} to {names}
Filter {items} where "price" > 5, record as {dear}
Sort {items} by "price" descending
Create an empty table {rows} with columns "a", "b"
Add {"a": "x", "b": 2} to {rows}
Compute the longest of {names}, record as {result}
Ask AI "Which of {names} is a fruit?", record as {reply}
Repeat until "Done" appears:
    In the "Mail" app, archive the first mail
While "Next" appears:
    In the "Mail" app, open the next mail
Ask user "Which one?", record as {choice}
Define a task named "Pay":
    Task input: {a} (text)
    In the "Mail" app, answer {a}
Execute task "Pay", {a} is "x"
Set {answer} to [{total}, {dear}, {rows}, {result}, {reply}, {choice}]
"""
    report = check_text(program, known_apps=APPS)
    assert report.errors == 0, report.render()
    system = next(message.text for message in render("plan", **FULL) if message.role == "system")
    for form in (
        "Compute ",
        "Ask AI ",
        "Repeat until ",
        "While ",
        "Ask user ",
        "Define a task named ",
        "Execute task ",
    ):
        assert form in system
        assert form in program


@pytest.mark.parametrize("small", [True, False])
def test_a_small_planner_is_taught_the_plainest_forms_alone(small: bool) -> None:
    model = Answering(reply=lambda request: "Look it up", capabilities=Capabilities(context=4096, small=small))
    ModelPlanner(model).plan(PlanRequest(instruction="Water the plants", apps=("Tasks",), now=NOW))
    prompt = "\n".join(message.text for message in model.requests[0].messages)
    assert ("Repeat until" in prompt) is not small
    assert ("{expense.amount}" in prompt) is not small


@pytest.mark.parametrize("small", [True, False])
def test_an_amending_model_is_taught_the_same_forms_as_the_planner(small: bool) -> None:
    model = Answering(reply=lambda request: "Stop", capabilities=Capabilities(context=4096, small=small))
    request = AmendRequest(
        instruction="Tell me what I owe",
        program="1 a\n2 b",
        line=2,
        problem="none",
        apps=("Mail",),
        now=NOW,
    )
    ModelAmender(model).amend(request)
    prompt = model.requests[0].messages[0].text
    planned = next(message.text for message in render("plan", **FULL) if message.role == "system")
    forms = [
        line for line in planned.splitlines() if "Repeat until" in line or "Task input" in line or "{mail.s" in line
    ]
    assert len(forms) == 3
    assert all((form in prompt) is not small for form in forms)
