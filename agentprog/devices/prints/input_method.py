"""Parses `dumpsys input_method`: the current keyboard, and whether it is visible."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

COMMAND = "dumpsys input_method | grep -E 'mCurMethodId=|mSelectedMethodId=|mInputShown=|mIsInputViewShown='"
_CURRENT = re.compile(r"\b(?:mCurMethodId|mSelectedMethodId)=([\w.]+/[\w.$]+)")
_SHOWN = re.compile(r"\b(mInputShown|mIsInputViewShown)=(true|false)")


@frozen
class InputMethod:
    """`current` is the current keyboard's id; `shown` is None if the phone does not report it."""

    current: str = ""
    shown: bool | None = None


def parse_input_method(output: str) -> InputMethod:
    """The keyboard's state, from the lines of COMMAND or the whole output. A bound keyboard may be invisible: if both
    values are present, both must be true.

    `mIsInputViewShown` is the keyboard's own value; Android 15 no longer prints it.
    """
    current = _CURRENT.search(output)
    flags = {name: value == "true" for name, value in _SHOWN.findall(output)}
    return InputMethod(current=current[1] if current else "", shown=all(flags.values()) if flags else None)
