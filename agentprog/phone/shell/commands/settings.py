"""`settings`, `getprop` and `setprop`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from agentprog.phone.facade import Namespace
from agentprog.phone.shell.call import Call, Command, option

_NAMESPACES: tuple[Namespace, ...] = get_args(Namespace)
_PROPERTY_LIMIT = 91


_WRITING = ("put", "delete", "reset")


def writing_is_refused(call: Call) -> bool:
    """True if the maker forbids adb to change settings and keyboards."""
    return not call.rig.profile.write_settings or call.rig.strikes("settings_refused") is not None


def security_exception(words: str) -> str:
    """The message for a command that lacks its permission."""
    return f"Security exception: {words}\n\njava.lang.SecurityException: {words}"


async def settings(call: Call) -> int:
    """`settings [--user N] get|put|delete|list|reset NAMESPACE [KEY [VALUE]]`."""
    args = list(call.args)
    option(args, "--user")
    verb = args.pop(0) if args else ""
    if verb not in ("get", "put", "delete", "list", "reset"):
        return call.complain("Invalid command: " + verb if verb else "Settings provider (settings) commands:", 255)
    namespace = next((known for known in _NAMESPACES if args and args[0].lower() == known), None)
    if namespace is None:
        return call.complain(f"Invalid namespace '{args[0] if args else ''}'", 255)
    return _settings_verb(call, verb, namespace, args[1:])


def _settings_verb(call: Call, verb: str, namespace: Namespace, args: list[str]) -> int:
    provider = call.phone.settings
    if verb in _WRITING and writing_is_refused(call):
        needed = "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS"
        return call.complain(security_exception(needed), 255)
    if verb == "list":
        call.say("".join(f"{key}={value}\n" for key, value in sorted(provider.items(namespace).items())))
        return 0
    if verb == "reset":
        return 0
    if not args:
        return call.complain("Bad arguments", 255)
    if verb == "get":
        value = provider.get(namespace, args[0])
        call.say(("null" if value is None else value) + "\n")
    elif verb == "delete":
        call.say(f"Deleted {int(provider.delete(namespace, args[0]))} rows\n")
    elif len(args) < 2:
        return call.complain("Bad arguments", 255)
    else:
        provider.put(namespace, args[0], args[1])
    return 0


async def getprop(call: Call) -> int:
    """`getprop [NAME [DEFAULT]]`."""
    if not call.args:
        call.say("".join(f"[{name}]: [{value}]\n" for name, value in sorted(call.phone.props.items().items())))
        return 0
    default = call.args[1] if len(call.args) > 1 else ""
    if call.args[0] == "sys.boot_completed" and call.rig.strikes("boot_incomplete") is not None:
        call.say(default + "\n")
        return 0
    call.say((call.phone.props.get(call.args[0]) or default) + "\n")
    return 0


async def setprop(call: Call) -> int:
    if len(call.args) != 2:
        return call.complain("setprop: Needs 2 arguments")
    name, value = call.args
    if len(value) > _PROPERTY_LIMIT and not name.startswith("ro."):
        return call.complain(f"setprop: value '{value}' too long; try '{value[:_PROPERTY_LIMIT]}'")
    if name.startswith("ro."):
        return call.complain(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    call.phone.props.set(name, value)
    return 0


COMMANDS: Mapping[str, Command] = {"settings": settings, "getprop": getprop, "setprop": setprop}
