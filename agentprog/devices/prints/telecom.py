"""Parses `dumpsys telecom`: the current calls. It shows at most the last two digits of a number; stars replace the
others, and on retail phones all of them."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

COMMAND = "dumpsys telecom | grep -E '^ *m[A-Z][A-Za-z]*:|TC@'"
_CALLS = re.compile(r"^\s*mCalls:\s*$")
_SECTION = re.compile(r"^\s*m[A-Z]\w*:")
_CALL = re.compile(
    r"\[(?:Call id=)?(?P<id>TC@\d+)(?:_\d+)?, (?:state=)?(?P<state>[A-Z_]+),"
    r" (?:tpac=)?(?:ComponentInfo\{)?(?P<package>[\w.]+)/"
)


_HANDLE = re.compile(r"[ =](?P<handle>(?:tel|sip|voicemail):[^,\s\]]*)")


@frozen
class PhoneCall:
    """A call; `state` is Android's word, such as DIALING or ACTIVE, `package` the calling app, `handle` the visible
    part of the number."""

    id: str
    state: str
    package: str
    handle: str = ""


def tells_calls(output: str) -> bool:
    """True if the output has the section of calls; without it the phone reports nothing about calls."""
    return any(_CALLS.match(line) for line in output.splitlines())


def parse_calls(output: str) -> tuple[PhoneCall, ...]:
    """The calls of the section `mCalls`; the log of ended calls comes later in the output and is left out."""
    found: dict[str, PhoneCall] = {}
    inside = False
    for line in output.splitlines():
        if _CALLS.match(line):
            inside = True
        elif inside and (call := _CALL.search(line)) is not None:
            number = _HANDLE.search(line, call.end())
            handle = "" if number is None else number["handle"]
            found[call["id"]] = PhoneCall(id=call["id"], state=call["state"], package=call["package"], handle=handle)
        elif inside and _SECTION.match(line):
            break
    return tuple(found.values())
