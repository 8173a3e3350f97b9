"""Reads values from one screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.seeing import (
    ListReply,
    NumberReply,
    RecordReply,
    RecordsReply,
    RowsReply,
    TextReply,
    leading,
    parts_reply,
    rows_reply,
)
from agentprog.agents.screen_text import screen_lines
from agentprog.agents.seeing import sees, with_picture
from agentprog.agents.whereabouts import whereabouts
from agentprog.identity import amount
from agentprog.lang.shapes import Part, Shape, shape_of
from agentprog.lang.vocabulary.orders import asks_for_many
from agentprog.ports import Model, Window
from agentprog.runtime.context.screens import MOST_TO_READ
from agentprog.runtime.roles import ExtractContext, Reading, Seen
from agentprog.runtime.state.durations import adds_a_unit
from agentprog.runtime.state.shaping import fitted
from agentprog.runtime.state.values import CoercionError, to_date

_ReplyKind = (
    type[TextReply] | type[NumberReply] | type[ListReply] | type[RowsReply] | type[RecordReply] | type[RecordsReply]
)
_FIGURE = re.compile(r"\d[\d.,'٫٬\u00a0\u202f]*")
_DAY = re.compile(r"(?<![\d.,:])\d{1,2}(?![\d:]|,\d|\.\d+(?![\d.]))")
"""A number that may be a day of the month: not part of a price, a time or a longer number."""
_MOST_SAID = 3
"""How many refusals of one answer are reported."""


def _reply_for(kind: str, question: str) -> _ReplyKind:
    """The form of the answer: by the wanted type, else by the words of the question."""
    shape = shape_of(kind)
    if shape.parts:
        return rows_reply(shape.parts) if shape.open else parts_reply(shape.parts, shape.many)
    folded = kind.casefold()
    if folded.startswith("table"):
        return RowsReply
    if folded.startswith("list"):
        return RowsReply if "object" in folded or "table" in folded else ListReply
    if folded.startswith("number"):
        return NumberReply
    return ListReply if not folded and asks_for_many().search(question) else TextReply


@dataclass
class _Sight:
    """The readable contents of a screen: its texts, and its picture if the prompt has one. `pictured`: an accepted
    value is only in the picture. `inferred`: only the reader gives the unit of an accepted value."""

    seen: Seen
    picture: bool
    pictured: bool = False
    inferred: bool = False

    def shows(self, text: str) -> bool:
        return self._or_pictured(self.seen.screen.shows(text))

    def answers(self, question: str, text: str) -> bool:
        return self.seen.screen.answers(question, text) or (self.picture and self.shows(text))

    def shows_day(self, day: Any) -> bool:
        """True if the screen may show a date. A text contains the day of the month (alone, with a leading zero or in a
        span of days), or a word such as "Yesterday"."""
        date = to_date(day)
        if date is None:
            return False
        plain = date.date() if isinstance(date, datetime) else date
        near = abs(plain - self.seen.now.date()) <= timedelta(days=1)
        days = (int(figure) for text in self._texts() for figure in _DAY.findall(text))
        return near or self._or_pictured(plain.day in days or self.seen.screen.shows(plain.isoformat()))

    def shows_number(self, text: str) -> bool:
        """True if the screen shows the text, or shows `3:45` for the reader's `3:45 min`."""
        added = not self.seen.screen.shows(text) and adds_a_unit(text, self._texts())
        self.inferred |= added
        return added or self.shows(text)

    def shows_figure(self, number: float) -> bool:
        """True if a text of the screen contains this number, with any grouping of digits."""
        amounts = (amount(figure.rstrip(".,'")) for text in self._texts() for figure in _FIGURE.findall(text))
        return self._or_pictured(any(found == Decimal(str(abs(number))) for found in amounts))

    def _texts(self) -> Iterator[str]:
        for element in self.seen.screen.elements:
            if element.window in (Window.APP, Window.DIALOG) and not element.covered:
                yield from element.texts

    def _or_pictured(self, shown: bool) -> bool:
        self.pictured |= self.picture and not shown
        return shown or self.picture


