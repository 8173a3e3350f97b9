"""Runs one job to its result: a fresh phone, an agent, and a judgement of the phone's contents."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from agentprog.agents.prompting import versions
from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.opening import open_model, open_phone
from agentprog.app.launching.programs import Program
from agentprog.app.phones.simulator import SimulatedPhone, simulated_phone
from agentprog.app.settings import config
from agentprog.app.settings.model import Settings, said_later
from agentprog.bench.agents import agents_called
from agentprog.bench.aw.checks import Score
from agentprog.bench.aw.oracle import Hand
from agentprog.bench.episode import Episode, Rules, Task
from agentprog.bench.measure import measure
from agentprog.bench.played.episode import play
from agentprog.bench.proof import SETTLING, Solvable, is_solvable, prove
from agentprog.bench.results import Result
from agentprog.bench.spec import ORACLE, PLAYED, STAND_IN, JobSpec
from agentprog.bench.standin.server import StandIn, serve
from agentprog.bench.standin.slips import Slips
from agentprog.bench.suites import SUITES, select, suite_called
from agentprog.bench.timing import PhoneTime, TimedDevice
from agentprog.errors import AgentProgError, Cancelled, UsageError
from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Model, ModelProgress, OutcomeKind, RunListener, SystemClock
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.version import __version__

HELD = "final.json"
"""File in the run's folder: the phone's storage at the judgement."""
SHOWN = "final.png"
"""File in the run's folder: the phone's screen at the judgement."""
_CALLS_A_STEP = 40
"""Model calls and tokens have no limit of their own here; this many calls for each allowed action end a runaway run."""

_DECLARED = (OutcomeKind.VERIFIED, OutcomeKind.COMPLETED, OutcomeKind.UNVERIFIED, OutcomeKind.INFEASIBLE)

Watch = Callable[[JobSpec, str], tuple[RunListener, ...]]
"""Returns the listeners of a run, for a job and its goal."""


class Models:
    """Models that stay open from job to job. Each job gets a new stand-in, made by `policy`, so that earlier questions
    have no effect."""

    def __init__(
        self,
        progress: ModelProgress | None = None,
        *,
        policy: Callable[[JobSpec], StandIn] | None = None,
        kept: Path | None = None,
    ) -> None:
        """`kept` keeps recipes and code from job to job; None: each job begins without any."""
        self.kept = kept
        self._policy = policy or _stand_in
        self._stack = ExitStack()
        self._open: dict[tuple[str, str | None], Model] = {}
        self._progress = progress

    def __enter__(self) -> Models:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def get(self, settings: Settings, stack: ExitStack, spec: JobSpec) -> Model:
        """The job's model. Raises ModelError."""
        if spec.stand_in:
            url = stack.enter_context(serve(self._policy(spec)))
            job_settings = settings.but(
                base_url=url, api="chat", endpoints={}, environment={"OPENAI_API_KEY": "none of a user's"}
            )
            return open_model(job_settings, stack, id=f"openai:{STAND_IN}")
        key = (spec.model, settings.base_url)
        if key not in self._open:
            self._open[key] = open_model(settings, self._stack, id=spec.model, progress=self._progress)
        return self._open[key]


def _stand_in(spec: JobSpec) -> StandIn:
    return StandIn(Slips(rate=spec.rules.slips, seed=spec.seed))


def run_job(spec: JobSpec, *, models: Models, watch: Watch | None = None, cancel: CancelToken | None = None) -> Result:
    """Run one episode and return its result. It needs only the job and its environment, so it can run anywhere.

    A failing phone or model gives a result with an `error`. Raises UsageError for an impossible job, and Cancelled if
    it was stopped from outside, without a result.
    """
    task, began = _task(spec), blank(spec)
    try:
        if spec.agent == ORACLE:
            return began.model_copy(update=_proved(spec, task))
        if spec.agent == PLAYED:
            return began.model_copy(update=_played(spec))
        return began.model_copy(update=_episode(spec, task, models, watch, cancel or CancelToken()))
    except AgentProgError as exc:
        return began.model_copy(update={"error": f"{type(exc).__name__}: {exc.message}"})


