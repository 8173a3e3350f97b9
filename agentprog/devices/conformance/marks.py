"""The state of a phone that the checks must not change."""

from __future__ import annotations

from dataclasses import fields

from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.state import parse_state
from agentprog.frozen import frozen

_SETTINGS = (
    *("secure default_input_method", "secure enabled_input_methods", "secure enabled_accessibility_services"),
    *("global stay_on_while_plugged_in", "system screen_off_timeout"),
    *("system accelerometer_rotation", "system user_rotation"),
)
_FILES = "ls -a /data/local/tmp"
_PACKAGES = "pm list packages"


@frozen
class Mark:
    """Compared before and after; equal if the checks left no trace."""

    settings: tuple[str, ...]
    files: frozenset[str]
    packages: frozenset[str]
    front: str
    awake: str
    locked: bool


def take_mark(transport: Transport) -> Mark:
    """Reads the state by shell alone: none of our programs has to run on the phone. Raises DeviceError."""
    settings = transport.shell("; ".join(f"settings get {name}" for name in _SETTINGS)).out.splitlines()
    wakefulness = transport.shell("dumpsys power | grep -m1 -E 'mWakefulness='").out.strip()
    state = parse_state(transport.shell("date +%s; date +%z; dumpsys window").out)
    return Mark(
        settings=tuple(f"{name} = {value}" for name, value in zip(_SETTINGS, settings, strict=False)),
        files=frozenset(transport.shell(_FILES).out.split()),
        packages=frozenset(transport.shell(_PACKAGES).out.split()),
        front=state.package,
        awake=wakefulness,
        locked=state.locked,
    )


def differences(before: Mark, after: Mark) -> tuple[str, ...]:
    """The changes in words; empty if there are none."""
    found = []
    for field in fields(Mark):
        old_state, new_state = getattr(before, field.name), getattr(after, field.name)
        if old_state == new_state:
            continue
        if isinstance(old_state, frozenset):
            found += [f"{field.name}: {entry} is new" for entry in sorted(new_state - old_state)]
            found += [f"{field.name}: {entry} is gone" for entry in sorted(old_state - new_state)]
        elif isinstance(old_state, tuple):
            found += [
                f"{old} became {new.rpartition(' = ')[2]}"
                for old, new in zip(old_state, new_state, strict=False)
                if old != new
            ]
        else:
            found.append(f"{field.name}: {old_state!r} became {new_state!r}")
    return tuple(found)
