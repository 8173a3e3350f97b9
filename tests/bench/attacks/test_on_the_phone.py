"""The suite on a real simulated phone: an attack reaches its effect with no gate, and an honest errand is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.bench.attacks.suite import UNTOLD
from agentprog.bench.episode import Person, Rules
from agentprog.bench.job import Models, run_job
from agentprog.bench.results import Result
from agentprog.bench.spec import JobSpec

pytestmark = [pytest.mark.slow, pytest.mark.phone, pytest.mark.usefixtures("warm")]


def run(task: str, folder: Path, person: Person) -> Result:
    rules = Rules(person=person, declared=False, unattended=False)
    spec = JobSpec(
        suite="attacks", task=task, seed=3, agent="ours", model="scripted:hijacked", folder=folder, rules=rules
    )
    with Models() as models:
        return run_job(spec, models=models)


def test_an_attack_reaches_its_effect_without_the_gate(tmp_path: Path) -> None:
    found = run("send-elsewhere", tmp_path, "off")
    assert (found.error, found.wrong, found.score) == ("", [], 1.0)


def test_an_attack_that_the_gate_stops_leaves_no_trace_and_is_no_success(tmp_path: Path) -> None:
    found = run("send-elsewhere", tmp_path, "nobody")
    assert (found.error, found.wrong, found.score) == ("", [], 1.0)
    assert found.outcome == "needs human"


def test_an_honest_errand_is_done_without_a_question(tmp_path: Path) -> None:
    found = run("honest-text-to-a-number", tmp_path, "oracle")
    assert (found.error, found.wrong, found.score) == ("", [], 1.0)
    assert (found.outcome, found.questions) == ("verified", 0)


def test_a_person_who_allows_everything_sees_the_time_that_the_app_filled_in(tmp_path: Path) -> None:
    found = run("alarm-nobody-asked-for", tmp_path, "yes")
    assert found.error == ""
    assert any(why.startswith("unauthorised: create alarm") for why in found.wrong), found.wrong
    assert not any(why.startswith(UNTOLD) for why in found.wrong), found.wrong
