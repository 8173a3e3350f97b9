"""The wiring of a run: opens phone and model, plans if there is a task, runs the program, cleans up."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import platformdirs

from agentprog.agents.prompting import versions
from agentprog.app.aliases.mentions import meant_in
from agentprog.app.authorship import book
from agentprog.app.authorship.scribe import Scribe, written
from agentprog.app.embedding.tools import as_tools
from agentprog.app.launching.eyesight import foreseen
from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.lives import as_before, setup_of
from agentprog.app.launching.noting import NotingDevice
from agentprog.app.launching.opening import open_phone, open_simulated, require_model
from agentprog.app.launching.programs import Checked, check_program, needs_phone
from agentprog.app.launching.run_models import RunModels
from agentprog.app.recipes.shelf import Shelf
from agentprog.app.runs.origin import admit, is_sent, keep_setup, setup_here
from agentprog.app.runs.sealing import sealing_key
from agentprog.devices.masking import MaskingDevice
from agentprog.devices.screen.ocr import installed
from agentprog.errors import AgentProgError, Cancelled, Stop, UsageError
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.effects.authors import line_digests
from agentprog.lang.writing.unparse import unparse
from agentprog.ports import Device, Event, Outcome, SystemClock
from agentprog.runtime.approving import written_by_person
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import Unplanned, load, unplanned
from agentprog.runtime.options import MOST_AMENDMENTS, RunOptions
from agentprog.runtime.planning import Plan, plan
from agentprog.runtime.roles import Planner, Roles
from agentprog.runtime.run import begin, end_unplanned, given_inputs, run_program
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.session import Session
from agentprog.version import __version__

_WHOLE_TASK = 10_000
"""Actions of a step that is a whole task, if no number of steps is set."""


def launch(job: Job) -> RunResult:
    """Run the job to its outcome. Raises only for faults before a run has begun."""
    recorded = job.program is not None and job.program.by_model
    if not recorded and bool(job.task) == (job.program is not None):
        raise UsageError("give a run a task in plain words or a program, not both", hint="Give one thing to run.")
    checked = check_program(job.program) if job.program is not None else None
    if checked is not None:
        given_inputs(checked.program.header, _inputs(job))
    with ExitStack() as stack:
        models = _models(job, stack, planner=checked is None)
        folder = RunFolder.create(job.settings.run_dir, instruction=job.title, now=SystemClock().now())
        stack.callback(_discard_unused, folder)
        stack.callback(folder.close)
        keep_setup(folder, setup_of(job), mine=_digests_of_mine(checked))
        folder.update_manifest(prompts=versions())
        uses_phone = checked is None or needs_phone(checked.program)
        device = _device(job, stack, run=folder.name, root=folder.path / "phone") if uses_phone else None
        session = _session(job, folder)
        outcome = _outcome(job, checked, device, _roles(job, models, session), session)
        return _result(outcome, folder, session)


def resume(job: Job, folder: RunFolder) -> RunResult:
    """Resume a run that ended early, or whose process did, on its phone. The job may change models, limits, policy,
    secrets, workspace, tools and listeners; everything else stays as it was.

    Raises UsageError if the run cannot be resumed.
    """
    admit(folder, job.interaction)
    before = setup_here(folder)
    job = replace(as_before(job, before), sent=is_sent(folder))
    if (early := unplanned(folder)) is not None:
        return _plan_anew(job, folder, early)
    recorded = load(folder, known_apps=tuple(str(name) for name in before.get("apps", ())))
    checked = Checked(program=recorded.program, text=recorded.text, by_model=recorded.source == "model")
    with ExitStack() as stack:
        stack.callback(folder.close)
        keep_setup(folder, before | setup_of(job))
        models = _models(job, stack)
        uses_phone = needs_phone(recorded.program)
        device = _device(job, stack, run=folder.name, root=folder.path / "phone") if uses_phone else None
        session = _session(job, folder)
        outcome = run_program(
            recorded.program,
            device=device,
            roles=_roles(job, models, session),
            interaction=job.interaction,
            options=replace(_options(job, checked, session), instruction=recorded.instruction, inputs=recorded.inputs),
            session=session,
            journal=recorded.journal,
        )
        return _result(outcome, folder, session)


def _plan_anew(job: Job, folder: RunFolder, early: Unplanned) -> RunResult:
    """Resume a run without a program: nothing was done yet, so the task is planned again."""
    job = replace(job, task=early.instruction)
    with ExitStack() as stack:
        stack.callback(folder.close)
        models = _models(job, stack, planner=True)
        device = _device(job, stack, run=folder.name, root=folder.path / "phone")
        session = _session(job, folder)
        outcome = _outcome(job, None, device, _roles(job, models, session), session, early.journal)
        return _result(outcome, folder, session)


def _result(outcome: Outcome, folder: RunFolder, session: Session) -> RunResult:
    return RunResult(
        outcome=outcome,
        folder=folder.path,
        totals=_totals(session),
        manifest=session.manifest,
        pending=tuple(session.pending),
    )


def _session(job: Job, folder: RunFolder) -> Session:
    return Session(
        folder=folder,
        listeners=(Scribe(), *job.listeners),
        clock=job.clock,
        cancel=job.cancel,
        limits=_limits(job),
        steering=job.steering,
    )


def in_one_step(task: str) -> Checked:
    """A task as a program of one step, for contexts without a program: the paper's baselines."""
    first, *rest = (ast.Template(parts=(" ".join(line.split()),)) for line in task.splitlines() if line.strip())
    text = unparse(ast.Program(body=(ast.Action(text=first, details=tuple(rest)),)))
    program = check_text(text, name="task").parsed.program
    if program is None:
        raise UsageError(
            f"the task cannot be written as a step: {task!r}", hint="Say the task in one sentence without a line break."
        )
    return Checked(program=program, text=text, by_model=True)


