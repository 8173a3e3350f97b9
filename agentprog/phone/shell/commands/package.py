"""`pm` and `cmd package`."""

from __future__ import annotations

from agentprog.phone.facade import PackageError
from agentprog.phone.shell.call import Call, option
from agentprog.phone.shell.commands import installs
from agentprog.phone.shell.commands.intents import parse_intent
from agentprog.phone.shell.commands.printed import component, dump, told

_HOME = "android.intent.category.HOME"


async def pm(call: Call) -> int:
    if call.rig.strikes("package_service_missing") is not None:
        return call.complain("cmd: Can't find service: package", 20)
    verb, args = (call.args[0], list(call.args[1:])) if call.args else ("", [])
    handlers = {
        "list": _list,
        "path": _path,
        "clear": _clear,
        "uninstall": _uninstall,
        "grant": _grant,
        "revoke": _grant,
        "resolve-activity": _resolve,
        "query-activities": _query,
        "dump": _dump,
        "enable": _enable,
        "disable": _enable,
        "disable-user": _enable,
        "install": installs.install,
        "install-create": installs.create,
        "install-write": installs.write,
        "install-commit": installs.commit,
        "install-abandon": installs.abandon,
    }
    option(args, "--user")
    return await (handlers[verb](call, args) if verb in handlers else told("answers")["package"](call))


async def _list(call: Call, args: list[str]) -> int:
    if args[:1] not in (["packages"], ["package"]):
        return await told("answers")["package"](call)
    return _list_packages(call, args[1:])


def _list_packages(call: Call, args: list[str]) -> int:
    option(args, "--uid")
    flags = {arg for arg in args if arg.startswith("-")}
    filters = [arg for arg in args if arg and not arg.startswith("-")]
    for info in call.phone.packages.list():
        if ("-s" in flags and not info.system) or ("-3" in flags and info.system):
            continue
        if ("-d" in flags and info.enabled) or ("-e" in flags and not info.enabled):
            continue
        if filters and filters[0] not in info.package:
            continue
        line = f"package:{info.path}={info.package}" if "-f" in flags else f"package:{info.package}"
        if "--show-versioncode" in flags:
            line += f" versionCode:{info.version_code}"
        if "-i" in flags:
            line += "  installer=null"
        if "-U" in flags:
            line += f" uid:{info.uid}"
        call.say(line + "\n")
    return 0


async def _path(call: Call, args: list[str]) -> int:
    info = call.phone.packages.get(args[0]) if args else None
    if info is None:
        return 1
    call.say(f"package:{info.path}\n")
    return 0


async def _clear(call: Call, args: list[str]) -> int:
    done = bool(args) and call.phone.packages.clear(args[-1])
    call.say("Success\n" if done else "Failed\n")
    return int(not done)


async def _uninstall(call: Call, args: list[str]) -> int:
    names = [arg for arg in args if not arg.startswith("-")]
    try:
        call.phone.packages.uninstall(names[0] if names else "")
    except PackageError as exc:
        call.say(f"Failure [{exc.code}]\n")
        return 1
    call.say("Success\n")
    return 0


async def _grant(call: Call, args: list[str]) -> int:
    verb = call.args[0]
    if len(args) < 2:
        return call.complain(f"Error: no permission specified to {verb}")
    package, permission = args[0], args[1]
    try:
        call.phone.packages.grant(package, permission, granted=verb == "grant")
    except PackageError as exc:
        if call.phone.packages.get(package) is None:
            words = f"java.lang.IllegalArgumentException: Unknown package: {package}"
        else:
            words = f"java.lang.SecurityException: Package {package} has not requested permission {permission}"
        return call.complain(f"\nException occurred while executing '{verb}':\n{exc.message or words}", 255)
    return 0


async def _resolve(call: Call, args: list[str]) -> int:
    brief = "--brief" in args
    rest = [arg for arg in args if arg not in ("--brief", "--components", "--query-flags")]
    intent = parse_intent(rest).intent
    package = intent.package or intent.component.partition("/")[0]
    candidates = [info for info in call.phone.packages.list() if info.enabled and package in ("", info.package)]
    if _HOME in intent.categories:
        found = [(info.package, info.home_activity) for info in candidates if info.home_activity]
    else:
        found = [(info.package, info.launch_activity) for info in candidates if package and info.launch_activity]
    if not found:
        call.say("No activity found\n")
        return 0
    package, name = found[0]
    if brief:
        call.say("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n")
        call.say(f"{component(package, name)}\n")
    else:
        call.say("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n  ActivityInfo:\n")
        call.say(f"    name={name}\n    packageName={package}\n    enabled=true exported=true\n")
    return 0


async def _query(call: Call, args: list[str]) -> int:
    """List the launchable activities. `resolve-activity` resolves other intents, one at a time."""
    brief, bare = "--brief" in args, "--components" in args
    rest = [arg for arg in args if arg not in ("--brief", "--components", "--query-flags")]
    intent = parse_intent(rest).intent
    package = intent.package or intent.component.partition("/")[0]
    launching = intent.action in ("", "android.intent.action.MAIN")
    found = [
        info
        for info in call.phone.packages.list()
        if info.launch_activity and info.enabled and launching and package in ("", info.package)
    ]
    if not found:
        call.say("No activities found\n")
        return 0
    if not bare:
        call.say(f"{len(found)} activities found:\n")
    for number, info in enumerate(found):
        name = component(info.package, info.launch_activity)
        if bare:
            call.say(f"{name}\n")
            continue
        call.say(
            f"  Activity #{number}:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
        )
        call.say(f"    {name}\n" if brief else f"    ActivityInfo:\n      name={info.launch_activity}\n"
                 f"      packageName={info.package}\n      enabled=true exported=true\n")  # fmt: skip
    return 0


async def _dump(call: Call, args: list[str]) -> int:
    call.say(dump(call.rig, "package", args))
    return 0


async def _enable(call: Call, args: list[str]) -> int:
    if not args or call.phone.packages.get(args[0].partition("/")[0]) is None:
        name = args[0] if args else ""
        return call.complain(f"Error: java.lang.IllegalArgumentException: Unknown package: {name}", 255)
    states = {"enable": "enabled", "disable": "disabled", "disable-user": "disabled-user"}
    if call.args[0] == "disable" and not call.is_root:
        words = f"Shell cannot change component state for {args[0]}/null to 2"
        return call.complain(
            f"\nException occurred while executing 'disable':\njava.lang.SecurityException: {words}", 255
        )
    if "/" not in args[0]:
        call.phone.packages.enable(args[0], enabled=call.args[0] == "enable")
    call.say(f"Package {args[0]} new state: {states[call.args[0]]}\n")
    return 0
