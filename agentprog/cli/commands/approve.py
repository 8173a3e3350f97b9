"""`agentprog approve`: marks the lines of program files as this user's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.authorship import book
from agentprog.app.launching.programs import check_program, read_program
from agentprog.cli.app import app
from agentprog.cli.console import err, forget_typed_ahead, result, result_json, say
from agentprog.cli.options import JsonLines
from agentprog.cli.watching.person import is_there
from agentprog.errors import UsageError
from agentprog.lang.effects.authors import author_of
from agentprog.lang.effects.manifest import manifest


@app.command()
def approve(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Program files that you wrote, or have read.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Approve the files without a question.")] = False,
    as_json: JsonLines = False,
) -> int:
    """Marks the lines of program files as yours, so that runs do not ask about their effects."""
    refused = 0
    for file in files:
        checked = check_program(read_program(file))
        mine = book.mine(checked.program, file)
        found = manifest(checked.program, author=author_of(mine))
        if not as_json:
            result(f"{file}\n{found.render()}")
        if not yes and not _confirmed(file, non_interactive=as_json):
            refused += 1
            continue
        new = book.approve(checked.program, file)
        if as_json:
            result_json({"file": str(file), "lines": new, "manifest": found.to_json()})
        else:
            say(f"{file}: approved {new} new lines" if new else f"{file}: every line was approved already")
    return 1 if refused else 0


def _confirmed(file: Path, *, non_interactive: bool) -> bool:
    """Ask until there is an answer. Raises UsageError if there is no terminal."""
    if not is_there(non_interactive=non_interactive):
        raise UsageError(
            f"no terminal, so nobody can approve {file}", hint="Add --yes to approve it without a question."
        )
    while True:
        forget_typed_ahead()
        err().print(f"Are the lines of {file} yours? [y/N] ", end="", markup=False)
        answer = input().strip().casefold()
        if answer in ("y", "yes"):
            return True
        if answer in ("", "n", "no"):
            return False
        say(f"{answer!r} is neither yes nor no")
