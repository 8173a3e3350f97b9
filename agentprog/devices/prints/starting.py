"""Parses `am start`, with and without `-W`: whether an activity started."""

from __future__ import annotations

import re

from agentprog.devices.prints.component import component_in
from agentprog.devices.prints.refusal import refusal_in
from agentprog.frozen import frozen

_FAILED = re.compile(r"^(?:Error: .*|\S*Exception: .*|.*No activities found to run.*|Error type \d+.*)$", re.MULTILINE)
_UNRESOLVED = re.compile(r"unable to resolve|No Activity found|does not exist", re.IGNORECASE)
_ACTIVITY = re.compile(r"^Activity: (.+)$", re.MULTILINE)
_STATUS = re.compile(r"^Status: (\w+)$", re.MULTILINE)


@frozen
class Started:
    """`problem` is the phone's own line if nothing started; `unresolved` if no activity accepts the intent.

    `component` is the activity that appeared, if the phone waited for it. `late` means that it did not appear in the
    phone's time, which is not a failure: a heavy app takes longer.
    """

    problem: str = ""
    unresolved: bool = False
    component: str = ""
    late: bool = False

    @property
    def ok(self) -> bool:
        return not self.problem


def parse_start(output: str) -> Started:
    """The result of `am start` or `monkey`, from both outputs. A task brought to the front counts as started."""
    output = output.replace("\r", "")
    failed = _FAILED.findall(output)
    reasons = [line for line in failed if not line.startswith("Error type")]
    problem = refusal_in(output) or next(iter(reasons), next(iter(failed), ""))
    activity, status = _ACTIVITY.search(output), _STATUS.search(output)
    return Started(
        problem=problem.strip(),
        unresolved=bool(problem) and _UNRESOLVED.search(output) is not None,
        component=component_in(activity[1]) if activity else "",
        late=status is not None and status[1] == "timeout",
    )