def blank(spec: JobSpec) -> Result:
    """The job's result before the episode: its settings, and the versions that run it."""
    task = _task(spec)
    return Result(
        **{name: getattr(spec, name) for name in ("key", "suite", "task", "seed", "agent", "stand_in")},
        model=spec.models,
        level=task.level,
        kind=task.kind,
        rules=asdict(spec.rules),
        started_at=datetime.now().astimezone().isoformat(timespec="seconds"),
        agentprog=__version__,
        commit=commit(),
        prompts=versions(),
    )


def _task(spec: JobSpec) -> Task:
    return select(suite_called(spec.suite), (spec.task,))[0]


def _episode(spec: JobSpec, task: Task, models: Models, watch: Watch | None, cancel: CancelToken) -> dict[str, object]:
    image, seed = task.phone(spec.seed)
    settings = _settings(spec, task)
    with ExitStack() as stack:
        phone = stack.enter_context(simulated_phone(image=image, seed=seed, environ=settings.environment))
        episode = task.begin(phone.handle, spec.seed, spec.rules)
        model = episode.model or models.get(settings, stack, spec)
        home = models.kept or Path(stack.enter_context(TemporaryDirectory(prefix="agentprog-bench-")))
        job_settings = settings.but(serial=phone.serial, environment=phone.environment)
        device = TimedDevice(open_phone(job_settings, stack, run=f"bench-{task.name}"))
        clock = PhoneTime(phone.handle.advance, spec.rules.action_seconds)
        job = Job(
            settings=job_settings,
            task=episode.goal if episode.program is None else "",
            program=_written(episode.program, task.name, job_settings.run_dir),
            device=device,
            model=model,
            code_folder=home / "code",
            recipe_folder=home / "recipes",
            listeners=(clock, *(watch(spec, episode.goal) if watch is not None else ())),
            cancel=cancel,
            secrets=episode.secrets,
            interaction=episode.person or NobodyThere(),
        )
        began, started = _phone_time(phone), time.monotonic()
        found = launch(job)
        seconds = time.monotonic() - started - clock.seconds
        if found.outcome.kind.value == "interrupted":
            raise Cancelled(found.outcome.reason)
        ended = _phone_time(phone)
        phone.handle.advance(SETTLING)
        answer = "" if found.answer is None else str(found.answer)
        score = _final(_honest(episode, episode.judge(answer), found), found, spec)
        (found.folder / HELD).write_text(json.dumps(episode.held(), ensure_ascii=False), encoding="utf-8")
        (found.folder / SHOWN).write_bytes(phone.handle.screenshot())
    times = {"seconds": seconds, "device_seconds": device.seconds, "phone_seconds": ended - began}
    task_record = {"goal": episode.goal, "answer": answer, "questions": len(getattr(episode.person, "questions", ()))}
    return {**task_record, **_judged(score), **_ran(found, times, spec.folder)}


def _written(program: str | None, name: str, folder: Path) -> Program | None:
    """A person's program for the task, if there is one."""
    return None if program is None else Program(text=program, name=f"{name}.stp", folder=folder)


def _policy(rules: Rules) -> Policy:
    """The gate's policy, as the rules name it. Allows everything if nobody is asked, or without a gate."""
    if rules.person == "off":
        return Policy(rules=dict.fromkeys(Risk, Rule.ALLOW))  # named one by one, also those that no text may order
    if rules.policy is not None:
        return Policy(default=Rule(rules.policy))
    return Policy(default=Rule.ALLOW if rules.unattended else Rule.ASK)


def _honest(episode: Episode, score: Score, found: RunResult) -> Score:
    """The score; 0 if a run says "verified" about a false claim."""
    if episode.claims and found.outcome.kind is OutcomeKind.VERIFIED:
        return Score(value=0.0, wrong=("false claim: the run says verified", *score.wrong))
    return score


def _proved(spec: JobSpec, task: Task) -> dict[str, object]:
    """The result of the oracle. If the oracle got lost, that is the first entry of `wrong`."""
    if not isinstance(task, Solvable):
        suites = ", ".join(name for name, suite in SUITES.items() if is_solvable(suite))
        raise UsageError(f"the oracle does not know the task {task.name}", hint=f"It knows the suites {suites}.")
    image, seed = task.phone(spec.seed)
    with simulated_phone(image=image, seed=seed) as phone:
        hand = Hand.on(phone.serial, adb_port=int(phone.environment["ANDROID_ADB_SERVER_PORT"]))
        found = prove(task, spec.seed, spec.rules, phone.handle, hand)
    wrong = [*((found.lost,) if found.lost else ()), *found.score.wrong]
    record = {"goal": found.goal, "answer": found.answer, "score": found.score.value, "wrong": wrong}
    return {**record, "outcome": "lost" if found.lost else "done", "seconds": round(found.seconds, 2)}


