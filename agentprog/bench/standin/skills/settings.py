"""Goals in the settings."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.standin.goals import FindSwitch, Goal, SetBrightness, SetSwitch
from agentprog.bench.standin.replies import Reply, done, drag, press, tap
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills.forms import last, seek

_WAYS = {
    "Wi-Fi": ("Network & internet", "Internet", "Wi\u2011Fi"),
    "Bluetooth": ("Connected devices", "Connection preferences", "Bluetooth", "Use Bluetooth"),
}
"""The taps that lead to each switch; the last label is the switch."""


def find_switch(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, FindSwitch)
    found = switch(goal.name, view)
    return done(found.value) if found else _on(goal.name, view, moves)


def set_switch(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, SetSwitch)
    found = switch(goal.name, view)
    if found is None:
        return _on(goal.name, view, moves)
    return done() if found.value == goal.state else tap(found)


def switch(name: str, view: View) -> Line | None:
    return next((line for line in view.roles("switch", "checkbox") if line.label == _WAYS[name][-1]), None)


def label(name: str) -> str:
    """The label of a switch."""
    return _WAYS[name][-1]


def way(name: str) -> tuple[str, ...]:
    """The taps from the first page of the settings to a switch."""
    return _WAYS[name][:-1]


def depth(view: View) -> int:
    """The number of settings pages before this one."""
    for name, labels in _WAYS.items():
        if switch(name, view) is not None:
            return len(labels) - 1
        for n, label in enumerate(labels[1:-1], 1):
            if view.starting(label, "item", "button"):
                return n
    return 0


def _on(name: str, view: View, moves: Sequence[str]) -> Reply:
    """Taps the next entry of the way that this page shows. On the first page, the entry may be further down."""
    for label in reversed(_WAYS[name][:-1]):
        entry = next((line for line in view.roles("item", "button") if line.label.partition(", ")[0] == label), None)
        if entry:
            return tap(entry)
    return seek(moves) if last(moves).startswith(("open_app", "scroll")) or view.find("Settings") else press("back")


def slid(goal: SetBrightness, slider: Line) -> Reply:
    return drag(slider, "100%" if goal.end == "maximum" else "0%")


def set_brightness(goal: Goal, view: View, moves: Sequence[str]) -> Reply:
    assert isinstance(goal, SetBrightness)
    slider = next(view.roles("slider"), None)
    if slider is not None:
        return done() if last(moves).startswith("drag") else slid(goal, slider)
    for label in ("Brightness level", "Display"):
        entry = next((line for line in view.roles("item", "button") if line.label.partition(", ")[0] == label), None)
        if entry:
            return tap(entry)
    return seek(moves) if view.find("Settings") or last(moves).startswith("scroll") else press("back")
