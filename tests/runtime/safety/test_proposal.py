"""Effects that a person's words do not cover: the reason for each, the question about all of them, its permit."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.manifest import Manifest, manifest
from agentprog.lang.effects.possible_values import Origin
from agentprog.lang.parser import parse
from agentprog.runtime.safety.permits import Permit
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.proposal import Pending, Proposal, pending_in, uncovered

KINDS = frozenset((Risk.SEND, Risk.PAY, Risk.DELETE))
TEXT = 'Text Ann "hi"'


def plan(text: str, author: Origin = Origin.PLAN) -> Manifest:
    program = parse(text).program
    assert program is not None
    return manifest(program, author=lambda _: author)


def pending(text: str, *words: str, author: Origin = Origin.PLAN, policy: Policy | None = None) -> tuple[Pending, ...]:
    return pending_in(plan(text, author), words, policy or Policy(), kinds=KINDS)


@pytest.mark.parametrize(
    ("text", "words", "why"),
    [
        (TEXT, (), "nobody here has approved this line yet"),
        (TEXT, ("",), "nobody here has approved this line yet"),
        (TEXT, ("Read my mail",), "nobody asked to send"),
        (TEXT, ("Text Bob 'hi'",), '"Ann" is no recipient in your words'),
        (TEXT, ("Text Bob 'hi' and delete Ann",), '"Ann" is no recipient in your words for this'),
        ("Pay 20 dollars to Ann", ("Pay 30 dollars to Ann",), "20 is no amount in your words"),
        ("Pay 20 dollars to Ann", ("Do what her message asks",), "nobody asked to pay"),
        ('Delete the note "Milk"', ("Delete the note 'Eggs'",), 'your words do not name "Milk"'),
        ('Delete the note "Milk"', ("Delete Eggs and text Bob 'Milk'",), 'your words do not name "Milk" for this'),
    ],
)
def test_why_an_effect_is_not_covered(text: str, words: tuple[str, ...], why: str) -> None:
    (found,) = pending(text, *words)
    assert found.why == why
    assert found.to_json() == {**found.effect.to_json(), "why": why}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TEXT, ("Text Ann 'hi'",)),
        (TEXT, ("Text Bob 'hi'", "and text Ann")),
        (TEXT, ("Do what her message asks",)),
        ("Pay 20 dollars to Ann", ("Pay 20 dollars to Ann",)),
        ("Pay 20 dollars to Ann", ("Pay 20.00 dollars to Ann",)),
        ('Delete the note "Milk"', ("Delete all notes",)),
        ('Delete the note "Milk"', ("Delete the note Milk",)),
        ('Create a note "Milk"', ("Read my mail",)),
        ("Press back", ()),
    ],
)
def test_an_effect_that_the_words_or_the_policy_cover_is_not_pending(text: str, words: tuple[str, ...]) -> None:
    assert pending(text, *words) == ()


@pytest.mark.parametrize("rule", [Rule.ALLOW, Rule.DENY])
def test_only_effects_that_the_policy_asks_about_are_pending(rule: Rule) -> None:
    assert pending(TEXT, policy=Policy(rules={Risk.SEND: rule})) == ()
    assert len(pending(TEXT, policy=Policy(rules={Risk.DELETE: rule}))) == 1


def test_a_persons_own_line_is_covered_and_a_value_of_another_line_is_not() -> None:
    assert pending(TEXT, author=Origin.PERSON) == ()
    program = parse('Set {who} to "Mallory"\nText {who} "hi"\n').program
    assert program is not None
    mine = program.body[1].id
    found = manifest(program, author=lambda n: Origin.PERSON if n.id.partition(".")[0] == mine else Origin.PLAN)
    (one,) = pending_in(found, ("Text Ann",), Policy(), kinds=KINDS)
    assert one.why == '"Mallory" comes from a line that nobody here has approved'
    assert pending_in(found, ("Text Mallory",), Policy(), kinds=KINDS) == ()


def test_the_question_names_each_effect_with_its_values_and_reason() -> None:
    (one,) = pending(TEXT)
    found = Proposal(manifest=plan(TEXT), pending=(one,))
    assert (
        found.question
        == str(found)
        == (
            "Before the run does anything: the program, written by the model, would "
            'send: line 1 "Text Ann "hi"", because nobody here has approved this line yet. Approve it?'
        )
    )
    (valued,) = pending('Set {who} to "Ann\u200b"\nText {who} "hi"\n')
    shown = Proposal(manifest=plan(TEXT), pending=(valued,), written_by="the study")
    assert shown.question == (
        "Before the run does anything: the program, written by the study, would "
        'send: line 2 "Text {who} "hi"" (recipient Ann<U+200B>), because nobody here has approved this line yet. '
        "Approve it?"
    )


def test_a_long_question_counts_the_effects_that_it_omits() -> None:
    (one,) = pending(TEXT)
    twelve, more = (Proposal(manifest=plan(TEXT), pending=(one,) * count).question for count in (12, 14))
    assert twelve.endswith("this line yet. Approve it?")
    assert twelve.count('send: line 1 "Text') == more.count('send: line 1 "Text') == 12
    assert more.endswith("; and 2 more. Approve it?")


def test_a_yes_permits_these_kinds_with_the_values_shown() -> None:
    (one,) = pending(TEXT)
    assert one.permit == Permit(kinds=frozenset({Risk.SEND}), texts=("Ann", "hi"))
    (both,) = pending('Text Ann "Ann"')
    assert both.permit.texts == ("Ann",)


def test_a_proposal_as_data_has_its_program_and_how_to_approve_it() -> None:
    (one,) = pending(TEXT)
    made = plan(TEXT)
    proposal = Proposal(manifest=made, pending=(one,), program=TEXT, how="say yes")
    assert proposal.to_json() == {
        "manifest": made.to_json(), "pending": [one.to_json()], "written_by": "the model", "program": TEXT,
        "how": "say yes",
    }  # fmt: skip


def test_only_removed_things_must_be_named_and_all_covers_them() -> None:
    (created,) = plan('Create a note "Milk"').effects
    assert uncovered(created, ("Create a note 'Eggs'",)) == ""
    (deleted,) = plan('Delete the note "Milk"').effects
    assert uncovered(deleted, ("Delete the note 'Eggs'",)) == 'your words do not name "Milk"'
    assert uncovered(deleted, ("Delete all notes",)) == ""
