"""The runtime asks the believer only if an action did not have its expected result."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentprog.ports import OutcomeKind, Tap, TypeText, named
from agentprog.runtime.roles import Act, BeliefChange, BeliefContext, Move, Revision, Roles, StepContext, StepDone


@dataclass
class Believer:
    asked: list[BeliefContext] = field(default_factory=list)

    def revise(self, context: BeliefContext) -> Revision:
        self.asked.append(context)
        return Revision()


@dataclass
class Expecting:
    """Sends a message by three moves with the expectations in `expected`, and believes its text."""

    expected: tuple[str, str, str]
    believed: str = ""

    def next_move(self, context: StepContext) -> Move:
        done = len(context.tried.attempts) - 1
        if done >= 3:
            return StepDone(reason="sent", evidence="+15550001111: hello")
        action = (
            TypeText(text="+15550001111", target=named("Number", field=True)),
            TypeText(text="hello", target=named("Message", field=True)),
            Tap(target=named("Send")),
        )[done]
        change = BeliefChange(kind="add", text="it is open", scope="app", predicate={"text": self.believed})
        believes = (change,) if self.believed and not done else ()
        return Act(action=action, expectation=self.expected[done], beliefs=believes)


def run(lab, grounder: Expecting) -> Believer:
    believer = Believer()
    lab.roles = Roles(grounder=grounder, believer=believer)
    outcome = lab.run('In the "Chat" app, send "hello" to +15550001111\n')
    assert outcome.kind is OutcomeKind.VERIFIED, outcome.reason
    return believer


def test_an_undisturbed_run_asks_the_believer_nothing(lab) -> None:
    assert run(lab, Expecting(("+15550001111", "hello", "+15550001111: hello"))).asked == []
    lab.phone.messages.clear()
    assert run(lab, Expecting(("", "", ""))).asked == [], "a field that was cleared by sending is no gap"


def test_the_believer_is_not_asked_while_the_newest_expectation_holds(lab) -> None:
    assert run(lab, Expecting(("Number", "Message", "+15550001111: hello"), believed="Draft")).asked == []


def test_a_failed_expectation_together_with_a_failed_belief_is_asked_about(lab) -> None:
    believer = run(lab, Expecting(("Delivered", "hello", "+15550001111: hello"), believed="Draft"))
    assert [gap.partition("] ")[2] for context in believer.asked for gap in context.gaps] == ["it is open (refuted)"]
