"""A planner that asks back, takes a person for an app, or is given secrets; and money as a budget."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from agentprog.errors import ModelReplyInvalid, NeedsHuman, OutOfBudget
from agentprog.ports import App, Message, ModelReply, ModelRequest, Usage
from agentprog.runtime.doubts import is_no_app
from agentprog.runtime.journal.events import ModelCalled
from agentprog.runtime.planning import plan
from agentprog.runtime.roles import PlanRequest
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.session import Session

NOW = datetime(2030, 1, 15, tzinfo=UTC)
APPS = (App(package="org.chat", label="Chat"), App(package="org.notes", label="Notes"))


class Scripted:
    """Writes the result of a function of the request, and remembers the requests."""

    def __init__(self, write: Callable[[PlanRequest], str]) -> None:
        self._write = write
        self.requests: list[PlanRequest] = []

    def plan(self, request: PlanRequest) -> str:
        self.requests.append(request)
        return self._write(request)


def asks(request: PlanRequest) -> str:
    if not request.answers:
        return "Ask: Which of the two\nHanas is meant?"
    return f'In the "Chat" app, send "hello" to "{request.answers[0][1]}"'


def test_the_planner_asks_for_a_missing_fact_and_plans_with_the_answer() -> None:
    heard: list[str] = []

    def person(question: str) -> str:
        heard.append(question)
        return "Hana Ferreira"

    planner = Scripted(asks)
    found = plan("text Hana hello", planner, apps=APPS, now=NOW, ask=person)
    assert heard == ["Which of the two Hanas is meant?"]
    assert "Hana Ferreira" in found.text
    assert planner.requests[1].answers == (("Which of the two Hanas is meant?", "Hana Ferreira"),)
    assert found.attempts == 1


def test_a_planners_question_without_a_person_needs_a_human() -> None:
    with pytest.raises(NeedsHuman, match="Which of the two Hanas"):
        plan("text Hana hello", Scripted(asks), apps=APPS, now=NOW, ask=NobodyThere().ask)


def test_a_planner_that_only_asks_must_stop_asking() -> None:
    planner = Scripted(lambda request: "Ask: and what else?")
    with pytest.raises(ModelReplyInvalid):
        plan("text Hana hello", planner, apps=APPS, now=NOW, ask=lambda _: "nothing")
    assert [request.may_ask for request in planner.requests][:3] == [True, True, False]


def test_a_person_in_the_place_of_an_app_is_reported_at_once() -> None:
    def write(request: PlanRequest) -> str:
        return 'In the "Chat" app, send "hi" to "Hana"' if request.problems else 'In the "Hana" app, send "hi"'

    planner = Scripted(write)
    found = plan("Text Hana hi", planner, apps=APPS, now=NOW)
    assert found.attempts == 2
    assert planner.requests[1].problems[0] == (
        'there is no app "Hana": the instruction names it as something else. Use one of: Chat, Notes'
    )


def test_a_program_for_a_person_as_an_app_is_never_run() -> None:
    with pytest.raises(ModelReplyInvalid, match="Hana"):
        plan("Text Hana hi", Scripted(lambda _: 'In the "Hana" app, send "hi"'), apps=APPS, now=NOW)


def test_an_app_that_the_user_named_is_the_runs_to_judge() -> None:
    found = plan("In Joplin, add milk", Scripted(lambda _: 'In the "Joplin" app, add "milk"'), apps=APPS, now=NOW)
    assert found.attempts == 3
    assert any("Joplin" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "instruction", "expected"),
    [
        ("Hana", "text Hana hello", True),
        ("Hana", "send a message to hana", True),
        ("Joplin", "in Joplin, add milk", False),
        ("Joplin", 'open "Joplin" and add milk', False),
        ("Joplin", "the Joplin app has a note", False),
        ("Shopping", "add milk", False),
        ("Ann", "text Annabel hello", False),
    ],
)
def test_the_instruction_shows_whether_a_name_is_no_app(name: str, instruction: str, expected: bool) -> None:
    assert is_no_app(name, instruction) is expected


def test_a_feature_of_the_phone_itself_is_looked_for_in_its_settings() -> None:
    settings = App(package="com.android.settings", label="Ajustes")
    drafts = ['In the "Bluetooth" app, turn Bluetooth on', 'In the "Ajustes" app, turn Bluetooth on']
    planner = Scripted(lambda request: drafts[bool(request.problems)])
    plan("Switch Bluetooth on.", planner, apps=(*APPS, settings), now=NOW)
    assert 'are set in the app "Ajustes"' in planner.requests[1].problems[0]


LOOP = 'Set {dishes} to [{"name": "a"}, {"name": "b"}]\nFor each {dish} in {dishes}:\n    In the "Notes" app, add '


def test_a_loop_whose_steps_do_not_name_their_item_is_written_again() -> None:
    planner = Scripted(lambda request: LOOP + ('"{dish.name}"' if request.problems else "the dish with its name"))
    found = plan("add a and b", planner, apps=APPS, now=NOW)
    assert found.attempts == 2
    assert planner.requests[1].problems[0].startswith("line 2: no step of this loop says {dish}")
    stubborn = Scripted(lambda _: LOOP + "the dish with its name")
    kept = plan("add a and b", stubborn, apps=APPS, now=NOW)
    assert kept.attempts == 3, "it is doubtful, and may be run"
    assert any("no step of this loop says {dish}" in note for note in kept.notes)


def test_recording_a_result_into_the_item_does_not_name_the_item() -> None:
    loop = 'Set {all} to [{"name": "a", "sum": "1"}]\nFor each {one} in {all}:\n    In the "Notes" app, add '
    wrong, right = f"{loop}it, record as {{one.name}}", f'{loop}"{{one.name}}" for {{one.sum}}'
    planner = Scripted(lambda request: right if request.problems else wrong)
    assert plan("add a", planner, apps=APPS, now=NOW).text == right
    assert "Write {one.name}, {one.sum} where its values belong" in planner.requests[1].problems[0]


def test_a_step_that_removes_several_things_becomes_a_loop() -> None:
    step = 'In the "Notes" app, delete the notes "{thing}" now'
    loop = f'Set {{things}} to ["a", "b c"]\nFor each {{thing}} in {{things}}:\n    {step}'
    drafts = ['In the "Notes" app, delete the notes "a" and "b c" now', loop]
    planner = Scripted(lambda request: drafts[bool(request.problems)])
    found = plan("delete a and b c", planner, apps=APPS, now=NOW)
    (problem,) = planner.requests[1].problems
    assert problem.startswith("line 1: this step removes several things at once:")
    assert all(line.strip() in problem for line in loop.splitlines()), "the whole loop is said"
    assert found.text == loop


@pytest.mark.parametrize(
    "step", ['add the notes "a", "b"', 'delete the note "a" from "b"', 'delete "a"', 'send "delete it" to "a" and "b"']
)
def test_other_steps_with_several_values_are_left_as_they_are(step: str) -> None:
    planner = Scripted(lambda _: f'In the "Notes" app, {step}')
    assert plan("do it", planner, apps=APPS, now=NOW).attempts == 1


def test_a_secret_that_a_plan_uses_is_declared() -> None:
    planner = Scripted(lambda _: '```\nIn the "Chat" app, log in with {pin}\n```')
    found = plan("log in", planner, apps=APPS, now=NOW, secrets=("pin", "other"))
    assert planner.requests[0].secrets == ("pin", "other")
    assert [declared.name for declared in found.program.header.inputs] == ["pin"]


REQUEST = ModelRequest(messages=(Message.of("user", "x"),), purpose="ground")


def test_money_is_a_budget_that_is_never_passed() -> None:
    session = Session(limits=Limits(money=0.01))
    session.before_model_call(0.004)
    session.model_called("m", REQUEST, ModelReply(text="", usage=Usage(prompt=10)), None, 0.004)
    session.before_model_call(0.006)
    session.model_called("m", REQUEST, ModelReply(text="", usage=Usage(prompt=10)), None, 0.006)
    with pytest.raises(OutOfBudget, match=r"\$0.01 is used up: \$0.0100 spent"):
        session.before_model_call(0.001)
    session.before_model_call(0.0)


def test_tokens_are_a_budget_that_is_never_passed() -> None:
    session = Session(limits=Limits(tokens=1000))
    session.before_model_call(tokens=1000)
    session.model_called("m", REQUEST, ModelReply(text="", usage=Usage(prompt=390, completion=10)), None, None)
    session.before_model_call(tokens=600)
    with pytest.raises(OutOfBudget, match="1000 tokens is used up: 400 spent, and the next model call may take 601"):
        session.before_model_call(tokens=601)


def test_a_call_without_a_price_is_not_free() -> None:
    heard: list[ModelCalled] = []

    class Listener:
        def on_event(self, event: object) -> None:
            if isinstance(event, ModelCalled):
                heard.append(event)

    session = Session(listeners=[Listener()])
    usage = Usage(prompt=10, cached=4, completion=6, reasoning=5)
    session.model_called("m", REQUEST, ModelReply(text="", usage=usage), None)
    session.model_called("m", REQUEST, ModelReply(text="", usage=usage), None, 0.25)
    totals = session.meter.spent.totals()
    assert (totals["money"], totals["unpriced_calls"]) == (0.25, 1)
    assert (totals["cached_tokens"], totals["reasoning_tokens"], totals["prompt_tokens"]) == (8, 10, 20)
    assert [call.money for call in heard] == [None, 0.25]
    assert heard[0].reasoning == 5
