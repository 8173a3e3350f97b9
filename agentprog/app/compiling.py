"""A program with what was learned written into it, by one of its runs or by all: exact lines under the steps that they
do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from agentprog.errors import UsageError
from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.visit import statements
from agentprog.lang.writing.unparse import unparse
from agentprog.ports import Event
from agentprog.recipes.filing import recipe_from
from agentprog.recipes.form import Recipe
from agentprog.recipes.proving import join
from agentprog.recipes.sentence import sentence_of
from agentprog.recipes.writing import Unsayable, block_of, entrance
from agentprog.runtime.journal.events import Learned, ProgramAmended, ProgramReady

N = TypeVar("N")


@dataclass(frozen=True, kw_only=True, slots=True)
class Compiled:
    """The program's text; the lines of the steps that have exact lines now, and of those that have none, with why."""

    text: str
    done: tuple[int, ...]
    left: tuple[tuple[int, str], ...]


def compiled(events: Iterable[Event]) -> Compiled:
    """The program of a run with its learned lines. Raises UsageError if its journal does not have the program."""
    told = list(events)
    ready = [event for event in told if isinstance(event, ProgramReady)]
    if not ready or any(isinstance(event, ProgramAmended) for event in told):
        raise UsageError(
            "this run has no program, or one that was amended while it ran: it cannot be compiled",
            hint="Run the program once more, and compile that run.",
        )
    program = parse(ready[-1].text).program
    if program is None:
        raise UsageError("the program of this run cannot be read", hint="Compile a run of this version.")
    return _compiled(program, _known(told), "it was not proven, or what was done has no exact words")


def compiled_program(text: str, known: Iterable[Recipe]) -> Compiled:
    """A program with the known lines of its steps, from trusted recipes of earlier runs, the latest first. Raises
    UsageError for a text that is no program.
    """
    program = parse(text).program
    if program is None:
        raise UsageError("this is no program", hint="`agentprog check FILE` says why.")
    found: dict[tuple[str, str], Recipe] = {}
    for recipe in known:
        if replace(recipe, earlier=True).trusted:
            found.setdefault((recipe.key, recipe.app), recipe)
    return _compiled(program, found, "no trusted recipe is known for it")


def _compiled(program: ast.Program, known: Mapping[tuple[str, str], Recipe], unknown: str) -> Compiled:
    """`unknown` is why a step without a recipe has none."""
    apps = resolve_apps(program)
    found: dict[str, ast.Action] = {}
    done: list[int] = []
    left: list[tuple[int, str]] = []
    for node in statements(program):
        if not isinstance(node, ast.Action) or node.implementation is not None:
            continue
        app = apps.get(node.id)
        key = sentence_of(node).key, "" if app is None else canon(str(app))
        recipe = known.get(key)
        made, why = (node, unknown) if recipe is None else _made(node, recipe)
        why = why or _refused(program, made)
        if why:
            left.append((node.span.line, why))
        else:
            found[node.id] = made
            done.append(node.span.line)
    return Compiled(text=unparse(_with(program, found)), done=tuple(done), left=tuple(left))


def _known(events: Iterable[Event]) -> dict[tuple[str, str], Recipe]:
    """The common recipe of each step's executions; of several beginnings the first."""
    found: dict[tuple[str, str], Recipe] = {}
    for event in events:
        if not isinstance(event, Learned):
            continue
        recipe = recipe_from(event.recipe)
        old = found.setdefault((recipe.key, recipe.app), recipe)
        found[recipe.key, recipe.app] = join(old, recipe, distinct=event.others) or old
    return found


def _made(node: ast.Action, recipe: Recipe) -> tuple[ast.Action, str]:
    """The step with its lines, or why it has none."""
    if not recipe.bound:
        return node, "what was done would be the same, whatever one of its values is"
    if not recipe.whole():
        return node, "a part of it is not the same every time, or was not done often enough to tell"
    if node.also or (node.capture is not None and not any(move.command == "read" for move in recipe.moves)):
        return node, "what it reads stands in no element of its own"
    slots = {slot.number: slot.template for slot in sentence_of(node).slots}
    try:
        block = block_of(recipe.lines(), slots, node.capture)
    except Unsayable as exc:
        return node, str(exc)
    return replace(node, implementation=replace(block, body=(*entrance(recipe, slots), *block.body))), ""


def _refused(program: ast.Program, step: ast.Action) -> str:
    """The checker's objections to the lines of a step."""
    text = unparse(_with(program, {step.id: step}))
    before = {str(found.message) for found in check_text(unparse(program)).diagnostics if found.severity == "error"}
    errors = [found.message for found in check_text(text).diagnostics if found.severity == "error"]
    return next((message for message in errors if message not in before), "")


def _with(node: N, found: Mapping[str, ast.Action]) -> N:
    """The tree with these steps in the places of those of their ids."""
    if isinstance(node, ast.Action) and node.id in found:
        return found[node.id]  # type: ignore[return-value]
    if not isinstance(node, ast.Program | ast.Line):
        return node
    changed: dict[str, Any] = {}
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, tuple) and any(isinstance(item, ast.Line) for item in value):
            changed[one.name] = tuple(_with(item, found) for item in value)
        elif isinstance(value, ast.Line):
            changed[one.name] = _with(value, found)
    return replace(node, **changed) if changed else node
