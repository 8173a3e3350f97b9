"""One played task: the runtime runs the lines, the hand does them, and the phone's storage decides whether the end is
right.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Literal

from agentprog.agents.extractor import ModelExtractor
from agentprog.app.phones.simulator import SimulatedPhone, simulated_phone
from agentprog.bench.episode import Rules
from agentprog.bench.played.errands import like_errand, plays_of_errand
from agentprog.bench.played.mistakes.slip import Slip
from agentprog.bench.played.player import Player
from agentprog.bench.played.plays import PLAYS, Play, apps_of, whole
from agentprog.bench.played.slips import slips_for
from agentprog.bench.proof import SETTLING
from agentprog.bench.suites import Errand, Extended, select, suite_called
from agentprog.bench.treeless.suite import Treeless
from agentprog.bench.truth import read_truth
from agentprog.devices import open_device
from agentprog.devices.link.adb import AdbServer
from agentprog.errors import UsageError
from agentprog.frozen import frozen, replace
from agentprog.lang.check import check_text
from agentprog.phone.client import PhoneHandle
from agentprog.ports import Outcome, OutcomeKind, Proof
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Roles
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.state.values import Value

Witness = Literal["phone", "screen"]
_HOLDS = 400
"""Touches of one line: a day of twenty events, or a form with its calendar, takes many."""
_RULES = Rules(messenger_in_front=False)


@frozen
class Played:
    """The result. `right` is the verdict of the phone's storage, `kind` that of the last line, which may contain a
    slip.
    """

    suite: str
    task: str
    slip: str
    witness: Witness
    kind: str
    right: bool
    wrong: tuple[str, ...]
    goal: str
    answer: str
    score: float
    outcome: str
    reason: str
    proofs: tuple[Proof, ...]
    seconds: float

    @property
    def verified(self) -> bool:
        """True if the run reports success: "verified", or "completed" for an answer that was read."""
        return self.outcome in (OutcomeKind.VERIFIED.value, OutcomeKind.COMPLETED.value)

    @property
    def false(self) -> bool:
        return self.verified and not self.right


def slips_of(suite: str, task: str, seed: int) -> tuple[str, ...]:
    """The names of the slips for a task's last line. Needs no phone."""
    found = select(suite_called(suite), (task,))[0]
    if isinstance(found, Extended):
        return tuple(slip.name for slip in slips_for(PLAYS[task](found.task.instance(seed).facts)[-1]))
    return tuple(slip.name for slip in slips_for(like_errand(task)))


def play(
    suite: str,
    task: str,
    seed: int,
    *,
    slip: str = "",
    witness: Witness = "phone",
    folder: RunFolder | None = None,
    person: Interaction | None = None,
) -> Played:
    """Run the task with the oracle's hand, which makes the slip in its last line; the run is kept in `folder`. With a
    `person` the gate asks them what it has to ask; else it lets everything through. Raises UsageError, PhoneError."""
    found = select(suite_called(suite), (task,))[0]
    if not isinstance(found, Extended | Errand | Treeless):
        raise UsageError(f"no hand knows the suite {suite}")
    answers: list[str] = []
    image, phone_seed = found.phone(seed)
    started = time.monotonic()
    with simulated_phone(image=image, seed=phone_seed) as phone:
        plays = _plays(found, seed, phone.handle, answers.append)
        rules = _RULES if slip else replace(_RULES, sms_window=None)
        episode = found.begin(phone.handle, seed, rules)
        chosen = next((candidate for candidate in slips_for(plays[-1]) if candidate.name == slip), None)
        if slip and chosen is None:
            raise UsageError(f"{task} has no slip {slip!r}")
        if chosen is not None:
            plays[-1] = _slipped(plays[-1], chosen, phone.handle)
        outcome = _run(plays, phone, episode.goal, witness, folder, person)
        phone.handle.advance(SETTLING)
        score = episode.judge(_answer_text(outcome.answer) or "".join(answers))
    return Played(
        suite=suite,
        task=task,
        slip=slip,
        witness=witness,
        kind=plays[-1].kind,
        right=score.value == 1.0 and (chosen is None or chosen.right),
        wrong=score.wrong,
        goal=episode.goal,
        answer=_answer_text(outcome.answer),
        score=score.value,
        outcome=outcome.kind.value,
        reason=outcome.reason,
        proofs=outcome.proofs,
        seconds=round(time.monotonic() - started, 1),
    )


def _answer_text(answer: Value) -> str:
    if isinstance(answer, list):
        return ", ".join(map(str, answer))
    return "" if answer is None else str(answer)


def _plays(task: Extended | Errand | Treeless, seed: int, phone: PhoneHandle, say: Callable[[str], None]) -> list[Play]:
    """The lines of the task. A task without lines becomes one line in its own words; the oracle does it whole and gives
    the answer."""
    if isinstance(task, Treeless):
        goal, app = task.aim(phone, seed).goal, task.task.app.label
        return [whole(goal, (app,), lambda hand: say(task.solve(phone, hand, seed)))]
    if isinstance(task, Extended):
        instance = task.task.instance(seed)
        if task.name in PLAYS:
            return PLAYS[task.name](instance.facts)
        return [whole(instance.goal, apps_of(instance.goal), lambda hand: say(task.solve(phone, hand, seed)))]
    truth = read_truth(phone)
    return plays_of_errand(task.name, task.task.instance(seed + task.number, truth), truth)


def _slipped(play: Play, slip: Slip, phone: PhoneHandle) -> Play:
    if slip.prepare is not None:
        slip.prepare(play, phone)
    return replace(play, way=slip.way(play, phone))


def _run(
    plays: Sequence[Play],
    phone: SimulatedPhone,
    goal: str,
    witness: Witness,
    folder: RunFolder | None,
    person: Interaction | None,
) -> Outcome:
    text = "\n".join(play.line for play in plays) + "\n"
    with ExitStack() as stack:
        device = open_device(phone.serial, env=phone.environment, waits=lambda _: None)
        stack.callback(device.close)
        labels = tuple(app.label for app in device.apps())
        program = check_text(text, mode="lenient", name="played", known_apps=labels).parsed.program
        if program is None:
            raise UsageError(f"this is no program: {text}")
        player = Player(
            {number: play.way for number, play in enumerate(plays, 1)},
            lambda: _client(phone),
            restart=lambda package: _stop(phone, package),
        )
        stack.callback(player.close)
        return run_program(
            program,
            folder=folder,
            device=device,
            interaction=person,
            roles=Roles(grounder=player, extractor=ModelExtractor(player.reader)),
            options=RunOptions(
                instruction=goal,
                source="model",
                text=text,
                policy=Policy(default=Rule.ALLOW if person is None else Rule.ASK),
                limits=Limits(holds=_HOLDS),
                repeats=_HOLDS,  # a canvas has no tree: each touch of it looks like the one before
                witness=witness,
                replans=0,
                recipes="off",  # the hand does each line itself
            ),
        )


def _client(phone: SimulatedPhone) -> Any:
    import uiautomator2

    adb = AdbServer.from_environment(phone.environment)
    return uiautomator2.connect(adb.stock().device(phone.serial))


def _stop(phone: SimulatedPhone, package: str) -> None:
    phone.handle.shell(f"am force-stop {package}")
