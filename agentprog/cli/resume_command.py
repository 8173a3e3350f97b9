"""`agentprog resume`: goes on with a run that was interrupted, at the line where it stood."""

from __future__ import annotations

from agentprog.app import config
from agentprog.app.job import Job
from agentprog.app.launch import resume as go_on
from agentprog.app.runs import find_run
from agentprog.app.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.model_status import ModelStatus
from agentprog.cli.options import (
    AsJson,
    BaseUrl,
    ConfigFile,
    JudgeModel,
    LocatorModel,
    MaxCost,
    Model,
    Quiet,
    RunDir,
    SecretNames,
    Serial,
    parse_policy,
)
from agentprog.cli.person import person
from agentprog.cli.progress import Progress
from agentprog.cli.run_command import PolicyOption, Steps, show_result, stopping_gently
from agentprog.cli.trace_commands import Run
from agentprog.runtime.safety.budget import CancelToken


@app.command()
def resume(
    run: Run = "last",
    serial: Serial = None,
    model: Model = None,
    judge_model: JudgeModel = None,
    locator_model: LocatorModel = None,
    base_url: BaseUrl = None,
    steps: Steps = None,
    max_cost: MaxCost = None,
    secret: SecretNames = None,
    policy: PolicyOption = None,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Goes on with an interrupted run where it stood."""
    flags = {"model": model, "base_url": base_url, "serial": serial, "steps": steps, "max_cost": max_cost}
    flags |= {"judge_model": judge_model, "locator_model": locator_model}
    settings = config.load(flags | {"run_dir": str(run_dir) if run_dir else None}, config=config_file)
    cancel = CancelToken()
    job = Job(
        settings=settings,
        secrets=find_secrets(secret or (), settings),
        policy=parse_policy(policy),
        listeners=(Progress(quiet=quiet, told_aside=as_json),),
        model_progress=None if quiet else ModelStatus(),
        interaction=person(non_interactive=as_json),
        cancel=cancel,
    )
    with stopping_gently(cancel):
        return show_result(go_on(job, find_run(settings.run_dir, run)), as_json=as_json)
