"""`appops` and `cmd appops`: what a package may do beyond its permissions."""

from __future__ import annotations

from agentprog.phone.shell.call import Call, option

_OPS = (
    "COARSE_LOCATION", "FINE_LOCATION", "GPS", "VIBRATE", "READ_CONTACTS", "WRITE_CONTACTS", "READ_CALL_LOG",
    "WRITE_CALL_LOG", "READ_CALENDAR", "WRITE_CALENDAR", "WIFI_SCAN", "POST_NOTIFICATION", "NEIGHBORING_CELLS",
    "CALL_PHONE", "READ_SMS", "WRITE_SMS", "RECEIVE_SMS", "RECEIVE_MMS", "SEND_SMS", "READ_ICC_SMS", "WRITE_SETTINGS",
    "SYSTEM_ALERT_WINDOW", "ACCESS_NOTIFICATIONS", "CAMERA", "RECORD_AUDIO", "PLAY_AUDIO", "READ_CLIPBOARD",
    "WRITE_CLIPBOARD", "TAKE_MEDIA_BUTTONS", "WAKE_LOCK", "MONITOR_LOCATION", "GET_USAGE_STATS", "MUTE_MICROPHONE",
    "TOAST_WINDOW", "PROJECT_MEDIA", "ACTIVATE_VPN", "WRITE_WALLPAPER", "READ_PHONE_STATE", "ADD_VOICEMAIL",
    "USE_SIP", "PROCESS_OUTGOING_CALLS", "USE_FINGERPRINT", "BODY_SENSORS", "READ_EXTERNAL_STORAGE",
    "WRITE_EXTERNAL_STORAGE", "GET_ACCOUNTS", "RUN_IN_BACKGROUND", "REQUEST_INSTALL_PACKAGES", "PICTURE_IN_PICTURE",
    "START_FOREGROUND", "RUN_ANY_IN_BACKGROUND", "CHANGE_WIFI_STATE", "REQUEST_DELETE_PACKAGES", "READ_MEDIA_AUDIO",
    "READ_MEDIA_VIDEO", "READ_MEDIA_IMAGES", "LEGACY_STORAGE", "MANAGE_EXTERNAL_STORAGE", "SCHEDULE_EXACT_ALARM",
)  # fmt: skip
_PREFIX = "android:"
_SHARED = ("android", "com.android.shell", "root")
"""Packages without an app behind them."""


async def appops(call: Call) -> int:
    args = list(call.args)
    verb = args.pop(0) if args else ""
    option(args, "--user")
    args = [arg for arg in args if arg != "--uid"]
    handlers = {"get": _get, "set": _set, "reset": _reset, "query-op": _query_op}
    handler = handlers.get(verb)
    if handler is None:
        return call.complain("AppOps service (appops) commands:\n  help\n    Print this help text.", 255)
    return handler(call, args)


def _op(name: str) -> str:
    """The operation for either of its names; "" if there is none."""
    found = name.removeprefix(_PREFIX).upper()
    return found if found in _OPS else ""


def _known(call: Call, package: str) -> bool:
    return package in _SHARED or call.phone.packages.get(package) is not None


def _get(call: Call, args: list[str]) -> int:
    if not args or not _known(call, args[0]):
        return call.complain(f"Error: No UID for {args[0] if args else 'null'} in user 0", 255)
    op_name = _op(args[1]) if len(args) > 1 else ""
    if len(args) > 1 and not op_name:
        return call.complain(f"Error: Unknown operation string: {args[1]}", 255)
    modes = {op: mode for op, mode in call.phone.appops.changed(args[0]).items() if op_name in ("", op)}
    if not modes:
        call.say("No operations.\n")
        if op_name:
            call.say(f"Default mode: {call.phone.appops.mode(args[0], op_name)}\n")
    for op, mode in modes.items():
        call.say(f"{op}: {mode}\n")
    return 0


def _set(call: Call, args: list[str]) -> int:
    if len(args) < 3:
        return call.complain("Error: Mode not specified", 255)
    package, name, mode = args[:3]
    if not _known(call, package):
        return call.complain(f"Error: No UID for {package} in user 0", 255)
    if not _op(name):
        return call.complain(f"Error: Unknown operation string: {name}", 255)
    try:
        call.phone.appops.set(package, _op(name), mode)
    except ValueError:
        return call.complain(f"Error: Mode {mode} is not valid", 255)
    return 0


def _reset(call: Call, args: list[str]) -> int:
    package = args[0] if args else ""
    call.phone.appops.reset(package)
    call.say(f"Reset all modes for: user 0, {f'package {package}' if package else 'all packages'}\n")
    return 0


def _query_op(call: Call, args: list[str]) -> int:
    op, mode = _op(args[0]) if args else "", args[1] if len(args) > 1 else "allow"
    if not op:
        return call.complain(f"Error: Unknown operation string: {args[0] if args else 'null'}", 255)
    names = (*_SHARED, *(info.package for info in call.phone.packages.list()))
    found = [name for name in names if call.phone.appops.changed(name).get(op) == mode]
    call.say("".join(f"{name}\n" for name in found) or "No operations.\n")
    return 0
