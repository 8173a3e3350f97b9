from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentprog.errors import Cancelled, ModelReplyCut, ModelReplyInvalid, ModelUnreachable, OutOfBudget
from agentprog.ports import App, Message, ModelReply, ModelRequest, Usage
from agentprog.runtime.journal.events import ModelCalled
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.planning import plan
from agentprog.runtime.roles import PlanRequest
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.session import Session

NOW = datetime(2030, 1, 15, tzinfo=UTC)
BAD = 'break the loop\nIn the "Notes" app, add the note "Milk"\n'
GOOD = 'In the "Notes" app, add the note "Milk"\n'


class Pupil:
    """Mends its draft when it gets the draft's faults."""

    def __init__(self, *, learns: bool = True) -> None:
        self.learns = learns
        self.requests: list[PlanRequest] = []

    def plan(self, request: PlanRequest) -> str:
        self.requests.append(request)
        return GOOD if request.problems and self.learns else BAD


def test_a_good_program_is_accepted_at_the_first_attempt() -> None:
    class Good:
        def plan(self, request: PlanRequest) -> str:
            return "```\n" + GOOD + "```"

    found = plan("add milk", Good(), apps=(App(package="org.notes", label="Notes"),), now=NOW)
    assert found.attempts == 1
    assert found.text.startswith("```")
    assert len(found.program.body) == 1
    assert found.notes


def test_problems_are_fed_back_with_the_draft() -> None:
    pupil = Pupil()
    found = plan("add milk", pupil, apps=(App(package="org.notes", label="Notes"),), now=NOW)
    assert found.attempts == 2
    assert pupil.requests[1].draft == BAD
    assert "line 1" in pupil.requests[1].problems[0]


def test_a_model_that_does_not_learn_is_given_up_after_two_repairs() -> None:
    pupil = Pupil(learns=False)
    with pytest.raises(ModelReplyInvalid, match="after 3 attempts") as caught:
        plan("add milk", pupil, apps=(App(package="org.notes", label="Notes"),), now=NOW)
    assert len(pupil.requests) == 3
    assert caught.value.evidence == BAD


def test_half_a_program_is_never_run() -> None:
    """The planner took a program whose last line was cut off for a whole one."""

    class Wordy:
        def __init__(self, cuts: int) -> None:
            self.cuts = cuts
            self.requests: list[PlanRequest] = []

        def plan(self, request: PlanRequest) -> str:
            self.requests.append(request)
            if len(self.requests) <= self.cuts:
                raise ModelReplyCut("the answer broke off", evidence=GOOD + 'In the "Notes" app, delete')
            return GOOD

    planner = Wordy(cuts=2)
    found = plan("add milk", planner, apps=(App(package="org.notes", label="Notes"),), now=NOW)
    assert found.text == GOOD
    assert "broke off" in planner.requests[1].problems[0]
    assert planner.requests[1].draft.endswith("delete")
    with pytest.raises(ModelReplyCut):
        plan("add milk", Wordy(cuts=3), apps=(App(package="org.notes", label="Notes"),), now=NOW)


def test_an_empty_reply_is_no_program() -> None:
    class Silent:
        def plan(self, request: PlanRequest) -> str:
            return ""

    with pytest.raises(ModelReplyInvalid):
        plan("add milk", Silent(), apps=(App(package="org.notes", label="Notes"),), now=NOW)


REQUEST = ModelRequest(messages=(Message.of("user", "x"),), purpose="ground")


def reply(tokens: int) -> ModelReply:
    return ModelReply(text="y", usage=Usage(prompt=tokens, cached=3, completion=1, seconds=0.25))


def test_model_calls_are_charged_recorded_and_announced(lab, run_folder: RunFolder) -> None:
    session = Session(folder=run_folder, listeners=[lab.events], clock=lab.clock)
    session.model_called("scripted:x", REQUEST, reply(9), None)
    session.model_called("scripted:x", REQUEST, None, ModelUnreachable("gone", evidence="ECONNREFUSED"))
    assert session.meter.spent.model_calls == 2
    assert session.meter.spent.tokens == 10
    good, bad = lab.events.of(ModelCalled)
    assert (good.prompt, good.cached, good.record, good.ok) == (9, 3, "0001", True)
    assert (bad.ok, bad.detail) == (False, "gone")
    assert "ECONNREFUSED" in (run_folder.path / "models" / "0002.json").read_text(encoding="utf-8")
    session.close()


