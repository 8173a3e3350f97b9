"""Runs a suite: a fresh simulated phone for every instance, judged by the phone's own databases."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from agentprog.app.config import Settings
from agentprog.app.job import Job
from agentprog.app.launch import launch
from agentprog.app.opening import open_phone
from agentprog.app.simulator import simulated_phone
from agentprog.bench.task import Task
from agentprog.bench.truth import Truth, read_truth
from agentprog.errors import UsageError
from agentprog.ports import Model, RunListener


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """One instance. `wrong` is "" when the phone holds exactly what it should; `screenshot` shows how it was left."""

    task: str
    seed: int
    instruction: str
    right: bool
    wrong: str
    outcome: str
    reason: str
    answer: str
    actions: int
    model_calls: int
    seconds: float
    model_seconds: float
    run: Path
    screenshot: Path
    truth: Truth

    def as_json(self) -> str:
        """One line for a results file; the phone's contents stay out of it."""
        fields = {key: value for key, value in asdict(self).items() if key != "truth"}
        return json.dumps(fields, ensure_ascii=False, default=str)


Listen = Callable[[Task, str], tuple[RunListener, ...]]
"""Given a task and its instruction, the listeners of its run."""


def run_suite(
    tasks: tuple[Task, ...], *, model: Model, settings: Settings, seed: int, listen: Listen
) -> Iterator[Result]:
    """The results one by one. Task number n runs on the phone of seed `seed + n`, so no two phones are the same."""
    for number, task in enumerate(tasks):
        yield _run(task, model=model, settings=settings, seed=seed + number, listen=listen)


def _run(task: Task, *, model: Model, settings: Settings, seed: int, listen: Listen) -> Result:
    with ExitStack() as stack:
        phone = stack.enter_context(simulated_phone(seed=seed, environ=settings.environment))
        instance = task.instance(seed, read_truth(phone.handle))
        for number, body in instance.incoming:
            phone.handle.incoming_sms(number, body)
        before = read_truth(phone.handle)
        own = replace(settings, serial=phone.serial, environment=phone.environment)
        device = open_phone(own, stack, run=f"bench-{task.name}")
        job = Job(
            settings=own,
            task=instance.instruction,
            device=device,
            model=model,
            listeners=listen(task, instance.instruction),
        )
        result = launch(job)
        phone.handle.advance(5.0)  # a message that is still being sent is sent by then
        after = read_truth(phone.handle)
        screenshot = result.folder / "final.png"
        screenshot.write_bytes(phone.handle.screenshot())
        answer = "" if result.answer is None else str(result.answer)
        wrong = instance.expected.wrong(before, after, answer)
        totals = result.totals
        return Result(
            task=task.name,
            seed=seed,
            instruction=instance.instruction,
            right=not wrong,
            wrong=wrong,
            outcome=result.outcome.kind.value,
            reason=result.outcome.reason,
            answer=answer,
            actions=int(totals.get("actions", 0)),
            model_calls=int(totals.get("model_calls", 0)),
            seconds=round(totals.get("seconds", 0.0), 1),
            model_seconds=round(totals.get("model_seconds", 0.0), 1),
            run=result.folder,
            screenshot=screenshot,
            truth=after,
        )


def select(suites: Mapping[str, tuple[Task, ...]], suite: str, names: tuple[str, ...]) -> tuple[Task, ...]:
    """The named tasks of a suite, all when none is named. Raises UsageError naming those that exist."""
    if suite not in suites:
        raise UsageError(f"there is no suite {suite!r}", hint=f"There are: {', '.join(suites)}.")
    known = {task.name: task for task in suites[suite]}
    for name in names:
        if name not in known:
            raise UsageError(f"the suite {suite} has no task {name!r}", hint=f"It has: {', '.join(known)}.")
    return tuple(known[name] for name in names) if names else suites[suite]
