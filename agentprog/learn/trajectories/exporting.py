"""Exports steps as rows for the papers' own training code, in Parquet: the fields of CES and of SWIRL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from agentprog.agents.strategies.ces import coordinator_prompt, tracker_prompt
from agentprog.agents.strategies.deed import write_call
from agentprog.agents.strategies.swirl import interactor_prompt, navigator_prompt
from agentprog.errors import UsageError
from agentprog.learn.trajectories.making import state_after
from agentprog.learn.trajectories.records import Step
from agentprog.ports import Message

Row = dict[str, Any]


def ces_rows(step: Step) -> list[Row]:
    """A row for the Coordinator and, from the second step on, one for the State Tracker."""
    rows = [_ces(step, "planner", coordinator_prompt(step.instruction, step.state, step.observation.look))]
    if step.history:
        before = state_after(step.history[:-1])
        rows.append(_ces(step, "tracker", tracker_prompt(step.instruction, before, step.history[-1])))
    return rows


def _ces(step: Step, source: str, prompt: Iterable[Message]) -> Row:
    return {
        "data_source": source,
        "prompt": _plain(prompt),
        "images": [step.observation.picture] if step.observation.picture else [],
        "ability": "gui",
        "reward_model": {"style": "rule", "ground_truth": write_call(step.action.deed)},
        "extra_info": _extra(step),
    }


def swirl_rows(step: Step) -> list[Row]:
    """A row for the Navigator and one for the Interactor, which has the step's own low-level instruction."""
    look = step.observation.look
    prompts = {
        "navigator": navigator_prompt(step.instruction, step.history, look),
        "interactor": interactor_prompt(step.low or step.instruction, look),
    }
    return [
        {
            "data_source": f"swirl_{role}",
            "prompt": _plain(prompt),
            "images": [step.observation.picture] if step.observation.picture else [],
            "ability": role,
            "reward_model": {"style": "rule", "ground_truth": write_call(step.action.deed)},
            "extra_info": {**_extra(step), "low_level_instruction": step.low},
        }
        for role, prompt in prompts.items()
    ]


def _plain(prompt: Iterable[Message]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.text} for message in prompt]


def _extra(step: Step) -> Row:
    return {
        "index": f"{step.episode}#{step.number}",
        "height": step.observation.height,
        "width": step.observation.width,
        "bbox": list(step.box) if step.box is not None else [],
        "instruction": step.instruction,
        "state": step.state,
        "app": step.app,
    }


EXPORTS: Mapping[str, Callable[[Step], list[Row]]] = {"ces": ces_rows, "swirl": swirl_rows}


def export_rows(form: str, steps: Iterable[Step], path: Path) -> int:
    """Writes the rows as Parquet; returns their number. Raises UsageError if pyarrow is not installed."""
    if form not in EXPORTS:
        raise UsageError(f"there is no export {form!r}", hint=f"There are: {', '.join(EXPORTS)}.")
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as exc:
        raise UsageError("pyarrow is not installed", hint="pip install 'agentprog[learn]'") from exc
    rows = [row for step in steps for row in EXPORTS[form](step)]
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return len(rows)
