"""`agentprog resume`: goes on with a run that was interrupted, at the line where it stood."""

from __future__ import annotations

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import resume as go_on
from agentprog.app.runs.finding import find_run
from agentprog.app.settings import config
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.commands.run import PolicyOption, Steps, show_result
from agentprog.cli.commands.trace.group import Run
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
    Picture,
    PlanModel,
    Quiet,
    RunDir,
    SecretNames,
    Serial,
    parse_policy,
)
from agentprog.cli.watching.screening import screening


@app.command()
def resume(
    run: Run = "last",
    serial: Serial = None,
    model: Model = None,
    plan_model: PlanModel = None,
    judge_model: JudgeModel = None,
    belief_model: BeliefModel = None,
    locator_model: LocatorModel = None,
    base_url: BaseUrl = None,
    steps: Steps = None,
    max_cost: MaxCost = None,
    secret: SecretNames = None,
    policy: PolicyOption = None,
    live: Live = None,
    picture: Picture = True,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Goes on with an interrupted run where it stood; plans it anew where it had no program yet."""
    flags = {"model": model, "base_url": base_url, "serial": serial, "steps": steps, "max_cost": max_cost}
    flags |= {"judge_model": judge_model, "belief_model": belief_model, "locator_model": locator_model}
    flags |= {"plan_model": plan_model}
    settings = config.load(flags | {"run_dir": str(run_dir) if run_dir else None}, config=config_file)
    job = Job(
        settings=settings,
        secrets=find_secrets(secret or (), settings),
        policy=parse_policy(policy) if policy else None,
    )
    folder = find_run(settings.run_dir, run)
    with screening(job, live=live, picture=picture, quiet=quiet, as_json=as_json, past=folder) as seen:
        done = go_on(seen, folder)
    return show_result(done, as_json=as_json)
