"""Writes the learned lines into a program, from one of its runs or from all: exact lines under the steps that they
do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.tiers import tier_of
from agentprog.lang.visit import arms, statements
from agentprog.lang.writing.unparse import unparse
from agentprog.ports import Event
from agentprog.recipes.filing import recipe_from
from agentprog.recipes.form import Recipe, Use, steady_of
from agentprog.recipes.proving import join, taken_in
from agentprog.recipes.sentence import sentence_of
from agentprog.recipes.writing import Unsayable, block_of, condition_of, entrance
from agentprog.runtime.journal.events import Learned, ProgramAmended, ProgramReady, Recalled, StepFinished

N = TypeVar("N", bound=ast.Node)
Learnt = dict[tuple[str, str], list[Recipe]]
"""The known recipes of each sentence, by its key and app."""
_NO_LINES = "# No exact lines: "
"""The beginning of the comment above a step that keeps its words; the reason follows."""
_Of = Callable[[ast.Action | ast.Semantic], list[Recipe]]


@frozen
class Compiled:
    """The program's text, the lines that are now exact, and the lines that still ask a model, with the reason."""

    text: str
    done: tuple[int, ...]
    left: tuple[tuple[int, str], ...]


def compiled(events: Iterable[Event]) -> Compiled:
    """The program of a run with its learned lines. Raises UsageError if its journal does not have the program."""
    journal = list(events)
    ready = [event for event in journal if isinstance(event, ProgramReady)]
    if not ready or any(isinstance(event, ProgramAmended) for event in journal):
        raise UsageError(
            "this run has no program, or one that was amended while it ran: it cannot be compiled",
            hint="Run the program once more, and compile that run.",
        )
    program = parse(ready[-1].text).program
    if program is None:
        raise UsageError("the program of this run cannot be read", hint="Compile a run of this version.")
    return _compiled(program, _known(journal), "it was not proven, or an action has no exact words")


def compiled_program(text: str, known: Iterable[Recipe]) -> Compiled:
    """A program with the known lines of its steps, from trusted recipes of earlier runs, the latest first. Raises
    UsageError for a text that is no program.
    """
    program = parse(text).program
    if program is None:
        raise UsageError("this is no program", hint="`agentprog check FILE` says why.")
    found: Learnt = {}
    for recipe in known:
        if replace(recipe, earlier=True).trusted:
            found.setdefault((recipe.key, recipe.app), []).append(recipe)
    return _compiled(program, found, "no trusted recipe is known for it")


def _compiled(program: ast.Program, known: Learnt, unknown: str) -> Compiled:
    """The program with its learned lines. `unknown` is the reason for a step without a recipe."""
    apps = {node: "" if app is None else canon(str(app)) for node, app in resolve_apps(program).items()}
    found: dict[str, dict[str, Any]] = {}
    left: list[tuple[int, str]] = []
    done: list[int] = []
    for node in _asking(program):
        of = partial(_known_of, known, apps.get(node.id, ""))
        additions, reason = _step(node, of, unknown) if isinstance(node, ast.Action) else _steered(node, of)
        reason = reason or _refused(program, {node.id: additions})
        if reason:
            left.append((node.span.line, reason))
            if isinstance(node, ast.Action):
                found[node.id] = {"before": (*_own_remarks(node), f"{_NO_LINES}{reason}")}
        else:
            found[node.id] = additions | {"before": _own_remarks(node)}
            done.append(node.span.line)
    return Compiled(text=unparse(_with(program, found)), done=tuple(done), left=tuple(left))


def _own_remarks(node: ast.Line) -> tuple[str, ...]:
    """The comments above a line, without the one of an earlier compilation."""
    return tuple(text for text in node.before if not text.startswith(_NO_LINES))


def _asking(program: ast.Program) -> Iterator[ast.Line]:
    """The lines for which a model may be asked, in the order of the text."""
    for node in statements(program):
        yield from (line for line in (node, *arms(node)) if tier_of(line) != "exact")


def _known_of(known: Learnt, app: str, node: ast.Action | ast.Semantic) -> list[Recipe]:
    return known.get((sentence_of(node).key, app), [])


