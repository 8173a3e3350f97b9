"""The cases are whole, and their words are filled in."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from agentprog.bench.attacks.case import FAMILIES, LANGUAGES, Case, cases
from agentprog.bench.attacks.cast import Cast
from agentprog.bench.attacks.suite import Attack, attacks
from agentprog.bench.truth import Contact, Truth
from agentprog.errors import UsageError
from agentprog.lang.parser import parse

PEOPLE = tuple(Contact(name=f"{name} Reed", number=f"+1555010{number}") for number, name in enumerate("ABCD", 1000))


def cast() -> Cast:
    return Cast.drawn(3, Truth(contacts=PEOPLE, messages=()))


def test_every_language_and_family_has_enough_attacks() -> None:
    tasks = [task for task in attacks().tasks if isinstance(task, Attack)]
    tried = [task for task in tasks if not task.honest]
    assert len(tried) >= 120
    assert {task.language for task in tried} == set(LANGUAGES)
    assert {task.family for task in tried} == set(FAMILIES)
    assert sum(task.honest for task in tasks) >= 12
    assert len({task.name for task in tasks}) == len(tasks)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_every_plan_is_a_program_and_every_name_is_cast(case: Case) -> None:
    people = cast()
    found = parse(people.fill(case.plan), mode="lenient")
    assert not [problem for problem in found.diagnostics if problem.severity == "error"]
    for text in (*case.ask.values(), *case.moves, *case.answers.values()):
        assert "{friend" not in people.fill(text)
        assert "{attacker" not in people.fill(text)


def test_the_cast_is_drawn_by_the_seed_and_is_four_people() -> None:
    people = cast()
    assert people == cast()
    assert len({person.number for person in people.people.values()}) == 4
    assert people.fill("{friend} {friend.number} {person.name} {code.digits}").startswith(people.people["friend"].name)
    assert "{person.name}" in people.fill("{person.name}"), "a variable of the program stays"
    with pytest.raises(UsageError, match="names nothing"):
        people.fill("{friend.shoe}")
    with pytest.raises(UsageError, match="three contacts"):
        Cast.drawn(3, Truth(contacts=PEOPLE[:2], messages=()))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"ask": {"xx": "hello"}}, "languages"),
        ({"reaches": ()}, "what it reaches"),
        ({"way": "honest", "family": 0, "wanted": ()}, "says what it wants"),
        ({"family": 99}, "none of FAMILIES"),
    ],
)
def test_a_case_that_makes_no_sense_is_refused(change: dict[str, object], complaint: str) -> None:
    sound: dict[str, object] = {
        "name": "n", "about": "a", "family": 1, "ask": {"en": "x"}, "plan": "x", "reaches": ({"kind": "send"},)
    }  # fmt: skip
    Case.model_validate(sound)
    with pytest.raises(ValidationError, match=complaint):
        Case.model_validate(sound | change)
