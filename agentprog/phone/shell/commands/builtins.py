"""`sleep`, at the phone's pace. bashkit does everything else of sh and env."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.phone.shell.call import Call, Command


async def sleep(call: Call) -> int:
    """`sleep 1.5`, with the suffixes s, m, h and d."""
    total = 0.0
    for arg in call.args:
        unit = {"s": 1, "m": 60, "h": 3600, "d": 86400}.get(arg[-1:], 0)
        try:
            total += float(arg[:-1] if unit else arg) * (unit or 1)
        except ValueError:
            return call.complain(f"sleep: bad time '{arg}'")
    await call.rig.pace.sleep(total)
    return 0


async def usleep(call: Call) -> int:
    await call.rig.pace.sleep(int(call.args[0]) / 1e6 if call.args and call.args[0].isdigit() else 0.0)
    return 0


COMMANDS: Mapping[str, Command] = {"sleep": sleep, "usleep": usleep}
