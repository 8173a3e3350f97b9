"""A run to make, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, cast

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypeVar

from agentprog.app.embedding.tools import plain, told
from agentprog.app.launching.programs import Program
from agentprog.app.settings.model import Settings
from agentprog.errors import AnswerMismatch
from agentprog.frozen import frozen
from agentprog.ports import Clock, Device, Model, Outcome, RunListener, Secret
from agentprog.recipes.form import Recipe
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.interaction import Interaction, NobodyThere
from agentprog.runtime.safety.steering import Steering

Output = TypeVar("Output", default=Any)


class Layer(Protocol):
    """Stands between a run and its phone and models, and may answer or refuse instead of them, like a replay."""

    def device(self, device: Device) -> Device: ...

    def roles(self, roles: Roles) -> Roles: ...


@dataclass(frozen=True, kw_only=True)
class Job:
    """One run: a `task` in plain words or a `program`. A `model` or `device` given here is used, never opened.

    With one of the paper's baselines as context, the run gets the task in one step and no program is written.
    """

    settings: Settings
    task: str = ""
    program: Program | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    secrets: tuple[Secret, ...] = ()
    model: Model | None = None
    device: Device | None = None
    code_folder: Path | None = None
    """Keeps the code of compute steps from run to run; None: the user's cache."""
    recipe_folder: Path | None = None
    """Keeps recipes from run to run; None: the user's state."""
    known: tuple[Recipe, ...] | None = None
    """Recipes of a recorded run, to repeat it with the same ones; None: the stored ones."""
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    sent: bool = False
    """The task, the program and the permissions come from a run folder that was made elsewhere: they allow nothing."""
    answer: str = ""
    """Type of the answer, in words for the planner; empty: the task decides."""
    layer: Layer | None = None
    clock: Clock | None = None
    """The clock that counts the seconds; None means the computer's."""
    listeners: tuple[RunListener, ...] = ()
    model_progress: Callable[[str, int, int], None] | None = None
    """Called with (purpose, done, total) while a local model computes."""
    waits: Callable[[str], None] = lambda _: None
    """Called with a reason for waiting that no event reports yet: "starting a simulated phone"."""
    interaction: Interaction = field(default_factory=NobodyThere)
    cancel: CancelToken = field(default_factory=CancelToken)
    steering: Steering = field(default_factory=Steering)
    """The controls by which a person pauses the run and sends it remarks."""

    @property
    def workspace(self) -> Path | None:
        """The given workspace folder, else the program's own folder."""
        return self.settings.workspace or (self.program.folder if self.program is not None else None)

    @property
    def title(self) -> str:
        return self.task or (Path(self.program.name).stem if self.program is not None else "")


@frozen
class RunResult(Generic[Output]):
    """The end of a run. `totals` counts steps, actions, model calls, tokens and model seconds; `output_model` is the
    type of the answer that the Agent was given. `manifest` lists the effects that the program's text shows, `pending`
    the effects that needed approval before the run. Without a program they are None and empty.
    """

    outcome: Outcome
    folder: Path
    totals: Mapping[str, float]
    output_model: type[Output] | None = None
    manifest: Mapping[str, Any] | None = None
    pending: tuple[Mapping[str, Any], ...] = ()

    @property
    def ok(self) -> bool:
        """True if the run was verified, or ended without an effect to verify."""
        return self.outcome.exit_code == 0

    @property
    def answer(self) -> Any:
        """The program's `{answer}`; None if it set none."""
        return self.outcome.answer

    @property
    def output(self) -> Output:
        """The answer as the Agent's `output_model`; unchanged if there is none. Raises AnswerMismatch."""
        answer = plain(self.answer)
        if self.output_model is None:
            return cast(Output, answer)
        name = getattr(self.output_model, "__name__", str(self.output_model))
        if answer is None:
            raise AnswerMismatch(
                f"the run gave no answer, so no {name} could be made: {self.outcome.kind} ({self.outcome.reason})",
                hint="A program answers by setting the variable {answer}.",
            )
        adapter: TypeAdapter[Output] = TypeAdapter(self.output_model)
        try:
            if isinstance(answer, str) and answer.lstrip().startswith(("{", "[")) and self.output_model is not str:
                return adapter.validate_json(answer)
            return adapter.validate_python(answer)
        except ValidationError as exc:
            hint = "A program answers by setting the variable {answer}, with the types of output_model."
            raise AnswerMismatch(f"the answer is no {name}: {told(exc)}", hint=hint, evidence=repr(answer)) from exc
