"""A recipe as exact lines of a step, with the step's own references where its values go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from agentprog.lang import ast
from agentprog.lang.writing.unparse import Unparser
from agentprog.recipes.form import Aim, Move, Recipe, Text, Use

_ROLES = get_args(ast.Role)


def block_of(moves: Sequence[Move], slots: Mapping[int, ast.Template], capture: ast.Ref | None) -> ast.Exactly:
    """The lines, in order. `slots` are the templates of the step's sentence by their numbers."""
    return ast.Exactly(body=tuple(_statement(move, slots, capture) for move in moves))


def lines_said(recipe: Recipe) -> list[str]:
    """What of a recipe can be run, in words; its values are named by their numbers in the sentence."""
    numbers = {use.slot for move in recipe.moves for text in _texts(move) for use in text.uses}
    slots = {number: ast.Template.of(f"<{number}>") for number in numbers}
    return [said(_line(move, slots, None)) + (" (if it is there)" if move.maybe else "") for move in recipe.lines]


def _texts(move: Move) -> tuple[Text, ...]:
    return (*move.texts, *(text for aim in move.aims for text in (aim.label, aim.row) if text is not None))


def _statement(move: Move, slots: Mapping[int, ast.Template], capture: ast.Ref | None) -> ast.Statement:
    line = _line(move, slots, capture)
    target = line.target if isinstance(line, ast.DirectUI) else None
    if not move.maybe or not isinstance(target, ast.Target) or target.label is None:
        return line
    return ast.If(branches=(ast.Branch(condition=ast.OnScreen(text=target.label), body=(line,)),))


def _line(move: Move, slots: Mapping[int, ast.Template], capture: ast.Ref | None) -> ast.Statement:
    text = template_of(move.texts[0], slots) if move.texts else None
    target = _target(move.aims[0], slots) if move.aims else None
    match move.command:
        case "shows":
            return ast.Verify(condition=ast.OnScreen(text=text or ast.Template()))
        case "gone":
            return ast.Verify(condition=ast.Not(operand=ast.OnScreen(text=text or ast.Template())))
        case "read":
            return ast.ReadElement(target=target or ast.Template(), capture=capture or ast.Ref(name="it"))
        case "type":
            typed: ast.Expr | None = text
            if text is not None and len(text.parts) == 1 and isinstance(text.parts[0], ast.Ref):
                typed = text.parts[0]
            return ast.DirectUI(command="type", target=target, text=typed)
        case "open app":
            return ast.DirectUI(command="open app", target=text)
        case command:
            said: dict[str, Any] = {"key": move.key or None, "direction": move.direction}
            return ast.DirectUI(command=command, target=target, **said)


def _target(aim: Aim, slots: Mapping[int, ast.Template]) -> ast.Target:
    said: dict[str, Any] = {
        "role": aim.role if aim.role in _ROLES else None,
        "resource": ast.Template.of(aim.resource) if aim.resource else None,
        "window": aim.window or None,
    }
    label = template_of(aim.label, slots) if aim.label is not None else None
    row = template_of(aim.row, slots) if aim.row is not None else None
    return ast.Target(label=label, row=row, **said)


def template_of(text: Text, slots: Mapping[int, ast.Template]) -> ast.Template:
    """The text with the step's own words in the places of its values."""
    parts: list[str | ast.Ref] = []
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            parts += _of_slot(part, slots)
    return ast.Template.of(*parts)


def _of_slot(use: Use, slots: Mapping[int, ast.Template]) -> tuple[str | ast.Ref, ...]:
    template = slots[use.slot]
    first = template.parts[0] if len(template.parts) == 1 else None
    if use.path and isinstance(first, ast.Ref):
        return (ast.Ref(name=first.name, path=(*first.path, *use.path)),)
    if use.path:
        return (*template.parts, *(f".{part}" for part in use.path))
    return template.parts


def said(line: ast.Line) -> str:
    """A line as it is written in a program."""
    if isinstance(line, ast.Branch):
        line = ast.If(branches=(replace(line, body=()),))
    return Unparser(ast.Program()).line(line) if isinstance(line, ast.Statement) else type(line).__name__
