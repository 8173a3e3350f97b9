"""`dumpsys telecom`: the calls that are going on. Numbers are hidden in it, so a call is told and not whose it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

COMMAND = "dumpsys telecom | grep -E '^ *m[A-Z][A-Za-z]*:|TC@'"
_CALLS = re.compile(r"^\s*mCalls:\s*$")
_SECTION = re.compile(r"^\s*m[A-Z]\w*:")
_CALL = re.compile(
    r"\[(?:Call id=)?(?P<id>TC@\d+)(?:_\d+)?, (?:state=)?(?P<state>[A-Z_]+),"
    r" (?:tpac=)?(?:ComponentInfo\{)?(?P<package>[\w.]+)/"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class PhoneCall:
    """A call; `state` is Android's word, such as DIALING or ACTIVE, `package` is what carries it."""

    id: str
    state: str
    package: str


def parse_calls(output: str) -> tuple[PhoneCall, ...]:
    """The calls of the section `mCalls`; the log of calls that are over follows later in the print and is left out."""
    found: dict[str, PhoneCall] = {}
    inside = False
    for line in output.splitlines():
        if _CALLS.match(line):
            inside = True
        elif inside and (call := _CALL.search(line)) is not None:
            found[call["id"]] = PhoneCall(id=call["id"], state=call["state"], package=call["package"])
        elif inside and _SECTION.match(line):
            break
    return tuple(found.values())
