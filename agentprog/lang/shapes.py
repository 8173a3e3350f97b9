"""Converts the type of a value between words and parts: `list of objects with name and amount as number`."""

from __future__ import annotations

import re

from agentprog.frozen import frozen

_MANY = re.compile(r"(?:list of|list|table)\b\s*")
_WITH = re.compile(r"(?:objects?|records?|rows?)?\s*with\s+(?P<parts>.+)")
_JOINT = re.compile(r"\s*(?:,|，|、|\band\b)\s*")
_AS = re.compile(r"(?P<name>.+?)\s+as\s+(?:an?\s+)?(?P<kind>number|date|text|list)s?")
_PLAIN = ("text", "number", "date", "boolean", "image")
_REST = "all else that is shown"


@frozen
class Part:
    """One key of an object. `kind` is `number`, `date`, `list` (of texts), or empty for text."""

    name: str
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.name} as {self.kind}" if self.kind else self.name


@frozen
class Shape:
    """The form of a value.

    `kind` is the type of the value or of each item if it has no parts. `open`: other lines use the value as a whole, so
    they may need everything else that is shown of it.
    """

    many: bool = False
    parts: tuple[Part, ...] = ()
    kind: str = ""
    open: bool = False

    def __str__(self) -> str:
        """The type as a program may declare it; empty: any."""
        if not self.parts:
            return f"list of {self.kind}" if self.many and self.kind else "list" if self.many else self.kind
        listed = [*(str(part) for part in self.parts), *((_REST,) if self.open else ())]
        named = f"{', '.join(listed[:-1])} and {listed[-1]}" if len(listed) > 1 else listed[0]
        return f"list of objects with {named}" if self.many else f"object with {named}"


def shape_of(kind: str) -> Shape:
    """Parses a declared type."""
    text = " ".join(kind.split())
    many = _MANY.match(text.casefold())
    inner = text[many.end() :] if many else text
    parts = _WITH.fullmatch(inner)
    if parts is not None:
        names = [name for name in _JOINT.split(parts["parts"]) if name]
        known = tuple(_part(name) for name in names if name != _REST)
        return Shape(many=many is not None, parts=known, open=_REST in names)
    return Shape(many=many is not None, kind=inner)


def has_no_parts(kind: str) -> bool:
    """True for a declared type whose value or items have no keys."""
    return shape_of(kind).kind.removesuffix("s") in _PLAIN


def _part(text: str) -> Part:
    found = _AS.fullmatch(text)
    kind = found["kind"] if found else ""
    return Part(name=found["name"] if found else text, kind="" if kind == "text" else kind)
