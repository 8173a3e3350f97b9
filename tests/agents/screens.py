"""Screens for tests, written as a person would list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.runtime.roles import Attempt, Background, Goal, Seen, StepContext, Tried

NOW = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)


def element(role: str, label: str, text: str = "", **more: Any) -> Element:
    kind = Role(role)
    editable = kind is Role.FIELD
    return Element(
        index=more.pop("index", 1),
        role=kind,
        label=label,
        text=text or ("" if editable else label),
        bounds=more.pop("bounds", Bounds(0, 100, 1080, 200)),
        editable=editable,
        clickable=more.pop("clickable", kind is not Role.TEXT),
        **more,
    )


def screen(*elements: Element, **more: Any) -> Screen:
    numbered = tuple(_at(item, place) for place, item in enumerate(elements, start=1))
    return Screen(
        package="org.example", activity="Main", width=1080, height=2400, taken_at=NOW, elements=numbered, **more
    )


def _at(item: Element, place: int) -> Element:
    return replace(item, index=place, bounds=Bounds(0, place * 100, 1080, place * 100 + 90))


def context(shown: Screen, step: str, literals: Sequence[str] = (), attempts: Sequence[Attempt] = ()) -> StepContext:
    return StepContext(
        goal=Goal(instruction="do it", program=f"1 {step}", line=1, step=step, literals=tuple(literals)),
        seen=Seen(app="Example", screen=shown, now=NOW),
        tried=Tried(attempts=tuple(attempts)),
        background=Background(apps=("Example", "Other")),
    )


def changed(question: StepContext, **changes: Any) -> StepContext:
    """The same context with other values, each in the part that it belongs to."""
    for name, value in changes.items():
        part = next(p for p in ("goal", "seen", "tried", "background") if hasattr(getattr(question, p), name))
        question = replace(question, **{part: replace(getattr(question, part), **{name: value})})
    return question
