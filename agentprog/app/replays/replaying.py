"""Repeats a recorded run on a phone, without a model as long as the phone shows the recorded screens.

Its program runs like any other, with the machine, the gate and the journal. Only its questions to a model are answered
by the record, under guard: a move needs its element on the screen, a reading needs exactly the recorded screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.recipes.recorded import earlier_in
from agentprog.app.replays.likeness import Unlike, aligned, alike, reads_the_same
from agentprog.app.replays.recording import Course, Decided, Key, Recording
from agentprog.app.replays.tape import Tape, taped_roles
from agentprog.app.runs.origin import admit, is_sent, setup_here
from agentprog.errors import ModelNotConfigured, NeedsHuman
from agentprog.ports import (
    Action,
    ActionResult,
    Device,
    DeviceLayer,
    Event,
    OpenApp,
    Screen,
    describe,
)
from agentprog.runtime.journal.codec import action_from, move_from
from agentprog.runtime.journal.events import ActionIntended
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from agentprog.runtime.statements.direct import DIRECT

T = TypeVar("T")
_AS_RECORDED = (*("form", "mode", "replan", "context", "without"), "workspace")


def replay(job: Job, folder: RunFolder) -> RunResult:
    """Repeat the run of that folder. The job gives the phone, the policy and the listeners; the model of its settings,
    if they name one, decides where the phone differs. Raises UsageError.
    """
    admit(folder, job.interaction)
    recording = Recording(folder)
    guard = Guard(recording, with_model=job.settings.model is not None or job.model is not None)
    setup = recording.setup
    settings = job.settings.as_begun(setup_here(folder), *_AS_RECORDED)
    result = launch(
        replace(
            job,
            task=recording.instruction,
            program=Program(
                text=recording.ready.text,
                name=f"{folder.name.partition('_')[2] or 'run'}.stp",
                folder=folder.path,
                by_model=recording.by_model,
                run=folder.path,
                apps=tuple(str(name) for name in setup.get("apps") or ()),
            ),
            inputs=recording.inputs,
            settings=settings,
            layer=guard,
            known=earlier_in(recording.events),
            sent=is_sent(folder),
            listeners=(guard, *job.listeners),
        )
    )
    RunFolder(result.folder).update_manifest(replay={"of": folder.name, **guard.data()})
    return result


class Guard:
    """Stands between a run and its phone and models. `asked` are the lines whose steps went to the model."""

    def __init__(self, recording: Recording, *, with_model: bool) -> None:
        self._recording = recording
        self._with_model = with_model
        self._course = Course()
        self._moves = {key: list(moves) for key, moves in recording.moves.items()}
        self._actions = {key: list(actions) for key, actions in recording.actions.items()}
        self._live: set[Key] = set()
        self._intended: ActionIntended | None = None
        self.repeated = 0
        self.asked: list[int] = []

    def data(self) -> dict[str, Any]:
        """Data for the manifest: the number of repeated moves, and the lines that asked a model."""
        return {"repeated": self.repeated, "asked": self.asked}

    def on_event(self, event: Event) -> None:
        self._course.on_event(event)
        if isinstance(event, ActionIntended):
            self._intended = event

    def device(self, device: Device) -> Device:
        return _GuardedDevice(device, self)

    def roles(self, roles: Roles) -> Roles:
        tape = Tape(self._recording, self._course, unanswered=_unanswered, differs=lambda _purpose: None)
        return _guarded(self, taped_roles(self._recording, tape), roles)

    def choose(self, taped: Callable[[], T], live: Callable[[], T]) -> T:
        """The record's answer; once the phone differs, the model's answers for the rest of this statement."""
        if self._course.key not in self._live:
            try:
                return taped()
            except Unlike as exc:
                self._depart(str(exc))
        return live()

    def _depart(self, reason: str) -> None:
        """Hand this statement to the model. Raises NeedsHuman if there is none."""
        if not self._with_model:
            raise NeedsHuman(f"the replay stops at line {self._course.line}: {reason}")
        self._live.add(self._course.key)
        self.asked.append(self._course.line)

    def move(self, context: StepContext) -> Move:
        """The next recorded move of this statement, on today's screen. Raises Unlike."""
        left = self._moves.get(self._course.key, [])
        if not left:
            raise Unlike("the recorded run made no further move here")
        move = self._aligned(left[0], context.seen.screen)
        left.pop(0)
        self.repeated += 1
        return move

    def _aligned(self, decided: Decided, screen: Screen) -> Move:
        recorded = self._recording.screen(decided.seen) if decided.seen is not None else None
        move = move_from(decided.event.move)
        if isinstance(move, Act):
            return replace(move, action=aligned(move.action, recorded, screen), beliefs=())
        if isinstance(move, StepDone) and move.evidence and not screen.shows(move.evidence):
            raise Unlike(f'"{move.evidence}" is not on the screen, which showed that the step was done')
        if recorded is not None:
            alike(recorded, screen)
        return replace(move, then=None) if isinstance(move, StepDone) else move

    def readable(self, screen: Screen) -> None:
        """Raises Unlike if the recorded run never saw exactly this screen during this statement."""
        looks = (self._recording.screen(look) for look in self._recording.looks.get(self._course.key, []))
        if not reads_the_same((look for look in looks if look is not None), screen):
            raise Unlike("the screen shows a different text than in the recorded run, so the value may be wrong")

    def before(self, action: Action) -> None:
        """For an exact command: raises NeedsHuman if the recorded run made another action, or on another screen."""
        intended = self._intended
        if intended is None or intended.why != DIRECT or self._course.key in self._live:
            return
        try:
            self._expect(action, intended)
        except Unlike as exc:
            self._depart(str(exc))

    def _expect(self, action: Action, intended: ActionIntended) -> None:
        left = self._actions.get(self._course.key, [])
        while left and left[0].why != DIRECT:
            left.pop(0)
        if not left:
            raise Unlike(f"the replay wants to {describe(action)}; the recorded run did nothing here")
        expected = left.pop(0)
        if isinstance(action, OpenApp):
            self.repeated += 1
            return
        if expected.package != intended.package:
            app = intended.package or "no app"
            raise Unlike(
                f"the replay wants to {describe(action)} in {app}; the recorded run did it in {expected.package}"
            )
        recorded_target, target = (getattr(a, "target", None) for a in (action_from(expected.what), action))
        if getattr(recorded_target, "descriptor", "") != getattr(target, "descriptor", ""):
            raise Unlike(f"the replay wants to {describe(action)}; the recorded run did this: {expected.text}")
        self.repeated += 1


