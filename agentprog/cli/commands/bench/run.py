"""`agentprog bench run`: runs agents over task suites, each episode on a simulated phone of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, get_args

import typer

from agentprog.agents.strategies.choice import Role
from agentprog.app.launching.opening import require_model
from agentprog.app.settings.model import FLAG, Settings
from agentprog.bench.agents import AGENTS, agents_called
from agentprog.bench.episode import Person, Rules
from agentprog.bench.job import HELD, SHOWN, Models
from agentprog.bench.results import Result
from agentprog.bench.runner import Campaign
from agentprog.bench.spec import STAND_IN, JobSpec, jobs_of
from agentprog.bench.suites import SUITES, select, suite_called
from agentprog.bench.treeless.suite import unequipped
from agentprog.cli.commands.bench.group import Only, Out, Seeds, Workers, agent_names, bench, numbers
from agentprog.cli.console import result, result_json, say, warn
from agentprog.cli.options import AsJson, ConfigFile, Quiet
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.lines import RunLines
from agentprog.cli.watching.model_status import ModelStatus
from agentprog.devices.screen.ocr import installed
from agentprog.errors import Cancelled, UsageError
from agentprog.ports import RunListener
from agentprog.runtime.safety.policy import Rule

ROLES: tuple[Role, ...] = get_args(Role)
SuiteName = Annotated[str, typer.Argument(metavar="SUITE", help=f"One of: {', '.join(SUITES)}.")]
AgentNames = Annotated[
    list[str] | None,
    agent_names(f"The agents: {', '.join(AGENTS)}, or all. Separated by commas; repeatable."),
]
_MODEL = f"The model, as for `run`; or {STAND_IN}: a script in place of a model; its success means nothing."
Results = Annotated[
    Path | None, typer.Option("--results", dir_okay=False, help="Also append each result to this file.")
]
Rows = Annotated[bool, typer.Option("--rows", help="After each episode, show rows of the phone's databases.")]
Watch = Annotated[
    bool | None, typer.Option("--watch/--no-watch", help="Show every step; with one job. On for the small suites.")
]
Slips = Annotated[float, typer.Option(min=0, max=1, help=f"The share of moves that the {STAND_IN} gets wrong.")]
ActionSeconds = Annotated[
    float,
    typer.Option(min=0, help="Seconds that the phone's clock adds for each action, beside the computer's own time."),
]
SmsWindow = Annotated[
    float, typer.Option(min=0, help="How old a sent message may be at the end, in the phone's seconds; 0: any age.")
]
InFront = Annotated[
    bool, typer.Option("--in-front/--any-app", help="Require the messenger in front when a message is judged.")
]
Declared = Annotated[
    bool | None,
    typer.Option(
        "--declared/--any-end",
        help="Count an end only if the agent declared the task done. Default: the rule of the suite.",
    ),
]
Unattended = Annotated[
    bool | None,
    typer.Option(
        "--unattended/--attended",
        help="Allow every action that needs a person's approval; or end the run at the question. Default: the rule "
        "of the suite.",
    ),
]
AtTheRun = Annotated[
    Person | None,
    typer.Option(
        "--person", help="Who answers approvals, in suites with a person: oracle, yes, nobody; or off: no gate."
    ),
]
GateRule = Annotated[Rule | None, typer.Option("--policy", help="The gate's rule for effects that nobody ordered.")]
Steps = Annotated[int | None, typer.Option(min=1, help="Limit of actions in an episode. Default: the task's own.")]
Seconds = Annotated[float, typer.Option(min=1, help="Limit of seconds in an episode.")]
RoleModels = Annotated[
    list[str] | None,
    typer.Option(
        "--role", metavar="ROLE=MODEL", help=f"The model of one role ({', '.join(ROLES)}), as ROLE=MODEL. Repeatable."
    ),
]
_TASK, _ROWS = 34, 30


@bench.command(name="run")
@configured("base_url", "run_dir", model=_MODEL)
def run_tasks(
    settings: Settings,
    suite: SuiteName,
    agent: AgentNames = None,
    role: RoleModels = None,
    only: Only = None,
    seeds: Seeds = "1",
    jobs: Workers = 1,
    out: Out = None,
    slips: Slips = 0.0,
    action_seconds: ActionSeconds = 2.0,
    sms_window: SmsWindow = 300.0,
    in_front: InFront = True,
    declared: Declared = None,
    unattended: Unattended = None,
    person: AtTheRun = None,
    policy: GateRule = None,
    steps: Steps = None,
    seconds: Seconds = 3600.0,
    watch: Watch = None,
    rows: Rows = False,
    results: Results = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Runs agents over a suite, each episode on a fresh simulated phone. The exit status is 0 if every episode ended
    right.

    The same --out continues an interrupted run.
    """
    found = suite_called(suite)
    rules = Rules(
        action_seconds=action_seconds,
        sms_window=sms_window or None,
        messenger_in_front=in_front,
        declared=found.declared if declared is None else declared,
        unattended=found.unattended if unattended is None else unattended,
        steps=steps,
        seconds=seconds,
        slips=slips,
        person=person,
        policy=policy,
    )
    model = found.model or require_model(settings)
    if slips and model != STAND_IN:
        raise UsageError(f"--slips is for the {STAND_IN}; {model} makes its own mistakes")
    folder = out or settings.run_dir / f"bench_{datetime.now():%Y%m%d-%H%M%S}_{suite}"
    todo = jobs_of(
        found,
        select(found, only or ()),
        agents_called(agent or ["ours"]),
        numbers(seeds),
        model=model,
        folder=folder,
        rules=rules,
        base_url=settings.base_url if settings.origin.get("base_url") == FLAG else None,
        config=config_file,
        roles=_roles(role or ()),
    )
    for text in unequipped(select(found, only or ()), ocr=installed(), seeing=settings.locator_model is not None):
        warn(text, style="yellow")
    watched = found.watched if watch is None else watch
    show = _Show(len(todo), jobs, quiet=quiet, watched=watched and jobs == 1, rows=rows, as_json=as_json)
    return _run(Campaign(folder, todo), show, folder, results)