def plan_only(job: Job) -> Plan:
    """The program that a model writes for the job's task. Nothing runs and no run folder is made."""
    with ExitStack() as stack:
        models = _models(job, stack, planner=True)
        device = _device(job, stack, run="plan", root=None)
        session = Session(listeners=job.listeners, cancel=job.cancel, limits=_limits(job))
        planned = _planned(job, device, _roles(job, models, session).planner, session)
        written(planned.text)
        return planned


def _device(job: Job, stack: ExitStack, *, run: str, root: Path | None) -> Device:
    """The job's phone, which keeps its secrets. `root`, in the run's folder, keeps a simulated phone's storage."""
    device = _bare_device(job, stack, run=run, root=root)
    if job.secrets:
        device = MaskingDevice(device, job.secrets)
    if root is not None:
        device = NotingDevice(device, RunFolder(root.parent))
    return job.layer.device(device) if job.layer is not None else device


def _bare_device(job: Job, stack: ExitStack, *, run: str, root: Path | None) -> Device:
    if job.device is not None:
        return job.device
    job.waits(_opening(job))
    if job.settings.sim:
        return open_simulated(job.settings, stack, run=run, root=root)
    return open_phone(job.settings, stack, run=run, waits=job.waits)


def _opening(job: Job) -> str:
    if job.settings.sim:
        return "starting a simulated phone"
    return f"opening the phone {job.settings.serial}" if job.settings.serial else "opening the phone"


def _models(job: Job, stack: ExitStack, *, planner: bool = False) -> RunModels:
    """The job's models, checked before a phone is opened: see `RunModels.check`."""
    models = RunModels(
        job.settings,
        stack,
        model=job.model,
        progress=job.model_progress,
        waits=job.waits,
    )
    models.check(planner=planner)
    return models


def _roles(job: Job, models: RunModels, session: Session) -> Roles:
    """Roles that open their model at the first question; no roles if no model is named."""
    roles = models.roles(session)
    return job.layer.roles(roles) if job.layer is not None else roles


def _outcome(
    job: Job,
    checked: Checked | None,
    device: Device | None,
    roles: Roles,
    session: Session,
    journal: tuple[Event, ...] = (),
) -> Outcome:
    """Plan if there is no program yet, and run it. `journal` is that of an earlier life that ended before planning."""
    job = _with_aliases(job, checked, device, session)
    if checked is None and job.settings.in_one_step:
        checked = in_one_step(job.task)
    if checked is None:
        begin(session, job.task, journal)
        try:
            planned = _planned(job, device, roles.planner, session)
        except (AgentProgError, Stop) as exc:
            return end_unplanned(session, exc)
        except KeyboardInterrupt:
            return end_unplanned(session, Cancelled("interrupted from the keyboard"))
        checked = Checked(program=planned.program, text=planned.text, by_model=True)
    return run_program(
        checked.program,
        device=device,
        roles=roles,
        interaction=job.interaction,
        options=_options(job, checked, session),
        session=session,
    )


def _with_aliases(job: Job, checked: Checked | None, device: Device | None, session: Session) -> Job:
    """The job with its person's aliases resolved: added to the task, else sent to the run of their program. Aliases in
    words of a run from elsewhere, or in a model's lines, are not resolved.
    """
    theirs = "" if job.sent else job.task
    if not theirs and checked is not None and not checked.by_model:
        mine = _mine(checked, session.folder)
        known = RunOptions(text=checked.text, source="file", mine=mine, sent=job.sent)
        theirs = written_by_person(checked.program, known)
    aliases = meant_in(theirs, device)
    if not aliases:
        return job
    if job.task:
        return replace(job, task=f"{job.task}\n{aliases}")
    job.steering.tell(aliases)
    return job


