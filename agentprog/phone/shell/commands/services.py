"""Small system services behind `cmd SERVICE`, `service`, `media` and similar commands."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.phone.shell.call import Call, Command, option
from agentprog.phone.shell.commands.dumpsys import pretend_battery

_ZEN = {"off": "0", "all": "0", "priority": "1", "on": "2", "none": "2", "alarms": "3"}
_LOOKS = ("-S", "--style", "-i", "--icon", "-I", "--large-icon", "--picture", "--line", "--conversation", "--message")
_STREAMS = {"0": "voice", "1": "system", "2": "ring", "3": "music", "4": "alarm", "5": "notification"}
_LOUDEST = {"music": 15, "voice": 5}
_NO_PACKAGE = 24
"""The exit code -1000, as a phone's shell shows it."""
_NO_JOB = 23
"""The exit code -1001, as a phone's shell shows it."""


async def notification(call: Call) -> int:
    """`cmd notification post [-t TITLE] TAG TEXT`, `list` and `set_dnd MODE`."""
    args = list(call.args)
    verb = args.pop(0) if args else ""
    if verb == "post":
        title = option(args, "-t", "--title") or "Shell"
        while option(args, *_LOOKS) is not None:
            """The style is not shown."""
        words = [arg for arg in args if not arg.startswith("-")]
        if len(words) < 2:
            return call.complain("error: Missing arguments", 255)
        call.phone.notifications.post("com.android.shell", title, words[1], tag=words[0])
        call.say(f"posting:\n  Notification(channel=shell_cmd shortcut=null) title={title}\n")
    elif verb == "list":
        for found in call.phone.notifications.list():
            info = call.phone.packages.get(found.package)
            call.say(f"0|{found.package}|{found.id}|{found.tag or 'null'}|{info.uid if info else 2000}\n")
    elif verb == "set_dnd":
        mode = _ZEN.get(args[0] if args else "")
        if mode is None:
            return call.complain("Invalid mode", 255)
        call.phone.settings.put("global", "zen_mode", mode)
    elif verb not in ("allow_listener", "disallow_listener", "snooze", "unsnooze"):
        return call.complain(f"Unknown command: {verb}", 255)
    return 0


async def battery_service(call: Call) -> int:
    if call.args[:2] == ("get", "level"):
        call.say(f"{call.rig.battery_level}\n")
    elif not pretend_battery(call.rig, list(call.args)):
        return call.complain(f"Unknown command: {' '.join(call.args)}\nBattery service (battery) commands:", 255)
    return 0


def _volume(call: Call, stream: str) -> int:
    return int(call.phone.settings.get("system", f"volume_{stream}_speaker") or 5)


def _set_volume(call: Call, stream: str, level: int) -> None:
    bounded = min(max(0, level), _LOUDEST.get(stream, 7))
    call.phone.settings.put("system", f"volume_{stream}_speaker", str(bounded))


async def audio(call: Call) -> int:
    """`cmd audio set-volume|adj-volume|adj-mute|adj-unmute STREAM ...`, `set-ringer-mode MODE`."""
    verb, argument, value = (*call.args, "", "", "")[:3]
    stream = _STREAMS.get(argument)
    steps = {"RAISE": 1, "LOWER": -1}
    modes = {"NORMAL": "2", "VIBRATE": "1", "SILENT": "0"}
    if verb == "set-volume" and stream and value.isdigit():
        _set_volume(call, stream, int(value))
    elif verb == "adj-volume" and stream and value in steps:
        _set_volume(call, stream, _volume(call, stream) + steps[value])
    elif verb in ("adj-mute", "adj-unmute") and stream:
        _set_volume(call, stream, 0 if verb == "adj-mute" else 5)
    elif verb == "set-ringer-mode" and argument in modes:
        call.phone.settings.put("global", "mode_ringer", modes[argument])
    else:
        return call.complain(f"Error: unknown command or argument: {' '.join(call.args)}", 255)
    return 0


async def media(call: Call) -> int:
    """`media volume [--show] [--stream N] [--set N|--adj same|raise|lower|--get]`, `media dispatch KEY`."""
    args = list(call.args)
    verb = args.pop(0) if args else ""
    if verb == "dispatch" and args:
        return 0
    if verb != "volume":
        return call.complain(
            "usage: media [subcommand] [options]\n       media dispatch KEY\n       media volume [options]", 1
        )
    number = option(args, "--stream") or "3"
    stream = _STREAMS.get(number, "music")
    call.say(f"[V] will control stream={number} (STREAM_{stream.upper()})\n")
    if (level := option(args, "--set")) is not None and level.isdigit():
        call.say(f"[V] will set volume to index={level}\n")
        _set_volume(call, stream, int(level))
    elif (way := option(args, "--adj")) is not None:
        call.say("[V] will adjust volume\n")
        _set_volume(call, stream, _volume(call, stream) + {"raise": 1, "lower": -1}.get(way, 0))
    call.say("[V] Connecting to AudioService\n")
    if "--get" in args:
        call.say(f"[V] volume is {_volume(call, stream)} in range [0..{_LOUDEST.get(stream, 7)}]\n")
    return 0


async def jobscheduler(call: Call) -> int:
    """`cmd jobscheduler run|cancel|timeout PACKAGE JOB`: no app here has scheduled a job."""
    args = list(call.args)
    verb = args.pop(0) if args else ""
    if verb in ("monitor-battery", "reset-execution-quota"):
        return 0
    if verb.startswith("get-"):
        call.say("true\n" if verb == "get-battery-charging" else "0\n")
        return 0
    if verb not in ("run", "cancel", "timeout"):
        return call.complain(f"Unknown command: {verb}\nJob scheduler (jobscheduler) commands:", 255)
    option(args, "-u", "--user")
    words = [arg for arg in args if not arg.startswith("-")]
    package, job = (*words, "", "")[:2]
    if call.phone.packages.get(package) is None:
        call.say(f"Package not found: {package} / user 0\n")
        return _NO_PACKAGE
    call.say(f"Could not find job {job} in package {package} / user 0\n")
    return _NO_JOB


SERVICES: Mapping[str, Command] = {
    "audio": audio,
    "battery": battery_service,
    "jobscheduler": jobscheduler,
    "media_session": media,
    "notification": notification,
}
COMMANDS: Mapping[str, Command] = {"media": media}
