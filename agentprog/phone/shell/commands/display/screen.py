"""Commands that read the screen: screencap, uiautomator, and the automation server's process."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.phone.facade import Dialect
from agentprog.phone.pictures import as_png, as_raw
from agentprog.phone.shell.call import Call, Command, option
from agentprog.phone.shell.commands.automation import launch_server

_DEFAULT_DUMP = "/sdcard/window_dump.xml"
_WARNING = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found\n"
)


async def screencap(call: Call) -> int:
    """`screencap [-p] [-d DISPLAY] [FILE]`; without -p or a .png name it writes raw pixels."""
    args = list(call.args)
    display = option(args, "-d")
    names = [arg for arg in args if not arg.startswith("-")]
    call.rig.record("screenshot", "screencap")
    call.rig.faults.note("screenshot")
    await call.rig.pace.wait("screenshot")
    if display is not None and display not in ("0", call.rig.profile.physical_display_id):
        return call.complain(f"Display Id '{display}' is not valid.")
    if call.rig.strikes("screencap_fails") is not None:
        return call.complain("Capturing failed.")
    png = "-p" in args or (bool(names) and names[0].endswith(".png"))
    data = as_png(call.rig) if png else as_raw(call.rig)
    if names:
        call.files.write(call.resolve(names[0]), data)
        return 0
    if call.rig.strikes("screencap_garbage") is not None:
        call.say(_WARNING)
    call.say(data)
    await call.rig.pace.carry(len(data))
    return 0


async def uiautomator(call: Call) -> int:
    """`uiautomator dump [--compressed] [--windows] [FILE]`."""
    args = list(call.args)
    verb = args.pop(0) if args else ""
    if verb not in ("dump", "runtest", "events"):
        return call.complain(f"Unknown command: {verb}\nUsage: uiautomator <subcommand> [options]")
    if verb != "dump":
        return call.complain(f"uiautomator {verb} is not part of this phone")
    call.rig.record("dump", "uiautomator dump")
    call.rig.faults.note("dump")
    if call.rig.automation.owner or call.rig.strikes("uiautomator_killed") is not None:
        # Android allows one UiAutomation: it kills the second process, and sh reports that.
        return call.complain("Killed", 137)
    await call.rig.pace.wait("dump")
    return await _dump(call, args)


async def _dump(call: Call, args: list[str]) -> int:
    restless = call.rig.strikes("could_not_get_idle_state")
    if restless is not None or not await _idle(call):
        await call.rig.pace.sleep(float(restless["seconds"]) if restless is not None else 0.0)
        call.say("ERROR: could not get idle state.\n")
        return 0
    if call.rig.strikes("null_root") is not None or not call.phone.accessibility.tree(active_only=True):
        call.say("ERROR: null root node returned by UiTestAutomationBridge.\n")
        return 0
    names = [arg for arg in args if not arg.startswith("-")]
    target = names[0] if names else _DEFAULT_DUMP
    xml = call.phone.accessibility.dump(Dialect.SHELL, compressed="--compressed" in args)
    if target in ("/dev/tty", "/dev/stdout", "/proc/self/fd/1"):
        call.say(xml)
    else:
        call.files.write(call.resolve(target), xml.encode("utf-8"))
    # Android's own message lacks this letter too.
    call.say(f"UI hierchary dumped to: {target}\n")
    return 0


async def _idle(call: Call) -> bool:
    """True if the screen comes to rest within uiautomator's wait of one second, checked every 50 ms."""
    for _ in range(20):
        if call.phone.accessibility.idle():
            return True
        if call.rig.pace.holds:
            await call.rig.pace.sleep(0.05)
        else:
            call.phone.clock.advance(0.05)
    return call.phone.accessibility.idle()


async def app_process(call: Call) -> int:
    """Runs a Java class. This phone has only the uiautomator2 server's."""
    args = [arg for arg in call.args if not arg.startswith("-X")]
    classpath = call.environment.get("CLASSPATH", "")
    if call.files.stat(classpath) is None:
        return call.complain("Error: Could not find or load main class: ClassNotFoundException", 134)
    return await launch_server(call, args)


COMMANDS: Mapping[str, Command] = {
    "screencap": screencap,
    "uiautomator": uiautomator,
    "app_process": app_process,
    "app_process64": app_process,
    "app_process32": app_process,
}
