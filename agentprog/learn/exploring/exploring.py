"""Turns a walk into an episode: the storage difference is the truth, and a replay on a fresh phone must reproduce
it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from agentprog.app.phones.simulator import SimulatedPhone, simulated_phone
from agentprog.bench.aw.checks import End
from agentprog.bench.aw.state import State, read_state
from agentprog.bench.proof import SETTLING
from agentprog.devices import open_device
from agentprog.errors import AgentProgError, UsageError
from agentprog.frozen import field, frozen
from agentprog.lang.check import check_text
from agentprog.lang.effects.kinds import Risk
from agentprog.learn.exploring.differences import Change, Changed, agreed, differences
from agentprog.learn.exploring.proposing import proposed
from agentprog.learn.exploring.walking import DONE, OVER, Explorer, Repeater, straight
from agentprog.learn.trajectories.from_runs import EpisodeFacts, steps_of
from agentprog.learn.trajectories.records import Step, Verdict
from agentprog.ports import Action, SystemClock
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Grounder, Roles
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule

KEEPS = (Risk.CREATE, Risk.EDIT, Risk.SETTING, Risk.CHANGE, Risk.AGREE)
"""Effects that a walk may have unasked: entering and saving data.

The gate refuses sending, calling, paying, deleting and the like unless they are allowed by name.
"""


@frozen
class Walk:
    """One walk: at most `moves` moves in the app named `app`, on the phone of `seed`.

    The gate allows `KEEPS` and `allowed`.
    """

    app: str
    seed: int
    moves: int = 30
    allowed: tuple[Risk, ...] = ()

    @property
    def policy(self) -> Policy:
        """The gate's policy: every other effect and every other app is refused."""
        return Policy(rules=dict.fromkeys((*KEEPS, *self.allowed), Rule.ALLOW), default=Rule.DENY, apps=(self.app,))

    @property
    def name(self) -> str:
        return f"explored/{self.app}/{self.seed}"


@frozen
class Walked:
    """The result of a walk: the number of moves `made`, the moves without circles, and the storage changes."""

    made: int
    actions: list[Action]
    changes: tuple[Change, ...]


@frozen
class Explored:
    """The episode's steps, or the reason why there is none.

    `made` counts the walk's moves, `kept` the moves that the instruction needs.
    """

    walk: Walk
    instruction: str = ""
    steps: tuple[Step, ...] = ()
    why: str = ""
    made: int = 0
    kept: int = 0
    truth: tuple[Change, ...] = field(default=(), repr=False)


def explore(walk: Walk, folder: Path, *, pictures: Path | None = None) -> Explored:
    """Walks, proposes an instruction and proves it; the last replay leaves its run in `folder`.

    Raises UsageError for an app that the phone lacks, PhoneError.
    """
    found = walked(walk)
    if not found.changes:
        return Explored(walk=walk, why="nothing changed in the storage", made=found.made)
    instruction = proposed(found.changes)
    if not instruction:
        changes = ", ".join(f"{change.kind} in {change.table}" for change in found.changes)
        return Explored(walk=walk, why=f"no wording says: {changes}", made=found.made)
    with simulated_phone(seed=walk.seed) as phone:
        needed_actions, replayed_changes = needed(
            found.actions, lambda actions: _repeated(walk, phone, actions), instruction
        )
    if not replayed_changes:
        return Explored(walk=walk, instruction=instruction, why="a replay changed something else", made=found.made)
    return _proven(walk, instruction, needed_actions, replayed_changes, folder, pictures, moves_made=found.made)


def needed(
    actions: Sequence[Action], repeat: Callable[[Sequence[Action]], Sequence[Change]], instruction: str
) -> tuple[list[Action], Sequence[Change]]:
    """The moves that the instruction needs, and the changes of their replay.

    Each move is left out once, the last first, and stays out if the same instruction still describes the changes.
    Empty if not even all moves reproduce them.
    """
    remaining, found = list(actions), repeat(actions)
    if proposed(found) != instruction:
        return [], ()
    for place in reversed(range(len(remaining))):
        fewer = remaining[:place] + remaining[place + 1 :]
        changes = repeat(fewer)
        if proposed(changes) == instruction:
            remaining, found = fewer, changes
    return remaining, found


