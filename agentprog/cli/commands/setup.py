"""`agentprog setup`: guides a new user from the cable to the first tap, and stores the choices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.readiness.setup import set_up
from agentprog.app.settings import config
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app
from agentprog.cli.commands.doctor import check_data, show
from agentprog.cli.console import err, result_json, say, warn
from agentprog.cli.options import AsJson, ConfigFile
from agentprog.cli.settings_options import configured
from agentprog.devices import Check
from agentprog.errors import Cancelled, DeviceError, UsageError

_PATIENCE = 600.0
Model = Annotated[str | None, typer.Option("--model", "-m", help="The model to write into the settings, or `none`.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Take the first choice of every question without asking.")]
Here = Annotated[bool, typer.Option("--here", help="Write agentprog.toml in this folder, not the user's settings.")]
WaitFor = Annotated[
    float | None,
    typer.Option("--wait", min=0.0, help="Seconds to wait for a phone. Default: 600 at a terminal, else 0."),
]


@app.command()
@configured("serial")
def setup(
    settings: Settings,
    model: Model = None,
    yes: Yes = False,
    here: Here = False,
    wait: WaitFor = None,
    config_file: ConfigFile = None,
    as_json: AsJson = False,
) -> int:
    """Guides you from the cable to the first tap: tests a phone, asks for a model, writes both into the settings."""
    asking = sys.stdin.isatty() and not (yes or as_json)
    patience = wait if wait is not None else (_PATIENCE if asking else 0.0)
    guide = _Terminal(asking=asking, yes=yes, patience=patience, as_json=as_json)
    file = Path.cwd() / config.PROJECT_FILE if here else config_file
    done = set_up(settings, guide, model=model, file=file)
    if as_json:
        checks = [check_data(check) for check in done.checks]
        result_json(
            {"serial": done.serial, "model": done.model, "path": str(done.file), "ok": done.ok, "checks": checks}
        )
    say(f"Written to {done.file}.")
    if not done.ok:
        warn("The phone works, except for the failed checks above.", style="yellow")
        return DeviceError.exit_code
    example = (
        "agentprog observe" if done.model is None else 'agentprog run "open Settings and tell me the Android version"'
    )
    say(f"Ready. Try: {example}")
    return 0


class _Terminal:
    """The person at the terminal; without one, the flags answer."""

    def __init__(self, *, asking: bool, yes: bool, patience: float, as_json: bool) -> None:
        self._asking = asking
        self._yes = yes
        self._patience = patience
        self._as_json = as_json

    def say(self, text: str) -> None:
        (warn if self._asking else say)(text)

    def show(self, check: Check) -> None:
        if not self._as_json:
            show(check)

    def patience(self) -> float:
        return self._patience

    def choose(self, question: str, options: Sequence[str], *, flag: str) -> int:
        if self._yes or len(options) == 1:
            return 0
        if not self._asking:
            listed = "\n".join(f"  {option}" for option in options)
            raise UsageError(
                f"{question} There is no terminal to ask at", hint=f"Name it with {flag}, or take --yes:\n{listed}"
            )
        warn(question)
        for number, option in enumerate(options, start=1):
            warn(f"  {number}. {option}")
        while True:
            answer = _answer(f"1-{len(options)} [1] ")
            if not answer:
                return 0
            if answer.isdigit() and 1 <= int(answer) <= len(options):
                return int(answer) - 1
            warn(f"Write a number from 1 to {len(options)}.")


def _answer(prompt: str) -> str:
    err().print(prompt, end="", markup=False)
    try:
        return input().strip()
    except (EOFError, KeyboardInterrupt) as exc:
        raise Cancelled("setup ended at a question") from exc