def _played(spec: JobSpec) -> dict[str, object]:
    """The result of a run whose moves are the oracle's; it leaves a run folder."""
    folder = RunFolder.create(spec.folder / "runs", instruction=spec.task, now=SystemClock().now())
    try:
        found = play(spec.suite, spec.task, spec.seed, folder=folder)
    finally:
        folder.close()
    record = {"goal": found.goal, "answer": found.answer, "score": found.score, "wrong": list(found.wrong)}
    ended = {"outcome": found.outcome, "reason": found.reason, "seconds": found.seconds}
    return {**record, **ended, "run": str(folder.path.relative_to(spec.folder))}


def _settings(spec: JobSpec, task: Task) -> Settings:
    flags = {
        "model": f"openai:{STAND_IN}" if spec.stand_in else spec.model,
        "base_url": spec.base_url,
        "run_dir": str(spec.folder / "runs"),
        "seconds": spec.rules.seconds,
        "steps": spec.rules.steps or task.steps,
        "model_calls": _CALLS_A_STEP * (spec.rules.steps or task.steps),
    }
    settings = config.load(flags, config=spec.config)
    way = agents_called((spec.agent,))[0].settings
    roles = {f"{role}_model": id for role, id in spec.roles.items()}
    return settings.with_one_model(settings.model).but(
        **roles,
        **{key: getattr(way, key) for key in said_later("fixed")},
        policy=_policy(spec.rules),
        workspace=None,
        tokens=None,
        max_cost=None if spec.stand_in else settings.max_cost,
    )


def _phone_time(phone: SimulatedPhone) -> float:
    """The phone's own clock, in seconds."""
    return datetime.fromisoformat(str(phone.handle.state()["time"])).timestamp()


def _final(score: Score, found: RunResult, spec: JobSpec) -> Score:
    """The score. If the rules demand it, it counts only if the agent declared the task done."""
    if not spec.rules.declared or found.outcome.kind in _DECLARED:
        return score
    return Score(value=0.0, wrong=(f"it did not end as done: {found.outcome.kind.value}", *score.wrong))


def _judged(score: Score) -> dict[str, object]:
    return {"score": score.value, "wrong": list(score.wrong)}


def _ran(found: RunResult, times: dict[str, float], folder: Path) -> dict[str, object]:
    totals, prompt_sizes = found.totals, measure(RunFolder.open(found.folder))
    model_seconds = totals.get("model_seconds", 0.0)
    own_seconds = max(0.0, times["seconds"] - times["device_seconds"] - model_seconds)
    rounded = {name: round(value, 2) for name, value in (times | {"own_seconds": own_seconds}).items()}
    return {
        "outcome": found.outcome.kind.value,
        "reason": found.outcome.reason,
        "actions": int(totals.get("actions", 0)),
        "model_calls": int(totals.get("model_calls", 0)),
        "calls": dict(prompt_sizes.calls),
        "prompt_tokens": int(totals.get("prompt_tokens", 0)),
        "static_tokens": prompt_sizes.static,
        "dynamic_tokens": prompt_sizes.dynamic,
        "cached_tokens": int(totals.get("cached_tokens", 0)),
        "output_tokens": int(totals.get("completion_tokens", 0)),
        "money": totals.get("money"),
        "growth": list(prompt_sizes.growth),
        "model_seconds": round(model_seconds, 2),
        **rounded,
        "run": str(found.folder.relative_to(folder)),
    }


@cache
def commit() -> str:
    """The commit of the running checkout, with a plus sign if files differ from it; "" outside a checkout."""
    checkout = Path(__file__).resolve().parents[2]
    if not (checkout / ".git").exists():
        return ""
    try:
        head = _git(checkout, "rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git(checkout, "status", "--porcelain", "--", "agentprog", "prompts", "devices") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(checkout: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(checkout), *words], capture_output=True, text=True, check=True, timeout=20)
    return done.stdout.strip()
