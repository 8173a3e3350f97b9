"""Builders of what touches the phone, the user, a model or a file."""

from __future__ import annotations

import re
from typing import Any

from agentprog.lang.ast import (
    Ask,
    AskAI,
    CheckFile,
    Compute,
    DirectUI,
    Expr,
    Number,
    OnScreen,
    ReadTable,
    ReadText,
    SaveFile,
    Statement,
    Tell,
    Template,
    Verify,
    Wait,
)
from agentprog.lang.reading.expressions import condition, exact, exact_value, value
from agentprog.lang.reading.recognise import Found, builds
from agentprog.lang.reading.references import prose, whole_quoted, whole_ref
from agentprog.lang.source.text import Piece
from agentprog.lang.vocabulary.words import words

# ------------------------------------------------------------------------------------------------ user and model


def _words_or_value(piece: Piece) -> Expr:
    """A message: exact, or the words themselves."""
    found = exact_value(piece)
    if found is not None:
        return found
    meant = value(piece)
    first = re.match(r"[\w']+", piece.plain)
    described = bool(first) and first.group().casefold() in words().all("values", "determiners") if first else False
    return prose(piece) if isinstance(meant, Compute) and not described else meant


@builds("tell")
def _tell(found: Found) -> Statement | None:
    line = found.line
    piece = found.slots["message"]
    if line.app is not None or line.capture is not None:
        return None
    before = line.core.plain[: piece.offset - line.core.offset].rstrip().casefold()
    message = exact_value(piece) or prose(piece) if before.endswith(" that") else _words_or_value(piece)
    return Tell(message=message, span=line.span)


@builds("print")
def _print(found: Found) -> Statement | None:
    message = exact_value(found.slots["message"])
    if message is None or found.line.app is not None or found.line.capture is not None:
        return None
    return Tell(message=message, span=found.line.span)


@builds("ask")
def _ask(found: Found) -> Statement | None:
    line = found.line
    if line.app is not None:
        return None
    piece = found.slots["question"]
    question = exact_value(piece) or prose(piece)
    return Ask(question=question, capture=line.capture, returns=line.returns, span=line.span)


@builds("ask_ai")
def _ask_ai(found: Found) -> Statement | None:
    line = found.line
    if line.app is not None:
        return None
    piece = found.slots["prompt"]
    prompt = exact_value(piece) or prose(piece)
    return AskAI(prompt=prompt, capture=line.capture, returns=line.returns, span=line.span)


# ------------------------------------------------------------------------------------------------ files


def _path(piece: Piece) -> Template:
    return whole_quoted(piece) or prose(piece)


@builds("read_table", "read_text")
def _read(found: Found) -> Statement | None:
    line = found.line
    named = found.slots.get("target")
    target = whole_ref(named) if named is not None else line.capture
    if target is None or line.app is not None:
        return None
    kind = ReadTable if found.form == "read_table" else ReadText
    return kind(path=_path(found.slots["path"]), capture=target, span=line.span)


@builds("save_file")
def _save(found: Found) -> Statement | None:
    line = found.line
    content = exact_value(found.slots["value"])
    if content is None or line.app is not None or line.capture is not None:
        return None
    return SaveFile(value=content, path=_path(found.slots["path"]), span=line.span)


@builds("check_file")
def _check_file(found: Found) -> Statement | None:
    named = found.slots.get("target")
    target = whole_ref(named) if named is not None else found.line.capture
    if found.line.app is not None:
        return None
    return CheckFile(path=_path(found.slots["path"]), capture=target, span=found.line.span)


# ------------------------------------------------------------------------------------------------ verify and wait


def _claims(piece: Piece) -> bool:
    """Whether words say that something is so ("the switch is on") rather than what to do ("the address")."""
    known = words().all("values", "claims")
    return any(word in known for word in re.findall(r"[\w']+", piece.plain.casefold())[:40]) or exact(piece) is not None


@builds("verify")
def _verify(found: Found) -> Statement | None:
    line = found.line
    piece = found.slots["condition"]
    if line.capture is not None:
        return None
    before = line.core.plain[: piece.offset - line.core.offset].rstrip().casefold()
    sure = before.endswith(("that", "：")) or not before.isascii()
    if not sure and (piece.plain.casefold().startswith("to ") or not _claims(piece)):
        return None
    return Verify(condition=condition(piece), span=line.span)


@builds("wait")
def _wait(found: Found) -> Statement | None:
    piece = found.slots["number"]
    amount = words().meaning("numbers", piece.plain)
    factor: Any = words().meaning("units", found.slots["unit"].plain)
    given = exact(piece) if amount is None else Number(value=amount, span=piece.span())
    if found.line.capture is not None or given is None or factor is None:
        return None
    if isinstance(given, Number):
        seconds = round(given.value * factor, 6)
        whole = int(seconds) if seconds == int(seconds) else seconds
        return Wait(seconds=Number(value=whole, span=piece.span()), span=found.line.span) if seconds >= 0 else None
    return Wait(seconds=given, span=found.line.span) if factor == 1 else None


@builds("wait_until")
def _wait_until(found: Found) -> Statement:
    return Wait(until=condition(found.slots["condition"]), span=found.line.span)


@builds("wait_for")
def _wait_for(found: Found) -> Statement:
    piece = found.slots["text"]
    text = whole_quoted(piece) or prose(piece)
    return Wait(until=OnScreen(text=text, span=piece.span()), span=found.line.span)


# ------------------------------------------------------------------------------------------------ direct commands


def _direct(found: Found, **fields: Any) -> Statement | None:
    if found.line.capture is not None:
        return None
    return DirectUI(span=found.line.span, **fields)


def _quoted(found: Found, name: str = "target") -> Template | None:
    piece = found.slots.get(name)
    return None if piece is None else whole_quoted(piece) or prose(piece)


@builds("open_app")
def _open_app(found: Found) -> Statement | None:
    return _direct(found, command="open app", target=_quoted(found, "app"))


@builds("open_known")
def _open_known(found: Found) -> Statement | None:
    target = _quoted(found, "app")
    name = found.line.known.app(target.constant or "") if target is not None else None
    if target is None or name is None:
        return None
    return _direct(found, command="open app", target=Template(parts=(name,), span=target.span))


@builds("notifications")
def _notifications(found: Found) -> Statement | None:
    return _direct(found, command="open notifications")


@builds("tap", "double_tap", "long_press", "clear")
def _touch(found: Found) -> Statement | None:
    return _direct(found, command=found.form.replace("_", " "), target=_quoted(found))


@builds("clear_focused")
def _clear_focused(found: Found) -> Statement | None:
    return _direct(found, command="clear")


@builds("type")
def _type(found: Found) -> Statement | None:
    text = exact(found.slots["value"])
    return None if text is None else _direct(found, command="type", text=text, target=_quoted(found))


@builds("press")
def _press(found: Found) -> Statement | None:
    piece = found.slots["key"]
    key = words().meaning("keys", piece.plain) or words().meaning("goback", piece.plain)
    return _direct(found, command="press", key=key)


@builds("swipe", "scroll", "scroll_to")
def _move(found: Found) -> Statement | None:
    piece = found.slots.get("direction")
    direction = words().meaning("compass", piece.plain) if piece is not None else "down"
    return _direct(found, command=found.form.replace("_", " "), direction=direction, target=_quoted(found))
