"""A run with the roles of a training paper: each role asks its own model, and the task is one step."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from agentprog.app.launching.run_models import RunModels
from agentprog.app.settings import config
from agentprog.cli.main import status_of
from agentprog.errors import ModelError
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Goal, Seen, StepContext
from agentprog.runtime.session import Session
from tests.app.launching.test_run_models import NOW, SCREEN, Heard

REPLIES = {
    "coordinator": "<think>It begins.</think><answer>open the app Contacts</answer>",
    "executor": "<answer>[{'action': 'enter'}]</answer>",
    "tracker": "Contacts is open.",
    "navigator": '<tool_call>{"name": "executor_agent", "arguments": {"instruction": "enter"}}</tool_call>',
    "interactor": "<answer>press_enter()</answer>",
    "plan": "Thought: enter\nAction: enter",
}


@pytest.mark.parametrize(
    ("strategy", "asked"),
    [
        ("ours", ["ground worker"]),
        ("ces", ["coordinate coordinator", "execute executor"]),
        ("swirl", ["navigate navigator", "interact interactor"]),
        ("coda", ["think plan", "execute executor"]),
    ],
)
def test_each_role_of_a_strategy_asks_its_own_model(tmp_path: Path, strategy: str, asked: list[str]) -> None:
    names = {}
    for role, reply in {**REPLIES, "worker": "{}"}.items():
        script = tmp_path / f"{role}.toml"
        answer = reply if (strategy, role) != ("coda", "executor") else "press_enter()"
        script.write_text(f"[[rule]]\nreply = {json.dumps(answer)}\n", encoding="utf-8")
        names["model" if role == "worker" else f"{role}_model"] = f"scripted:{script}"
    settings = config.load({"strategy": strategy, **names}, environ={}, directory=tmp_path)
    heard = Heard()
    with ExitStack() as stack, suppress(ModelError):
        roles = RunModels(settings, stack).roles(Session(listeners=[heard]))
        context = StepContext(
            goal=Goal(instruction="add milk", program="", line=1, step="add milk", literals=()),
            seen=Seen(app="Notes", screen=SCREEN, now=NOW),
        )
        assert roles.grounder is not None
        roles.grounder.next_move(context)
    answer = [f"{call.purpose} {Path(call.model.removeprefix('scripted:')).stem}" for call in heard.calls]
    assert list(dict.fromkeys(answer)) == asked


RULES = r"""
[[rule]]
purpose = "coordinate"
pattern = 'State: Contacts is open'
reply = "<think>It is open.</think><answer>finish</answer>"
[[rule]]
purpose = "coordinate"
reply = "<think>It begins.</think><answer>open the app Contacts</answer>"
[[rule]]
purpose = "execute"
pattern = 'Instruction: finish'
reply = "<answer>[{'action': 'complete'}]</answer>"
[[rule]]
purpose = "execute"
reply = "<answer>[{'action': 'open app', 'input_text': 'Contacts'}]</answer>"
[[rule]]
purpose = "track"
pattern = 'Last action: open app "Contacts"'
reply = "Contacts is open."
"""


@pytest.mark.phone
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_task_is_done_by_three_roles_without_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("roles.toml").write_text(RULES, encoding="utf-8")
    status = status_of(
        ["run", "--sim", "--strategy", "ces", "--model", "scripted:roles.toml", "--json", "open the contacts"]
    )
    capsys.readouterr()
    journal = RunFolder.open(next(Path("runs").iterdir())).journal_path
    kinds = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    purposes = [event["purpose"] for event in kinds if event["type"] == "ModelCalled"]
    assert purposes[:5] == ["coordinate", "execute", "track", "coordinate", "execute"]
    assert [event["text"] for event in kinds if event["type"] == "ActionIntended"] == ['open app "Contacts"']
    assert status in (0, 7), "nothing of a screen proves it, so it ends unverified"
