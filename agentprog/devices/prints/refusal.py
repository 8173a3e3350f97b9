"""How a phone refuses what the shell of stock Android may do: settings, keyboards, starting apps, installing.

Makers take rights away from adb until a switch of theirs is turned. The exit status tells nothing: it is 0 on some
phones and 255 on others, and the words are on standard error or mixed into the output.
"""

from __future__ import annotations

import re

_REFUSED = re.compile(
    r"^.*(?:SecurityException|Security exception|Permission [Dd]enial|does not have (?:permission )?android\.|"
    r"INSTALL_FAILED_USER_RESTRICTED|Operation not allowed).*$",
    re.MULTILINE,
)
_LONGEST = 200


def refusal_in(words: str) -> str:
    """The line with the refusal, shortened; empty if there is none."""
    found = _REFUSED.search(words)
    return "" if found is None else found[0].strip().removeprefix("Security exception: ")[:_LONGEST]
