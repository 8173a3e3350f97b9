"""`agentprog init` and `agentprog examples`: programs for beginners."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.examples import FIRST, Example, begin, example, examples
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, row, say
from agentprog.cli.options import AsJson
from agentprog.lang.check import check_text
from agentprog.phone.client import INSTALL, missing_parts

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="An example by its name; prints its program.")]
Folder = Annotated[
    Path, typer.Argument(metavar="[FOLDER]", help="The folder; made if it does not exist.", file_okay=False)
]


@app.command()
def init(folder: Folder = Path("agentprog"), as_json: AsJson = False) -> None:
    """Makes a folder with a first program that runs, and the examples. Existing files stay as they are."""
    written = begin(folder)
    if as_json:
        result_json({"folder": str(folder), "written": [str(path) for path in written]})
        return
    if not written:
        say(f"{folder} has everything already.")
    else:
        result(f"{len(written)} files in {folder}")
    say("Next, on a simulated phone and without a model:")
    if missing_parts():
        say(f"  {INSTALL}")
    if folder.resolve() != Path.cwd():
        say(f"  cd {shlex.quote(str(folder))}")
    say(f"  agentprog run --sim {FIRST}")
    say("agentprog examples lists the others; agentprog setup prepares a phone of your own.")


@app.command("examples")
def examples_(name: Name = None, as_json: AsJson = False) -> None:
    """Lists the example programs, or prints one: agentprog examples hello > hello.stp."""
    if name is not None:
        found = example(name)
        if as_json:
            result_json(_data(found) | {"program": found.text})
        else:
            result(found.text.rstrip())
        return
    rows = [(known, _asks(known.text)) for known in examples()]
    if as_json:
        result_json([_data(known) | {"model": asks} for known, asks in rows])
        return
    wide = max(len(found.name) for found, _ in rows)
    for found, asks in rows:
        row(f"{found.name:{wide}}  {found.about}{' (needs a model)' if asks else ''}", hang=wide + 2)
    say("agentprog examples NAME prints one; agentprog init copies them all into a folder.")


def _data(example: Example) -> dict[str, object]:
    return {"name": example.name, "about": example.about, "path": str(example.path)}


def _asks(text: str) -> bool:
    """True if any of its lines asks a model."""
    tiers = check_text(text).tiers
    return bool(tiers["semantic"] or tiers["compute"])
