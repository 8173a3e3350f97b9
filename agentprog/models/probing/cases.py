"""The questions of the probe: `cases.toml`, read and checked."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

_FILE = Path(__file__).resolve().parent / "cases.toml"


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    question: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """What stands before the questions of a skill: the rules, and answered examples as turns of the conversation."""

    system: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ProbeScreen:
    name: str
    elements: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Grounding:
    """A step and the element of a screen that it means."""

    screen: str
    step: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Counter:
    """A step, the last action, what the screen shows, and whether the step is done."""

    step: str
    action: str
    screen: str
    answer: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """A sentence and what must be in the object made of it."""

    sentence: str
    app: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Cases:
    grounding_prompt: Prompt
    counter_prompt: Prompt
    format_prompt: Prompt
    screens: tuple[ProbeScreen, ...]
    grounding: tuple[Grounding, ...]
    counter: tuple[Counter, ...]
    format: tuple[Format, ...]

    def elements(self, screen: str) -> tuple[str, ...]:
        """The elements of a screen."""
        return next(known.elements for known in self.screens if known.name == screen)


@cache
def cases() -> Cases:
    """All questions."""
    return TypeAdapter(Cases).validate_python(tomllib.loads(_FILE.read_text(encoding="utf-8")))
