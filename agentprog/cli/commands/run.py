"""`agentprog run`: a task in plain words or a program file, on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import names_program, read_program
from agentprog.app.settings import config
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say, warn
from agentprog.cli.options import (
    AsJson,
    BaseUrl,
    BeliefModel,
    ConfigFile,
    JudgeModel,
    Live,
    LocatorModel,
    MaxCost,
    Model,
    Parameters,
    Picture,
    PlanModel,
    Quiet,
    RunDir,
    SecretNames,
    Serial,
    Sim,
    parse_parameters,
    parse_policy,
    parse_without,
)
from agentprog.cli.status import error_data
from agentprog.cli.watching.screening import screening
from agentprog.ports import OutcomeKind
from agentprog.report import write_report
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.options import ContextKind

What = Annotated[str, typer.Argument(help="A task in plain words, in quotes, or a program file (.stp).")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be done; change nothing on the phone.")]
Steps = Annotated[int | None, typer.Option("--steps", min=1, help="At most this many actions on the phone.")]
PolicyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="[KIND=]RULE",
        help="What to do with a risky action that nobody asked for: ask, allow or deny, for all or for one kind "
        "(send, call, pay, delete, block, install, grant, share, agree, stray), as in --policy send=allow. Repeatable.",
    ),
]
Mode = Annotated[
    Literal["fused", "separate"],
    typer.Option(
        "--mode", help="Who moves the program counter: the answer that acts, or a question after each action."
    ),
]
Form = Annotated[
    Literal["json", "python"],
    typer.Option("--form", help="How the model says what to do: one move as JSON, or a few lines of Python."),
]
Replan = Annotated[
    bool | None,
    typer.Option(
        "--replan/--no-replan",
        help="Let the model amend the rest of the program, twice at most, when the phone is not as it assumed. "
        "On for a task in plain words, off for a program file, unless said.",
        show_default=False,
    ),
]
Context = Annotated[
    ContextKind,
    typer.Option(
        "--context",
        help="What prompts tell of the run: ours, guided by the program, or a baseline of the paper, which is given "
        "the task in one step (docs/context.md).",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="PART",
        help="Switch a part of our context off: tree, retrieval, variables or belief. Repeatable.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Which simulated phone: the same number, the same phone.")]
Workspace = Annotated[
    Path | None,
    typer.Option("--workspace", file_okay=False, exists=True, help="The one folder whose files the program may use."),
]


@app.command()
def run(
    what: What,
    parameters: Parameters = None,
    sim: Sim = False,
    serial: Serial = None,
    model: Model = None,
    plan_model: PlanModel = None,
    judge_model: JudgeModel = None,
    belief_model: BeliefModel = None,
    locator_model: LocatorModel = None,
    base_url: BaseUrl = None,
    dry_run: DryRun = False,
    form: Form = "json",
    mode: Mode = "fused",
    replan: Replan = None,
    context: Context = "ours",
    without: Without = None,
    steps: Steps = None,
    max_cost: MaxCost = None,
    secret: SecretNames = None,
    policy: PolicyOption = None,
    seed: Seed = 0,
    workspace: Workspace = None,
    live: Live = None,
    picture: Picture = True,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Runs a task in plain words, or a program file, on a phone."""
    flags = {"model": model, "base_url": base_url, "serial": serial, "steps": steps, "max_cost": max_cost}
    flags |= {"plan_model": plan_model, "judge_model": judge_model, "locator_model": locator_model}
    flags |= {"belief_model": belief_model}
    settings = config.load(flags | {"run_dir": str(run_dir) if run_dir else None}, config=config_file)
    is_file = names_program(what)
    job = Job(
        settings=settings,
        secrets=find_secrets(secret or (), settings),
        task="" if is_file else what.strip(),
        program=read_program(Path(what)) if is_file else None,
        inputs=parse_parameters(parameters),
        sim=sim,
        seed=seed,
        dry_run=dry_run,
        form=form,
        mode=mode,
        replan=replan,
        context=context,
        without=parse_without(without),
        policy=parse_policy(policy),
        workspace=workspace.resolve() if workspace else None,
    )
    with screening(job, live=live, picture=picture, quiet=quiet, as_json=as_json) as seen:
        done = launch(seen)
    return show_result(done, as_json=as_json)


_TO_BE_RESUMED = (OutcomeKind.INTERRUPTED, OutcomeKind.NEEDS_HUMAN, OutcomeKind.OUT_OF_BUDGET)


def show_result(done: RunResult, *, as_json: bool, replay: bool = False) -> int:
    """The answer on standard output, where everything is on standard error; gives the exit status."""
    outcome = done.outcome
    if as_json:
        result_json(result_data(done))
    elif outcome.answer is not None:
        result(str(outcome.answer))
    if outcome.error is not None and outcome.error.hint:
        warn(outcome.error.hint)  # its message is the reason, which the last line of the progress says
    say(f"Everything about this run is in {done.folder}")
    if (done.folder / "events.jsonl").is_file():
        say(f"A page to look at: {write_report(RunFolder.open(done.folder))}")
    if outcome.kind in _TO_BE_RESUMED and not replay:
        more = ", with more than that" if outcome.kind is OutcomeKind.OUT_OF_BUDGET else ""
        how = "To go on where it stood" if (done.folder / "program.stp").is_file() else "To have it planned anew"
        say(f"{how}{more}: agentprog resume {done.folder}")
    return outcome.exit_code


def result_data(done: RunResult) -> dict[str, Any]:
    """The result as plain values: what `--json` prints."""
    outcome = done.outcome
    return {
        "outcome": outcome.kind.value,
        "reason": outcome.reason,
        "exit_code": outcome.exit_code,
        "answer": outcome.answer,
        "error": error_data(outcome.error) if outcome.error is not None else None,
        "run": str(done.folder),
        "totals": dict(done.totals),
    }
