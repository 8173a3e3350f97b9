"""Reads and checks the questions of the probe: `cases.toml` and `grounding.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from agentprog.frozen import frozen

_FOLDER = Path(__file__).resolve().parent


@frozen
class Example:
    question: str
    answer: str


@frozen
class Prompt:
    """The beginning of a skill's prompts: rules, and answered examples as turns of the conversation."""

    system: str
    examples: tuple[Example, ...] = ()


@frozen
class Grounding:
    """A step, and its target among the screen's `elements`. `kind` names the difficulty, see grounding.toml; the
    `quick` cases are asked in a probe, all of them in a benchmark.
    """

    app: str
    elements: tuple[str, ...]
    step: str
    answer: str
    kind: str
    quick: bool = False


@frozen
class CounterCase:
    """A step, the last action, the screen's texts, and whether the step is done."""

    step: str
    action: str
    screen: str
    answer: str


@frozen
class Format:
    """A sentence, and the required contents of the object made from it."""

    sentence: str
    app: str
    text: str


@frozen
class Cases:
    grounding_prompt: Prompt
    counter_prompt: Prompt
    format_prompt: Prompt
    grounding: tuple[Grounding, ...]
    counter: tuple[CounterCase, ...]
    format: tuple[Format, ...]


@cache
def cases() -> Cases:
    """All questions."""
    known, screens = (
        tomllib.loads((_FOLDER / name).read_text(encoding="utf-8")) for name in ("cases.toml", "grounding.toml")
    )
    grounding = [
        {"app": screen["app"], "elements": screen["elements"], **case}
        for screen in screens["screen"]
        for case in screen["cases"]
    ]
    return TypeAdapter(Cases).validate_python(known | {"grounding": grounding})