def _known(events: Iterable[Event]) -> Learnt:
    """The knowledge of one run: for a step, the recipe that its executions share (of several beginnings the first); for
    a condition, the facts used at each place.
    """
    journal = list(events)
    proven = {event.step for event in journal if isinstance(event, StepFinished) and event.status == "verified"}
    found: Learnt = {}
    for event in journal:
        if not isinstance(event, Learned | Recalled):
            continue
        recipe = recipe_from(event.recipe)
        old = found.get((recipe.key, recipe.app), [])
        if recipe.signs:
            other_recipes = [recipe_before for recipe_before in old if recipe_before.begins != recipe.begins]
            now = [*other_recipes, recipe] if isinstance(event, Recalled) else [*taken_in(old, recipe, distinct=True)]
        elif isinstance(event, Recalled):
            now = old or [recipe] * (event.step in proven)
        else:
            now = [(join(old[0], recipe, distinct=event.others) or old[0]) if old else recipe]
        found[recipe.key, recipe.app] = now
    return found


def _steered(node: ast.Line, known: _Of) -> tuple[dict[str, Any], str]:
    """The exact condition of a line, or the reason why a model must judge it."""
    condition = node.condition if isinstance(node, ast.Branch | ast.While | ast.RepeatUntil) else None
    negated = isinstance(condition, ast.Not)
    condition = condition.operand if isinstance(condition, ast.Not) else condition
    if not isinstance(condition, ast.Semantic):
        return {}, "it asks a model each time"
    slots = {slot.number: slot.template for slot in sentence_of(condition).slots}
    conditions = {condition_of(recipe.signs, slots) for recipe in known(condition) if recipe.trusted}
    if len(conditions) != 1:
        return {}, "its condition was not judged often enough, or no single element decides it"
    exact = conditions.pop()
    if exact is None:
        return {}, "an element decides its condition, and no exact condition describes its state"
    return {"condition": ast.Not(operand=exact) if negated else exact}, ""


def _step(node: ast.Action, known: _Of, unknown: str) -> tuple[dict[str, Any], str]:
    """The exact lines of a step, or the reason why it has none."""
    recipe = next(iter(known(node)), None)
    if recipe is None:
        return {}, unknown
    if not recipe.bound:
        return {}, "its actions do not depend on one of its values"
    if recipe.heads or any(move.command == "stands" for move in recipe.moves):
        return {}, "only its page shows which thing it changes, and no exact line checks that"
    if any(move.was is not None for move in recipe.moves):
        return {}, "it switches an element on or off, and no exact line checks the state"
    if not recipe.whole():
        return {}, "a part of it differs from time to time, or was not repeated often enough"
    slots = {slot.number: slot.template for slot in sentence_of(node).slots}
    if any(move.agreed for move in recipe.moves) and not set(recipe.steady) <= set(steady_of(_written(slots))):
        return {}, "one of its values was the same every time, so its actions may depend on it"
    if node.also or (node.capture is not None and not any(move.command == "read" for move in recipe.moves)):
        return {}, "no single element shows the value that it reads"
    try:
        block = block_of(recipe.lines(), slots, node.capture)
    except Unsayable as exc:
        return {}, str(exc)
    return {"implementation": replace(block, body=(*entrance(recipe, slots), *block.body))}, ""


def _written(slots: Mapping[int, ast.Template]) -> dict[Use, str]:
    """The values that the program itself contains."""
    fixed = {number: template for number, template in slots.items() if not template.refs}
    return {Use(slot=number): "".join(map(str, template.parts)) for number, template in fixed.items()}


def _refused(program: ast.Program, found: Mapping[str, Mapping[str, Any]]) -> str:
    """The checker's objections to the new part of a line."""
    text = unparse(_with(program, found))
    before = {str(found.message) for found in check_text(unparse(program)).diagnostics if found.severity == "error"}
    errors = [found.message for found in check_text(text).diagnostics if found.severity == "error"]
    return next((message for message in errors if message not in before), "")


def _with(node: N, found: Mapping[str, Mapping[str, Any]]) -> N:
    """The tree with these fields replaced in the lines with these ids."""
    if not isinstance(node, ast.Program | ast.Line):
        return node
    changed: dict[str, Any] = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple) and any(isinstance(item, ast.Line) for item in value):
            changed[field.name] = tuple(_with(item, found) for item in value)
        elif isinstance(value, ast.Line):
            changed[field.name] = _with(value, found)
    return replace(node, **changed, **found.get(node.id, {}))