def _roles(pairs: Sequence[str]) -> dict[str, str]:
    """The models by role. Raises UsageError for anything but a role with its model."""
    found: dict[str, str] = {}
    for pair in pairs:
        role, _, id = pair.partition("=")
        if role not in ROLES or not id:
            raise UsageError(f"--role takes a role and its model, not {pair!r}", hint=f"Roles: {', '.join(ROLES)}.")
        found[role] = id
    return found


def _run(campaign: Campaign, show: _Show, folder: Path, results_file: Path | None) -> int:
    show.begin(campaign)
    done = list(campaign.done)
    try:
        with Models(None if show.quiet else ModelStatus()) as models:
            for found in campaign.run(show.workers, models=models, watch=show.watch):
                done.append(found)
                show.ended(found, folder)
                if results_file is not None:
                    _append(results_file, found)
    except (KeyboardInterrupt, Cancelled):
        warn(f"{len(done)} episodes are done; the same command with --out {folder} continues", style="yellow")
        raise
    right = sum(found.right for found in done)
    if show.as_json:
        result_json(
            {"path": str(folder), "episodes": len(done), "right": right, "results": [_plain(found) for found in done]}
        )
    else:
        _summary(done, right, folder)
    return 0 if right == len(done) else 1


def _plain(found: Result) -> dict[str, object]:
    return found.model_dump(mode="json")


def _summary(done: list[Result], right: int, folder: Path) -> None:
    _table(done)
    if any(found.stand_in for found in done):
        warn(
            f"{STAND_IN} is not a model: its results say nothing about a model, or about an agent's success.",
            style="yellow",
        )
    else:
        result(f"{right} of {len(done)} episodes ended right by the phone's own storage, with {done[0].model}")
    result(f"results: {folder} (tables and plots: agentprog bench report {folder})")