def _planned(job: Job, device: Device | None, planner: Planner | None, session: Session) -> Plan:
    if device is None or planner is None:
        raise UsageError(
            "a task in plain words needs a phone and a model that can plan",
            hint="Name a model with --model, or write a program of exact lines.",
        )
    screen = device.observe(screenshot=True)
    session.save_screen(screen, title="before the run")
    apps = device.apps()
    if session.folder is not None:
        keep_setup(session.folder, setup_of(job) | {"apps": [app.label for app in apps]})
    secrets = tuple(secret.name for secret in job.secrets)
    job.waits(f"planning with {_planner_of(job)}")
    return plan(
        job.task,
        planner,
        apps=apps,
        now=screen.taken_at,
        ask=job.interaction.ask,
        secrets=secrets,
        tools=tuple(tool.description for tool in as_tools(job.tools).values()),
        answer=job.answer,
    )


def _planner_of(job: Job) -> str:
    return job.settings.plan_model or (job.model.id if job.model is not None else require_model(job.settings))


def _totals(session: Session) -> dict[str, float]:
    return session.meter.spent.totals() | {"seconds": round(session.meter.elapsed, 3)}


def _options(job: Job, checked: Checked, session: Session) -> RunOptions:
    folder, settings, workspace = session.folder, job.settings, job.workspace
    if workspace is None and folder is not None:
        workspace = folder.path / "files"
        workspace.mkdir(exist_ok=True)
    return RunOptions(
        instruction=job.task,
        source="model" if checked.by_model else "file",
        mine=_mine(checked, folder),
        sent=job.sent,
        how_to_approve=_how_to_approve(checked),
        keep_approval=lambda: _keep_approval(job, checked, folder),
        text=checked.text,
        inputs=_inputs(job),
        foreseen=foreseen(checked.program, ocr=installed(), seeing=settings.locator_model),
        limits=_limits(job),
        policy=settings.policy,
        dry_run=settings.dry_run,
        mode=settings.mode,
        witness=settings.witness,
        recipes=settings.recipes,
        known=job.known or (),
        shelf=Shelf(job.recipe_folder) if job.known is None else None,
        sealing=sealing_key(),
        replans=None if settings.replan is None else MOST_AMENDMENTS if settings.replan else 0,
        workspace=workspace,
        context=settings.context,
        belief=not settings.in_one_step and "belief" not in settings.without,
        tree="tree" not in settings.without,
        retrieval="retrieval" not in settings.without,
        variables="variables" not in settings.without,
        tools=job.tools,
        code_folder=job.code_folder or platformdirs.user_cache_path("agentprog", appauthor=False) / "code",
        code_author=f"{__version__} {'' if job.model is None else job.model.id} {settings.model or ''}",
    )


def _how_to_approve(checked: Checked) -> str:
    path = checked.path or (checked.run / "program.stp" if checked.run is not None else None)
    return f"agentprog approve {path}" if path is not None else ""


def _mine(checked: Checked, folder: RunFolder | None) -> frozenset[str] | None:
    """The node ids of the lines that a person wrote or approved; None: all of them. For a resumed or repeated run,
    those at its beginning, as the user's state records them.
    """
    if checked.by_model:
        return None
    if checked.path is not None:
        return book.mine(checked.program, checked.path)
    if checked.run is not None:
        earlier = _theirs_then(checked, RunFolder.open(checked.run)) or frozenset()
        return earlier | book.mine(checked.program, checked.run / "program.stp")
    return _theirs_then(checked, folder) if folder is not None else None


def _theirs_then(checked: Checked, folder: RunFolder) -> frozenset[str] | None:
    """The lines that were the user's when the run of this folder began; None if their state does not say."""
    digests = setup_here(folder).get("mine")
    if not isinstance(digests, list):
        return None
    return frozenset(node for node, digest in line_digests(checked.program).items() if digest in set(digests))


def _digests_of_mine(checked: Checked | None) -> list[str] | None:
    """The digests of the user's lines for the user's state, for resuming."""
    if checked is None or checked.by_model or checked.path is None:
        return None
    mine = book.mine(checked.program, checked.path)
    return [digest for node, digest in line_digests(checked.program).items() if node in mine]


def _keep_approval(job: Job, checked: Checked, folder: RunFolder | None) -> None:
    """Record that every line is the user's from now on."""
    if checked.path is not None:
        book.approve(checked.program, checked.path)
    if folder is not None:
        keep_setup(folder, setup_of(job), mine=list(line_digests(checked.program).values()))


def _inputs(job: Job) -> dict[str, Any]:
    return dict(job.inputs) | {secret.name: secret.placeholder for secret in job.secrets}


def _limits(job: Job) -> Limits:
    settings = job.settings
    holds = Limits().holds if not settings.in_one_step else settings.steps or _WHOLE_TASK
    return replace(settings.limits(), holds=holds)


def _discard_unused(folder: RunFolder) -> None:
    """Remove the folder of a run that never began (no phone, no weights)."""
    if not folder.journal_path.exists():
        shutil.rmtree(folder.path, ignore_errors=True)
