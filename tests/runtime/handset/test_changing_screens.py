"""A screen may change between the decision for an action and its touch: only the intended element is touched."""

from __future__ import annotations

from agentprog.ports import OutcomeKind, Tap, describe
from agentprog.runtime.journal.events import ActionDone, ActionIntended
from agentprog.runtime.safety.interaction import Consent

SEND = 'In the "Chat" app, send "hello" to +1234567\n'


def thinking(lab, seconds: float, meanwhile, *, before: str) -> None:
    """The model takes long to decide on that action; meanwhile, once, something happens."""
    decide, left = lab.grounder.next_move, [1]

    def slowly(context):
        move = decide(context)
        if left and describe(getattr(move, "action", None) or Tap(target=context.seen.screen.elements[0])) == before:
            left.clear()
            lab.clock.sleep(seconds)
            meanwhile()
        return move

    lab.grounder.next_move = slowly


def touched(lab) -> list[str]:
    return [describe(action) for action in lab.phone.actions]


def test_a_window_that_appears_while_a_model_thinks_is_not_touched_instead(lab) -> None:
    thinking(lab, 8.0, lambda: setattr(lab.phone, "popup", "Win a prize"), before='tap button "Send"')
    outcome = lab.run(SEND)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+1234567", "hello")]
    assert touched(lab).count('tap button "Send"') == 1
    refused = [event for event in lab.events.of(ActionDone) if "has changed since" in event.detail]
    assert [event.ok for event in refused] == [False]


def test_the_gate_judges_the_element_at_the_moment_of_the_touch(lab) -> None:
    """The recipient changes under the finger: the gate sees the new number."""
    lab.person.allows = False
    thinking(lab, 0.6, lambda: lab.phone.fields.update(Number="+666555444"), before='tap button "Send"')
    lab.run(SEND)
    assert any("+666555444" in asked for asked in lab.person.asked)
    assert ("+666555444", "hello") not in lab.phone.messages


def test_a_screen_that_changes_while_a_person_is_asked_is_looked_at_again(lab) -> None:
    asked = []

    def permit(wanted):
        asked.append(wanted.question)
        lab.clock.sleep(30.0)
        if len(asked) == 1:
            lab.phone.fields["Number"] = "+666555444"
            return Consent.ONCE
        return Consent.NO

    lab.person.permit = permit
    lab.person.answers["repeats itself"] = "leave it"
    lab.run(SEND, instruction='Send "hi" to +1234567', source="model")
    assert "+666555444" in asked[1]
    assert lab.phone.messages == []


def test_a_quick_decision_costs_no_second_look(lab) -> None:
    lab.run(SEND)
    looks, actions = lab.phone.observations, len(lab.events.of(ActionIntended))
    assert looks <= actions + 2


def test_an_action_that_was_not_done_is_known_after_a_kill(lab, new_lab, run_folder) -> None:
    thinking(lab, 8.0, lambda: setattr(lab.phone, "popup", "Win a prize"), before='tap button "Send"')
    assert lab.run(SEND, folder=run_folder).kind is OutcomeKind.VERIFIED
    events = run_folder.events()
    end = next(at for at, event in enumerate(events) if "has changed since" in getattr(event, "detail", ""))
    second = new_lab(phone=lab.phone)
    lab.phone.messages.clear()
    lab.phone.fields = {"Number": "+1234567", "Message": "hello"}
    outcome = second.run(SEND, journal=events[: end + 1])
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+1234567", "hello")]
