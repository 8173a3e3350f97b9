"""The soft keyboard's window: keys that a finger can press and accessibility can read."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.frozen import frozen
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.states import GO, NEXT, SEARCH, SEND, InputType
from agentprog.phone.widgets.theme import Theme

_LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SYMBOLS = ("1234567890", "@#$_&-+()/", "*\"':;!?")
_MORE = ("~`|•√π÷×§∆", "£¢€¥^°={}\\", "%©®™✓[]")
_DIGITS = (("1", "2", "3", "-"), ("4", "5", "6", "."), ("7", "8", "9", "⌫"), ("+", "0", "#", "⏎"))
_ACTIONS = {GO: ("forward", "Go"), SEARCH: ("search", "Search"), SEND: ("send", "Send"), NEXT: ("forward", "Next")}


@frozen
class KeyboardState:
    """The state that determines the keyboard's look."""

    input_type: InputType
    shift: bool
    page: str
    action: int
    multi_line: bool


Press = Callable[[str], object]


def keyboard(theme: Theme, state: KeyboardState, press: Press) -> Widget:
    """The keyboard; `press` gets a character or one of `shift`, `delete`, `enter`, `page`, `hide`."""
    pad_rows = state.input_type in ("number", "decimal", "phone")
    rows = _number_rows(theme, state, press) if pad_rows else _text_rows(theme, state, press)
    dark = theme.dark
    return Stack(
        [
            Column(
                [_strip(theme, press), *rows],
                id="keyboard_area",
                width=MATCH,
                height=MATCH,
                padding=pad(3, 4, bottom=8),
                gap=1,
                fill=Fill("#202124" if dark else "#E9EAEE"),
                absorbs=True,
            )
        ],
        id="input_area",
        width=MATCH,
        height=MATCH,
    )


def _strip(theme: Theme, press: Press) -> Widget:
    color = theme.muted
    items = [
        ("apps", "Open features menu", ""),
        ("emoji", "Emoji", ""),
        ("paste", "Clipboard", ""),
        ("mic", "Voice input", ""),
    ]
    icons: list[Widget] = [
        Icon(name, desc=desc, color=color, size=22, weight=1, height=40, class_name="android.widget.ImageView")
        for name, desc, _ in items
    ]
    hide = Icon("down", desc="Hide keyboard", color=color, size=22, weight=1, height=40)
    hide.on_click = lambda: press("hide")
    return Row([*icons, hide], id="keyboard_header_view_holder", width=MATCH, height=42)


def _key(theme: Theme, label: str, row: int, column: int, press: Press, *, weight: float = 1) -> Widget:
    special = _special(label)
    ink = theme.text
    face: Widget = Icon(special[0], size=22, color=ink) if special else Text(label, size=22, color=ink)
    face.align, face.align_vertical, face.accessible = "center", "center", False
    dull = special is not None or len(label) > 1
    color = ("#3C4043" if dull else "#5F6368") if theme.dark else ("#D3D6DC" if dull else "#FFFFFF")
    if label == "⏎":
        color = theme.primary
        face = Icon(special[0] if special else "enter", size=22, color=theme.on_primary, align="center")
        face.align_vertical, face.accessible = "center", False
    body = Stack([face], fill=Fill(color, radius=6), width=MATCH, height=MATCH, margin=pad(2.5, 4), accessible=False)
    name = special[1] if special else label
    return Stack(
        [body],
        id=f"key_pos_{row}_{column}",
        desc=name,
        weight=weight,
        height=MATCH,
        on_click=lambda: press(special[2] if special else label),
    )


def _special(label: str) -> tuple[str, str, str] | None:
    return {
        "⇧": ("shift", "Shift", "shift"),
        "⇪": ("shift_on", "Shift", "shift"),
        "⌫": ("backspace", "Delete", "delete"),
        "⏎": ("enter", "Enter", "enter"),
    }.get(label)


def _row(cells: list[Widget], *, inset: float = 0) -> Row:
    return Row(cells, width=MATCH, weight=1, padding=pad(inset), cross="start")


def _text_rows(theme: Theme, state: KeyboardState, press: Press) -> list[Widget]:
    letters = state.page == "letters"
    source = _LETTERS if letters else _SYMBOLS if state.page == "symbols" else _MORE
    faces = [row.upper() if letters and state.shift else row for row in source]
    rows: list[Widget] = []
    for y in (0, 1):
        cells = [_key(theme, c, y, x, press) for x, c in enumerate(faces[y])]
        rows.append(_row(cells, inset=0 if len(cells) == 10 else 19))
    shift = ("⇪" if state.shift else "⇧") if letters else "=\\<" if state.page == "symbols" else "?123"
    third = [_named(theme, shift, 2, 0, press, "more", 1.5)]
    third += [_key(theme, c, 2, x + 1, press) for x, c in enumerate(faces[2])]
    third.append(_key(theme, "⌫", 2, 8, press, weight=1.5))
    rows.append(_row(third))
    rows.append(_row(_last_row(theme, state, press)))
    return rows


def _named(theme: Theme, label: str, row: int, column: int, press: Press, page: str, weight: float) -> Widget:
    """A key with a word on it that switches pages."""
    if _special(label):
        return _key(theme, label, row, column, press, weight=weight)
    key = _key(theme, label, row, column, lambda _: press(page), weight=weight)
    names = {"?123": "Symbol keyboard", "ABC": "Letter keyboard", "=\\<": "More symbols"}
    key.desc = names.get(label, label)
    face = key.children[0].children[0]
    if isinstance(face, Text):
        face.size = 15
    return key


def _last_row(theme: Theme, state: KeyboardState, press: Press) -> list[Widget]:
    label = "?123" if state.page == "letters" else "ABC"
    cells = [_named(theme, label, 3, 0, press, "page", 1.5)]
    comma = {"email": "@"}.get(state.input_type, ",")
    cells.append(_key(theme, comma, 3, 1, press))
    cells.append(_key(theme, ".", 3, 3, press))
    space = _key(theme, " ", 3, 2, press, weight=5)
    space.desc = "Space"
    cells.insert(2, space)
    cells.append(_enter(theme, state, 3, 4, press))
    return cells


def _enter(theme: Theme, state: KeyboardState, row: int, column: int, press: Press) -> Widget:
    key = _key(theme, "⏎", row, column, press, weight=1.5)
    if not state.multi_line:
        icon, name = _ACTIONS.get(state.action, ("check", "Done"))
        face = key.children[0].children[0]
        if isinstance(face, Icon):
            face.name = icon
        key.desc = name
    return key


def _number_rows(theme: Theme, state: KeyboardState, press: Press) -> list[Widget]:
    rows: list[Widget] = []
    for y, labels in enumerate(_DIGITS):
        cells = [
            _enter(theme, state, y, x, press) if label == "⏎" else _key(theme, label, y, x, press)
            for x, label in enumerate(labels)
        ]
        for cell in cells:
            cell.weight = 1
        rows.append(_row(cells))
    return rows
