"""Faults of an observation, as typed facts."""

from __future__ import annotations

from agentprog.devices.hierarchy import Hierarchy
from agentprog.devices.link.conditions import Condition, of_error, of_issue, of_window
from agentprog.devices.prints.state import PhoneState
from agentprog.errors import DeviceError, DeviceTimeout
from agentprog.frozen import frozen
from agentprog.ports import CaptureIssue, CaptureKind

HINT_LOCKED = "unlock the phone: only its owner can enter a PIN, pattern or fingerprint"

_NOT_RESPONDING = "android:id/aerr_wait"
"""Id of the button that waits for an unresponsive app, in any language."""


@frozen
class Findings:
    """The parts of an observation, each with its result or error."""

    state: PhoneState | None
    screen_on: bool | None
    readable: bool
    tree_problem: str = ""
    tree_error: DeviceError | None = None
    state_error: DeviceError | None = None
    shot_wanted: bool = False
    shot_error: DeviceError | None = None
    shot_black: bool = False
    injection_denied: bool = False


def issues_of(found: Findings) -> tuple[CaptureIssue, ...]:
    """The issues of one observation, the deepest cause first."""
    issues = []
    asleep = found.screen_on is False
    locked = found.state is not None and found.state.locked
    secure = found.state is not None and found.state.secure
    if asleep:
        issues.append(CaptureIssue(kind=CaptureKind.ASLEEP, detail="the screen is off"))
    if locked:
        issues.append(CaptureIssue(kind=CaptureKind.LOCKED, detail=HINT_LOCKED))
    if isinstance(found.tree_error, DeviceTimeout):
        issues.append(CaptureIssue(kind=CaptureKind.TIMED_OUT, detail=found.tree_error.message))
    elif found.tree_error is not None:
        issues.append(CaptureIssue(kind=CaptureKind.NO_TREE, detail=found.tree_error.message))
    elif not found.readable and not asleep:
        detail = found.tree_problem or "the app shows nothing to accessibility: a canvas, a game or a web view"
        issues.append(CaptureIssue(kind=CaptureKind.NO_TREE, detail=detail))
    if found.state_error is not None:
        detail = f"the app in front is not known for certain: {found.state_error.message}"
        issues.append(CaptureIssue(kind=CaptureKind.TIMED_OUT, detail=detail))
    if secure and not asleep:
        issues.append(CaptureIssue(kind=CaptureKind.SECURE, detail="the app forbids screenshots; its tree is readable"))
    elif found.shot_wanted and not asleep:
        issues += _shot_issues(found)
    if found.injection_denied:
        issues.append(CaptureIssue(kind=CaptureKind.INJECTION_DENIED, detail="the phone refused the last input"))
    return tuple(issues)


def conditions_of(found: Findings, hierarchy: Hierarchy) -> tuple[Condition, ...]:
    """Every trap that occurred in one observation."""
    met = [of_issue(issue.kind) for issue in issues_of(found)]
    if found.tree_error is not None:
        met.append(of_error(found.tree_error))
    elif not found.readable and found.screen_on is not False:
        met.append(Condition.NO_NODES if hierarchy.roots else Condition.NULL_ROOT)
    if found.state_error is not None:
        met.append(of_error(found.state_error))
    if found.state is not None:
        met.append(of_window(found.state.package))
        met.append(Condition.FOCUS_UNKNOWN if found.state.guessed else None)
    met.append(Condition.ROTATED if hierarchy.rotation else None)
    met.append(Condition.SEVERAL_DISPLAYS if hierarchy.elsewhere else None)
    for node in hierarchy.walk():
        if node.hint and node.text == node.hint:
            met.append(Condition.HINT_AS_TEXT)
        elif node.resource_id == _NOT_RESPONDING:
            met.append(Condition.NOT_RESPONDING)
    return tuple(dict.fromkeys(condition for condition in met if condition is not None))


def _shot_issues(found: Findings) -> list[CaptureIssue]:
    if isinstance(found.shot_error, DeviceTimeout):
        return [CaptureIssue(kind=CaptureKind.NO_SCREENSHOT, detail="the screenshot took too long")]
    if found.shot_error is not None:
        return [CaptureIssue(kind=CaptureKind.NO_SCREENSHOT, detail=found.shot_error.message)]
    if found.shot_black:
        detail = "the screenshot is all black, although the screen shows elements"
        return [CaptureIssue(kind=CaptureKind.NO_SCREENSHOT, detail=detail)]
    return []
