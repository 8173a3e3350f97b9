"""`agentprog resume`: continues an interrupted run at its line."""

from __future__ import annotations

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import resume as go_on
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.commands.run import show_result
from agentprog.cli.commands.trace.group import Run
from agentprog.cli.options import AsJson, Held, Listen, Live, Picture, Quiet, SecretNames, WithStudio
from agentprog.cli.settings_options import AGAIN, configured
from agentprog.cli.watching.screening import screening


@app.command()
@configured(*AGAIN)
def resume(
    *,
    settings: Settings,
    run: Run = "last",
    secret: SecretNames = None,
    live: Live = None,
    picture: Picture = True,
    listen: Listen = False,
    studio: WithStudio = False,
    pause: Held = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Continues an interrupted run where it stopped; a run without a program is planned again."""
    job = Job(settings=settings, secrets=find_secrets(secret or (), settings))
    folder = find_run(settings.run_dir, run)
    ways = {"listen": listen, "studio": studio, "pause": pause}
    shown = screening(job, live=live, picture=picture, quiet=quiet, as_json=as_json, past=folder, **ways)
    with shown as session:
        done = session.run(lambda job: go_on(job, folder), past=folder)
    return show_result(done, as_json=as_json)
