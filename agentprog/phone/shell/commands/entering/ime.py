"""`ime` and `cmd input_method`."""

from __future__ import annotations

from agentprog.phone.facade import ImeInfo
from agentprog.phone.shell.call import Call, option
from agentprog.phone.shell.commands.settings import security_exception, writing_is_refused


async def ime(call: Call) -> int:
    args = list(call.args)
    option(args, "--user")
    verb = args.pop(0) if args else ""
    operand = args[-1] if args else ""
    if writing_is_refused(call):
        needed = "uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS."
        return call.complain(security_exception(needed), 255)
    if verb == "list":
        return _list(call, set(args))
    if verb in ("enable", "disable"):
        return _enable(call, operand, enabled=verb == "enable")
    if verb == "set":
        if not call.phone.ime.select(operand):
            words = "java.lang.IllegalArgumentException: Unknown id: " + operand
            known = any(found.id == operand for found in call.phone.ime.list())
            if known:
                return call.complain(f"Unknown input method {operand} cannot be selected for user #0")
            return call.complain(f"Unknown input method {operand} cannot be selected for user #0\n{words}")
        call.say(f"Input method {operand} selected for user #0\n")
        return 0
    if verb == "reset":
        call.say("Reset current and enabled IMEs for user #0\n")
        return 0
    return call.complain(f"Unknown command: {verb}", 255)


def _list(call: Call, flags: set[str]) -> int:
    if call.rig.strikes("ime_list_empty") is not None:
        return 0
    for found in call.phone.ime.list():
        if not (found.enabled or "-a" in flags):
            continue
        call.say(found.id + "\n" if "-s" in flags else _described(found))
    return 0


def _described(found: ImeInfo) -> str:
    service = found.id.partition("/")[2]
    name = found.package + service if service.startswith(".") else service
    return (
        f"{found.id}:\n  mId={found.id} mSettingsActivityName=null mIsVrOnly=false\n"
        f"  mIsDefaultResId=0x0\n  Service:\n    packageName={found.package}\n    name={name}\n"
    )


def _enable(call: Call, operand: str, *, enabled: bool) -> int:
    if not call.phone.ime.enable(operand, enabled=enabled):
        word = "enabled" if enabled else "disabled"
        return call.complain(f"Unknown input method {operand} cannot be {word} for user #0")
    call.say(f"Input method {operand}: now {'enabled' if enabled else 'disabled'} for user #0\n")
    return 0
