"""The automation server's process: how `app_process ... com.wetest.uia2.Main` starts, prints and dies."""

from __future__ import annotations

import asyncio

from agentprog.phone.shell.call import Call, option
from agentprog.phone.u2server.server import AutomationServer

MAIN_CLASS = "com.wetest.uia2.Main"
_OWNER = "u2"
_KILLED = 137
_DEFAULT_PORT = 9008
_REGISTERED = (
    "java.lang.IllegalStateException: UiAutomationService"
    " android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!\n"
)


async def launch_server(call: Call, args: list[str]) -> int:
    """Run the server until it is killed or its shell is closed."""
    rest = list(args)
    port_text = option(rest, "-p") or str(_DEFAULT_PORT)
    if MAIN_CLASS not in rest:
        name = next((arg for arg in rest if "." in arg), "")
        return call.complain(f"Error: Could not find or load main class {name}", 134)
    rig = call.rig
    call.say("[server] INFO: [UiAutomator2Server] Starting Server\n")
    await call.flush()
    if rig.strikes("u2_will_not_start") is not None:
        return call.complain("Aborted", 134)
    slow = rig.strikes("u2_slow_boot")
    if slow is not None:
        await rig.pace.sleep(float(slow["seconds"]))
    server = AutomationServer(rig)
    dead = asyncio.Event()
    if rig.strikes("already_registered") is not None or not rig.automation.claim(
        _OWNER, dead.set, pid=call.shell_pid + 1, command=" ".join(["app_process", *args])
    ):
        call.say(_REGISTERED)
        return 1
    return await _serve(call, server, f"tcp:{port_text}", dead)


async def _serve(call: Call, server: AutomationServer, name: str, dead: asyncio.Event) -> int:
    rig = call.rig
    if not rig.sockets.listen(name, server.handle):
        rig.automation.release(_OWNER)
        call.say("java.net.BindException: bind failed: EADDRINUSE (Address already in use)\n")
        return 1
    server.on_stop(dead.set)
    try:
        call.say(f"[server] INFO: http server listening on *:{name.partition(':')[2]}\n")
        await call.flush()
        await dead.wait()
    finally:
        rig.sockets.stop(name)
        rig.automation.release(_OWNER)
        server.close()
    return 0 if server.stopped else call.complain("Killed ", _KILLED)
