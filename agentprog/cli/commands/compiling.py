"""`agentprog compile`: writes what a run learned into its program, as exact lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.compiling import Compiled, compiled, compiled_program
from agentprog.app.launching.programs import read_program
from agentprog.app.recipes.shelf import Shelf
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.errors import UsageError


@app.command("compile")
@configured("run_dir")
def compile_(
    run: Annotated[
        str,
        typer.Argument(metavar="[RUN|FILE]", help="A run, by its name or a part of it, or last; or a file."),
    ] = "last",
    *,
    settings: Settings,
    output: Annotated[
        Path | None, typer.Option("--out", "--output", "-o", dir_okay=False, help="Write the program to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Writes a run's program with exact lines under each proven step, so that these steps need no model.

    For a program file, the lines come from the recipes of earlier runs.
    """
    compiled_program = _made(settings, run)
    if output is not None:
        try:
            output.write_text(compiled_program.text, encoding="utf-8")
        except OSError as exc:
            raise UsageError(f"cannot write {output}: {exc.strerror}") from exc
    if as_json:
        left = [{"line": line, "why": reason} for line, reason in compiled_program.left]
        path = str(output) if output is not None else None
        result_json({"program": compiled_program.text, "done": list(compiled_program.done), "left": left, "path": path})
    else:
        result(str(output) if output is not None else compiled_program.text.rstrip())
    for line, reason in compiled_program.left:
        say(f"line {line} keeps its words: {reason}", style="yellow")


def _made(settings: Settings, source: str) -> Compiled:
    path = Path(source)
    if path.suffix == ".stp" or path.is_file():
        return compiled_program(read_program(path).text, (recipe.recipe for recipe in Shelf().all()))
    return compiled(find_run(settings.run_dir, source).events())
