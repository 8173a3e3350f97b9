"""Calls about the device as a whole: dump, screenshot, keys, orientation, clipboard, toasts."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import base64
import random
import re
from collections.abc import Mapping

from agentprog.phone.facade import Dialect, Intent
from agentprog.phone.pictures import as_jpeg
from agentprog.phone.u2server.context import Method, ServerContext
from agentprog.phone.u2server.rpc import JavaError, RpcParams

_KEYS = {
    "home": "HOME",
    "back": "BACK",
    "left": "DPAD_LEFT",
    "right": "DPAD_RIGHT",
    "up": "DPAD_UP",
    "down": "DPAD_DOWN",
    "center": "DPAD_CENTER",
    "menu": "MENU",
    "search": "SEARCH",
    "enter": "ENTER",
    "delete": "DEL",
    "del": "DEL",
    "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP",
    "volume_down": "VOLUME_DOWN",
    "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA",
    "power": "POWER",
}
_ORIENTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2, "right": 3, "r": 3}
_EMPTY = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy rotation=\"{rotation}\" />"
_WINDOW = re.compile(r"^  <node.*?(?:^  </node>\r?\n|^  <node[^>]*/>\r?\n)", re.DOTALL | re.MULTILINE)


async def ping(context: ServerContext, params: RpcParams) -> object:
    return "pong"


async def device_info(context: ServerContext, params: RpcParams) -> object:
    phone, info = context.phone, context.phone.display.info
    active = phone.accessibility.tree(active_only=True)
    width, height, rotation = info.width, info.height, info.rotation
    if rotation % 2 and context.rig.strikes("display_info_stale") is not None:
        width, height, rotation = height, width, 0
    return {
        "currentPackageName": active[0].package if active else None,
        "displayHeight": height,
        "displayRotation": rotation,
        "displaySizeDpX": round(width * 160 / info.density),
        "displaySizeDpY": round(height * 160 / info.density),
        "displayWidth": width,
        "naturalOrientation": rotation in (0, 2),
        "productName": phone.props.get("ro.product.name"),
        "screenOn": phone.power.awake,
        "sdkInt": context.rig.sdk,
    }


async def dump(context: ServerContext, params: RpcParams) -> object:
    """dumpWindowHierarchy(compressed, maxDepth=50, rootInActive=false)."""
    rig = context.rig
    rig.faults.note("dump")
    await rig.pace.wait("dump")
    if rig.strikes("stack_overflow") is not None:
        frame = "com.wetest.uia2.stub.AccessibilityNodeInfoDumper.dumpNodeRec(AccessibilityNodeInfoDumper.java)"
        raise JavaError("java.lang.StackOverflowError", "stack size 1043KB", *[frame] * 40)
    if rig.strikes("empty_hierarchy") is not None:
        return _EMPTY.format(rotation=context.phone.display.info.rotation)
    active_only = params.flag(2, False)
    cut = rig.strikes("shallow_hierarchy")
    depth = int(cut["depth"]) if cut is not None else params.integer(1, 50)
    xml = context.phone.accessibility.dump(
        Dialect.U2, max_depth=depth, active_only=active_only, compressed=params.flag(0, False)
    )
    if rig.strikes("stale_hierarchy") is not None:
        context.stale_dump = context.stale_dump or xml
        xml = context.stale_dump
    else:
        context.stale_dump = ""
    if rig.strikes("empty_hierarchy_active") is not None:
        xml = _without_active(context, xml)
    if rig.strikes("second_display") is not None:
        xml = _mirrored(context, xml)
    if rig.strikes("shuffled_windows") is not None:
        xml = _shuffled(xml, random.Random(len(xml)))
    await rig.pace.carry(len(xml))
    return xml


def _without_active(context: ServerContext, xml: str) -> str:
    active = context.phone.accessibility.tree(active_only=True)
    package = active[0].package if active else ""
    return _WINDOW.sub(lambda m: "" if f'package="{package}"' in m.group().partition("\n")[0] else m.group(), xml)


def _mirrored(context: ServerContext, xml: str) -> str:
    """Repeats the app's windows before the others, as a second display would."""
    active = context.phone.accessibility.tree(active_only=True)
    package = active[0].package if active else ""
    windows = [m.group() for m in _WINDOW.finditer(xml) if f'package="{package}"' in m.group().partition("\n")[0]]
    copies = "".join(windows).replace('display-id="0"', 'display-id="2"')
    start = xml.index("<hierarchy")
    inside = xml.index("\n", start) + 1
    return xml[:inside] + copies + xml[inside:]


def _shuffled(xml: str, chance: random.Random) -> str:
    windows = [m.group() for m in _WINDOW.finditer(xml)]
    if len(windows) < 2:
        return xml
    order = windows[:]
    while order == windows:
        chance.shuffle(order)
    following = iter(order)
    return _WINDOW.sub(lambda _: next(following), xml)


