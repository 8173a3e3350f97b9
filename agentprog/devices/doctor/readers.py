"""Every parsed output of a phone: its command, and the result of our parsers.

One table for three uses: `doctor --record` runs the commands, `doctor --against` parses a recording, and tests run the
parsers on outputs of many makers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict

from agentprog.devices.automation.info import read_info
from agentprog.devices.automation.rpc import parse_reply
from agentprog.devices.doctor.fitness import SETTINGS, parse_fitness
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.devices.link.listing import parse_devices
from agentprog.devices.prints import (
    activity,
    alarm,
    dispatcher,
    display,
    facts,
    input_method,
    notification,
    packages,
    power,
    state,
    telecom,
)
from agentprog.devices.prints.content import Query, command, refusal
from agentprog.devices.prints.refusal import refusal_in
from agentprog.devices.prints.starting import parse_start
from agentprog.devices.prints.window import KEPT
from agentprog.errors import DeviceError
from agentprog.frozen import frozen

Facts = Mapping[str, object]
TRIED_SETTING = "agentprog_doctor"
"""A test setting, written once and deleted again."""
_NOWHERE = "agentprog.nowhere/.Nothing"
_PROVIDERS = {
    "messages": "content://sms",
    "contacts": "content://com.android.contacts/contacts",
    "calendar": "content://com.android.calendar/events",
    "call log": "content://call_log/calls",
    "multimedia messages": "content://mms",
    "media": "content://media/external/file",
}


@frozen
class Print:
    """A command's output and exit status."""

    out: str = ""
    err: str = ""
    code: int = 0

    @property
    def words(self) -> str:
        return f"{self.out}\n{self.err}".strip()


@frozen
class Reader:
    """One parser. `command` is shell text; it is empty if adb or the automation server is asked instead."""

    name: str
    command: str
    read: Callable[[Print], Facts]
    whole: bool = True
    """True to keep the whole output; the beginning is enough for a long list."""


def _state(printed: Print) -> Facts:
    found = state.parse_state(printed.out)
    return {name: getattr(found, name) for name in ("package", "activity", "locked", "secure")}


def _clock(printed: Print) -> Facts:
    now = state.parse_state(printed.out).now
    return {"now": None if now is None else now.isoformat()}


def _displays(printed: Print) -> Facts:
    return {
        "displays": [
            f"{display.id}: {display.width}x{display.height}" for display in display.parse_displays(printed.out)
        ]
    }


def _keyboards(printed: Print) -> Facts:
    return {
        "refused": bool(refusal_in(printed.words)),
        "keyboards": [word for word in printed.out.split() if "/" in word],
    }


def _written(printed: Print) -> Facts:
    return {"refused": bool(refusal_in(printed.words))}


def _files(printed: Print) -> Facts:
    return {"files": {name: file.path for name, file in packages.parse_package_files(printed.out).items()}}


def _fitness(printed: Print) -> Facts:
    found = asdict(parse_fitness(printed.out))
    return {**found, "services": list(found["services"])}


def _started(printed: Print) -> Facts:
    found = parse_start(printed.words)
    return {"ok": found.ok, "unresolved": found.unresolved, "component": found.component, "late": found.late}


def _notifications(printed: Print) -> Facts:
    found = notification.parse_notifications(printed.out)
    return {
        "packages": [posted.package for posted in found],
        "lasting": [posted.package for posted in found if posted.lasting],
    }


def _calls(printed: Print) -> Facts:
    calls = telecom.parse_calls(printed.out)
    return {"calls": [f"{call.state} {call.package}" for call in calls], "handles": [call.handle for call in calls]}


def _alarms(printed: Print) -> Facts:
    found = alarm.parse_alarms(printed.out)
    return {"told": found is not None, "alarms": [f"{clock.when} {clock.package}".strip() for clock in found or ()]}


def _dropped(printed: Print) -> Facts:
    return {"dropped": [dispatcher.reason_in(line) for line in dispatcher.parse_dropped(printed.out)]}


def _provider(printed: Print) -> Facts:
    found = refusal(printed.out, printed.err)
    return {"refused": "" if found is None else found.why.name.lower()}


def _listing(printed: Print) -> Facts:
    return {
        "phones": [f"{device.serial} | {device.state.value} | {device.link}" for device in parse_devices(printed.out)]
    }


def _info(printed: Print) -> Facts:
    try:
        found = read_info(parse_reply("deviceInfo", printed.out.encode()))
    except DeviceError as exc:
        return {"error": type(exc).__name__}
    return found.model_dump()


def _tree(printed: Print) -> Facts:
    hierarchy = read_hierarchy(printed.out)
    reading = read_elements(hierarchy)
    nodes = sum(1 for _ in hierarchy.walk())
    return {"package": reading.package, "nodes": nodes, "problem": hierarchy.problem}


def _component(printed: Print) -> Facts:
    return {"activity": activity.resumed_activity(printed.out)}


def _offered(uri: str) -> str:
    words = command(Query(uri=uri), ["_id"], only=-1)
    return " ".join(f"'{word}'" if set(word) & set("= ;") else word for word in words)


_WRITE = f"settings put global {TRIED_SETTING} 1; settings delete global {TRIED_SETTING}"
READERS: tuple[Reader, ...] = (
    Reader(name="facts", command=facts.COMMAND, read=lambda printed: asdict(facts.parse_facts(printed.out))),
    Reader(name="clock", command=state.CLOCK, read=_clock),
    Reader(name="window", command=f"dumpsys window | grep -E '{KEPT}'", read=_state),
    Reader(name="activity", command=activity.COMMAND, read=_component),
    Reader(name="power", command=power.COMMAND, read=lambda printed: asdict(power.parse_power(printed.out))),
    Reader(name="display", command=display.COMMAND, read=_displays),
    Reader(
        name="input method",
        command=input_method.COMMAND,
        read=lambda printed: asdict(input_method.parse_input_method(printed.out)),
    ),
    Reader(name="keyboards", command="ime list -s -a", read=_keyboards),
    Reader(name="settings", command=SETTINGS, read=_fitness),
    Reader(name="writing settings", command=_WRITE, read=_written),
    Reader(
        name="packages",
        command=packages.PACKAGES,
        read=lambda printed: {"packages": list(packages.parse_packages(printed.out))},
        whole=False,
    ),
    Reader(name="package files", command=packages.PACKAGE_FILES, read=_files, whole=False),
    Reader(
        name="launchers",
        command=packages.LAUNCHERS,
        read=lambda printed: {"launchers": packages.parse_launchers(printed.out)},
        whole=False,
    ),
    Reader(name="starting", command=f"am start -W -n {_NOWHERE}", read=_started),
    Reader(name="notification", command=notification.COMMAND, read=_notifications),
    Reader(name="telecom", command=telecom.COMMAND, read=_calls),
    Reader(name="alarms", command=alarm.COMMAND, read=_alarms),
    Reader(name="input dispatcher", command=dispatcher.LAST, read=_dropped),
    *(Reader(name=name, command=_offered(uri), read=_provider) for name, uri in _PROVIDERS.items()),
    Reader(name="adb devices", command="", read=_listing),
    Reader(name="deviceInfo", command="", read=_info),
    Reader(name="tree", command="", read=_tree),
)


def reader(name: str) -> Reader | None:
    """The parser of that name."""
    return next((reader for reader in READERS if reader.name == name), None)


def shown(found: Facts) -> str:
    """A parser's result, on one line."""
    return ", ".join(f"{key} {json.dumps(value, ensure_ascii=False, default=str)}" for key, value in found.items())
