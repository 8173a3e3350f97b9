"""The server's own watchers, and waiting for windows to change."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from agentprog.phone.u2server.context import Method, ServerContext
from agentprog.phone.u2server.device_calls import press_key
from agentprog.phone.u2server.rpc import JsonObject, RpcParams

_POLL = 0.02


async def register_click(context: ServerContext, params: RpcParams) -> object:
    """registerClickUiObjectWatcher(name, conditions..., target)."""
    name, conditions, target = params.text(0), params.mapping(1), params.mapping(len(params) - 1)

    async def act() -> bool:
        x, y = context.objects.one(target).bounds.center
        await context.gestures.tap(x, y)
        return True

    context.watchers[name] = _when(context, name, conditions, act)
    return None


async def register_press(context: ServerContext, params: RpcParams) -> object:
    """registerPressKeyskWatcher(name, conditions, key); the spelling is the server's."""
    name, conditions, key = params.text(0), params.mapping(1), params.text(len(params) - 1)

    async def act() -> bool:
        return bool(await press_key(context, RpcParams((key,))))

    context.watchers[name] = _when(context, name, conditions, act)
    return None


def _when(
    context: ServerContext, name: str, conditions: JsonObject, act: Callable[[], Awaitable[bool]]
) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        if not context.objects.all(conditions):
            return False
        context.triggered.add(name)
        return await act()

    return check


async def run_watchers(context: ServerContext, params: RpcParams) -> object:
    for check in list(context.watchers.values()):
        await check()
    return None


async def remove_watcher(context: ServerContext, params: RpcParams) -> object:
    context.watchers.pop(params.text(0), None)
    return None


async def get_watchers(context: ServerContext, params: RpcParams) -> object:
    return list(context.watchers)


async def reset_triggers(context: ServerContext, params: RpcParams) -> object:
    context.triggered.clear()
    return None


async def has_triggered(context: ServerContext, params: RpcParams) -> object:
    return params.text(0) in context.triggered


async def has_any_triggered(context: ServerContext, params: RpcParams) -> object:
    return bool(context.triggered)


async def wait_for_window_update(context: ServerContext, params: RpcParams) -> object:
    """waitForWindowUpdate(package or null, ms): True if the screen changed within that time."""
    version = context.phone.accessibility.version()
    loop = asyncio.get_running_loop()
    deadline = loop.time() + params.number(1) / 1000 / context.rig.pace.speed
    while loop.time() < deadline:
        if context.phone.accessibility.version() != version:
            return True
        await asyncio.sleep(_POLL)
    return False


METHODS: Mapping[str, Method] = {
    "registerClickUiObjectWatcher": register_click,
    "registerPressKeyskWatcher": register_press,
    "runWatchers": run_watchers,
    "removeWatcher": remove_watcher,
    "getWatchers": get_watchers,
    "resetWatcherTriggers": reset_triggers,
    "hasWatcherTriggered": has_triggered,
    "hasAnyWatcherTriggered": has_any_triggered,
    "waitForWindowUpdate": wait_for_window_update,
}
