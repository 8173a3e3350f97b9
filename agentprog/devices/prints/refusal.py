"""Recognises a phone's refusal of rights that stock Android's shell has: settings, keyboards, starting apps,
installing.

Makers take rights away from adb until their own switch is turned on. The exit status does not show it: it is 0 on some
phones and 255 on others, and the message is on standard error or mixed into the output.
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
