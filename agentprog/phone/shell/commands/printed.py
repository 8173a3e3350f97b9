"""Output of commands and services from data: `devices/commands.toml`, and the templates in `devices/dumpsys`."""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from agentprog import resources
from agentprog.phone.facade import ActivityRecord, Namespace
from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call, Command

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_FOLDER = "devices/dumpsys"
_WORDS = "words"
_FAILED = 255
_DIALABLE = "0123456789+*#"
_SHOWN = 2
"""How many fractional digits a developer build shows; a retail build shows none."""


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(resources.read_text("devices/commands.toml"))


@cache
def services() -> Sequence[str]:
    """The names of all services of the system, in order."""
    dumped = (file.stem for file in resources.path(_FOLDER).glob("*.txt") if file.stem != _WORDS)
    return sorted((*dumped, *_data()["quiet"]))


def dump(rig: Rig, service: str, args: Sequence[str]) -> str:
    """The output of `dumpsys` for one service."""
    if service in _data()["quiet"]:
        return "\n"
    return templates().get_template(f"{service}.txt").render(**_context(rig, args))


def told(kind: str) -> Mapping[str, Command]:
    """Commands that print the phone's state or write a setting, by name.

    `kind` is `commands`, `services` for `cmd`, or `answers` for the remaining parts of services that have code of their
    own.
    """
    return {name: _command(rules) for name, rules in _data()[kind].items()}


def _command(rules: Mapping[str, str | Mapping[str, Any]]) -> Command:
    async def run(call: Call) -> int:
        arguments = " ".join(arg for arg in call.args if not arg.startswith("-"))
        for key, rule in rules.items():
            if found := re.fullmatch(key, arguments, re.DOTALL):
                return _follow(call, found, {"say": rule} if isinstance(rule, str) else rule)
        return call.complain(f"Unknown command: {arguments}", _FAILED)

    return run


def _follow(call: Call, found: re.Match[str], rule: Mapping[str, Any]) -> int:
    values = {**_context(call.rig, call.args), "m": found}

    def filled(text: str) -> str:
        return _template(text).render(**values)

    if "put" in rule:
        namespace, name, value = map(filled, rule["put"])
        call.phone.settings.put(cast(Namespace, namespace), name, value)
    output = filled(rule.get("say", "").removeprefix("\n"))
    call.say(output if output.endswith("\n") or not output else output + "\n")
    if "fail" in rule:
        return call.complain(filled(rule["fail"]), rule.get("code", _FAILED))
    return int(filled(str(rule.get("code", 0))))


@cache
def _template(text: str) -> Template:
    """A text of `devices/commands.toml`, compiled once."""
    return templates().from_string(text)


@cache
def templates() -> Environment:
    """Compiles the templates in `devices/dumpsys`, each once."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # skip the work for a phone that nobody queries

    return Environment(
        loader=FileSystemLoader(resources.path(_FOLDER)),
        undefined=StrictUndefined,
        variable_start_string="<<",
        variable_end_string=">>",
        line_statement_prefix="%",
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )


def _context(rig: Rig, args: Sequence[str]) -> Mapping[str, Any]:
    words = [arg for arg in args if not arg.startswith("-")]
    return {
        "rig": rig,
        "phone": rig.phone,
        "info": rig.phone.display.info,
        "setting": rig.phone.settings.get,
        "online": online(rig),
        "uptime": int(rig.phone.clock.monotonic() * 1000),
        "args": args,
        "words": words,
        "what": words[0] if words else "",
        "struck": lambda fault: rig.strikes(fault) is not None,
        "tasks": lambda: tasks(rig),
        "services": services(),
        "interfaces": _data()["interfaces"],
        "features": _data()["features"],
        "hidden": lambda number: _hidden(number, 0 if rig.phone.props.get("ro.build.type") == "user" else _SHOWN),
        "crc": lambda text: f"{zlib.crc32(text.encode()) & 0xFFFFFFF:x}",
        "component": component,
        "millis": lambda when: int(when.timestamp() * 1000),
        "stamp": _stamp,
    }


def online(rig: Rig) -> bool:
    """True if Wi-Fi is on and aeroplane mode is off."""
    setting = rig.phone.settings.get
    return setting("global", "wifi_on") not in ("0", None) and setting("global", "airplane_mode_on") != "1"


def tasks(rig: Rig) -> Sequence[Sequence[ActivityRecord]]:
    """The activities of each task, the front task first."""
    found: dict[int, list[ActivityRecord]] = {}
    for record in rig.phone.activities.stack():
        found.setdefault(record.task, []).append(record)
    return list(found.values())


def component(package: str, name: str) -> str:
    """An activity in the short form of `pm` and `dumpsys`."""
    return f"{package}/{name.removeprefix(package) if name.startswith(package + '.') else name}"


def _hidden(number: str, shown: int) -> str:
    left = sum(sign in _DIALABLE for sign in number)
    out = ""
    for sign in number:
        left -= sign in _DIALABLE
        out += "*" if sign in _DIALABLE and left >= shown else sign
    return out


def _stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}"
