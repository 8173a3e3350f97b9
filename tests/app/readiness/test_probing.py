"""The planning part of the probe: graded by the program's effects, bounded in time."""

from __future__ import annotations

import pytest

from agentprog.app.readiness.probing import probe_planning
from agentprog.errors import ModelUnreachable
from agentprog.ports import ModelRequest
from tests.agents.models import Answering

PLANS = {
    "Mira": 'In the "Contacts" app, add the contact "Mira Olsen" with the number "+1 555 0177"',
    "Ben Aziz": (
        'In the "Contacts" app, read the number of "Ben Aziz", record as {number}\n'
        'In the "Simple SMS Messenger" app, send "{number}" to "+1 555 0102"'
    ),
    "old.md": 'For each {name} in ["old.md", "draft.md", "test.md"]:\n    In the "Markor" app, delete the note {name}',
    "Bluetooth": 'In the "Settings" app, look up whether Bluetooth is on, record as {answer}',
}


def well(request: ModelRequest) -> str:
    asked = next(m.text for m in reversed(request.messages) if m.role == "user" and "Instruction:" in m.text)
    return next(program for word, program in PLANS.items() if word in asked)


def test_a_model_that_plans_well_is_fit_to_plan() -> None:
    result = probe_planning(Answering(reply=well))
    assert (result.right, result.asked, result.verdict) == (4, 4, "fit to plan"), result.misses


def test_the_fault_of_a_plan_is_reported() -> None:
    result = probe_planning(Answering(reply=lambda r: well(r).replace('"Markor"', '"Files"')))
    assert result.right == 3
    assert result.misses == ("Delete the notes 'old.md', 'draft.md' and 'test.md' in Markor.: it uses Files",)
    assert "read its programs" in result.verdict
    assert probe_planning(Answering(reply=lambda r: "")).verdict == "not fit to plan"


def test_a_probe_without_time_is_not_graded() -> None:
    result = probe_planning(Answering(reply=well), seconds=0.0)
    assert (result.asked, result.total, result.verdict) == (0, 4, "no time was left to plan")


def test_an_unreachable_model_ends_the_probe() -> None:
    def gone(request: ModelRequest) -> str:
        raise ModelUnreachable("gone")

    with pytest.raises(ModelUnreachable):
        probe_planning(Answering(reply=gone))
