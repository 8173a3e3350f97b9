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
_FLAGS = frozenset((*_NAMES[7:], *_OLDER.values()))
_ATTRIBUTE = re.compile(r"[ \t\r\n]+([A-Za-z][A-Za-z0-9_.-]*)=")
_WRITTEN = re.compile(r"([A-Za-z][A-Za-z0-9_.-]*)=\"([^\"]*)\"")
_HIERARCHY = re.compile(r"hierarchy((?:[ \t\r\n]+rotation=\"[0-9-]*\")?)[ \t\r\n]*>[ \t\r\n]*")
_ROTATION = re.compile(r"[ \t\r\n]rotation=\"([0-9]{1,3})[0-9]*\"")
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_FORBIDDEN = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
_VALUE = '[^"&\x00-\x1f\ud800-\udfff\ufffe\uffff]*'
"""A value that stands for itself."""
_SPACE = " \t\r\n"
_SHAPE = "\0"
"""Between the names of a tag's attributes, where they are taken for its shape."""
_DEEPEST = 100


_Tag = tuple[tuple[str, ...], tuple[bool, ...]]
"""The first seven of `_NAMES` and how the tag ends; the flags."""
_Groups = Callable[[tuple[str, ...]], tuple[str, ...]]
_Pattern = tuple[Callable[[str], re.Match[str] | None], _Groups, _Groups]


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
    tags: list[_Tag | None] = []
    """The open tags: of nodes, None for the hierarchy around them."""
    children: list[list[Node]] = [[]]
    take_apart = _Taker().take_apart
    for chunk in chunks:
        if chunk.startswith("node "):
            tag = take_apart(chunk)
            end = tag[0][-1]
            if end == "/>" and tags:
                children[-1].append(_node(tag, ()))
            elif end == ">" and tags and len(tags) < _DEEPEST:
                tags.append(tag)
                children.append([])
            else:
                raise _Unusual
        elif chunk.startswith("/node>") and tags and (opened := tags[-1]) is not None and _ends(chunk, 6):
            tags.pop()
            inner = children.pop()
            children[-1].append(_node(opened, tuple(inner)))
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


class _Taker:
    """Takes tags apart: six words, bounds, flags, and how the tag ends.

    Nearly all tags of a dump have the same attributes in the same order. Two in a row make the pattern by which the
    others are read, in half the time; what it does not match (references, another shape) is split at its quotes.
    """

    __slots__ = ("_pattern", "_shape")

    def __init__(self) -> None:
        self._shape = ""
        self._pattern: _Pattern | None = None

    def take_apart(self, chunk: str) -> _Tag:
        if self._pattern is not None:
            match, words, stretches = self._pattern
            if (found := match(chunk)) is not None:
                groups = found.groups()
                return words(groups), _flags_written(stretches(groups))
        pieces = chunk.split('"')
        end = pieces[-1].strip(_SPACE)
        pieces[-1] = ""
        shape = _SHAPE.join(pieces[::2])
        if shape != self._shape:
            self._shape, self._pattern = shape, None
        elif self._pattern is None:
            self._pattern = _pattern(shape)
        values = _picker(shape)(pieces)
        written = "".join(pieces[1::2])
        if "&" in written or not written.isprintable():
            _check(written)
            values = (*map(_plain, values[:6]), *values[6:])
        return (*values[:7], end), _flags(values[7:])


def _names(shape: str) -> list[str]:
    """The names of the attributes of a tag. Raises _Unusual where they are not written as usual."""
    *heads, end = shape.removeprefix("node").split(_SHAPE)
    found = [_ATTRIBUTE.fullmatch(head) for head in heads]
    names = [match[1] for match in found if match is not None]
    if end or len(names) != len(heads) or len(set(names)) != len(names):
        raise _Unusual
    return names


@lru_cache(maxsize=64)
def _picker(shape: str) -> Callable[[list[str]], tuple[str, ...]]:
    """Takes the values of `_NAMES` out of the pieces of a tag. A missing one is the last piece, which is empty."""
    places = {name: 2 * at + 1 for at, name in enumerate(_names(shape))}
    return itemgetter(*(places.get(name, places.get(_OLDER.get(name, ""), -1)) for name in _NAMES))


@lru_cache(maxsize=64)
def _pattern(shape: str) -> _Pattern:
    """What matches tags of this shape whose values all stand for themselves, and what picks from its groups: the seven
    words with the end, and the stretches of flags, each as it is written."""
    written, groups = "", []
    stretch = False
    for head, name in zip(shape.split(_SHAPE), _names(shape), strict=False):
        attribute = re.escape(head)
        flag = name in _FLAGS
        written += ")" if stretch and not flag else ""
        if flag:
            written += f'{"" if stretch else "("}{attribute}"{_VALUE}"'
            groups += [] if stretch else [""]
        elif name in _NAMES:
            written += f'{attribute}"({_VALUE})"'
            groups.append(name)
        else:
            written += f'{attribute}"{_VALUE}"'
        stretch = flag
    written += f"{')' if stretch else ''}[{_SPACE}]*(/?>)[{_SPACE}]*()()"
    places = {name: at for at, name in enumerate(groups) if name}
    end = len(groups)
    words = [places.get(name, end + 1) for name in _NAMES[:7]]
    flags = [at for at, name in enumerate(groups) if not name]
    return re.compile(written).fullmatch, itemgetter(*words, end), itemgetter(*flags, end + 1, end + 2)


def _node(tag: _Tag, children: tuple[Node, ...]) -> Node:
    words, flags = tag
    # A named tuple's own constructor is three times slower.
    return tuple.__new__(Node, (*words[:6], parse_bounds(words[6]), children, *flags))


@lru_cache(maxsize=256)
def _flags(values: tuple[str, ...]) -> tuple[bool, ...]:
    """The truths of a node. Enabled and visible is what does not say otherwise."""
    *said, enabled, password, visible = values
    return *(value == "true" for value in said), enabled != "false", password == "true", visible != "false"


@lru_cache(maxsize=256)
def _flags_written(stretches: tuple[str, ...]) -> tuple[bool, ...]:
    """The same from stretches of attributes as they stand in a tag."""
    found = dict(_WRITTEN.findall("".join(stretches)))
    return _flags(tuple(found.get(name, found.get(_OLDER.get(name, ""), "")) for name in _NAMES[7:]))


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
