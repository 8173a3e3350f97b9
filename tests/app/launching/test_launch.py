"""A run's faults are reported before a phone is opened or a folder made for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agentprog import Agent
from agentprog.errors import ModelNotConfigured, UsageError

NOTHING = 'Tell user "hello"\n'


def test_a_model_that_cannot_be_is_refused_before_anything_is_opened(tmp_path: Path) -> None:
    for id, message in (("nonsense", "is not a model id"), ("openai:some-model", "needs an API key")):
        with pytest.raises(ModelNotConfigured, match=message):
            Agent("Remind me", model=id, device="no-such-phone", run_dir=tmp_path / "runs").run_sync()
    with pytest.raises(ModelNotConfigured, match="is not a model id"):
        Agent(program=NOTHING, judge_model="nonsense", run_dir=tmp_path / "runs").run_sync()
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("inputs", "message"),
    [({}, "needs the input {n}"), ({"n": "many"}, "the input {n}: "), ({"n": 1, "m": 2}, "has no input m")],
)
def test_inputs_that_do_not_fit_are_refused_before_anything_is_opened(
    inputs: dict[str, Any], message: str, tmp_path: Path
) -> None:
    program = '---\ninputs:\n  n: {type: number}\n---\nTap "{n}"\n'
    with pytest.raises(UsageError, match=message):
        Agent(program=program, inputs=inputs, device="no-such-phone", run_dir=tmp_path / "runs").run_sync()
    assert not (tmp_path / "runs").exists()
