"""A program with a wrong assumption is amended during the run: finished statements stay finished, also after a kill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.errors import ModelUnreachable
from agentprog.ports import OutcomeKind
from agentprog.runtime.amendments import Deed, same_effect
from agentprog.runtime.journal.events import ProgramAmended, StepFinished
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import AmendRequest, Roles
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.conftest import FakePhone, Lab, SensibleExtractor, SensibleGrounder, SensibleNavigator

TASK = "note it and tell +15550100"


@dataclass
class Amends:
    """Answers the problem in the request; `rules` pairs pieces of the problem (or of a remark) with answers."""

    rules: list[tuple[str, str]] = field(default_factory=list)
    asked: list[AmendRequest] = field(default_factory=list)

    def amend(self, request: AmendRequest) -> str:
        self.asked.append(request)
        problems = "\n".join(request.problems) or request.problem
        return next(answer for words, answer in reversed(self.rules) if words in problems)


@pytest.fixture
def amended(lab: Lab) -> Callable[..., Lab]:
    def make(*rules: tuple[str, str]) -> Lab:
        lab.roles = Roles(
            grounder=SensibleGrounder(),
            navigator=SensibleNavigator(),
            extractor=SensibleExtractor(),
            amender=Amends(list(rules)),
        )
        return lab

    return make


def run(lab: Lab, text: str, **options: Any):  # type: ignore[no-untyped-def]
    return lab.run(text, source="model", instruction=f"{TASK}; send it", interactive=False, **options)


PROGRAM = (
    'In the "Notes" app, add the note "milk"\n'
    'In the "Notes" app, archive the impossible folder\n'
    'In the "Chat" app, send "done" to "+15550100"\n'
)


def test_amending_rewrites_the_remaining_lines_and_keeps_the_done_ones(amended) -> None:
    lab = amended(
        ("No idea", 'In the "Notes" app, add the note "folder"\nIn the "Chat" app, send "done" to "+15550100"')
    )
    outcome = run(lab, PROGRAM)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["milk", "folder"]
    assert lab.phone.messages == [("+15550100", "done")]
    event = lab.events.of(ProgramAmended)[0]
    assert event.line == 2
    assert '-In the "Notes" app, archive the impossible folder' in event.diff.splitlines()
    assert '+In the "Notes" app, add the note "folder"' in event.diff.splitlines()
    assert event.text.splitlines()[0] == PROGRAM.splitlines()[0]
    request = lab.roles.amender.asked[0]
    assert request.line == 2
    assert request.done == ('add the note "milk"',)
    assert lab.events.trace == ["1 continue", "2 ", "2 continue", "3 continue"]


def test_unchanged_lines_keep_their_ids(amended) -> None:
    lab = amended(("No idea", 'In the "Chat" app, send "done" to "+15550100"'))
    run(lab, PROGRAM)
    nodes = {event.line: event.node for event in lab.events.of(StepFinished) if event.status != "failed"}
    first = lab.events.of(StepFinished)[0]
    assert nodes[1] == first.node


def test_a_loop_goes_on_in_the_round_where_it_was(amended) -> None:
    text = (
        'Set {words} to ["a", "b", "c"]\n'
        "For each {word} in {words}:\n"
        '    In the "Notes" app, add the note "{word}"\n'
        '    If {word} is "b":\n'
        '        In the "Notes" app, archive the impossible folder\n'
        'In the "Chat" app, send "done" to "+15550100"\n'
    )
    answer = '        In the "Notes" app, add the note "extra"\nIn the "Chat" app, send "done" to "+15550100"'
    lab = amended(("No idea", answer))
    assert run(lab, text).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["a", "b", "extra", "c"]
    assert lab.phone.messages == [("+15550100", "done")]


def test_a_block_may_be_left_by_the_new_lines(amended) -> None:
    text = (
        'Set {words} to ["a", "b", "c"]\n'
        "For each {word} in {words}:\n"
        '    In the "Notes" app, archive the impossible {word}\n'
        'In the "Chat" app, send "done" to "+15550100"\n'
    )
    lab = amended(("No idea", 'In the "Chat" app, send "none" to "+15550100"'))
    assert run(lab, text).kind is OutcomeKind.UNVERIFIED
    assert lab.phone.messages == [("+15550100", "none")]


def test_a_task_is_amended_inside_its_call(amended) -> None:
    text = (
        'define a task named "note it"\n'
        "    task input: {word} (Text)\n"
        '    In the "Notes" app, archive the impossible {word}\n'
        '    In the "Notes" app, add the note "{word} 2"\n'
        'execute task "note it", {word} is "x"\n'
        'In the "Chat" app, send "done" to "+15550100"\n'
    )
    answer = (
        '    In the "Notes" app, add the note "{word} 1"\n'
        'execute task "note it", {word} is "x"\n'
        'In the "Chat" app, send "done" to "+15550100"\n'
    )
    lab = amended(("No idea", answer))
    assert run(lab, text).kind is OutcomeKind.UNVERIFIED
    assert lab.phone.notes == ["x 1"]


def test_an_effect_that_the_new_lines_give_up_is_not_verified(amended) -> None:
    text = 'In the "Notes" app, archive the impossible "milk"\nIn the "Chat" app, send "done" to "+15550100"\n'
    lab = amended(("No idea", 'In the "Chat" app, send "done" to "+15550100"'))
    outcome = run(lab, text)
    assert lab.phone.messages == [("+15550100", "done")]
    assert outcome.kind is OutcomeKind.UNVERIFIED
    assert "line 1" in outcome.reason


def test_a_value_inside_another_word_of_the_new_lines_counts_as_given_up(amended) -> None:
    lab = amended(("No idea", 'In the "Notes" app, add the note "milkshake"'))
    outcome = run(lab, 'In the "Notes" app, archive the impossible "milk"\n')
    assert lab.phone.notes == ["milkshake"]
    assert outcome.kind is OutcomeKind.UNVERIFIED


def test_a_committed_effect_is_never_repeated_in_other_words(amended) -> None:
    text = (
        'In the "Chat" app, send "done" to "+15550100"\n'
        'In the "Notes" app, archive the impossible folder\n'
    )  # fmt: skip
    answer = 'In the "Chat" app, text "done" to "+15550100"\nIn the "Notes" app, add the note "folder"'
    lab = amended(("No idea", answer))
    assert run(lab, text).kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+15550100", "done")]
    assert lab.phone.notes == ["folder"]
    assert [event.status for event in lab.events.of(StepFinished)][2] == "done before"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('In the "Chat" app, send "a" to "+1555010"', 'text "a" to "+1555010"', True),
        ('send "a" to "+1555010"', 'send "b" to "+1555010"', False),
        ('add the note "milk"', 'In the "Notes" app, add the note "milk"', True),
        ('open the contact "Bob"', 'delete the contact "Bob"', False),
        ("send {x} to {y}", "text {a} to {b}", False),
        ('delete the contact "Bob"', 'remove "Bob" from the contacts', True),
        ('send "a" to +1555010', 'send the message "a" to +1555010', True),
        ('send "a" to Luca Haddad', 'text "a" to Samir Tanaka', False),
        ('delete Luca from the list "Friends"', 'delete Samir from the list "Friends"', False),
        ('delete the red folder in "Trips"', 'remove the blue folder in "Trips"', False),
        ('Lösche Luca aus der Liste "Chor"', 'Lösche Samir aus der Liste "Chor"', False),
    ],
)
def test_when_two_sentences_ask_for_one_effect(one: str, other: str, same: bool) -> None:
    assert same_effect(Deed(text=one), Deed(text=other)) is same


def test_unquoted_values_distinguish_statements() -> None:
    deeds = [Deed(text=f'send "a" to {who}', values=("a", who)) for who in ("ann", "ben")]
    assert not same_effect(*deeds)
    assert same_effect(deeds[0], Deed(text='text "a" to ann', values=("a", "ann")))


def test_a_round_of_a_loop_that_goes_on_is_another_time() -> None:
    first, second = (Deed(text='send "a" to "b"', values=("a", "b"), rounds={(0, "loop"): n}) for n in (1, 2))
    assert not same_effect(second, first)
    assert same_effect(first, first)
    assert same_effect(Deed(text='send "a" to "b"', rounds={(0, "other"): 2}), first)


def test_a_rewritten_loop_keeps_its_remaining_items(amended) -> None:
    loop = (
        'Set {notes} to ["first of May", "second of May"]\n'
        "For each {note} in {notes}:\n"
        '    In the "Notes" app, delete {note} from "Drafts"\n'
    )
    text = f'{loop}    If {{note}} is "first of May":\n        In the "Notes" app, archive the impossible folder\n'
    lab = amended(("No idea", loop))
    lab.phone.notes = ["milk", "first of May", "second of May"]
    run(lab, text, policy=Policy(default=Rule.ALLOW))
    assert lab.phone.notes == ["milk"]
    assert [event.status for event in lab.events.of(StepFinished)].count("done before") == 1


def test_a_later_round_of_a_loop_that_goes_on_is_not_done_before(amended) -> None:
    text = (
        "Set {n} to 0\n"
        "Repeat 2 times:\n"
        "    Set {n} to {n} + 1\n"
        "    If {n} is 2:\n"
        '        In the "Notes" app, archive the impossible folder\n'
        '    In the "Notes" app, add the note "milk"\n'
    )
    lab = amended(("No idea", '        Set {n} to 3\n    In the "Notes" app, add the note "milk"\n'))
    run(lab, text)
    assert "done before" not in [event.status for event in lab.events.of(StepFinished)]
    assert len(lab.events.of(ProgramAmended)) == 1


def test_an_unfit_answer_is_sent_back_with_its_problems(amended) -> None:
    good = 'In the "Chat" app, send "done" to "+15550100"'
    lab = amended(("No idea", "Break the loop"), ("break", good))
    assert run(lab, PROGRAM).kind is OutcomeKind.VERIFIED
    assert len(lab.roles.amender.asked) == 2
    assert lab.roles.amender.asked[1].draft == "Break the loop"


def test_a_fence_around_the_lines_is_taken_off(amended) -> None:
    lab = amended(("No idea", 'Here it is:\n```stp\nIn the "Chat" app, send "done" to "+15550100"\n```\nGood luck!'))
    assert run(lab, PROGRAM).kind is OutcomeKind.VERIFIED


def test_numbers_copied_from_the_listing_are_taken_off(amended) -> None:
    lab = amended(("No idea", '2 In the "Chat" app, send "done" to "+15550100"'))
    assert run(lab, PROGRAM).kind is OutcomeKind.VERIFIED
    assert lab.phone.messages


def test_the_same_lines_again_are_sent_back(amended) -> None:
    same = "\n".join(PROGRAM.splitlines()[1:])
    lab = amended(("No idea", same), ("differently", 'In the "Chat" app, send "done" to "+15550100"'))
    assert run(lab, PROGRAM).kind is OutcomeKind.VERIFIED
    assert len(lab.roles.amender.asked) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("", OutcomeKind.INFEASIBLE),
        ("   Break the loop", OutcomeKind.INFEASIBLE),
        ("Call nobody", OutcomeKind.NEEDS_HUMAN),
        ('execute task "x"', OutcomeKind.INFEASIBLE),
    ],
)
def test_answers_that_never_fit_leave_the_first_problem(amended, answer: str, kind: OutcomeKind) -> None:
    lab = amended(("", answer))
    outcome = run(lab, PROGRAM)
    assert lab.phone.messages == []
    assert outcome.kind is kind
    assert "No idea" in outcome.reason
    assert len(lab.roles.amender.asked) <= 3 * 2


def test_at_most_twice_a_run(amended) -> None:
    other, third = (f'In the "Notes" app, archive the impossible {which}' for which in ("other", "third"))
    lab = amended(("No idea", other), ("differently", third))
    outcome = run(lab, PROGRAM)
    assert outcome.kind is OutcomeKind.INFEASIBLE
    assert len(lab.events.of(ProgramAmended)) == 2


def test_a_persons_program_is_amended_only_if_they_allow_it(amended) -> None:
    rules = ("No idea", 'In the "Chat" app, send "done" to "+15550100"')
    lab = amended(rules)
    assert lab.run(PROGRAM, interactive=False).kind is OutcomeKind.INFEASIBLE
    assert lab.events.of(ProgramAmended) == []
    lab.phone = FakePhone()
    assert lab.run(PROGRAM, interactive=False, replans=2).kind is OutcomeKind.VERIFIED


def test_a_models_lines_in_a_persons_program_are_not_the_persons_words(amended) -> None:
    lab = amended(("No idea", 'In the "Chat" app, send "done" to "+19990000"'))
    outcome = lab.run(PROGRAM, interactive=False, replans=2)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert '"+19990000" is none of the numbers in your words' in outcome.reason
    assert lab.phone.messages == []


def test_after_a_message_went_out_a_failing_step_is_not_replanned(amended) -> None:
    class SendsThenLost(SensibleGrounder):
        def _send(self, context, shown):  # type: ignore[no-untyped-def]
            move = super()._send(context, shown)
            return self._unknown(context, shown) if type(move).__name__ == "StepDone" else move

    lab = amended(("", 'In the "Chat" app, send "again" to "+15550100"'))
    lab.roles = Roles(grounder=SendsThenLost(), amender=lab.roles.amender)
    outcome = run(lab, 'In the "Chat" app, send "impossible" to "+15550100"\n')
    assert outcome.kind is not OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+15550100", "impossible")]
    assert lab.roles.amender.asked == []


def test_a_model_that_cannot_be_reached_leaves_the_first_problem(amended) -> None:
    class Gone:
        def amend(self, request: AmendRequest) -> str:
            raise ModelUnreachable("no answer")

    lab = amended()
    lab.roles = Roles(grounder=SensibleGrounder(), amender=Gone())
    assert run(lab, PROGRAM).kind is OutcomeKind.INFEASIBLE


def test_a_postcondition_that_fails_is_a_wrong_assumption(amended) -> None:
    text = 'In the "Notes" app, add the note "milk"\nverify that "bread" appears\n'
    lab = amended(("does not hold", 'In the "Notes" app, add the note "bread"\nverify that "bread" appears'))
    assert run(lab, text).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["milk", "bread"]


@pytest.mark.parametrize("cut", range(4, 60, 4))
def test_a_second_life_follows_the_amendment(new_lab, tmp_path, cut: int) -> None:
    text = (
        'Set {words} to ["a", "b", "c"]\n'
        "For each {word} in {words}:\n"
        '    In the "Notes" app, add the note "{word}"\n'
        '    If {word} is "b":\n'
        '        In the "Notes" app, archive the impossible folder\n'
        'In the "Chat" app, send "done" to "+15550100"\n'
    )
    answer = '        In the "Notes" app, add the note "extra"\nIn the "Chat" app, send "done" to "+15550100"'

    def roles() -> Roles:
        return Roles(grounder=SensibleGrounder(), navigator=SensibleNavigator(), amender=Amends([("No idea", answer)]))

    class Killed(BaseException):
        pass

    first: Lab = new_lab()
    first.roles = roles()
    folder = RunFolder.create(tmp_path / "runs", instruction="x", now=first.clock.now())
    append, count = folder.append, 0

    def counted(event: Any, *, durable: bool = False) -> None:
        nonlocal count
        append(event, durable=durable)
        count += 1
        if count == cut * 3:
            raise Killed

    folder.append = counted  # type: ignore[method-assign]
    try:
        run(first, text, folder=folder)
    except Killed:
        second: Lab = new_lab()
        second.roles, second.phone = roles(), first.phone
        kept = load(RunFolder.open(folder.path))
        outcome = run(second, text, folder=kept.folder, journal=kept.journal)
        assert outcome.kind is OutcomeKind.VERIFIED, outcome
        first = second
    assert first.phone.notes == ["a", "b", "extra", "c"]
    assert first.phone.messages == [("+15550100", "done")]
    amendments = [event for event in RunFolder.open(folder.path).events() if isinstance(event, ProgramAmended)]
    assert len(amendments) == 1
    assert (folder.path / "program.amended-1.stp").read_text(encoding="utf-8") == amendments[0].text