async def screenshot(context: ServerContext, params: RpcParams) -> object:
    """takeScreenshot(scale, quality) returns base64; takeScreenshot(file, scale, quality) writes a file and returns its
    path."""
    rig = context.rig
    rig.faults.note("screenshot")
    await rig.pace.wait("screenshot")
    if rig.strikes("screenshot_null") is not None:
        return None
    with_file = params.is_text(0)
    scale, quality = params.number(int(with_file), 1.0), params.integer(1 + with_file, 80)
    data = as_jpeg(rig, scale=scale, quality=quality)
    if with_file:
        context.rig.files(context.rig.user).write(params.text(0), data)
        return params.text(0)
    await rig.pace.carry(len(data))
    return base64.b64encode(data).decode("ascii")


async def press_key(context: ServerContext, params: RpcParams) -> object:
    key = _KEYS.get(params.text(0).lower())
    return await context.gestures.key(key) if key is not None else False


async def press_key_code(context: ServerContext, params: RpcParams) -> object:
    return await context.gestures.key(params.integer(0), meta=params.integer(1, 0))


async def wake_up(context: ServerContext, params: RpcParams) -> object:
    context.phone.power.wake()
    return None


async def sleep(context: ServerContext, params: RpcParams) -> object:
    context.phone.power.sleep()
    return None


async def is_screen_on(context: ServerContext, params: RpcParams) -> object:
    return context.phone.power.awake


async def set_orientation(context: ServerContext, params: RpcParams) -> object:
    rotation = _ORIENTATIONS.get(params.text(0).lower())
    if rotation is not None:
        context.phone.display.rotate(rotation)
        context.phone.display.freeze(True)
    return None


async def freeze_rotation(context: ServerContext, params: RpcParams) -> object:
    context.phone.display.freeze(params.flag(0, True))
    return None


async def open_notification(context: ServerContext, params: RpcParams) -> object:
    context.phone.notifications.open_shade()
    return True


async def open_quick_settings(context: ServerContext, params: RpcParams) -> object:
    context.phone.notifications.open_shade(quick_settings=True)
    return True


async def get_last_toast(context: ServerContext, params: RpcParams) -> object:
    return None if context.rig.strikes("toast_lost") is not None else context.phone.toasts.last()


async def clear_last_toast(context: ServerContext, params: RpcParams) -> object:
    context.phone.toasts.clear()
    return None


def _clipboard_allowed(context: ServerContext) -> None:
    if context.rig.strikes("clipboard_denied") is not None:
        words = "Package android does not belong to 2000"
        raise JavaError("java.lang.SecurityException", words, "android.content.ClipboardManager.setPrimaryClip")


async def set_clipboard(context: ServerContext, params: RpcParams) -> object:
    _clipboard_allowed(context)
    context.phone.clipboard.set(params.text(1))
    return None


async def get_clipboard(context: ServerContext, params: RpcParams) -> object:
    _clipboard_allowed(context)
    return context.phone.clipboard.get()


async def paste_clipboard(context: ServerContext, params: RpcParams) -> object:
    context.rig.faults.note("text")
    context.phone.editor.commit(context.phone.clipboard.get() or "")
    return None


async def clear_input_text(context: ServerContext, params: RpcParams) -> object:
    context.phone.editor.replace("")
    return None


async def launch_app(context: ServerContext, params: RpcParams) -> object:
    info = context.phone.packages.get(params.text(0))
    if info is None or not info.launch_activity:
        return False
    intent = Intent(action="android.intent.action.MAIN", component=f"{info.package}/{info.launch_activity}")
    return context.phone.activities.start(intent).ok


async def execute_shell_command(context: ServerContext, params: RpcParams) -> object:
    done = await context.rig.run_shell(params.text(0))
    return {"returnCode": done.code, "stdout": done.stdout, "stderr": done.stderr}


async def wait_for_idle(context: ServerContext, params: RpcParams) -> object:
    await context.settle()
    return None


async def nothing(context: ServerContext, params: RpcParams) -> object:
    """Traversed text is always empty: no screen reader runs on this phone."""
    return None


async def get_configurator(context: ServerContext, params: RpcParams) -> object:
    return context.configurator


async def set_configurator(context: ServerContext, params: RpcParams) -> object:
    context.configurator.update(params.mapping(0))
    return context.configurator


METHODS: Mapping[str, Method] = {
    "ping": ping,
    "deviceInfo": device_info,
    "dumpWindowHierarchy": dump,
    "takeScreenshot": screenshot,
    "pressKey": press_key,
    "pressKeyCode": press_key_code,
    "wakeUp": wake_up,
    "sleep": sleep,
    "isScreenOn": is_screen_on,
    "setOrientation": set_orientation,
    "freezeRotation": freeze_rotation,
    "openNotification": open_notification,
    "openQuickSettings": open_quick_settings,
    "getLastToast": get_last_toast,
    "clearLastToast": clear_last_toast,
    "setClipboard": set_clipboard,
    "getClipboard": get_clipboard,
    "pasteClipboard": paste_clipboard,
    "clearInputText": clear_input_text,
    "launchApp": launch_app,
    "executeShellCommand": execute_shell_command,
    "waitForIdle": wait_for_idle,
    "getLastTraversedText": nothing,
    "clearLastTraversedText": nothing,
    "getConfigurator": get_configurator,
    "setConfigurator": set_configurator,
}