def _unanswered(purpose: str) -> Exception:
    return Unlike(f"the recorded run made no further model call here ({purpose})")


class _GuardedDevice(DeviceLayer):
    """The same phone; the guard may refuse an action."""

    def __init__(self, device: Device, guard: Guard) -> None:
        super().__init__(device)
        self._guard = guard

    def perform(self, action: Action) -> ActionResult:
        self._guard.before(action)
        return self._device.perform(action)


_METHODS = {
    "planner": "plan",
    "amender": "amend",
    "navigator": "judge",
    "extractor": "read",
    "coder": "write",
    "adviser": "advise",
    "stepper": "next_operation",
    "believer": "revise",
    "locator": "locate",
    "querier": "query",
    "summariser": "summarise",
    "manager": "manage",
}
"""The methods of each role, except for the grounder, whose moves are in the journal."""
_READS = ("navigator", "extractor")
"""Methods whose answers depend on the screen, and hold for no other."""


class _Role:
    """One role with one method: answers from the record if the guard allows it, else from the model."""

    def __init__(self, ask: Callable[[Any], Any], name: str) -> None:
        setattr(self, name, ask)


def _guarded(guard: Guard, taped: Roles, live: Roles) -> Roles:
    """Roles that ask the record first. A role that neither record nor model has is None."""
    guarded: dict[str, Any] = {}
    for role, method in _METHODS.items():
        if getattr(taped, role) is not None or getattr(live, role) is not None:
            guarded[role] = _Role(_asking(guard, role, getattr(taped, role), getattr(live, role), method), method)
    if taped.grounder is not None or live.grounder is not None:
        guarded["grounder"] = _Grounder(guard, live)
    return Roles(**guarded, tokens=live.tokens or taped.tokens)


def _asking(guard: Guard, role: str, taped: Any, live: Any, method: str) -> Callable[[Any], Any]:
    def from_record(context: Any) -> Any:
        if taped is None:
            raise Unlike("the recorded run made no model call here")
        if role in _READS:
            guard.readable(context.seen.screen)
        return getattr(taped, method)(context)

    def from_model(context: Any) -> Any:
        if live is None:
            raise ModelNotConfigured(f"there is no model for the {role}")
        return getattr(live, method)(context)

    return lambda context: guard.choose(lambda: from_record(context), lambda: from_model(context))


class _Grounder:
    def __init__(self, guard: Guard, live: Roles) -> None:
        self._guard = guard
        self._live = live

    def next_move(self, context: StepContext) -> Move:
        return self._guard.choose(lambda: self._guard.move(context), lambda: self._ask(context))

    def _ask(self, context: StepContext) -> Move:
        if self._live.grounder is None:
            raise ModelNotConfigured("there is no model to choose an action")
        return self._live.grounder.next_move(context)
