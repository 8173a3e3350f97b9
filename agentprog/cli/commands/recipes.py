"""`agentprog recipes`: lists and changes the stored recipes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app.recipes import exchange
from agentprog.app.recipes.shelf import Kept, Shelf
from agentprog.cli.app import app, group
from agentprog.cli.console import result, result_json, row, say
from agentprog.cli.options import AsJson
from agentprog.errors import UsageError
from agentprog.runtime.safety.texts import visible

recipes = group("recipes", "Lists, shows and deletes recipes: the recorded moves of proven steps.")
app.add_typer(recipes, name="recipes")
_WHICH = "A recipe by its name in the list, or an app by its package."
Some = Annotated[list[str] | None, typer.Argument(metavar="[NAME...]", help=f"{_WHICH} Default: all.")]
Named = Annotated[list[str], typer.Argument(metavar="NAME...", help=_WHICH)]


@recipes.command("list")
def list_(names: Some = None, as_json: AsJson = False) -> None:
    """Lists the recipes of steps, and whether runs trust them."""
    found = exchange.chosen(Shelf(), names or ())
    if as_json:
        result_json([exchange.told(recipe) for recipe in found])
        return
    for row_data in found:
        row(visible(_line(row_data)), hang=10)
    if not found:
        say("There are no recipes. A run keeps a recipe once its step is proven.")


@recipes.command("show")
def show(names: Named, as_json: AsJson = False) -> None:
    """Shows the lines of recipes; <1> is the first value of the step."""
    found = [exchange.told(recipe) for recipe in exchange.chosen(Shelf(), names)]
    if as_json:
        result_json(found)
        return
    for row_data in found:
        version, language = row_data["version"], row_data["language"] or "language unknown"
        place = f"{row_data['package']} {version}, {language}, screen {row_data['screen']}"
        rest = [] if row_data["whole"] else ["the rest is done by the model"]
        lines = [
            f"{row_data['id']}  {row_data['step']}",
            f"  {place}; {row_data['trust']}",
            *(f"    {x}" for x in row_data["lines"]),
        ]
        result(visible("\n".join([*lines, *(f"    ({x})" for x in rest)])))


@recipes.command("forget")
def forget(
    names: Some = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget all of them.")] = False,
    as_json: AsJson = False,
) -> None:
    """Deletes recipes; the model does these steps again."""
    if bool(names) == everything:
        raise UsageError("name a recipe or an app, or add --all", hint="`agentprog recipes list` has the names.")
    shelf = Shelf()
    forgotten = exchange.chosen(shelf, names or ())
    exchange.forget(shelf, forgotten)
    _tell(forgotten, "forgotten", as_json=as_json)


@recipes.command("export")
def export(
    names: Some = None,
    output: Annotated[
        Path | None, typer.Option("--out", "--output", "-o", dir_okay=False, help="Write to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Writes recipes to a file for other computers, without people's remarks to runs."""
    found = exchange.portable(exchange.chosen(Shelf(), names or ()))
    text = exchange.exported(found)
    if output is None:
        if as_json:
            result_json(json.loads(text))
        else:
            result(text.rstrip())
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as exc:
        raise UsageError(f"cannot write {output}: {exc.strerror}") from exc
    _tell(found, f"written to {output}", as_json=as_json)


@recipes.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of `recipes export`.")], as_json: AsJson = False
) -> None:
    """Imports recipes from a file. Runs use one only after an execution here has made the same moves."""
    _tell(exchange.imported(Shelf(), file), "imported, to be proven here", as_json=as_json)


def _line(recipe: Kept) -> str:
    facts = exchange.told(recipe)
    lines = "1 line" if len(facts["lines"]) == 1 else f"{len(facts['lines'])} lines"
    return f"{facts['id']}  {facts['package']} {facts['version']}  {facts['trust']}, {lines}: {facts['step']}"


def _tell(found: Sequence[Kept], deed: str, *, as_json: bool) -> None:
    if as_json:
        result_json([exchange.told(recipe) for recipe in found])
    else:
        say(f"{'1 recipe' if len(found) == 1 else f'{len(found)} recipes'} {deed}")
