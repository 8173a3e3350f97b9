"""The values of a step's sentence, by the interpreter's own account of them."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.identity import pieces_of
from agentprog.recipes.form import Path, Use
from agentprog.recipes.sentence import Sentence
from agentprog.runtime.state.values import Value, as_text
from agentprog.runtime.step import Step


def values_of(step: Step, sentence: Sentence) -> dict[Use, str]:
    """The text of each slot, and of each part of one: of an object, and the pieces of a text."""
    found: dict[Use, str] = {}
    for slot in sentence.slots:
        value: Value = step.text(slot.template) if slot.ref is None else step.lookup(slot.ref).value
        for path, text in _texts(value, ()):
            found[Use(slot=slot.number, path=path)] = text
            for name, part in pieces_of(text).items():
                found[Use(slot=slot.number, path=(*path, name))] = part
    return found


def _texts(value: Value, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
    elif value is not None and not isinstance(value, bool | list):
        yield path, as_text(value)
