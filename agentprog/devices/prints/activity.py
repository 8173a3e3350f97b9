"""Parses `dumpsys activity activities`: the resumed activity, for phones where `dumpsys window` names no window."""

from __future__ import annotations

import re

from agentprog.devices.prints.component import component_in

KEPT = "Display #|ResumedActivity|mFocusedActivity"
COMMAND = f"dumpsys activity activities | grep -E '{KEPT}'"
_DISPLAY = re.compile(r"^\s*Display #(\d+)")
_RESUMED = re.compile(
    r"\b(?:topResumedActivity|mTopResumedActivity|mResumedActivity|ResumedActivity|mFocusedActivity)\b"
)
_DRIVEN = 0


def resumed_activity(output: str) -> str:
    """The resumed activity on the phone's own display, else on any display; empty if there is none."""
    on_own_display, elsewhere, display = "", "", _DRIVEN
    for line in output.splitlines():
        if (found := _DISPLAY.match(line)) is not None:
            display = int(found[1])
        elif _RESUMED.search(line) and (component := component_in(line)):
            if display == _DRIVEN:
                on_own_display = on_own_display or component
            else:
                elsewhere = elsewhere or component
    return on_own_display or elsewhere
