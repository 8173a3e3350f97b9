"""`agentprog studio`: opens a page on this computer to watch, steer and review runs."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.launching.job import Job
from agentprog.app.launching.programs import names_program, read_program
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.app import app
from agentprog.cli.console import result_json, say, warn
from agentprog.cli.options import AsJson, Host, Port, SecretNames
from agentprog.cli.settings_options import RUN, configured
from agentprog.studio.desk import Desk
from agentprog.studio.server import LOOPBACK, opened

What = Annotated[
    str,
    typer.Argument(
        metavar="PROGRAM", help="A program file (.stp) to begin with, or a recorded run (its name, or last)."
    ),
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


@app.command()
@configured(*RUN)
def studio(
    what: What = "",
    *,
    settings: Settings,
    secret: SecretNames = None,
    host: Host = LOOPBACK,
    port: Port = 0,
    browser: Browser = True,
    as_json: AsJson = False,
) -> int:
    """Opens a page in the browser to watch, steer, record and review runs; Ctrl-C ends it."""
    desk = desk_of(what, Job(settings=settings, secrets=find_secrets(secret or (), settings)))
    with opened(desk, host=host, port=port) as link:
        show_link(link, host=host, browser=browser, as_json=as_json)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            say("The studio has stopped, and so have runs started on its page.")
        finally:
            desk.close()
    return 0


def desk_of(name: str, job: Job) -> Desk:
    """The desk with the given program or run. Raises UsageError if it does not exist."""
    if name and names_program(name):
        return Desk(job, program=read_program(Path(name)))
    return Desk(job, extra=find_run(job.settings.run_dir, name) if name else None)


def show_link(link: str, *, host: str, browser: bool, as_json: bool = False) -> None:
    """Show the link on this terminal and nowhere else: anyone with the link has access to the page."""
    if as_json:
        result_json({"page": link})
    else:
        say(f"The page: {link}")
    if host != LOOPBACK:
        warn(f"{host} can be reached from other computers, and the connection is not encrypted.")
    if browser:
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