class ModelExtractor:
    """Asks one model. A text that is not on the screen does not count, and the reading lists it as refused. For a drawn
    screen, a model that sees gets the picture, and its values are marked as pictured.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def read(self, context: ExtractContext) -> Reading:
        """The reading of the screen. Raises ModelError. A small model does not get the program, since it would answer
        to that.
        """
        shape = shape_of(context.kind)
        dated = shape.kind == "date" or any(part.kind == "date" for part in shape.parts)
        sight = _Sight(seen=context.seen, picture=sees(self._model, context.seen.screen))
        leads = context.leads and not self._model.capabilities.small
        messages = render(
            "read",
            wanted=context.wanted,
            kind=context.kind,
            **whereabouts(context.seen),
            screen=screen_lines(context.seen.screen, most=MOST_TO_READ, whole=True),
            now=context.seen.now,
            dated=dated,
            variables=list(context.variables),
            hints=list(context.hints),
            program="" if self._model.capabilities.small else context.program,
            line=context.line,
            picture=sight.picture,
            leads=leads,
        )
        if sight.picture:
            messages = with_picture(messages, context.seen.screen)
        form: Any = _reply_for(context.kind, context.wanted)
        reply = ask(self._model, messages, leading(form) if leads else form, purpose="read", max_tokens=1200)
        if not reply.found:
            return Reading(value=None, way=tuple(filter(None, map(str.strip, reply.way))) if leads else ())
        value = _plain(reply)
        read = _records(value, shape, sight) if shape.parts else _grounded(value, context.wanted, sight)
        return replace(read, pictured=sight.pictured and read.value is not None)


def _plain(reply: Any) -> Any:
    """The value of an answer; objects use the names of their parts."""
    if isinstance(reply, RecordsReply):
        return [item.model_dump(by_alias=True) for item in reply.value]
    return reply.value.model_dump(by_alias=True) if isinstance(reply, RecordReply) else reply.value


def _shown(item: str | dict[str, str], sight: _Sight) -> bool:
    """True if the screen shows this item; for a row, every nonempty cell."""
    if isinstance(item, str):
        return bool(item.strip()) and sight.shows(item)
    cells = [cell for cell in item.values() if cell.strip()]
    return bool(cells) and all(sight.shows(cell) for cell in cells)


def _grounded(value: Any, question: str, sight: _Sight) -> Reading:
    """The answer's values that the screen shows. A text from the question itself is no answer."""
    if isinstance(value, list):
        items = [item for item in value if _shown(item, sight)]
        texts = [item if isinstance(item, str) else ", ".join(item.values()) for item in items]
        off = [_not_there(item if isinstance(item, str) else ", ".join(item.values())) for item in value]
        refused = [reason for reason, item in zip(off, value, strict=True) if not _shown(item, sight)]
        return Reading(value=items or None, evidence=", ".join(texts[:3]), refused=tuple(refused[:_MOST_SAID]))
    if isinstance(value, float):
        number = int(value) if value.is_integer() else value
        shown = sight.shows_figure(number)
        return Reading(value=number, evidence=str(number), inferred=not shown)
    text = value.strip()
    if not text:
        return Reading(value=None)
    if sight.answers(question, text):
        return Reading(value=text, evidence=text)
    if not sight.shows(text):
        return Reading(value=None, refused=(_not_there(text),))
    return Reading(value=None, refused=(f'"{_cut(text)}" is what was asked about, and no answer to it',))


def _records(value: Any, shape: Shape, sight: _Sight) -> Reading:
    """Objects whose nonempty parts are all on the screen and of the right type."""
    rows: list[dict[str, Any]] = value if isinstance(value, list) else [value]
    records, refused = [], []
    known = {part.name for part in shape.parts}
    for answer in rows:
        row = {name: cell for name, cell in answer.items() if name in known or not _wrong(cell, Part(name=name), sight)}
        wrong = [fault for part in shape.parts if (fault := _wrong(row[part.name], part, sight))]
        if not any(cell for cell in row.values()):
            continue
        if wrong:
            refused += wrong
        else:
            records.append(row)
    texts = [", ".join(_texts(row.values())) for row in records[:3]]
    whole: Any = records if shape.many else records[0] if records else None
    reasons = tuple(dict.fromkeys(refused))[:_MOST_SAID]
    return Reading(value=whole or None, evidence="; ".join(texts), refused=reasons, inferred=sight.inferred)


def _wrong(cell: str | list[str], part: Part, sight: _Sight) -> str:
    """Why a part does not count; empty if it does."""
    for text in _texts([cell]):
        try:
            fitting = fitted(text, part) if part.kind != "list" else text
        except CoercionError as exc:
            return f"{part.name}: {exc}"
        looked: Any = fitting if part.kind == "date" else text
        if not {"date": sight.shows_day, "number": sight.shows_number}.get(part.kind, sight.shows)(looked):
            return f"{part.name}: {_not_there(text)}"
    return ""


def _texts(cells: Any) -> list[str]:
    found: list[str] = []
    for cell in cells:
        found += [text.strip() for text in (cell if isinstance(cell, list) else [cell]) if text.strip()]
    return found


def _not_there(text: str) -> str:
    return f'"{_cut(text)}" is not on this screen'


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
