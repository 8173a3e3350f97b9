"""agentprog inside a Python program: an Agent runs one task or program, to its end or event by event."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from agentprog.app import config as configuration
from agentprog.app.job import Job, RunResult, Written
from agentprog.app.launch import launch
from agentprog.app.programs import SUFFIX, read_program
from agentprog.app.secrets import given_secrets
from agentprog.errors import NeedsHuman, UsageError
from agentprog.ports import Device, Event, Model, RunListener
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.options import ContextKind, ContextPart
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.gate import Policy
from agentprog.runtime.safety.interaction import Consent, RiskyAction

OnStep = Callable[[StepFinished], None]
OnConfirm = Callable[[RiskyAction], bool | Consent]
OnAsk = Callable[[str], str]
OnTakeover = Callable[[str], str | None]


class Agent:
    """One task in plain words, or one program, for one phone. It can be run again; one run at a time.

    `program` is a file (a Path, or a text ending in `.stp`) or the program's text. `model` is a `provider:name` id or a
    Model, `device` a serial or a Device, `sim` a simulated phone of its own. What is not given comes from the
    environment and the configuration files, as on the command line. `steps` limits the actions on the phone.
    `context` chooses what prompts tell of the run, and `without` switches parts of ours off (docs/context.md).
    `form` is how a model says what to do: one move as JSON, or a few lines of Python (docs/forms.md). `mode` is who
    moves the program counter: the same answer, or a question of its own after each action (docs/machine.md). `replan`
    lets it amend the program while it runs; None: where it wrote the program.
    `plan_model` and `judge_model` are ids of models for a part of the work, `max_cost` limits what models may cost in
    US dollars, and `secrets` are typed as `{name}` and seen nowhere else (docs/models.md).
    Callbacks run in the thread of the run; without `on_ask` or `on_confirm` a question ends it with "needs human".
    """

    def __init__(
        self,
        task: str = "",
        *,
        program: str | Path | None = None,
        inputs: Mapping[str, Any] | None = None,
        model: str | Model | None = None,
        plan_model: str | None = None,
        judge_model: str | None = None,
        base_url: str | None = None,
        max_cost: float | None = None,
        secrets: Mapping[str, str] | None = None,
        device: str | Device | None = None,
        sim: bool = False,
        seed: int = 0,
        steps: int | None = None,
        dry_run: bool = False,
        form: Literal["json", "python"] = "json",
        mode: Literal["fused", "separate"] = "fused",
        replan: bool | None = None,
        context: ContextKind = "ours",
        without: Collection[ContextPart] = (),
        policy: Policy | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        workspace: Path | None = None,
        run_dir: Path | None = None,
        config: Path | None = None,
        on_step: OnStep | None = None,
        on_confirm: OnConfirm | None = None,
        on_ask: OnAsk | None = None,
        on_takeover: OnTakeover | None = None,
        listeners: Sequence[RunListener] = (),
    ) -> None:
        if bool(task.strip()) == (program is not None):
            raise UsageError("an Agent takes either a task or a program, and not both")
        settings = configuration.load(
            {
                "model": model if isinstance(model, str) else None,
                "plan_model": plan_model,
                "judge_model": judge_model,
                "base_url": base_url,
                "max_cost": max_cost,
                "serial": device if isinstance(device, str) else None,
                "steps": steps,
                "run_dir": str(run_dir) if run_dir is not None else None,
            },
            config=config,
        )
        self._cancel = CancelToken()
        self._result: RunResult | None = None
        self._job = Job(
            settings=settings,
            task=task.strip(),
            program=_written(program) if program is not None else None,
            inputs=dict(inputs or {}),
            secrets=given_secrets(secrets or {}),
            sim=sim,
            seed=seed,
            dry_run=dry_run,
            form=form,
            mode=mode,
            replan=replan,
            context=context,
            without=frozenset(without),
            policy=policy or Policy(),
            model=None if isinstance(model, str) else model,
            device=None if isinstance(device, str) else device,
            workspace=workspace,
            tools=dict(tools or {}),
            listeners=(*listeners, *([_Steps(on_step)] if on_step is not None else [])),
            interaction=_Callbacks(on_ask, on_confirm, on_takeover),
        )

    @property
    def result(self) -> RunResult | None:
        """What the last run came to; None before its end."""
        return self._result

    def run_sync(self) -> RunResult:
        """Run to the end. Raises an AgentProgError only for what is wrong before a run has begun."""
        return self._run(())

    async def run(self) -> RunResult:
        """The same without blocking the event loop. When the task is cancelled, so is the run."""
        async with aclosing(self.events()) as events:
            async for _ in events:
                pass
        if self._result is None:
            raise UsageError("the run was cancelled before it began")
        return self._result

    async def events(self) -> AsyncGenerator[Event, None]:
        """Run, and give each event as it happens. Leaving the loop early stops the run before its next action."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        work = loop.run_in_executor(None, self._run, (_Forward(loop, queue),))
        work.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            if not work.done():
                self.cancel("nobody listens any more")
            await asyncio.wait([work])
        work.result()

    def cancel(self, reason: str = "cancelled") -> None:
        """Stop the run before its next action; from any thread."""
        self._cancel.cancel(reason)

    def _run(self, more: tuple[RunListener, ...]) -> RunResult:
        self._cancel = CancelToken()
        self._result = None
        job = replace(self._job, listeners=(*self._job.listeners, *more), cancel=self._cancel)
        self._result = launch(job)
        return self._result


class _Steps:
    """Hands finished steps to `on_step`."""

    def __init__(self, on_step: OnStep) -> None:
        self._on_step = on_step

    def on_event(self, event: Event) -> None:
        if isinstance(event, StepFinished):
            self._on_step(event)


class _Forward:
    """Puts events of the run's thread into a queue of the event loop's."""

    def __init__(self, loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[Event | None]) -> None:
        self._loop = loop
        self._queue = queue

    def on_event(self, event: Event) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, event)


class _Callbacks:
    """The embedding program in the person's place."""

    def __init__(self, on_ask: OnAsk | None, on_confirm: OnConfirm | None, on_takeover: OnTakeover | None) -> None:
        self._on_ask = on_ask
        self._on_confirm = on_confirm
        self._on_takeover = on_takeover

    def tell(self, text: str) -> None:
        """What is told is an event, which listeners hear."""
        del text

    def ask(self, question: str) -> str:
        if self._on_ask is None:
            raise NeedsHuman(f"the program asks: {question}")
        return self._on_ask(question)

    def confirm(self, question: str) -> bool:
        """A yes or no in words: there is nothing here that would have to be allowed."""
        return self.ask(f"{question} (yes or no)").strip().casefold() in ("y", "yes", "true")

    def permit(self, wanted: RiskyAction) -> Consent:
        if self._on_confirm is None:
            raise NeedsHuman(wanted.question)
        return Consent.of(self._on_confirm(wanted))

    def take_over(self, reason: str) -> str:
        if self._on_takeover is None:
            raise NeedsHuman(reason)
        return self._on_takeover(reason) or ""


def _written(program: str | Path) -> Written:
    if isinstance(program, Path) or ("\n" not in program and program.strip().endswith(SUFFIX)):
        return read_program(Path(program))
    return Written(text=program, name="program", folder=Path.cwd())
