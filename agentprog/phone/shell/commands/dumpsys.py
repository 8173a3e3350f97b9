"""`dumpsys`: the system services' text, as far as clients parse it. Modelled, not recorded from a phone.

What each service prints is a template of `devices/dumpsys`.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from agentprog import resources
from agentprog.phone.facade import ActivityRecord
from agentprog.phone.rig import Rig
from agentprog.phone.shell.call import Call

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = "devices/dumpsys"
_WORDS = "words"
_QUIET = ("batterystats dropbox location media_session mount netstats procstats sensorservice uiautomation usagestats "
          "wallpaper webviewupdate").split()  # fmt: skip
"""Services that run here and have nothing to report."""
_DIALABLE = "0123456789+*#"
_SHOWN = 2
"""Signs of a number that a build for developers shows; one that is sold shows none."""


@cache
def services() -> Sequence[str]:
    """The names of all services, in order."""
    told = (file.stem for file in resources.path(_FOLDER).glob("*.txt") if file.stem != _WORDS)
    return sorted((*told, *_QUIET))


async def dumpsys(call: Call) -> int:
    args = list(call.args)
    while args and args[0] in ("-t", "-T", "--priority"):
        del args[:2]
    if not args or args[0] == "-l":
        call.say("Currently running services:\n" + "".join(f"  {name}\n" for name in services()))
    elif args[0] not in services():
        return call.complain(f"Can't find service: {args[0]}", 0)
    elif args[0] != "battery" or not pretend_battery(call.rig, args[1:]):
        call.say(dump(call.rig, args[0], args[1:]))
    return 0


def dump(rig: Rig, service: str, args: Sequence[str]) -> str:
    """What one service tells."""
    if service in _QUIET:
        return "\n"
    return _templates().get_template(f"{service}.txt").render(**_context(rig, args))


@cache
def _templates() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # a phone that nobody asks goes without

    return Environment(
        loader=FileSystemLoader(resources.path(_FOLDER)),
        undefined=StrictUndefined,
        variable_start_string="<<",
        variable_end_string=">>",
        line_statement_prefix="%",
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - a terminal's text
    )


def _context(rig: Rig, args: Sequence[str]) -> Mapping[str, Any]:
    words = [arg for arg in args if not arg.startswith("-")]
    return {
        "rig": rig,
        "phone": rig.phone,
        "info": rig.phone.display.info,
        "setting": rig.phone.settings.get,
        "uptime": int(rig.phone.clock.monotonic() * 1000),
        "args": args,
        "words": words,
        "what": words[0] if words else "",
        "struck": lambda fault: rig.strikes(fault) is not None,
        "tasks": lambda: tasks(rig),
        "hidden": lambda number: _hidden(number, 0 if rig.phone.props.get("ro.build.type") == "user" else _SHOWN),
        "crc": lambda text: f"{zlib.crc32(text.encode()) & 0xFFFFFFF:x}",
        "component": component,
        "millis": lambda when: int(when.timestamp() * 1000),
        "stamp": _stamp,
    }


def tasks(rig: Rig) -> Sequence[Sequence[ActivityRecord]]:
    """The activities of each task, that in front first."""
    found: dict[int, list[ActivityRecord]] = {}
    for record in rig.phone.activities.stack():
        found.setdefault(record.task, []).append(record)
    return list(found.values())


def component(package: str, name: str) -> str:
    """An activity in short, as `pm` and `dumpsys` name it."""
    return f"{package}/{name.removeprefix(package) if name.startswith(package + '.') else name}"


def pretend_battery(rig: Rig, args: Sequence[str]) -> bool:
    """`set [-f] KEY VALUE`, `unplug`, `reset`: what batteries are told, for tests. False for other words."""
    words = [arg for arg in args if arg != "-f"]
    if words[:1] == ["reset"]:
        rig.battery.clear()
    elif words[:1] == ["unplug"]:
        rig.battery.update(usb=0, status=3)
    elif words[:1] == ["set"] and len(words) == 3 and words[2].lstrip("-").isdigit():
        rig.battery[words[1]] = int(words[2])
    else:
        return False
    return True


def _hidden(number: str, shown: int) -> str:
    left = sum(sign in _DIALABLE for sign in number)
    out = ""
    for sign in number:
        left -= sign in _DIALABLE
        out += "*" if sign in _DIALABLE and left >= shown else sign
    return out


def _stamp(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}.{when.microsecond // 1000:03d}"