def test_model_calls_and_tokens_are_budgets(lab) -> None:
    session = Session(clock=lab.clock, limits=Limits(model_calls=1))
    session.before_model_call()
    session.model_called("m", REQUEST, reply(9), None)
    with pytest.raises(OutOfBudget, match="1 model calls"):
        session.before_model_call()
    session = Session(clock=lab.clock, limits=Limits(tokens=10))
    session.model_called("m", REQUEST, reply(9), None)
    with pytest.raises(OutOfBudget, match="10 tokens"):
        session.before_model_call()


def test_a_cancelled_run_asks_no_model(lab) -> None:
    cancel = CancelToken()
    session = Session(clock=lab.clock, cancel=cancel)
    cancel.cancel("enough")
    cancel.cancel("again")
    with pytest.raises(Cancelled, match="enough"):
        session.before_model_call()


def test_the_program_its_screens_and_its_end_are_in_the_folder(lab, run_folder: RunFolder) -> None:
    text = 'In the "Notes" app, add the note "Milk"\nset {answer} to 5\n'
    lab.run(text, folder=run_folder, instruction="add milk")
    assert (run_folder.path / "program.stp").read_text(encoding="utf-8") == text
    manifest = run_folder.manifest()
    assert manifest["outcome"]["kind"] == "verified"
    assert manifest["outcome"]["answer"] == 5
    assert manifest["totals"]["actions"] == 4
    assert len(list((run_folder.path / "steps").glob("*.json"))) >= 4
    kinds = [type(event).__name__ for event in run_folder.events()]
    assert kinds[:2] == ["RunStarted", "ProgramReady"]
    assert kinds[-1] == "RunFinished"
    first = kinds.index("ActionIntended")
    assert kinds.index("ActionDone") > first
    assert kinds.count("ActionIntended") == kinds.count("ActionDone") == 4


@pytest.mark.usefixtures("asked_anew")
def test_the_dynamic_context_stays_flat_over_many_rounds(lab) -> None:
    names = [f"note number {number:03}" for number in range(60)]
    program = (
        '---\ninputs:\n  names: {type: list}\n---\nfor each {x} in {names}:\n    In the "Notes" app, add the note {x}\n'
    )
    lab.run(program, inputs={"names": names})
    sizes: dict[str, int] = {}
    for context in lab.grounder.contexts:
        sections = (
            *context.background.path,
            *context.background.variables,
            *context.background.beliefs,
            *context.background.earlier,
        )
        sizes[context.goal.step] = max(sizes.get(context.goal.step, 0), sum(len(line) for line in sections))
    second, last = sizes["add the note note number 001"], sizes["add the note note number 059"]
    assert abs(last - second) <= 0.1 * second, (second, last)


def test_the_planner_hears_of_a_missing_app_and_in_the_end_the_run_decides() -> None:
    requests: list[PlanRequest] = []

    class Stubborn:
        def plan(self, request: PlanRequest) -> str:
            requests.append(request)
            return 'In the "Messages" app, read everything'

    found = plan("read", Stubborn(), apps=(App(package="org.notes", label="Notes"),), now=NOW, repairs=1)
    assert found.attempts == 2
    assert any('no app "Messages"' in note for note in found.notes)
    assert "there are: Notes" in requests[1].problems[0]


def test_an_app_may_be_called_by_another_of_its_names() -> None:
    class Calling:
        def plan(self, request: PlanRequest) -> str:
            return 'In the "Jotter" app, read everything'

    notes = App(package="org.notes", label="Notes", aliases=("Jotter",))
    assert plan("read", Calling(), apps=(notes,), now=NOW).attempts == 1
