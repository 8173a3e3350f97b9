"""The phone and files: exact commands, verifying, waiting, reading and saving."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from agentprog.lang import ast
from agentprog.lang.kinds.kind import Fit, Kind
from agentprog.lang.kinds.slots import (
    COUNT,
    EXACT,
    EXACT_VALUE,
    LAST_CONDITION,
    NUMBER,
    ON_SCREEN,
    REF,
    TARGET,
    TEXT,
    number_of,
    target_of,
    word,
)
from agentprog.lang.phrases.expressions import exact
from agentprog.lang.phrases.references import whole_quoted
from agentprog.lang.source.text import Piece

# ---------------------------------------------------------------------------------------------------- verify and wait


def _claims(piece: Piece) -> bool:
    """True if words make a statement ("the switch is on"), not only a name ("the address")."""
    known = piece.words.all("values", "claims")
    return any(word in known for word in re.findall(r"[\w']+", piece.plain.casefold())[:40]) or exact(piece) is not None


def without_question(piece: Piece) -> str:
    """The condition after `whether`, as written; empty if there is none."""
    text = piece.raw
    for asking in piece.words.all("checking", "whether"):
        if asking >= "\u2e80":
            text = text.replace(asking, "")
        elif text.casefold().startswith(f"{asking} "):
            text = text[len(asking) :]
    return "" if text == piece.raw else text.strip()


def _verify(fit: Fit) -> ast.Statement | None:
    piece = fit.slots["condition"]
    statement_of_question = without_question(piece)
    if statement_of_question and exact(Piece(statement_of_question, vocabulary=piece.words)) is not None:
        return None
    before = fit.line.core.plain[: piece.offset - fit.line.core.offset].rstrip().casefold()
    sure = before.endswith((*fit.words.all("values", "that"), "：")) or not before.isascii()
    if not sure and (piece.plain.casefold().startswith("to ") or not _claims(piece)):
        return None
    shown = whole_quoted(piece)
    claim = LAST_CONDITION.read(piece) if shown is None else ast.OnScreen(text=shown, span=piece.span())
    return ast.Verify(condition=claim, ensures=fit.form == "ensure", span=fit.line.span)


def _wait(fit: Fit) -> ast.Statement | None:
    """A wait in any unit, stored in seconds. Without a number it is one unit."""
    piece = fit.slots.get("seconds")
    factor: Any = fit.words.meaning("units", fit.slots["unit"].plain)
    interval = ast.Number(value=1, span=fit.line.span) if piece is None else number_of(piece)
    piece = fit.slots["unit"] if piece is None else piece
    if interval is None or factor is None:
        return None
    if not isinstance(interval, ast.Number):
        return _wait_worked_out(fit, interval, factor)
    seconds = round(interval.value * factor, 6)
    whole = int(seconds) if seconds == int(seconds) else seconds
    return ast.Wait(seconds=ast.Number(value=whole, span=piece.span()), span=fit.line.span) if seconds >= 0 else None


def _wait_worked_out(fit: Fit, interval: ast.Expr, factor: float) -> ast.Wait | None:
    """`Wait {n} minutes` and `Wait {n} * 60 seconds`: a variable times the seconds of its unit."""
    times = fit.slots.get("times")
    count = None if times is None else number_of(times)
    if times is None and factor > 1:
        count = ast.Number(value=int(factor), span=fit.slots["unit"].span())
    elif factor != 1 or (times is not None and count is None):
        return None
    seconds = interval if count is None else ast.Arithmetic(op="*", left=interval, right=count, span=interval.span)
    return ast.Wait(seconds=seconds, span=fit.line.span)


def _wait_most(fit: Fit) -> ast.Statement | None:
    """A wait for a condition with a limit of its own."""
    limit, piece = _wait(fit), fit.slots["until"]
    until = (LAST_CONDITION if whole_quoted(piece) is None else ON_SCREEN).read(piece)
    if not isinstance(limit, ast.Wait) or isinstance(limit.seconds, ast.Arithmetic) or until is None:
        return None
    return replace(limit, until=until)


# ---------------------------------------------------------------------------------------------------- commands


def _open_known(fit: Fit) -> ast.Statement | None:
    """Opens an app without the word "app", if the header names it or the parser knows it."""
    target = TEXT.read(fit.slots["target"])
    name = fit.line.known.app(target.constant or "")
    if name is None:
        return None
    return ast.DirectUI(command="open app", target=type(target)(parts=(name,), span=target.span), span=fit.line.span)


def _command(form: str, command: str = "", **slots: Any) -> Kind:
    return Kind(form=form, node=ast.DirectUI, slots=slots, always={"command": command or form.replace("_", " ")})


def _moved(form: str, **slots: Any) -> Kind:
    always = {"command": form.replace("_", " ")}
    slots = {"direction": word("compass"), **slots}
    return Kind(form=form, node=ast.DirectUI, slots=slots, always=always, defaults={"direction": "down"})


def _pressed(form: str, section: str) -> Kind:
    slots = {"key": word(section, "keys", "goback")}
    return Kind(form=form, node=ast.DirectUI, slots=slots, always={"command": "press"}, defaults={"key": "back"})


def _press_often(fit: Fit) -> ast.Statement | None:
    """`press back twice`: a loop around the key."""
    times = COUNT.read(fit.slots["times"])
    key = word("keys").read(fit.slots["key"])
    press = ast.DirectUI(command="press", key=key, span=fit.line.span)
    return None if times is None or key is None else ast.Repeat(times=times, body=(press,), span=fit.line.span)


_FILE = re.compile(r"[^<>:\"]*[^\W\d_][^<>:\"]*\.[A-Za-z][A-Za-z0-9]{1,4}")


_WRITTEN_INTO = (None, "field")
"""The roles of elements into which one types."""


def _type(fit: Fit) -> ast.Statement | None:
    """Types into a field. A list, a button or a text that looks like a file name is not a field."""
    place = fit.slots.get("target")
    target = TARGET.read(place) if place is not None else None
    text = EXACT.read(fit.slots["text"])
    named = isinstance(target, ast.Template) and _FILE.fullmatch(target.constant or "")
    other = isinstance(target, ast.Target) and target.role not in _WRITTEN_INTO
    if text is None or named or other or (place is not None and target is None):
        return None
    return ast.DirectUI(command="type", text=text, target=target, span=fit.line.span)


def _read_element(fit: Fit) -> ast.Statement | None:
    """Reads an element only if more than its label identifies it."""
    target, line = target_of(fit.slots["target"]), fit.line
    if not isinstance(target, ast.Target) or line.capture is None:
        return None
    return ast.ReadElement(target=target, capture=line.capture, returns=line.returns, span=line.span)


KINDS = (
    Kind(form="read_table", node=ast.ReadTable, slots={"path": TEXT, "capture": REF}, app=False, result="must"),
    Kind(form="read_text", node=ast.ReadText, slots={"path": TEXT, "capture": REF}, app=False, result="must"),
    Kind(form="read_element", node=ast.ReadElement, slots={"target": TARGET}, result="must"),
    Kind(form="read_element_said", result="must", make=_read_element),
    Kind(form="save_file", node=ast.SaveFile, slots={"value": EXACT_VALUE, "path": TEXT}, app=False),
    Kind(form="check_file", node=ast.CheckFile, slots={"path": TEXT, "capture": REF}, app=False, result="may"),
    Kind(form="verify", node=ast.Verify, slots={"condition": LAST_CONDITION}, always={"ensures": False}, make=_verify),
    Kind(form="ensure", node=ast.Verify, slots={"condition": LAST_CONDITION}, always={"ensures": True}, make=_verify),
    Kind(form="verify_seen", node=ast.Verify, slots={"condition": ON_SCREEN}),
    Kind(form="wait_most", node=ast.Wait, slots={"until": LAST_CONDITION, "seconds": NUMBER}, make=_wait_most),
    Kind(form="wait", node=ast.Wait, slots={"seconds": NUMBER}, make=_wait),
    Kind(form="wait_until", node=ast.Wait, slots={"until": LAST_CONDITION}),
    Kind(form="wait_for", node=ast.Wait, slots={"until": ON_SCREEN}),
    _command("open_app", target=TEXT),
    Kind(form="open_known", make=_open_known),
    _command("notifications", "open notifications"),
    _command("tap", target=TARGET),
    _command("double_tap", target=TARGET),
    _command("long_press", target=TARGET),
    _command("clear", target=TARGET),
    _command("clear_focused", "clear"),
    Kind(
        form="type", node=ast.DirectUI, slots={"text": EXACT, "target": TARGET}, always={"command": "type"}, make=_type
    ),
    _pressed("press", "hardkeys"),
    Kind(form="press_often", make=_press_often),
    _pressed("press_key", "keys"),
    _moved("swipe", target=TARGET),
    _moved("scroll_to", target=TARGET),
    _moved("scroll"),
)
