"""Reads a list for a line: by a recipe once two earlier readings agree, else by a model; the model's readings are
learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.ports import Screen
from agentprog.recipes.aiming import place_of
from agentprog.recipes.form import Recipe, Use, Values
from agentprog.recipes.listing import listed, rows_read
from agentprog.recipes.sentence import sentence_of
from agentprog.runtime.grounding.reading import Found
from agentprog.runtime.recalling.entries import answered, learned
from agentprog.runtime.recalling.values import as_told, home_of, values_of
from agentprog.runtime.step import Step
from agentprog.runtime.witness.wholeness import is_whole


class RecallingRows:
    """The list of a line. A value of the line has to choose its page, since nothing on the screen shows how a value
    chooses rows."""

    def __init__(self, step: Step, question: str) -> None:
        self._step = step
        self._sentence = as_told(step, sentence_of(step.node(ast.Extract)))
        self._whole = is_whole(question)
        self._seen: Screen | None = None
        """The screen of a reading; None: nothing can be learned from it."""
        self._recipe: Recipe | None = None
        self._read: list[Any] = []
        """The rows of earlier screens of this list."""

    def known(self, screen: Screen) -> list[Any] | None:
        """The rows of this screen by the recipe; None if a model must read them."""
        step = self._step
        self._seen = self._recipe = None
        if not step.options.recalls or screen.issues:
            return None
        self._seen, book = screen, step.notes.recipes
        if book.lasts:
            book.open(home_of(step, screen))
        self._recipe = book.judged(self._key, self._app, place_of(screen))
        if self._recipe is None or not self._recipe.trusted:
            return None
        return rows_read(self._recipe, screen, whole=self._whole, values=self._values())

    def _values(self) -> Values:
        """The values of the line; "" for a value that is not a text, which no page shows."""
        values = values_of(self._step, self._sentence)
        return {use: values.get(use, "") for use in (Use(slot=at) for at in self._sentence.needed)}

    def heard(self, found: Found) -> None:
        """Record whether the recipe gave the rows, else learn from them; a resumed run takes both from the journal."""
        if found.get("learned"):
            run = "earlier" if self._recipe is None or self._recipe.earlier else "this"
            answered(self._step, self._recipe, run)
        elif (recipe := learned(self._step, lambda: self._made(found))) is not None:
            self._learn(recipe)

    @property
    def _key(self) -> str:
        return f"{self._sentence.key} []"

    @property
    def _app(self) -> str:
        return canon(self._step.app() or "")

    def _made(self, found: Found) -> Recipe | None:
        """The recipe of this reading; None if a row of it is doubtful."""
        items, doubts = found["value"], found.keys() & {"refused", "pictured", "inferred"}
        if self._seen is None or doubts or not isinstance(items, list) or not all(map(_is_text, items)) or not items:
            return None
        further = bool(self._read) and all(item in self._read for item in items)
        self._read += items
        return listed(self._key, self._app, self._seen, items, values=self._values(), further=further)

    def _learn(self, recipe: Recipe) -> None:
        step = self._step
        home = home_of(step, self._seen) if self._seen is not None and step.notes.recipes.lasts else None
        step.notes.recipes.learn(recipe, (recipe.mark,), home)


def _is_text(item: object) -> bool:
    """True for a text, or an object of texts."""
    return isinstance(item, str) or (isinstance(item, Mapping) and all(isinstance(part, str) for part in item.values()))
