"""A step's sentence, its values as the interpreter knows them, and its starting place on the phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agentprog.identity import pieces_of
from agentprog.ports import Screen
from agentprog.recipes.explaining import sums_of
from agentprog.recipes.form import Home, Path, Use
from agentprog.recipes.sentence import Sentence
from agentprog.runtime.state.values import Value, as_text
from agentprog.runtime.step import Step


def as_told(step: Step, sentence: Sentence) -> Sentence:
    """The step's sentence with the person's remarks during the run. With remarks the step may be done in another way,
    so it gets its own recipe."""
    count = len(step.session.remarks)
    return replace(sentence, key=f"{sentence.key} ({count} remarks)") if count else sentence


def home_of(step: Step, screen: Screen) -> Home | None:
    """The place of the step's recipes: app version, language and shape of the screen. None if the phone does not give
    the app's version."""
    version = step.phone.connection.version(screen.package)
    if not version:
        return None
    language, shape = step.phone.connection.language, f"{screen.width}x{screen.height}"
    return Home(package=screen.package, version=version, language=language, shape=shape)


def values_of(step: Step, sentence: Sentence) -> dict[Use, str]:
    """The text of each slot and of its parts: the entries of an object, and the pieces of a text."""
    found: dict[Use, str] = {}
    for slot in sentence.slots:
        value: Value = step.text(slot.template) if slot.ref is None else step.lookup(slot.ref).value
        for path, text in _texts(value, ()):
            found[Use(slot=slot.number, path=path)] = text
            for name, part in (*pieces_of(text).items(), *sums_of(text).items()):
                found[Use(slot=slot.number, path=(*path, name))] = part
    return found


def _texts(value: Value, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
    elif value is not None and not isinstance(value, bool | list):
        yield path, as_text(value)
