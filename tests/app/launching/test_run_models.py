"""The model of each role, its price, and the refusal of too expensive calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from agentprog.app.launching.run_models import RunModels
from agentprog.app.runs.accounts import accounts_of
from agentprog.app.settings import config
from agentprog.app.settings.model import Settings
from agentprog.errors import ConfigError, ModelError, ModelNotConfigured, OutOfBudget
from agentprog.ports import Bounds, Element, Event, Role, Screen, Screenshot
from agentprog.runtime.journal.events import ModelCalled, RunResumed, StepFinished, StepStarted
from agentprog.runtime.roles import (
    AdviceContext,
    AmendRequest,
    Background,
    BeliefContext,
    ComputeContext,
    ConditionContext,
    ExtractContext,
    Goal,
    LocateContext,
    ManageContext,
    OperationContext,
    PlanRequest,
    QueryContext,
    Revision,
    Roles,
    Seen,
    StepContext,
    SummaryContext,
)
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.session import Session
from tests.models.doubles import Answer, Asked, Server

NOW = datetime(2026, 1, 1, tzinfo=UTC)
REQUEST = PlanRequest(instruction="add milk", apps=("Notes",), now=NOW)
SCREEN = Screen(package="org.notes", activity="", width=100, height=200, taken_at=NOW, elements=())
CONDITION = ConditionContext(condition="it is there", seen=Seen(app="Notes", screen=SCREEN, now=NOW))


class Heard:
    def __init__(self) -> None:
        self.calls: list[ModelCalled] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, ModelCalled):
            self.calls.append(event)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    running.reply = answer
    yield running
    running.close()


def answer(asked: Asked) -> Answer:
    judging = "evidence" in str(asked.body)
    text = '{"evidence": "", "holds": "no"}' if judging else 'In the "Notes" app, add "milk"'
    usage = {"prompt_tokens": 1000, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 600}}
    return Answer.json({"choices": [{"message": {"content": text}, "finish_reason": "stop"}], "usage": usage})


def settings_at(server: Server, folder: Path, text: str = "", **flags: Any) -> Settings:
    (folder / "agentprog.toml").write_text(f'base_url = "{server.url}/v1"\n{text}', encoding="utf-8")
    return config.load(flags, environ={}, directory=folder)


PRICES = """
[prices."openai:planner"]
input = 10.0
cached = 1.0
output = 100.0
[prices."openai:small-*"]
input = 1.0
output = 2.0
"""


def roles_of(settings: Settings, stack: ExitStack, limits: Limits | None = None) -> tuple[Roles, Heard, Session]:
    heard = Heard()
    session = Session(listeners=[heard], limits=limits)
    return RunModels(settings, stack).roles(session), heard, session


def test_each_part_asks_the_model_that_is_named_for_it(server: Server, tmp_path: Path) -> None:
    names = {"model": "openai:small-a", "plan_model": "openai:planner", "judge_model": "openai:small-b"}
    with ExitStack() as stack:
        roles, heard, session = roles_of(settings_at(server, tmp_path, PRICES, **names), stack)
        assert server.asked == []
        assert roles.planner is not None
        assert roles.navigator is not None
        roles.planner.plan(REQUEST)
        roles.navigator.judge(CONDITION)
    assert [asked.body["model"] for asked in server.asked] == ["planner", "small-b"]
    planned, judged = heard.calls
    assert planned.money == pytest.approx((400 * 10 + 600 * 1 + 100 * 100) / 1e6)
    assert judged.money == pytest.approx((1000 * 1 + 100 * 2) / 1e6), "without a price for cached tokens"
    assert session.meter.spent.totals()["money"] == pytest.approx(0.0158)


PICTURE = Screenshot(data=b"\x89PNG", media_type="image/png", width=100, height=200)
BUTTON = Element(index=1, role=Role.BUTTON, label="Save", text="Save", bounds=Bounds(0, 0, 50, 50), clickable=True)
FULL = replace(SCREEN, elements=(BUTTON,), screenshot=PICTURE)
STEP = StepContext(
    goal=Goal(
        instruction="add milk",
        program='1 In the "Notes" app, add "milk"',
        line=1,
        step='add "milk"',
        literals=("milk",),
    ),
    seen=Seen(app="Notes", screen=FULL, now=NOW),
    background=Background(apps=("Notes",)),
)
AMEND = AmendRequest(
    instruction="add milk", program=STEP.goal.program, line=1, problem="full", apps=("Notes",), now=NOW
)
SURPRISE = BeliefContext(
    step='add "milk"',
    seen=Seen(app="Notes", screen=FULL, now=NOW),
    last='tap button "Save"',
    expectation="milk",
    gaps=('"milk" is not there',),
    beliefs=(),
    believed=(),
)
WHO: dict[str, tuple[str, Callable[[Any], object]]] = {
    "plan": ("planner", lambda roles: roles.planner.plan(REQUEST)),
    "re-plan": ("planner", lambda roles: roles.amender.amend(AMEND)),
    "ground": ("worker", lambda roles: roles.grounder.next_move(STEP)),
    "next program counter": (
        "worker",
        lambda roles: roles.stepper.next_operation(OperationContext(step=STEP, allowed=("hold", "continue"))),
    ),
    "condition": ("judge", lambda roles: roles.navigator.judge(CONDITION)),
    "belief and recovery": ("believer", lambda roles: roles.believer.revise(SURPRISE)),
    "read": (
        "worker",
        lambda roles: roles.extractor.read(
            ExtractContext(wanted="the title", seen=Seen(app="Notes", screen=FULL, now=NOW))
        ),
    ),
    "compute": (
        "worker",
        lambda roles: roles.coder.write(ComputeContext(statement="the sum of {prices}", variables=("prices = [1]",))),
    ),
    "advise": ("worker", lambda roles: roles.adviser.advise(AdviceContext(prompt="Which is a fruit?", now=NOW))),
    "locate among elements": (
        "worker",
        lambda roles: roles.locator.locate(LocateContext(description="the disk", screen=FULL)),
    ),
    "locate on the picture": (
        "eyes",
        lambda roles: roles.locator.locate(LocateContext(description="the disk", screen=replace(FULL, elements=()))),
    ),
    "query": (
        "worker",
        lambda roles: roles.querier.query(QueryContext(parts=("How many?",), schema={"type": "number"}, now=NOW)),
    ),
    "sum up": (
        "worker",
        lambda roles: roles.summariser.summarise(
            SummaryContext(goal="add milk", move="tap Save", before=FULL, seen=Seen(screen=FULL, app=None, now=NOW))
        ),
    ),
    "keep a plan": (
        "worker",
        lambda roles: roles.manager.manage(
            ManageContext(task="add milk", plan=(), progress="", moves=(), seen=Seen(screen=FULL, app=None, now=NOW))
        ),
    ),
    "count tokens": ("", lambda roles: roles.tokens.count_tokens("three small words")),
}
"""Every purpose of a model and the model that gets its questions, as in docs/models.md."""
NAMED = {"model": "worker", "plan_model": "planner", "judge_model": "judge", "belief_model": "believer"}
NAMED |= {"locator_model": "eyes"}


@pytest.mark.parametrize("form", ["json", "python"])
def test_every_purpose_asks_its_documented_model(
    server: Server, tmp_path: Path, form: Literal["json", "python"]
) -> None:
    settings = settings_at(server, tmp_path, **{name: f"openai:{model}" for name, model in NAMED.items()})
    with ExitStack() as stack:
        roles = RunModels(settings.but(form=form), stack).roles(Session())
        for purpose, (model, ask) in WHO.items():
            server.asked.clear()
            with suppress(ModelError):  # most of them cannot use this answer: only the asked model counts
                ask(roles)
            asked = {question.body["model"] for question in server.asked}
            assert asked == ({model} if model else set()), purpose
    assert {role.name for role in fields(Roles)} == {
        "planner", "amender", "grounder", "navigator", "extractor", "coder", "adviser", "locator", "querier",
        "summariser", "manager", "tokens", "stepper", "believer", "tells",
    }, "a new role has a purpose above"  # fmt: skip


def test_a_small_model_leaves_beliefs_to_a_named_larger_model(server: Server, tmp_path: Path) -> None:
    script = tmp_path / "small.toml"
    script.write_text("[capabilities]\nsmall = true\n[[rule]]\nreply = 'no'\n", encoding="utf-8")
    small = f"scripted:{script}"
    with ExitStack() as stack:
        roles, heard, _ = roles_of(settings_at(server, tmp_path, model=small), stack)
        assert roles.believer is not None
        assert roles.believer.revise(SURPRISE) == Revision()
        assert heard.calls == [], "nobody was asked"
    with ExitStack() as stack, suppress(ModelError):
        roles, heard, _ = roles_of(settings_at(server, tmp_path, model=small, belief_model="openai:big"), stack)
        assert roles.believer is not None
        roles.believer.revise(SURPRISE)
    assert [asked.body["model"] for asked in server.asked][:1] == ["big"]


def test_without_models_of_its_own_every_role_asks_the_runs_model(server: Server, tmp_path: Path) -> None:
    with ExitStack() as stack:
        roles, heard, session = roles_of(settings_at(server, tmp_path, model="openai:only"), stack)
        assert roles.planner is not None
        assert roles.navigator is not None
        roles.planner.plan(REQUEST)
        roles.navigator.judge(CONDITION)
    assert {asked.body["model"] for asked in server.asked} == {"only"}
    assert [call.money for call in heard.calls] == [None, None], "nobody knows what this server asks for"
    totals = session.meter.spent.totals()
    assert "money" not in totals
    assert totals["unpriced_calls"] == 2


def test_a_model_can_be_served_elsewhere_with_its_own_key(tmp_path: Path, server: Server) -> None:
    other = Server()
    other.reply = answer
    text = f'[endpoints."openai:planner"]\nbase_url = "{other.url}/v1"\nkey = "OTHER_KEY"\napi = "chat"\n'
    settings = settings_at(server, tmp_path, text, model="openai:small-a", plan_model="openai:planner")
    with ExitStack() as stack:
        roles, _, _ = roles_of(settings, stack)
        assert roles.planner is not None
        with pytest.raises(ModelNotConfigured, match="OTHER_KEY"):
            roles.planner.plan(REQUEST)
    settings = config.load(
        {"model": "openai:small-a", "plan_model": "openai:planner"},
        environ={"OTHER_KEY": "sk-other"},
        directory=tmp_path,
    )
    with ExitStack() as stack:
        roles, _, _ = roles_of(settings, stack)
        assert roles.planner is not None
        roles.planner.plan(REQUEST)
    assert other.asked[0].headers["authorization"] == "Bearer sk-other"
    assert server.asked == []
    other.close()


def test_a_budget_in_money_needs_a_price(server: Server, tmp_path: Path) -> None:
    settings = settings_at(server, tmp_path, model="openai:unheard-of")
    with ExitStack() as stack:
        roles, _, _ = roles_of(settings, stack, Limits(money=1.0))
        assert roles.planner is not None
        with pytest.raises(ConfigError, match="price of openai:unheard-of is not known") as caught:
            roles.planner.plan(REQUEST)
    assert '[prices."openai:unheard-of"]' in caught.value.hint
    assert server.asked == [], "nothing was sent"


def test_a_call_that_could_pass_the_budget_is_not_made(server: Server, tmp_path: Path) -> None:
    settings = settings_at(server, tmp_path, PRICES, model="openai:planner")
    with ExitStack() as stack:
        roles, _, session = roles_of(settings, stack, Limits(money=0.25))
        assert roles.planner is not None
        planner = roles.planner
        planner.plan(REQUEST)

        def until_it_is_spent() -> None:
            for _ in range(10):
                planner.plan(REQUEST)

        with pytest.raises(OutOfBudget, match="may cost"):
            until_it_is_spent()
        assert session.meter.spent.money <= 0.25
        assert 2 <= len(server.asked) < 10


def no_answer_of(*names: str, server: Server) -> None:
    """The server breaks the connection to these models, for good, and answers as the others."""
    broken = Answer(body=b"{}", cut=1)
    server.reply = lambda asked: broken if asked.body["model"] in names else answer(asked)


def test_a_model_that_cannot_be_reached_is_replaced_within_the_budget(server: Server, tmp_path: Path) -> None:
    no_answer_of("away", server=server)
    settings = settings_at(server, tmp_path, model="openai:away", fallback_model="openai:near")
    with ExitStack() as stack:
        roles, heard, _ = roles_of(settings, stack)
        assert roles.planner is not None
        assert roles.navigator is not None
        roles.planner.plan(REQUEST)
        assert [(call.model, call.ok) for call in heard.calls] == [
            ("openai:away", False), ("openai:away", False), ("openai:near", True),
        ]  # fmt: skip
        roles.navigator.judge(CONDITION)
        assert heard.calls[-1].model == "openai:near", "no other part waits for it again"
        assert len(heard.calls) == 4
    with ExitStack() as stack:
        roles, heard, _ = roles_of(settings, stack, Limits(model_calls=1))
        assert roles.planner is not None
        with pytest.raises(OutOfBudget):
            roles.planner.plan(REQUEST)
        assert len(heard.calls) == 1


def test_no_model_has_no_roles() -> None:
    with ExitStack() as stack:
        assert RunModels(Settings(), stack).roles(Session()) == Roles()


@pytest.mark.parametrize(
    ("kind", "answer", "value"),
    [("", '"a pear"', "a pear"), ("a list of text", '["a"]', ["a"]), ("number", "3", 3.0), ("boolean", "true", True)],
)
def test_a_question_of_the_program_is_answered_in_its_kind(
    server: Server, tmp_path: Path, kind: str, answer: str, value: object
) -> None:
    text = f'{{"answer": {answer}}}'
    server.reply = lambda _: Answer.json({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})
    with ExitStack() as stack:
        roles, _, _ = roles_of(settings_at(server, tmp_path, model="openai:only"), stack)
        assert roles.adviser is not None
        assert roles.adviser.advise(AdviceContext(prompt="Which is a fruit?", now=NOW, kind=kind)) == value


def called(purpose: str, money: float | None, **tokens: int) -> ModelCalled:
    known: dict[str, Any] = {"prompt": 10, "cached": 4, "completion": 3, "reasoning": 1} | tokens
    return ModelCalled(at=0, model="m", purpose=purpose, seconds=0.5, money=money, **known)


def begun(step: int, line: int) -> StepStarted:
    return StepStarted(at=0, step=step, node="n", line=line, kind="Action", text=f"step {line}")


def ended(step: int, line: int, status: str = "done") -> StepFinished:
    return StepFinished(
        at=0, step=step, node="n", line=line, kind="Action", operation="", status=status, tier="", seconds=1
    )


def test_calls_of_a_resumed_run_belong_to_the_step_that_goes_on() -> None:
    first = [begun(1, 3), called("ground", 0.1), ended(1, 3), begun(2, 4), begun(3, 5), called("ground", 0.1)]
    stopped = [ended(3, 5, "failed"), ended(2, 4, "failed")]
    again = [RunResumed(at=0, replayed=2), called("ground", 0.1), ended(3, 5), called("judge", 0.1)]
    for life in (first, [*first, *stopped]):
        found = accounts_of([*life, *again])
        assert {step: account.spent.model_calls for step, account in found.steps.items()} == {1: 1, 3: 2, 0: 1}
        assert found.steps[3].name == "step 5"


def test_the_accounts_add_up_by_line_step_purpose_and_model() -> None:
    events = [called("plan", 0.5), begun(1, 3), called("ground", 0.1), called("ground", None), ended(1, 3)]
    events += [begun(2, 3), called("ground", 0.2), ended(2, 3)]
    found = accounts_of(events)
    assert {line: account.spent.model_calls for line, account in found.lines.items()} == {0: 1, 3: 3}
    assert {step: account.spent.model_calls for step, account in found.steps.items()} == {0: 1, 1: 2, 2: 1}
    used = found.total.spent.usage
    assert found.purposes["ground"].spent.money == pytest.approx(0.3)
    assert (used.prompt, used.cached, used.reasoning, used.seconds) == (40, 16, 4, 2.0)
    assert found.total.cost == "$0.8000 and 1 calls of unknown price"
    assert found.lines[0].cost == "$0.5000"
    nothing = accounts_of([called("plan", None)]).total
    assert (nothing.cost, nothing.data()["money"]) == ("unknown", None)
