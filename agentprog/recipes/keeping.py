"""Prepares a recipe for storage: it keeps the app's own words and the slots, but no text of a person."""

from __future__ import annotations

from dataclasses import replace

from agentprog.recipes.form import ENOUGH, LOOKS, OF_THE_APP, Aim, Move, Recipe, Sign, Text, mark_of


def kept_of(recipe: Recipe) -> Recipe | None:
    """The recipe for storage; None if its first move would always need a model. A text or an element that is left out
    counts as variable: the recipe runs up to that line."""
    agreed = recipe.distinct >= ENOUGH
    moves = tuple(move for full_move in recipe.moves if (move := _move(full_move, agreed)) is not None)
    stored = replace(recipe, moves=moves, earlier=False, signs=tuple(map(_sign, recipe.signs)))
    if stored.signs or stored.rows is not None:
        return stored
    first = next((move for move in moves if move.command not in LOOKS), None)
    return stored if first is not None and replace(first, sure=True).settled() else None


def _move(move: Move, agreed: bool) -> Move | None:
    """The move for storage. The text beside a read value is the app's own if executions with other values `agreed` on
    it."""
    if move.command == "open app":
        return move
    texts = tuple(text for text in move.texts if not _words(text))
    if move.command in LOOKS:
        return replace(move, texts=texts) if texts else None
    aims = tuple(
        aim for aim in move.aims if _of_the_app(aim) or (agreed and move.command == "read" and aim.row is None)
    )
    whole = bool(aims or not move.aims) and bool(texts or not move.texts)
    whole = whole and (aims == move.aims or move.command != "read")
    return replace(
        move, aims=aims, texts=texts or tuple(Text(parts=()) for _ in move.texts[:1]), sure=move.sure and whole
    )


def _sign(sign: Sign) -> Sign:
    """The sign for storage, without words of people. A sign that lost its words still prevents a verdict, since it may
    be the decisive one."""
    if _of_the_app(sign.aim) and not (sign.says is not None and _words(sign.says)):
        return sign
    resource = mark_of((str(sign.aim), str(sign.says)))
    return replace(sign, aim=Aim(label=Text(parts=()), resource=resource), says=None)


def _of_the_app(aim: Aim) -> bool:
    if aim.row is not None and _words(aim.row):
        return False
    return aim.label is None or not _words(aim.label) or aim.role in OF_THE_APP


def _words(text: Text) -> bool:
    """True if the text has words besides the step's values."""
    return any(isinstance(part, str) and any(map(str.isalnum, part)) for part in text.parts)
