"""Writes a recipe as exact lines of a step, with the step's own references in place of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from agentprog.frozen import frozen
from agentprog.identity import piece
from agentprog.lang import ast
from agentprog.lang.writing.unparse import Unparser
from agentprog.recipes.aiming import wanted_of
from agentprog.recipes.explaining import is_sum
from agentprog.recipes.form import GAPS, LOOKS, Aim, Move, Recipe, RowForm, Sign, Text, Use, Values, Way

_ROLES = get_args(ast.Role)


Slots = Mapping[int, ast.Template]


class Unsayable(Exception):
    """A step composes a text from pieces that no line can express; the message names the piece."""


@frozen
class Parts:
    """The lines of a recipe, those among them that a model does, and whether they do the whole step. Each gap begins
    with its line; the others are lines with other descriptions of its element. `moves` are the moves of the other
    lines; that of a condition is the move whose element decides it."""

    block: ast.Exactly
    gaps: tuple[tuple[ast.Statement, ...], ...]
    whole: bool
    moves: tuple[tuple[ast.Line, Move], ...] = ()


def block_of(moves: Sequence[Move], slots: Slots, capture: ast.Ref | None) -> ast.Exactly:
    """The moves as lines, in order. `slots` are the templates of the step's sentence by their numbers. Raises Unsayable
    for a piece without a reference."""
    wording = _Says(slots, {})
    following = (*moves[1:], None)
    pairs = zip(moves, following, strict=True)
    return ast.Exactly(body=tuple(line for move, after in pairs for line in _statements(move, wording, capture, after)))


def parts_of(recipe: Recipe, way: Way | None, slots: Slots, capture: ast.Ref | None, values: Values) -> Parts:
    """The lines of a recipe with these values. A move that a model has to make is a line too, with the kind of its
    action."""
    wording, found, gaps = _Says(slots, values), list[ast.Statement](), list[tuple[ast.Statement, ...]]()
    moves: list[tuple[ast.Line, Move]] = []
    course = list(recipe.course(values, way))
    backs = way.backs if way is not None else 0
    for at, (move, settled) in enumerate(course):
        if settled:
            following = next((following_move for following_move, _ in course[max(at + 1, backs) :]), None)
            lines = tuple(_statements(move, wording, capture, following))
            found += lines
            moves += _moves(lines, move, following)
        elif move.command in GAPS and not move.maybe:
            open_ = Text.of("…")
            aims = tuple(aim for aim in move.aims if wanted_of(aim, values) is not None) or (Aim(label=open_),)
            texts = (open_,) * bool(move.texts)
            gaps.append(tuple(_line(replace(move, aims=(aim,), texts=texts), wording, None) for aim in aims))
            found.append(gaps[-1][0])
        elif not move.command.startswith("scroll"):
            return Parts(block=ast.Exactly(body=tuple(found)), gaps=tuple(gaps), whole=False, moves=tuple(moves))
    return Parts(block=ast.Exactly(body=tuple(found)), gaps=tuple(gaps), whole=True, moves=tuple(moves))


def _moves(lines: Iterable[ast.Statement], move: Move, following: Move | None) -> Iterator[tuple[ast.Line, Move]]:
    """Each line of a move with its move; a condition with the move whose element decides it."""
    for line in lines:
        if not isinstance(line, ast.If):
            yield line, move
        elif move.command not in LOOKS:
            yield line.branches[0], following if move.key == "back" and following is not None else move
            yield from ((inner, move) for inner in line.branches[0].body)


def entrance(recipe: Recipe, slots: Slots) -> tuple[ast.Statement, ...]:
    """Statements that go back to the beginning of the recipe, as far as an exact condition can show the need."""
    first = recipe.moves[0].aims[0].label if recipe.moves and recipe.moves[0].aims else None
    backs = max((way.backs for way in recipe.ways if not way.joins), default=0)
    if first is None or first.uses or not backs:
        return ()
    is_shown = ast.OnScreen(text=template_of(first, _Says(slots, {})))
    back = ast.If(
        branches=(ast.Branch(condition=ast.Not(operand=is_shown), body=(ast.DirectUI(command="press", key="back"),)),)
    )
    return (back,) * backs


def condition_of(signs: Iterable[Sign], slots: Slots) -> ast.Expr | None:
    """The exact condition with the meaning of these signs; None if the language cannot express it."""
    sure = [sign for sign in signs if sign.sure]
    label = sure[0].aim.label if len(sure) == 1 and sure[0].kind == "shown" else None
    if label is None or sure[0].aim != Aim(label=label):
        return None
    is_shown = ast.OnScreen(text=template_of(label, _Says(slots, {})))
    return is_shown if sure[0].so else ast.Not(operand=is_shown)


def lines_said(recipe: Recipe) -> list[str]:
    """The runnable lines of a recipe, or the signs that decide its condition, in words; values appear as the numbers of
    their slots."""
    wording = _Numbered({}, {})
    if recipe.signs:
        return [_sign(sign, wording) for sign in recipe.signs if sign.sure]
    if recipe.rows is not None:
        return [f"Read the rows with {form.cells} parts: {_columns(form)}" for form in recipe.rows.forms]
    lines = [said(_line(move, wording, None)) + (" (if it is there)" if move.maybe else "") for move in recipe.lines()]
    return [*(f"On a page where {_element(head, wording)}" for head in recipe.heads), *lines]


def _columns(form: RowForm) -> str:
    return ", ".join(f"{column.name or 'the value'} is part {int(column.ways[0][0]) + 1}" for column in form.columns)


def _sign(sign: Sign, wording: _Says) -> str:
    return f"{'It holds' if sign.so else 'It does not hold'} where {_element(sign, wording)}"


def _element(sign: Sign, wording: _Says) -> str:
    target = said(ast.DirectUI(command="tap", target=_target(sign.aim, wording))).removeprefix("Tap ")
    predicate = {"called": "is there", "shown": "can be read", "checked": "is on"}.get(sign.kind)
    predicate = predicate or f'says "{template_of(sign.says or Text.of(), wording)}"'
    return f"{target} {predicate}"


@dataclass(frozen=True, slots=True)
class _Says:
    """Fills slots with the step's own words."""

    slots: Slots
    values: Values

    def of(self, use: Use) -> tuple[str | ast.Ref, ...]:
        template = self.slots[use.slot]
        first = template.parts[0] if len(template.parts) == 1 else None
        if not use.path:
            return template.parts
        if is_sum(use) and use not in self.values:
            raise Unsayable(f"no line says {use.path[-1]} of `{template}`")
        if is_sum(use):
            return (self.values[use],)
        if isinstance(first, ast.Ref):
            return (ast.Ref(name=first.name, path=(*first.path, *use.path)),)
        if use in self.values:
            return (self.values[use],)
        if isinstance(first, str) and isinstance(use.path[-1], str):
            return (piece(first, use.path[-1]) or "",)
        raise Unsayable(f"no line says the {use.path[-1]} of `{template}`")


