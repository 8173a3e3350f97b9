"""`agentprog run`: a task in plain words or a program file, on a phone."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import names_program, read_program
from agentprog.app.settings.model import Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say, warn
from agentprog.cli.options import (
    AsJson,
    Held,
    Listen,
    Live,
    Parameters,
    Picture,
    Quiet,
    SecretNames,
    WithStudio,
    parse_parameters,
)
from agentprog.cli.settings_options import RUN, configured
from agentprog.cli.status import error_data
from agentprog.cli.watching.failure import show_failure
from agentprog.cli.watching.screening import screening
from agentprog.errors import ModelUnreachable
from agentprog.models.registry import DEMO
from agentprog.ports import ENDS, OutcomeKind
from agentprog.report import write_report
from agentprog.report.failing import failing_screen
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.state.values import as_text

What = Annotated[
    str, typer.Argument(metavar="TASK", help="A task in plain words, in quotes, or a program file (.stp).")
]


@app.command()
@configured(*RUN)
def run(
    what: What,
    *,
    settings: Settings,
    parameters: Parameters = None,
    secret: SecretNames = None,
    live: Live = None,
    picture: Picture = True,
    listen: Listen = False,
    studio: WithStudio = False,
    pause: Held = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Runs a task in plain words, or a program file, on a phone."""
    is_file = names_program(what)
    job = Job(
        settings=settings,
        secrets=find_secrets(secret or (), settings),
        task="" if is_file else what.strip(),
        program=read_program(Path(what)) if is_file else None,
        inputs=parse_parameters(parameters),
    )
    for name in job.program.unused(job.inputs) if job.program is not None and job.inputs else ():
        warn(f"-p {name}: nothing in {what} uses {{{name}}}", style="yellow")
    if settings.model == DEMO:
        say("The model `demo` is a recording: it answers one line of the tutorial, and nothing else.")
    with screening(
        job, live=live, picture=picture, quiet=quiet, as_json=as_json, listen=listen, studio=studio, pause=pause
    ) as session:
        done = session.run(launch)
    return show_result(done, as_json=as_json)


def show_result(done: RunResult, *, as_json: bool, replay: bool = False) -> int:
    """Print the answer on standard output and the rest on standard error. Returns the exit status."""
    outcome = done.outcome
    if as_json:
        result_json(result_data(done))
    elif outcome.answer is not None:
        result(as_text(outcome.answer))
    if outcome.error is not None and outcome.error.hint:
        warn(outcome.error.hint)  # its message is the reason, which the last line of the progress shows
    has_events = (done.folder / "events.jsonl").is_file()
    failed = failing_screen(RunFolder.open(done.folder)) if has_events and outcome.kind is OutcomeKind.FAILED else None
    if failed is not None and not as_json:
        show_failure(failed)
    say(f"The run's folder: {done.folder}")
    if has_events:
        say(f"The run as a page: {write_report(RunFolder.open(done.folder))}")
    if (ENDS[outcome.kind].offered or isinstance(outcome.error, ModelUnreachable)) and not replay:
        more = ", with more than that" if outcome.kind is OutcomeKind.OUT_OF_BUDGET else ""
        advice = "To continue it" if (done.folder / "program.stp").is_file() else "To plan it again"
        say(f"{advice}{more}: agentprog resume {done.folder}")
    return outcome.exit_code


def result_data(done: RunResult) -> dict[str, Any]:
    """The result as plain values, for `--json`."""
    outcome = done.outcome
    return {
        "outcome": outcome.kind.value,
        "reason": outcome.reason,
        "exit_code": outcome.exit_code,
        "answer": outcome.answer,
        "error": error_data(outcome.error) if outcome.error is not None else None,
        "did": outcome.did,
        "saw": outcome.saw,
        "dry": outcome.dry,
        "proofs": [asdict(proof) for proof in outcome.proofs],
        "run": str(done.folder),
        "totals": dict(done.totals),
        "manifest": done.manifest,
        "pending": list(done.pending),
    }
