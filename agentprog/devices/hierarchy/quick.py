"""Dumps as automation servers write them, read without an XML parser: several times a second, hundreds of nodes.

What is not exactly of that shape (double quotes, no comments, sound references, tags that match) is left to the real
parser in `source.py`. Where both read a dump they give the same nodes, which a differential test holds them to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

from agentprog.devices.hierarchy.nodes import Hierarchy, Node, parse_bounds

_NAMES = (
    *("class", "package", "resource-id", "text", "content-desc", "hint", "bounds"),
    *("clickable", "long-clickable", "checkable", "checked", "scrollable", "focused", "selected", "enabled"),
    *("password", "visible-to-user"),
)
_OLDER = {"visible-to-user": "displayed"}
_ATTRIBUTE = re.compile(r"[ \t\r\n]+([A-Za-z][A-Za-z0-9_.-]*)=")
_HIERARCHY = re.compile(r"hierarchy((?:[ \t\r\n]+rotation=\"[0-9-]*\")?)[ \t\r\n]*>[ \t\r\n]*")
_ROTATION = re.compile(r"[ \t\r\n]rotation=\"([0-9]{1,3})[0-9]*\"")
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_FORBIDDEN = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACE = " \t\r\n"
_SHAPE = "\0"
"""Between the names of a tag's attributes, where they are taken for its shape."""
_DEEPEST = 100


class _Unusual(Exception):
    """The dump is not of the usual shape."""


def read_quickly(text: str) -> Hierarchy | None:
    """The nodes of a dump without its declaration, or None where a real parser has to look at it."""
    first, *chunks = text.split("<")
    if first.strip(_SPACE) or _SHAPE in text:
        return None
    try:
        return _read(chunks)
    except _Unusual:
        return None


def _read(chunks: list[str]) -> Hierarchy:
    rotation: int | None = None
    tags: list[tuple[str, ...] | None] = []
    """The open tags: the values of a node, None for the hierarchy around them."""
    children: list[list[Node]] = [[]]
    for chunk in chunks:
        if chunk.startswith("node "):
            pieces = chunk.split('"')
            end = pieces[-1]
            if len(end) > 2:
                end = end.strip(_SPACE)
            pieces[-1] = ""
            values = _picker(_SHAPE.join(pieces[::2]))(pieces)
            written = "".join(pieces[1::2])
            if "&" in written or not written.isprintable():
                _check(written)
                values = (*map(_plain, values[:6]), *values[6:])
            if end == "/>" and tags:
                children[-1].append(_node(values, ()))
            elif end == ">" and tags and len(tags) < _DEEPEST:
                tags.append(values)
                children.append([])
            else:
                raise _Unusual
        elif chunk.startswith("/node>") and tags and tags[-1] is not None and _ends(chunk, 6):
            values = tags.pop() or ()
            inner = children.pop()
            children[-1].append(_node(values, tuple(inner)))
        elif not tags and (head := _HIERARCHY.fullmatch(chunk)) is not None:
            turned = _ROTATION.search(head[1])
            rotation = int(turned[1]) if turned else rotation
            tags.append(None)
        elif chunk.startswith("/hierarchy>") and tags == [None] and _ends(chunk, 11):
            tags.pop()
        else:
            raise _Unusual
    if tags or not children[0]:
        raise _Unusual
    return Hierarchy(roots=tuple(children[0]), rotation=rotation)


def _ends(chunk: str, length: int) -> bool:
    return len(chunk) == length or not chunk[length:].strip(_SPACE)


@lru_cache(maxsize=64)
def _picker(shape: str) -> Callable[[list[str]], tuple[str, ...]]:
    """Takes the values of `_NAMES` out of the pieces of a tag. A missing one is the last piece, which is empty."""
    *heads, end = shape.removeprefix("node").split(_SHAPE)
    found = [_ATTRIBUTE.fullmatch(head) for head in heads]
    names = [match[1] for match in found if match is not None]
    if end or len(names) != len(heads) or len(set(names)) != len(names):
        raise _Unusual
    places = {name: 2 * at + 1 for at, name in enumerate(names)}
    taken = [places.get(name, places.get(_OLDER.get(name, ""), -1)) for name in _NAMES]
    return itemgetter(*taken)


def _node(values: tuple[str, ...], children: tuple[Node, ...]) -> Node:
    # A named tuple's own constructor is three times slower.
    return tuple.__new__(Node, (*values[:6], parse_bounds(values[6]), children, *_flags(values[7:])))


@lru_cache(maxsize=256)
def _flags(values: tuple[str, ...]) -> tuple[bool, ...]:
    """The truths of a node. Enabled and visible is what does not say otherwise."""
    *said, enabled, password, visible = values
    return *(value == "true" for value in said), enabled != "false", password == "true", visible != "false"


def _check(written: str) -> None:
    """Raises _Unusual where the values of a tag hold what XML forbids, or a reference that is none."""
    if _FORBIDDEN.search(written) or len(_REFERENCE.findall(written)) != written.count("&"):
        raise _Unusual


def _plain(value: str) -> str:
    return _REFERENCE.sub(_character, value) if "&" in value else value


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _ENTITIES[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    if code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF:
        return chr(code)
    raise _Unusual
