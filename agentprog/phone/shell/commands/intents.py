"""Parses the intents of `am` and `pm` command lines, and prints them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from agentprog.phone.facade import Intent

_EXTRA_KINDS = frozenset(
    ["-e", "--es", "--ei", "--el", "--ef", "--ed", "--ez", "--eu", "--ecn", "--eia", "--esa", "--esal", "--eial"]
)
_IGNORED_WITH_VALUE = frozenset(
    ["-f", "--user", "--display", "--windowingMode", "--receiver-permission", "-x", "-P", "--sampling"]
)
_CLEAR_TASK = "--activity-clear-task"


class BadIntent(Exception):
    """The arguments form no intent; the message is am's."""


@dataclass(frozen=True, kw_only=True)
class ParsedIntent:
    intent: Intent
    wait: bool = False
    stop_first: bool = False
    has_extras: bool = False


def parse_intent(args: list[str]) -> ParsedIntent:
    """Read the options of `am start` and similar commands. Raises BadIntent."""
    rest = list(args)
    found: dict[str, str] = {}
    categories: list[str] = []
    extras: dict[str, str] = {}
    flags: set[str] = set()
    while rest:
        arg = rest.pop(0)
        if arg in ("-a", "-d", "-t", "-n", "-p", "-i"):
            found[arg] = _value(rest, arg)
        elif arg == "-c":
            categories.append(_value(rest, arg))
        elif arg in _EXTRA_KINDS:
            key = _value(rest, arg)
            extras[key] = _value(rest, arg)
        elif arg == "--esn":
            extras[_value(rest, arg)] = ""
        elif arg in _IGNORED_WITH_VALUE:
            if _value(rest, arg) and arg == "-f":
                flags.add("-f")
        elif arg.startswith("-"):
            flags.add(arg)
        else:
            _positional(arg, found, categories, extras)
    component = found.get("-n", "")
    if component and "/" not in component:
        raise BadIntent(f"Bad component name: {component}")
    intent = Intent(
        action=found.get("-a", ""),
        component=component,
        package=found.get("-p", ""),
        data=found.get("-d", ""),
        mime_type=found.get("-t", ""),
        categories=tuple(categories),
        extras=extras,
        clear_task=_CLEAR_TASK in flags,
    )
    return ParsedIntent(intent=intent, wait="-W" in flags, stop_first="-S" in flags, has_extras=bool(extras))


def _value(rest: list[str], option: str) -> str:
    if not rest:
        raise BadIntent(f'Argument expected after "{option}"')
    return rest.pop(0)


def _positional(arg: str, found: dict[str, str], categories: list[str], extras: dict[str, str]) -> None:
    """Take a bare argument as a URI, a component or a package, guessing as am does."""
    if "#Intent;" in arg:
        _intent_uri(arg, found, categories, extras)
    elif ":" in arg:
        found.setdefault("-d", arg)
        found.setdefault("-a", "android.intent.action.VIEW")
    elif "/" in arg:
        found.setdefault("-n", arg)
        found.setdefault("-a", "android.intent.action.MAIN")
    else:
        found.setdefault("-p", arg)


def _intent_uri(arg: str, found: dict[str, str], categories: list[str], extras: dict[str, str]) -> None:
    """Parse `intent:DATA#Intent;action=A;S.key=value;end`, the format of android.content.Intent.toUri. Raises
    BadIntent."""
    data, _, rest = arg.partition("#Intent;")
    fields, end, _ = rest.rpartition("end")
    if not end:
        raise BadIntent("bad intent URI: end missing")
    options = {"action": "-a", "type": "-t", "package": "-p", "component": "-n"}
    scheme = ""
    for field in fields.split(";"):
        name, _, quoted = field.partition("=")
        value = unquote(quoted)
        if name in options:
            found.setdefault(options[name], value)
        elif name == "category":
            categories.append(value)
        elif name == "scheme":
            scheme = f"{value}:"
        elif name[1:2] == ".":
            extras[unquote(name[2:])] = value
    if data := data.removeprefix("intent:"):
        found.setdefault("-d", f"{scheme}{data}")
    found.setdefault("-a", "android.intent.action.VIEW")
