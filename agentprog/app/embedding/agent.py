"""agentprog inside a Python program: an Agent runs one task or program, or continues a run, event by event."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack, overload

from agentprog.app.embedding.callbacks import Bridge, Callbacks, OnApprove, OnAsk, OnConfirm, OnStep, OnTakeover, Steps
from agentprog.app.embedding.phone import Phone
from agentprog.app.embedding.tools import Tool, as_tools, fields_of
from agentprog.app.launching.job import Job, Output, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.launch import resume as go_on
from agentprog.app.launching.programs import SUFFIX, Program, read_program
from agentprog.app.runs.finding import find_run
from agentprog.app.session.session import RunSession
from agentprog.app.settings import config as configuration
from agentprog.app.settings.model import ARGUMENT, Endpoint, said_later
from agentprog.app.settings.secrets import given_secrets
from agentprog.errors import UsageError
from agentprog.models.price import Price
from agentprog.ports import Device, Event, Model, RunListener
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.modes import ContextKind, ContextPart, Strategy
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.policy import Policy
from agentprog.runtime.safety.steering import Steering

F = TypeVar("F", bound=Callable[..., Any])


class SetUp(TypedDict, total=False):
    """The arguments of an Agent that are settings; docs/settings.md explains each."""

    plan_model: str | None
    judge_model: str | None
    belief_model: str | None
    locator_model: str | None
    coordinator_model: str | None
    executor_model: str | None
    tracker_model: str | None
    navigator_model: str | None
    interactor_model: str | None
    fallback_model: str | None
    base_url: str | None
    api: Literal["chat", "responses"] | None
    sim: bool
    seed: int
    dry_run: bool
    steps: int | None
    model_calls: int | None
    tokens: int | None
    max_cost: float | None
    seconds: float | None
    form: Literal["json", "python"]
    mode: Literal["fused", "separate"]
    witness: Literal["phone", "screen"]
    recipes: Literal["on", "off", "only"]
    replan: bool | None
    strategy: Strategy
    context: ContextKind
    without: Collection[ContextPart]
    policy: Policy | None
    workspace: Path | None
    run_dir: Path | None
    prices: Mapping[str, Price]
    endpoints: Mapping[str, Endpoint]


class Agent(Generic[Output]):
    """One task in plain words, or one program, for one phone. It can run again, one run at a time.

    Give either a task, a `program`, or `resume`: a run that ended early or was killed, by its folder, its name or
    "last". A resumed run continues with its own settings; models, limits, policy, secrets, workspace, tools and
    callbacks may be new. `program` is a file (a Path, or a text ending in `.stp`) or the program's text. `model` is a
    `provider:name` id or a Model, `device` a serial or a Device. All settings can be arguments, by their keys
    (docs/settings.md): `sim=True` for a simulated phone of its own, `steps=40` for at most 40 actions. Other values
    come from the environment and the configuration files, as on the command line. `secrets` are typed as `{name}` and
    never shown (docs/models.md). `output_model` is the type of `result.output`: a pydantic model, or any type that
    pydantic knows. `tools` are functions that the program may use, by name: see also `tool`. Callbacks run in the run's
    thread; `async` ones run in the event loop that awaits the run. A question without its callback (`on_ask`,
    `on_confirm`, `on_takeover` or `on_approve`) ends the run with "needs human" (docs/embedding.md). Raises ConfigError
    for an invalid setting, UsageError for arguments that contradict each other.
    """

    def __init__(
        self,
        task: str = "",
        *,
        program: str | Path | Program | None = None,
        resume: str | Path | None = None,
        inputs: Mapping[str, Any] | None = None,
        model: str | Model | None = None,
        device: str | Device | None = None,
        secrets: Mapping[str, str] | None = None,
        tools: Mapping[str, Callable[..., Any]] | None = None,
        output_model: type[Output] | None = None,
        config: Path | None = None,
        on_step: OnStep | None = None,
        on_confirm: OnConfirm | None = None,
        on_ask: OnAsk | None = None,
        on_takeover: OnTakeover | None = None,
        on_approve: OnApprove | None = None,
        listeners: Sequence[RunListener] = (),
        **setup: Unpack[SetUp],
    ) -> None:
        if [bool(task.strip()), program is not None, resume is not None].count(True) != 1:
            raise UsageError(
                "an Agent takes a task, a program or a run to resume: one of them", hint="Give one thing to run."
            )
        named_by_id = {key: value for key, value in (("model", model), ("serial", device)) if isinstance(value, str)}
        self._result: RunResult[Output] | None = None
        self._running = threading.Lock()
        self._bridge = Bridge(lambda: self.session.cancel_token.cancelled)
        self._output_model = output_model
        self._tools = as_tools(tools or {})
        self._past = resume
        self._job = Job(
            settings=configuration.load({**setup, **named_by_id}, by=ARGUMENT, config=config),
            task=task.strip(),
            program=_written(program) if program is not None else None,
            inputs=dict(inputs or {}),
            secrets=given_secrets(secrets or {}),
            model=None if isinstance(model, str) else model,
            device=None if isinstance(device, str) else device.lent() if isinstance(device, Phone) else device,
            answer=fields_of(output_model) if output_model is not None else "",
            listeners=(*listeners, *([Steps(on_step, self._bridge)] if on_step is not None else [])),
            interaction=Callbacks(
                self._bridge, on_ask=on_ask, on_confirm=on_confirm, on_takeover=on_takeover, on_approve=on_approve
            ),
        )
        if resume is not None:
            _keeps_its_beginning(self._job)
        self.session = self._new_session()
        """The current run, or the next one: its controls, events and questions (docs/session.md)."""

    @property
    def result(self) -> RunResult[Output] | None:
        """The result of the last run; None before its end."""
        return self._result

    @overload
    def tool(self, function: F) -> F: ...

    @overload
    def tool(self, *, name: str) -> Callable[[F], F]: ...

    def tool(self, function: Any = None, *, name: str = "") -> Any:
        """Decorator: let the program use this function, as `use tool "name" with a = 1, record as {r}`.

        Its annotations are checked, and a model that writes the program is shown its signature and the first paragraph
        of its docstring. It may be `async`. An exception of the tool ends the run as a failure that names the tool.
        """

        def register(function: F) -> F:
            tool = Tool(function, name)
            self._tools[tool.name] = tool
            return function

        return register if function is None else register(function)

    def run_sync(self) -> RunResult[Output]:
        """Run to the end. Raises an AgentProgError only for faults before a run has begun."""
        return self._run(())

    async def run(self) -> RunResult[Output]:
        """Like `run_sync`, without blocking the event loop. Cancelling the task cancels the run."""
        async with aclosing(self.events()) as events:
            async for _ in events:
                pass
        if self._result is None:
            raise UsageError("the run was cancelled before it began")
        return self._result

    async def events(self) -> AsyncGenerator[Event, None]:
        """Run, and yield each event as it happens. Leaving the loop early stops the run before its next action."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        # A thread of its own: a paused run must not block a thread of the event loop's pool.
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="agentprog run")
        work = loop.run_in_executor(thread, self._run, (_Forward(loop, queue),), loop)
        work.add_done_callback(lambda _: queue.put_nowait(None))
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            if not work.done():
                self.cancel("nobody listens any more")
            await asyncio.wait([work])
            thread.shutdown(wait=False)
        work.result()

    # ------------------------------------------------------------ controls, from any thread

    @property
    def paused(self) -> bool:
        """True if the run is paused, or will be after its current action."""
        return self.session.paused

    def cancel(self, reason: str = "cancelled") -> None:
        """Stop the run at work before its next action."""
        if self._running.locked():
            self.session.cancel(reason)

    def pause(self) -> None:
        """Pause the run after its current action; before its beginning: at its first statement."""
        self.session.pause()

    def go_on(self) -> None:
        """Continue after a pause. A person who has the phone gives it back."""
        self.session.go_on()

    def step(self) -> None:
        """Continue for one action of a step in plain words, or one statement of another kind, and pause again."""
        self.session.step()

    def tell(self, text: str) -> None:
        """Send the run a remark: from the next question on, every model reads it as the user's words."""
        self.session.tell(text)

    def take_over(self) -> None:
        """Pause the run, and let a person have the phone."""
        self.session.take_over()

    def hand_back(self, note: str = "") -> None:
        """Give the phone back, with a remark on what was done, and continue: the run looks at the phone again."""
        self.session.hand_back(note)

    def _run(self, more: tuple[RunListener, ...], loop: asyncio.AbstractEventLoop | None = None) -> RunResult[Output]:
        if not self._running.acquire(blocking=False):
            raise UsageError("this Agent runs already", hint="One run at a time: make another Agent for another phone.")
        try:
            self._result = None
            past = find_run(self._job.settings.run_dir, str(self._past)) if self._past is not None else None
            with self._bridge.to(loop):
                done = self.session.run(lambda job: self._done(job, more, past), past=past)
            self._result = RunResult(
                outcome=done.outcome, folder=done.folder, totals=done.totals, output_model=self._output_model
            )
            return self._result
        finally:
            self.session = self._new_session()
            self._running.release()

    def _new_session(self) -> RunSession:
        return RunSession(replace(self._job, cancel=CancelToken(), steering=Steering()))

    def _done(self, job: Job, more: tuple[RunListener, ...], past: RunFolder | None) -> RunResult[Any]:
        tools = {name: self._bridge.waits(tool) for name, tool in self._tools.items()}
        job = replace(job, tools=tools, listeners=(*job.listeners, *more))
        return launch(job) if past is None else go_on(job, past)


class _Forward:
    """Puts events from the run's thread into a queue of the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[Event | None]) -> None:
        self._loop = loop
        self._queue = queue

    def on_event(self, event: Event) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, event)


def _keeps_its_beginning(job: Job) -> None:
    """Raises UsageError for a setting that a resumed run cannot change."""
    fixed_settings = [
        key for key in job.settings.origin if key in said_later("fixed") and job.settings.origin[key] == ARGUMENT
    ]
    if fixed_settings or job.inputs:
        names = ", ".join([*(["inputs"] if job.inputs else []), *sorted(fixed_settings)])
        raise UsageError(f"a resumed run keeps its first settings: {names}", hint="Leave it out, or begin a new run.")


def _written(program: str | Path | Program) -> Program:
    if isinstance(program, Program):
        return program
    if isinstance(program, Path) or ("\n" not in program and program.strip().endswith(SUFFIX)):
        return read_program(Path(program))
    return Program(text=program)