def explored(walks: Sequence[Walk], folder: Path, workers: int, *, pictures: Path | None = None) -> Iterator[Explored]:
    """Runs each walk on phones of its own, `workers` at a time; results keep the order.

    A failed phone is a reason.
    """

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
    """The results with a task, one per instruction and phone."""
    by_walk = {(result.walk.seed, result.instruction): result for result in reversed(list(found)) if result.steps}
    return tuple(reversed(by_walk.values()))


class _Watched:
    """The storage of one phone: when the app was open, and now."""

    def __init__(self, phone: SimulatedPhone) -> None:
        self._phone = phone
        self.before: State | None = None

    def begin(self) -> None:
        self.before = read_state(self._phone.handle)

    def end(self) -> End:
        """The storage once nothing is pending."""
        self._phone.handle.advance(SETTLING)
        now = read_state(self._phone.handle)
        return End(before=self.before if self.before is not None else now, after=now)

    def changed(self) -> bool:
        """True if the storage differs from the first call's."""
        if self.before is None:
            self.begin()
            return False
        return bool(differences(self.before, read_state(self._phone.handle)))


def walked(walk: Walk) -> Walked:
    """Does the walk. Raises UsageError for an app that the phone lacks, PhoneError."""
    with simulated_phone(seed=walk.seed) as phone:
        watched = _Watched(phone)
        explorer = Explorer(walk.app, walk.seed, walk.moves, watched.changed)
        _run(walk, phone, explorer, "look around")
        end = watched.end()
    found = differences(end.before, end.after)
    return Walked(made=len(explorer.walk), actions=straight(explorer.walk), changes=found)


def _repeated(walk: Walk, phone: SimulatedPhone, actions: Sequence[Action]) -> tuple[Change, ...]:
    """The storage changes of these moves, on the phone as its image is."""
    phone.handle.reset()
    watched = _Watched(phone)
    _run(walk, phone, Repeater(actions, OVER, begin=watched.begin), "look around")
    end = watched.end()
    return differences(end.before, end.after)


def _proven(
    walk: Walk,
    instruction: str,
    actions: Sequence[Action],
    changes: Sequence[Change],
    folder: Path,
    pictures: Path | None,
    *,
    moves_made: int,
) -> Explored:
    """Replays the moves with the instruction; the changes common to both replays are the truth of the episode."""
    run_folder = RunFolder.create(folder, instruction=instruction, now=SystemClock().now())
    with simulated_phone(seed=walk.seed) as phone:
        watched = _Watched(phone)
        try:
            _run(walk, phone, Repeater(actions, DONE, begin=watched.begin), instruction, folder=run_folder)
        finally:
            run_folder.close()
        end = watched.end()
    truth = agreed(changes, differences(end.before, end.after))
    score = Changed(changes=truth).score(end)
    if proposed(truth) != instruction or score.value < 1.0:
        return Explored(walk=walk, instruction=instruction, made=moves_made, why="the truth is another each time")
    source = EpisodeFacts(
        episode=walk.name,
        source="explored",
        task=f"explored/{walk.app}/{truth[0].table}-{truth[0].kind}",
        instruction=instruction,
        verdict=Verdict(by="storage", score=score.value, wrong=list(score.wrong)),
    )
    steps = steps_of(run_folder, source, pictures=pictures)
    return Explored(walk=walk, instruction=instruction, steps=steps, made=moves_made, kept=len(actions), truth=truth)


def _run(walk: Walk, phone: SimulatedPhone, grounder: Grounder, order: str, *, folder: RunFolder | None = None) -> None:
    """Runs one step in the app, with the gate in force."""
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
