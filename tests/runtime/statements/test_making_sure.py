"""`make sure` checks, acts if it has to, and checks again; `verify` of a setting asks the phone and no model."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.identity import Kind, Record
from agentprog.identity.records import file
from agentprog.lang.effects.manifest import manifest
from agentprog.lang.parser import parse
from agentprog.lang.writing.fmt import format_text
from agentprog.ports import OutcomeKind, Readout, Store, Unread
from agentprog.runtime.roles import Roles, StepDone
from tests.runtime.conftest import FakePhone, Lab, SensibleGrounder, SensibleNavigator

NOTE = 'In the "Notes" app, make sure that a note "Milk" is there'


class Adding(SensibleGrounder):
    """Does `make sure` by adding."""

    def _unknown(self, context: Any, shown: Any) -> Any:
        return self._add(context, shown)


class Claiming(SensibleGrounder):
    """Adds nothing and claims that it has."""

    def _add(self, context: Any, shown: Any) -> Any:
        return StepDone(reason="saved")


class Settled(FakePhone):
    """A phone whose settings and files can be read; each of its notes is a file."""

    def __init__(self, *names: str, **values: str) -> None:
        super().__init__()
        self.names = list(names)
        self.values = values

    @property
    def witness(self) -> Settled:
        return self

    def offers(self, store: Store) -> str:
        return ""

    def read(self, store: Store) -> Readout:
        if store is Store.FILES:
            return tuple(file(f"Notes/{name}", id=f"{at}") for at, name in enumerate([*self.names, *self.notes]))
        if store is not Store.SETTINGS:
            return Unread(why="not here")
        return tuple(
            Record(kind=Kind.SETTING, labels=(key, key.replace("_", " ")), facts={"value": value}, id=f"global/{key}")
            for key, value in self.values.items()
        )

    def text_of(self, record: Record) -> None:
        return None


def test_a_condition_that_holds_already_is_left_alone(lab: Lab) -> None:
    lab.phone.notes = ["Milk"]
    lab.grounder = Adding()
    outcome = lab.run(NOTE)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert "already so" in outcome.proofs[0].detail
    assert lab.grounder.contexts == []
    assert lab.phone.notes == ["Milk"]


def test_a_condition_that_does_not_hold_is_brought_about_and_checked_again(lab: Lab) -> None:
    lab.grounder = Adding()
    assert lab.run(NOTE).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]


def test_verify_in_place_of_make_sure_does_nothing(lab: Lab) -> None:
    lab.grounder = Adding()
    outcome = lab.run(NOTE.replace("make sure", "verify"))
    assert outcome.kind is OutcomeKind.FAILED
    assert lab.phone.notes == []


def test_an_unreachable_condition_fails_with_the_condition_named(lab: Lab) -> None:
    lab.roles = Roles(navigator=SensibleNavigator())
    outcome = lab.run(NOTE)
    assert outcome.kind is OutcomeKind.FAILED
    assert "this does not hold" in outcome.reason


@pytest.mark.parametrize(
    ("condition", "values", "kind"),
    [
        ("Wi-Fi is on", {"wifi_on": "1"}, OutcomeKind.COMPLETED),
        ("Wi-Fi is off", {"wifi_on": "1"}, OutcomeKind.FAILED),
        ("dark theme is enabled", {"ui_night_mode": "2"}, OutcomeKind.COMPLETED),
        ("dark theme is enabled", {"ui_night_mode": "1"}, OutcomeKind.FAILED),
    ],
)
def test_a_verify_of_a_setting_is_answered_by_the_settings(
    lab: Lab, condition: str, values: dict[str, str], kind: OutcomeKind
) -> None:
    lab.phone = Settled(**values)
    lab.roles = Roles()
    outcome = lab.run(f'Open the "Notes" app\nVerify that {condition}')
    assert outcome.kind is kind


def test_a_setting_that_is_on_already_is_made_sure_of_without_a_model(lab: Lab) -> None:
    lab.phone = Settled(wifi_on="1")
    lab.roles = Roles()
    outcome = lab.run('Open the "Notes" app\nMake sure that Wi-Fi is on')
    assert outcome.kind is OutcomeKind.VERIFIED
    assert [(proof.proven, proof.witness) for proof in outcome.proofs][-1] == (True, "settings")


@pytest.mark.parametrize(
    ("condition", "kind"),
    [
        ('the note "plan.md" exists', OutcomeKind.COMPLETED),
        ('there is no note "plan.md"', OutcomeKind.FAILED),
    ],
)
def test_a_verify_about_a_recorded_thing_is_answered_by_the_records(
    lab: Lab, condition: str, kind: OutcomeKind
) -> None:
    lab.phone = Settled("plan.md")
    lab.roles = Roles()
    assert lab.run(f'In the "Notes" app, verify that {condition}').kind is kind


def test_a_note_that_exists_already_is_made_sure_of_without_a_model(lab: Lab) -> None:
    lab.phone = Settled("plan.md")
    lab.roles = Roles()
    outcome = lab.run('In the "Notes" app, make sure that the note "plan.md" exists')
    assert outcome.kind is OutcomeKind.VERIFIED
    assert [(proof.proven, proof.witness) for proof in outcome.proofs] == [(True, "files")]


def test_a_note_from_before_the_run_proves_no_step(lab: Lab) -> None:
    lab.phone = Settled("Milk")
    lab.grounder = Claiming()
    program = 'In the "Notes" app:\n    Add the note "Milk"\n    Verify that the note "Milk" exists\n'
    assert lab.run(program).kind is OutcomeKind.UNVERIFIED


def test_make_sure_is_in_the_manifest_and_verify_is_not() -> None:
    sure, assertion = (
        parse(f'In the "Settings" app, {words} that the switch "Sync" is on\n').program
        for words in ("make sure", "verify")
    )
    assert sure is not None
    assert assertion is not None
    assert any("setting" in effect.kinds for effect in manifest(sure).effects)
    assert manifest(assertion).effects == ()


def test_make_sure_keeps_its_words_when_formatted() -> None:
    for text in ('Make sure that the switch "Sync" is on', "Verify that the contact Hana exists"):
        program = parse(text).program
        assert program is not None
        assert format_text(text).strip() == text
    assert format_text('ensure the switch "Sync" is on').strip() == 'Make sure that the switch "Sync" is on'
