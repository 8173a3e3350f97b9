"""Screens for tests, written as a person would list them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from agentprog.ports import Bounds, Element, Role, Screen
from agentprog.runtime.roles import Attempt, StepContext

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
    from dataclasses import replace

    return replace(item, index=place, bounds=Bounds(0, place * 100, 1080, place * 100 + 90))


def context(shown: Screen, step: str, literals: Sequence[str] = (), attempts: Sequence[Attempt] = ()) -> StepContext:
    return StepContext(
        instruction="do it",
        program=f"1 {step}",
        line=1,
        step=step,
        literals=tuple(literals),
        app="Example",
        screen=shown,
        attempts=tuple(attempts),
        apps=("Example", "Other"),
        now=NOW,
    )
