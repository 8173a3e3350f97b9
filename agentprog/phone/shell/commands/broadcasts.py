"""Broadcasts with receivers on the phone: input methods for automation, and Clipper."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agentprog.phone.facade import Intent
from agentprog.phone.rig import Rig

U2_IME = "com.github.uiautomator/.AdbKeyboard"
ADB_KEYBOARD_IME = "com.android.adbkeyboard/.AdbIME"
_CLIPPER = "ca.zgrs.clipper"
RESULT_OK, RESULT_NOBODY = -1, 0


@dataclass(frozen=True, kw_only=True)
class BroadcastResult:
    """`code` is -1 if a receiver answered OK, 0 if there is no receiver."""

    code: int = RESULT_NOBODY
    data: str | None = None


_OK = BroadcastResult(code=RESULT_OK, data="success")


def deliver(rig: Rig, intent: Intent) -> BroadcastResult:
    """Give a broadcast to its receivers."""
    rig.record("broadcast", intent.action)
    if rig.strikes("broadcast_ignored") is not None:
        return BroadcastResult()
    selected = next((ime.id for ime in rig.phone.ime.list() if ime.selected), "")
    if intent.action in _U2_ACTIONS and selected == U2_IME:
        rig.faults.note("text")
        return _U2_ACTIONS[intent.action](rig, intent.extras)
    if intent.action in _ADB_KEYBOARD_ACTIONS and selected == ADB_KEYBOARD_IME:
        rig.faults.note("text")
        return _ADB_KEYBOARD_ACTIONS[intent.action](rig, intent.extras)
    if intent.action in ("clipper.set", "clipper.get") and rig.phone.packages.get(_CLIPPER) is not None:
        return _clipper(rig, intent)
    return BroadcastResult()


def _clipper(rig: Rig, intent: Intent) -> BroadcastResult:
    if intent.action == "clipper.set":
        rig.phone.clipboard.set(intent.extras.get("text", ""))
        return BroadcastResult(code=RESULT_OK, data="Text is copied into clipboard.")
    return BroadcastResult(code=RESULT_OK, data=rig.phone.clipboard.get() or "")


def _decoded(encoded: str) -> str | None:
    try:
        return base64.b64decode(encoded).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def _result(done: bool) -> BroadcastResult:
    return _OK if done else BroadcastResult(code=RESULT_NOBODY, data="fail")


def _typed(rig: Rig, text: str | None) -> BroadcastResult:
    return _result(text is not None and rig.phone.editor.commit(text))


def _replaced(rig: Rig, text: str | None) -> BroadcastResult:
    return _result(text is not None and rig.phone.editor.replace(text))


def _hide(rig: Rig) -> BroadcastResult:
    rig.phone.ime.hide()
    return _OK


def _smart_enter(rig: Rig) -> BroadcastResult:
    editor = rig.phone.editor.focused()
    if editor is None:
        return _result(False)
    return _result(rig.phone.editor.commit("\n") if editor.multi_line else rig.phone.editor.action())


def _clipboard(rig: Rig) -> BroadcastResult:
    text = rig.phone.clipboard.get() or ""
    return BroadcastResult(code=RESULT_OK, data=base64.b64encode(text.encode()).decode())


def _characters(chars: str) -> str | None:
    """`--eia chars 72,105`: the text as code points."""
    codes = [part.strip() for part in chars.split(",")]
    return "".join(chr(int(code)) for code in codes) if all(code.isdigit() for code in codes) else None


def _coded(act: Callable[[int], bool], code: str) -> BroadcastResult:
    return _result(code.isdigit() and act(int(code)))


_Receiver = Callable[[Rig, Mapping[str, str]], BroadcastResult]
_CODED: Mapping[str, _Receiver] = {
    "EDITOR_CODE": lambda rig, extras: _coded(rig.phone.editor.action, extras.get("code", "")),
    "INPUT_CODE": lambda rig, extras: _coded(rig.phone.keys.press, extras.get("code", "")),
}
_U2_ACTIONS: Mapping[str, _Receiver] = {
    "ADB_KEYBOARD_INPUT_TEXT": lambda rig, extras: _typed(rig, _decoded(extras.get("text", ""))),
    "ADB_KEYBOARD_SET_TEXT": lambda rig, extras: _replaced(rig, _decoded(extras.get("text", ""))),
    "ADB_KEYBOARD_CLEAR_TEXT": lambda rig, _: _replaced(rig, ""),
    "ADB_KEYBOARD_HIDE": lambda rig, _: _hide(rig),
    "ADB_KEYBOARD_EDITOR_CODE": _CODED["EDITOR_CODE"],
    "ADB_KEYBOARD_SMART_ENTER": lambda rig, _: _smart_enter(rig),
    "ADB_KEYBOARD_GET_CLIPBOARD": lambda rig, _: _clipboard(rig),
    "ADB_KEYBOARD_INPUT_KEYCODE": _CODED["INPUT_CODE"],
}
_ADB_KEYBOARD_ACTIONS: Mapping[str, _Receiver] = {
    "ADB_INPUT_TEXT": lambda rig, extras: _typed(rig, extras.get("msg", "")),
    "ADB_INPUT_B64": lambda rig, extras: _typed(rig, _decoded(extras.get("msg", ""))),
    "ADB_INPUT_CHARS": lambda rig, extras: _typed(rig, _characters(extras.get("chars", ""))),
    "ADB_CLEAR_TEXT": lambda rig, _: _replaced(rig, ""),
    "ADB_EDITOR_CODE": _CODED["EDITOR_CODE"],
    "ADB_INPUT_CODE": _CODED["INPUT_CODE"],
}
