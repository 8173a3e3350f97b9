"""The numbers and names of Android's keys, and their characters."""

from __future__ import annotations

CODES: dict[str, int] = {
    "SOFT_LEFT": 1, "SOFT_RIGHT": 2, "HOME": 3, "BACK": 4, "CALL": 5, "ENDCALL": 6, "STAR": 17, "POUND": 18,
    "DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": 21, "DPAD_RIGHT": 22, "DPAD_CENTER": 23, "VOLUME_UP": 24,
    "VOLUME_DOWN": 25, "POWER": 26, "CAMERA": 27, "CLEAR": 28, "COMMA": 55, "PERIOD": 56, "TAB": 61, "SPACE": 62,
    "ENTER": 66, "DEL": 67, "GRAVE": 68, "MINUS": 69, "EQUALS": 70, "LEFT_BRACKET": 71, "RIGHT_BRACKET": 72,
    "BACKSLASH": 73, "SEMICOLON": 74, "APOSTROPHE": 75, "SLASH": 76, "AT": 77, "PLUS": 81, "MENU": 82,
    "NOTIFICATION": 83, "SEARCH": 84, "PAGE_UP": 92, "PAGE_DOWN": 93, "ESCAPE": 111, "FORWARD_DEL": 112,
    "MOVE_HOME": 122, "MOVE_END": 123, "NUMPAD_ENTER": 160, "VOLUME_MUTE": 164, "APP_SWITCH": 187, "SLEEP": 223,
    "WAKEUP": 224, "ALT_LEFT": 57, "ALT_RIGHT": 58, "SHIFT_LEFT": 59, "SHIFT_RIGHT": 60, "CTRL_LEFT": 113,
    "CTRL_RIGHT": 114, "META_LEFT": 117, "META_RIGHT": 118, "COPY": 278, "CUT": 277, "PASTE": 279,
}  # fmt: skip
_ALIASES = {"RECENT": 187, "RECENTS": 187, "DELETE": 67, "CENTER": 23, "UP": 19, "DOWN": 20, "LEFT": 21, "RIGHT": 22}
_PUNCTUATION = {
    55: ",<", 56: ".>", 62: "  ", 68: "`~", 69: "-_", 70: "=+", 71: "[{", 72: "]}", 73: "\\|", 74: ";:", 75: "'\"",
    76: "/?", 77: "@@", 81: "++", 17: "**", 18: "##",
}  # fmt: skip
SHIFT, ALT, CTRL = 0x1, 0x2, 0x1000
MODIFIERS = {57: ALT, 58: ALT, 59: SHIFT, 60: SHIFT, 113: CTRL, 114: CTRL, 117: 0x10000, 118: 0x10000}
"""Keys that only change what others mean, with the bit that each sets in the meta state."""
_SHIFTED_DIGITS = ")!@#$%^&*("


def code_of(key: int | str) -> int | None:
    """The Android code of a key given as a number or by any of its usual names."""
    if isinstance(key, int):
        return key
    name = key.strip().upper().removeprefix("KEYCODE_")
    if name.isdigit() and len(name) > 1:
        return int(name)
    if len(name) == 1 and name.isdigit():
        return 7 + int(name) if key.upper().startswith("KEYCODE_") else int(name)
    if len(name) == 1 and "A" <= name <= "Z":
        return 29 + ord(name) - ord("A")
    return CODES.get(name, _ALIASES.get(name))


def character(code: int, meta: int) -> str:
    """The character of a key, or an empty text."""
    shifted = bool(meta & SHIFT)
    if 29 <= code <= 54:
        letter = chr(ord("a") + code - 29)
        return letter.upper() if shifted else letter
    if 7 <= code <= 16:
        return _SHIFTED_DIGITS[code - 7] if shifted else str(code - 7)
    return _PUNCTUATION[code][shifted] if code in _PUNCTUATION else ""
