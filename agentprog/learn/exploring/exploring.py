"""From a walk to an episode: the difference of the storage is the truth, and a replay on a fresh phone has to bring it
about again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from agentprog.app.phones.simulator import SimulatedPhone, simulated_phone
from agentprog.bench.aw.checks import End
from agentprog.bench.aw.state import State, read_state
from agentprog.bench.proof import SETTLING
from agentprog.devices import open_device
from agentprog.errors import AgentProgError, UsageError
from agentprog.lang.check import check_text
from agentprog.lang.effects.kinds import Risk
from agentprog.learn.exploring.differences import Change, Changed, agreed, differences
from agentprog.learn.exploring.proposing import proposed
from agentprog.learn.exploring.walking import DONE, OVER, Explorer, Repeater, straight
from agentprog.learn.trajectories.from_runs import Told, steps_of
from agentprog.learn.trajectories.records import Step, Verdict
from agentprog.ports import Action, SystemClock
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Grounder, Roles
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule

KEEPS = (Risk.CREATE, Risk.EDIT, Risk.SETTING, Risk.CHANGE, Risk.AGREE)
"""What a walk may do though nobody asked for it: enter and keep things. Sending, calling, paying, deleting and the like
the gate refuses unless they are allowed by name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Walk:
    """One walk: `app` by its name, on the phone of `seed`, of at most `moves` moves. The gate lets the effects of
    `KEEPS` through, and those `allowed`."""

    app: str
    seed: int
    moves: int = 30
    allowed: tuple[Risk, ...] = ()

    @property
    def policy(self) -> Policy:
        """Everything else is refused, and every other app."""
        return Policy(rules=dict.fromkeys((*KEEPS, *self.allowed), Rule.ALLOW), default=Rule.DENY, apps=(self.app,))

    @property
    def name(self) -> str:
        return f"explored/{self.app}/{self.seed}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Walked:
    """How a walk went: how many moves it `made`, those of them that are no circles, and what is another then."""

    made: int
    actions: list[Action]
    changes: tuple[Change, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Explored:
    """What came of a walk: the steps of its episode, or why there is none. `made` counts the moves of the walk, `kept`
    those of them that the instruction needs."""

    walk: Walk
    instruction: str = ""
    steps: tuple[Step, ...] = ()
    why: str = ""
    made: int = 0
    kept: int = 0
    truth: tuple[Change, ...] = field(default=(), repr=False)


def explore(walk: Walk, folder: Path, *, pictures: Path | None = None) -> Explored:
    """Walk, propose, prove. The last replay leaves its run in `folder`. Raises UsageError for an app that the phone has
    not, PhoneError."""
    found = walked(walk)
    if not found.changes:
        return Explored(walk=walk, why="nothing changed in the storage", made=found.made)
    instruction = proposed(found.changes)
    if not instruction:
        told = ", ".join(f"{one.kind} in {one.table}" for one in found.changes)
        return Explored(walk=walk, why=f"no wording says: {told}", made=found.made)
    kept, again = needed(found.actions, lambda actions: _repeated(walk, actions), instruction)
    if not again:
        return Explored(walk=walk, instruction=instruction, why="a replay changed something else", made=found.made)
    return _proven(walk, instruction, kept, again, folder, pictures, made=found.made)


def needed(
    actions: Sequence[Action], repeat: Callable[[Sequence[Action]], Sequence[Change]], instruction: str
) -> tuple[list[Action], Sequence[Change]]:
    """The moves without which the instruction is not fulfilled, and what a replay of them changes: each is left out
    once, the last first, and stays out where the same instruction still says what changed. Nothing where not even all
    of them do it again."""
    kept, found = list(actions), repeat(actions)
    if proposed(found) != instruction:
        return [], ()
    for place in reversed(range(len(kept))):
        fewer = kept[:place] + kept[place + 1 :]
        came = repeat(fewer)
        if proposed(came) == instruction:
            kept, found = fewer, came
    return kept, found


def explored(walks: Sequence[Walk], folder: Path, workers: int, *, pictures: Path | None = None) -> Iterator[Explored]:
    """Each walk on phones of its own, so many at once; in their order. A phone that fails is a reason."""

    def one(walk: Walk) -> Explored:
        try:
            return explore(walk, folder, pictures=pictures)
        except UsageError:
            raise
        except AgentProgError as exc:
            return Explored(walk=walk, why=f"{type(exc).__name__}: {exc.message}")

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(one, walks)


def distinct(found: Iterable[Explored]) -> tuple[Explored, ...]:
    """Those that came to a task, each task once: of one instruction on one phone the first, which is as good as any."""
    kept = {(one.walk.seed, one.instruction): one for one in reversed(list(found)) if one.steps}
    return tuple(reversed(kept.values()))


class _Watched:
    """The storage of one phone: as it was when the app stood open, and as it is now."""

    def __init__(self, phone: SimulatedPhone) -> None:
        self._phone = phone
        self.before: State | None = None

    def begin(self) -> None:
        self.before = read_state(self._phone.handle)

    def end(self) -> End:
        """Once nothing is on its way any more."""
        self._phone.handle.advance(SETTLING)
        now = read_state(self._phone.handle)
        return End(before=self.before if self.before is not None else now, after=now)

    def changed(self) -> bool:
        """Whether the storage is another than when this was asked first."""
        if self.before is None:
            self.begin()
            return False
        return bool(differences(self.before, read_state(self._phone.handle)))


def walked(walk: Walk) -> Walked:
    """The walk itself. Raises UsageError for an app that the phone has not, PhoneError."""
    with simulated_phone(seed=walk.seed) as phone:
        watched = _Watched(phone)
        explorer = Explorer(walk.app, walk.seed, walk.moves, watched.changed)
        _run(walk, phone, explorer, "look around")
        end = watched.end()
    found = differences(end.before, end.after)
    return Walked(made=len(explorer.walk), actions=straight(explorer.walk), changes=found)


def _repeated(walk: Walk, actions: Sequence[Action]) -> tuple[Change, ...]:
    with simulated_phone(seed=walk.seed) as phone:
        watched = _Watched(phone)
        _run(walk, phone, Repeater(actions, OVER, begin=watched.begin), "look around")
        end = watched.end()
    return differences(end.before, end.after)


def _proven(
    walk: Walk,
    instruction: str,
    actions: Sequence[Action],
    again: Sequence[Change],
    folder: Path,
    pictures: Path | None,
    *,
    made: int,
) -> Explored:
    """Once more, asked for by the instruction; what both replays changed is the truth that the end is held to."""
    kept = RunFolder.create(folder, instruction=instruction, now=SystemClock().now())
    with simulated_phone(seed=walk.seed) as phone:
        watched = _Watched(phone)
        try:
            _run(walk, phone, Repeater(actions, DONE, begin=watched.begin), instruction, folder=kept)
        finally:
            kept.close()
        end = watched.end()
    truth = agreed(again, differences(end.before, end.after))
    score = Changed(changes=truth).score(end)
    if proposed(truth) != instruction or score.value < 1.0:
        return Explored(walk=walk, instruction=instruction, made=made, why="the truth is another each time")
    source = Told(
        episode=walk.name,
        source="explored",
        task=f"explored/{walk.app}/{truth[0].table}-{truth[0].kind}",
        instruction=instruction,
        verdict=Verdict(by="storage", score=score.value, wrong=list(score.wrong)),
    )
    steps = steps_of(kept, source, pictures=pictures)
    return Explored(walk=walk, instruction=instruction, steps=steps, made=made, kept=len(actions), truth=truth)


def _run(walk: Walk, phone: SimulatedPhone, grounder: Grounder, order: str, *, folder: RunFolder | None = None) -> None:
    """One step of a run in the app, whose moves the gate sees like any other."""
    with ExitStack() as stack:
        device = open_device(phone.serial, env=phone.environment, waits=lambda _: None)
        stack.callback(device.close)
        labels = tuple(app.label for app in device.apps())
        if walk.app not in labels:
            raise UsageError(f'the phone has no app "{walk.app}"', hint=f"It has: {', '.join(labels)}.")
        text = f'In the "{walk.app}" app, {" ".join((order[:1].lower() + order[1:]).rstrip(".").split())}\n'
        program = check_text(text, mode="lenient", name="explored", known_apps=labels).parsed.program
        if program is None:
            raise UsageError(f"this is no program: {text}", hint="A walk asks for one step in plain words.")
        run_program(
            program,
            folder=folder,
            device=device,
            roles=Roles(grounder=grounder),
            options=RunOptions(
                instruction=order,
                source="model",
                text=text,
                policy=walk.policy,
                limits=Limits(holds=walk.moves + 2),
                replans=0,
                recipes="off",
            ),
        )