class _Show:
    """Reports the runner's progress to a person."""

    def __init__(self, count: int, workers: int, *, quiet: bool, watched: bool, rows: bool, as_json: bool) -> None:
        self.workers, self.quiet, self.as_json = workers, quiet, as_json
        self._watched, self._rows = watched and not quiet, rows
        self._count, self._number = count, 0
        self._new, self._started = 0, time.monotonic()

    def begin(self, campaign: Campaign) -> None:
        """Show the campaign's size."""
        self._number = len(campaign.done)
        if campaign.done:
            rest = "going on with the others" if campaign.waiting else "there is nothing left to run"
            say(f"{self._number} of {self._count} episodes are done already; {rest}")

    def watch(self, job: JobSpec, goal: str) -> tuple[RunListener, ...]:
        """Listeners of a run."""
        if not self._watched:
            return ()
        say(f"{job.task}: {goal}", style="bold")
        return (RunLines(told_aside=True),)

    def ended(self, found: Result, folder: Path) -> None:
        """One episode is over."""
        self._number, self._new = self._number + 1, self._new + 1
        verdict = "right" if found.right else f"error: {found.error}" if found.error else f"wrong: {_why(found)}"
        model = f", {STAND_IN}" if found.stand_in else ""
        if not self.quiet:
            say(
                f"[{self._number}/{self._count}] {found.task} {found.seed} ({found.agent}{model}): {verdict}; "
                f"{found.outcome or 'not run'}, {found.actions} actions, {found.seconds:.0f} s{self._left()}",
                style="red" if found.error else "",
            )
        if self._watched or self._rows:
            self._details(found, folder)

    def _left(self) -> str:
        left = self._count - self._number
        if not left:
            return ""
        seconds = (time.monotonic() - self._started) / self._new * left
        return f"; about {seconds / 60:.0f} min left" if seconds >= 90 else f"; about {seconds:.0f} s left"

    def _details(self, found: Result, folder: Path) -> None:
        if not found.run or self.as_json:
            return
        if self._rows:
            _show_rows(json.loads((folder / found.run / HELD).read_text(encoding="utf-8")))
        result(f"screenshot: {folder / found.run / SHOWN}")
        result(f"everything about the run: {folder / found.run}")


def _show_rows(tables: Mapping[str, object]) -> None:
    for name, rows in tables.items():
        if isinstance(rows, list) and rows:
            result(f"{name} on the phone:" if len(rows) <= _ROWS else f"{name} on the phone, the last {_ROWS}:")
            for row in rows[-_ROWS:]:
                result("  " + "  ".join(f"{value!s:<24}" for value in row.values() if value not in (None, "")).rstrip())


def _why(found: Result) -> str:
    more = f" (and {len(found.wrong) - 1} more)" if len(found.wrong) > 1 else ""
    return (found.wrong[0][:150] if found.wrong else "") + more


def _append(path: Path, found: Result) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(found.model_dump_json() + "\n")
    except OSError as exc:
        raise UsageError(f"cannot write {path}: {exc.strerror}", hint="Name another file with --results.") from exc


def _table(done: list[Result]) -> None:
    """The table; without verdicts for a stand-in, whose success must not be read as a model's."""
    judged = not any(found.stand_in for found in done)
    phone = f"{'phone':<6} " if judged else ""
    result(
        f"{'task':<{_TASK}} {'seed':>4}  {'agent':<13} {phone}{'run says':<20} {'actions':>7} {'calls':>5} "
        f"{'tokens':>9} {'seconds':>8}"
    )
    for found in done:
        verdict = "right" if found.right else "error" if found.error else "wrong"
        phone = f"{verdict:<6} " if judged else ""
        tokens = found.prompt_tokens + found.output_tokens
        result(
            f"{found.task:<{_TASK}} {found.seed:>4}  {found.agent:<13} {phone}{found.outcome:<20} "
            f"{found.actions:>7} {found.model_calls:>5} {tokens:>9,} {found.seconds:>8.1f}"
        )
        if found.error or (judged and not found.right):
            result(f"{'':<{_TASK + 21}} why: {found.error or _why(found)}")