class _Numbered(_Says):
    """Fills slots with their numbers in the sentence."""

    def of(self, use: Use) -> tuple[str | ast.Ref, ...]:
        return ("<" + ".".join(map(str, (use.slot, *use.path))) + ">",)


def _statements(move: Move, wording: _Says, capture: ast.Ref | None, following: Move | None) -> Iterator[ast.Statement]:
    """The lines of a move. Going back to the element that the move after it touches is left out where it is there."""
    line = _line(move, wording, capture)
    label = following.aims[0].label if following is not None and following.aims else None
    if move.key == "back" and label is not None:
        yield _if(ast.Not(operand=ast.OnScreen(text=template_of(label, wording))), line)
        return
    target = line.target if isinstance(line, ast.DirectUI) else None
    if move.maybe and isinstance(target, ast.Target) and target.label is not None:
        yield _if(ast.OnScreen(text=target.label), line)
        return
    if move.command == "shows" and move.direction is not None:
        text = template_of(move.texts[0], wording)
        search = ast.DirectUI(command="scroll to", target=text, direction=move.direction)
        yield _if(ast.Not(operand=ast.OnScreen(text=text)), search)
    yield line


def _if(condition: ast.Expr, line: ast.Statement) -> ast.If:
    return ast.If(branches=(ast.Branch(condition=condition, body=(line,)),))


def _line(move: Move, wording: _Says, capture: ast.Ref | None) -> ast.Statement:
    text = template_of(move.texts[0], wording) if move.texts and move.command != "read" else None
    target = _target(move.aims[0], wording) if move.aims else None
    match move.command:
        case "shows" | "stands":
            return ast.Verify(condition=ast.OnScreen(text=text or ast.Template()))
        case "gone":
            return ast.Verify(condition=ast.Not(operand=ast.OnScreen(text=text or ast.Template())))
        case "read":
            read = str(move.texts[0].uses[0].path[-1]) if move.texts else ""
            return ast.ReadElement(target=target or ast.Template(), capture=capture or ast.Ref(name="it"), returns=read)
        case "type":
            typed: ast.Expr | None = text
            if text is not None and len(text.parts) == 1 and isinstance(text.parts[0], ast.Ref):
                typed = text.parts[0]
            return ast.DirectUI(command="type", target=target, text=typed)
        case "open app":
            return ast.DirectUI(command="open app", target=text)
        case command:
            fields: dict[str, Any] = {"key": move.key or None, "direction": move.direction}
            return ast.DirectUI(command=command, target=target, **fields)


def _target(aim: Aim, wording: _Says) -> ast.Target:
    fields: dict[str, Any] = {
        "role": aim.role if aim.role in _ROLES else None,
        "resource": ast.Template.of(aim.resource) if aim.resource else None,
        "window": aim.window or None,
    }
    label = template_of(aim.label, wording) if aim.label is not None else None
    row = template_of(aim.row, wording) if aim.row is not None else None
    return ast.Target(label=label, row=row, **fields)


def template_of(text: Text, wording: _Says) -> ast.Template:
    """The text with the step's own words in its slots."""
    parts: list[str | ast.Ref] = []
    for part in text.parts:
        parts += [part] if isinstance(part, str) else wording.of(part)
    return ast.Template.of(*parts)


def said(line: ast.Line) -> str:
    """A line in the notation of a program."""
    if isinstance(line, ast.Branch):
        line = ast.If(branches=(replace(line, body=()),))
    return Unparser(ast.Program()).line(line) if isinstance(line, ast.Statement) else type(line).__name__


def plainly(line: ast.Line) -> str:
    """A line in the notation of a program, for a model: without an id that no screen shows, where more describes the
    element."""
    target = line.target if isinstance(line, ast.DirectUI) else None
    if isinstance(line, ast.DirectUI) and isinstance(target, ast.Target) and (target.label or target.row):
        line = replace(line, target=replace(target, resource=None))
    return said(line)
