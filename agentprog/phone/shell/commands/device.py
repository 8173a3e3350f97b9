"""The phone as a machine: identity, time, radio switches, and small services of `cmd`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from agentprog.phone.shell.call import Call, Command, option, split_flags
from agentprog.phone.shell.commands.printed import told

_GROUPS = (
    "1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),"
    "3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)"
)


async def id_(call: Call) -> int:
    flags, _ = split_flags(call.args)
    number, name = ("0", "root") if call.is_root else ("2000", "shell")
    if "u" in flags:
        call.say(f"{name if 'n' in flags else number}\n")
    else:
        context = "u:r:su:s0" if call.is_root else "u:r:shell:s0"
        identity = f"{number}({name})"
        call.say(f"uid={identity} gid={identity} groups={identity},{_GROUPS} context={context}\n")
    return 0


async def uname(call: Call) -> int:
    flags, _ = split_flags(call.args)
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.23-android14-4-00257-g7e35917775b8-ab9964412",
        "v": "#1 SMP PREEMPT Mon Apr 17 20:53:01 UTC 2023",
        "m": "aarch64",
        "o": "Toybox",
    }
    chosen = [letter for letter in parts if letter in flags or "a" in flags] or ["s"]
    call.say(" ".join(parts[letter] for letter in chosen) + "\n")
    return 0


async def date(call: Call) -> int:
    """`date [-u] [-d TIME] [+FORMAT]`, and `date [-u] [-s] TIME` for root only.

    TIME is `MMDDhhmm[[CC]YY][.SS]` or `@SECONDS`.
    """
    args = list(call.args)
    shown = option(args, "-d")
    forms = [arg[1:] for arg in args if arg.startswith("+")]
    operands = [arg for arg in args if not arg.startswith(("+", "-"))]
    if operands:
        if not call.is_root:
            return call.complain("date: cannot set date: Operation not permitted")
        when = _parsed_time(call, operands[0], local="-u" not in args)
        if when is None:
            return call.complain(f"date: bad date '{operands[0]}'")
        call.phone.clock.set_wall(when)
        call.phone.invalidate()
    now = call.phone.clock.now() if shown is None else _parsed_time(call, shown, local="-u" not in args)
    if now is None:
        return call.complain(f"date: bad date '{shown}'")
    if "-u" not in args:
        now = _local(call, now)
    form = forms[0] if forms else "%a %b %e %H:%M:%S %Z %Y"
    form = form.replace("%s", str(int(now.timestamp()))).replace("%N", f"{now.microsecond * 1000:09d}")
    call.say(now.strftime(form) + "\n")
    return 0


def _parsed_time(call: Call, text: str, *, local: bool) -> datetime | None:
    """Parses a time as toybox's date does. None if it is invalid."""
    if text.startswith("@"):
        return datetime.fromtimestamp(float(text[1:]), UTC) if text[1:].replace(".", "", 1).isdigit() else None
    digits, _, seconds = text.partition(".")
    now = call.phone.clock.now()
    year = {8: str(now.year), 10: str(now.year)[:2] + digits[8:], 12: digits[8:]}.get(len(digits))
    try:
        when = datetime.strptime(f"{year}{digits[:8]}{seconds or '00'}", "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None
    offset = _local(call, when).utcoffset() if local else None
    return when - offset if offset else when


def _local(call: Call, now: datetime) -> datetime:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    name = call.phone.props.get("persist.sys.timezone") or "GMT"
    try:
        return now.astimezone(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError):
        return now.astimezone(UTC)


async def reboot(call: Call) -> int:
    call.rig.reboot()
    return 0


async def clipboard(call: Call) -> int:
    """`cmd clipboard get|set` on newer phones. The shell may not read text that another app copied."""
    verb = call.args[0] if call.args else ""
    if verb in ("set", "set-primary-clip"):
        call.phone.clipboard.set(" ".join(call.args[1:]))
        return 0
    if verb in ("get", "get-primary-clip"):
        call.say((call.phone.clipboard.get() or "") + "\n")
        return 0
    return call.complain(f"Unknown command: {verb}", 255)


async def statusbar(call: Call) -> int:
    verb = call.args[0] if call.args else ""
    shade = call.phone.notifications
    if verb == "expand-notifications":
        shade.open_shade()
    elif verb == "expand-settings":
        shade.open_shade(quick_settings=True)
    elif verb == "collapse":
        shade.close_shade()
    else:
        return await told("answers")["statusbar"](call)
    return 0


async def refused(call: Call) -> int:
    """Refuses commands that only root may use."""
    return 0 if call.is_root else call.complain(f"{call.name}: Permission denied")


async def remount(call: Call) -> int:
    """`remount`: the system's partitions stay read-only."""
    return call.complain("remount failed" if call.is_root else 'Not running as root. Try "adb root" first.')


TOYBOX: Mapping[str, Command] = {
    "id": id_,
    "uname": uname,
    "date": date,
}
COMMANDS: Mapping[str, Command] = {
    **TOYBOX,
    "reboot": reboot,
    "remount": remount,
    "stop": refused,
    "start": refused,
    "chcon": refused,
    "setenforce": refused,
}
