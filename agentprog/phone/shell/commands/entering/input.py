"""`input`: taps, swipes, keys and text from the shell."""

# ruff: noqa: ARG001 - handlers share one signature, whether or not they need all of it

from __future__ import annotations

import re

from agentprog.phone.gestures import Gestures, InjectionDenied
from agentprog.phone.kernel.keycodes import MODIFIERS, code_of
from agentprog.phone.shell.call import Call

_NO_NUMBER = re.compile(r"'(.*)'$")
_SOURCES = (
    "dpad", "keyboard", "mouse", "touchpad", "gamepad", "touchnavigation", "joystick", "touchscreen", "stylus",
    "trackball",
)  # fmt: skip
_USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--doubletap|--async|--delay <duration between keycodes in ms>] <key code number or name> ...
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
"""
_DENIED = (
    "java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation,"
    " if any) to have the INJECT_EVENTS permission.\n"
    "\tat com.android.server.input.InputManagerService.injectInputEventToTarget(InputManagerService.java:745)"
)
_DEFAULT_SWIPE = 0.3
_KEYBOARD = frozenset(chr(code) for code in range(32, 127)) | {"\n", "\t"}
"""The characters in the virtual keyboard's map; `input text` fails on any other."""


async def input_command(call: Call) -> int:
    args = list(call.args)
    if args and args[0] in _SOURCES:
        args.pop(0)
    if args[:1] == ["-d"]:
        del args[:2]
    verb, operands = (args[0], args[1:]) if args else ("", [])
    handlers = {
        "tap": _tap,
        "swipe": _swipe,
        "draganddrop": _swipe,
        "keyevent": _keyevent,
        "text": _text,
        "motionevent": _motion,
        "keycombination": _combination,
    }
    if verb in ("press", "roll", "scroll"):
        return 0
    handler = handlers.get(verb)
    if handler is None:
        call.complain((f"Error: Unknown command: {verb}\n" if verb else "") + _USAGE.rstrip())
        return 255 if verb else 1
    try:
        return await handler(call, Gestures(call.rig), operands)
    except InjectionDenied:
        return _exception(call, verb, _DENIED)
    except ValueError as exc:
        if found := _NO_NUMBER.search(str(exc)):
            return _exception(call, verb, f'java.lang.NumberFormatException: For input string: "{found[1]}"')
        return _exception(call, verb, f'java.lang.IllegalArgumentException: Argument expected after "{verb}"')
    except IndexError:
        return _exception(call, verb, f'java.lang.IllegalArgumentException: Argument expected after "{verb}"')


def _exception(call: Call, verb: str, words: str) -> int:
    return call.complain(f"\nException occurred while executing '{verb}':\n{words}", 255)


def _numbers(operands: list[str], count: int) -> list[float]:
    return [float(operands[at]) for at in range(count)]


async def _tap(call: Call, gestures: Gestures, operands: list[str]) -> int:
    x, y = _numbers(operands, 2)
    await gestures.tap(x, y)
    return 0


async def _swipe(call: Call, gestures: Gestures, operands: list[str]) -> int:
    x1, y1, x2, y2 = _numbers(operands, 4)
    move = gestures.drag if "draganddrop" in call.args else gestures.swipe
    await move([(x1, y1), (x2, y2)], duration=_duration(operands))
    return 0


def _duration(operands: list[str]) -> float:
    milliseconds = int(operands[4]) if len(operands) > 4 else -1
    return milliseconds / 1000 if milliseconds >= 0 else _DEFAULT_SWIPE


async def _motion(call: Call, gestures: Gestures, operands: list[str]) -> int:
    action = operands[0].lower()
    x, y = float(operands[1]), float(operands[2])
    if action not in ("down", "move", "up", "cancel"):
        raise ValueError(action)
    await gestures.motion("up" if action == "cancel" else action, x, y)
    return 0


async def _keyevent(call: Call, gestures: Gestures, operands: list[str]) -> int:
    long = double = False
    keys = []
    rest = list(operands)
    while rest:
        operand = rest.pop(0)
        if operand == "--longpress":
            long = True
        elif operand == "--doubletap":
            double = True
        elif operand == "--delay":
            rest.pop(0)
        elif operand != "--async":
            keys.append(operand)
    if not keys:
        raise IndexError
    for key in keys:
        known = await gestures.key(int(key) if key.isdigit() else key, long=long)
        if double:
            await gestures.key(int(key) if key.isdigit() else key)
        if not known and not key.isdigit():
            words = f"java.lang.IllegalArgumentException: Unknown keycode: {key}"
            return _exception(call, "keyevent", words)
    return 0


async def _combination(call: Call, gestures: Gestures, operands: list[str]) -> int:
    """Press keys together: modifiers hold while the last key is pressed."""
    keys = operands[2:] if operands[:1] == ["-t"] else operands
    if len(keys) < 2:
        raise IndexError
    codes = [code_of(int(key) if key.isdigit() else key) for key in keys]
    if None in codes:
        words = f"java.lang.IllegalArgumentException: Unknown keycode: {keys[codes.index(None)]}"
        return _exception(call, "keycombination", words)
    meta = 0
    for code in codes[:-1]:
        meta |= MODIFIERS.get(code or 0, 0)
    await gestures.key(codes[-1] or 0, meta=meta)
    return 0


async def _text(call: Call, gestures: Gestures, operands: list[str]) -> int:
    text = _spaced(operands[0])
    if not set(text) <= _KEYBOARD:
        words = (
            "java.lang.NullPointerException: Attempt to get length of null array\n"
            "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:325)"
        )
        if not gestures.allowed():
            raise InjectionDenied
        return _exception(call, "text", words)
    await gestures.text(text)
    return 0


def _spaced(text: str) -> str:
    r"""Replaces `%s` by a blank, and `\%s` by `%s`."""
    return text.replace("\\%s", "\0").replace("%s", " ").replace("\0", "%s")
