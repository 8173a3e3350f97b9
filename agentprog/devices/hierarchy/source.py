"""Parses the bytes of a dump into nodes, in any encoding and form.

Seen in public dumps: UTF-16 that declares UTF-8, byte order marks, text after the root, several roots, an error message
instead of XML, elements named by their class. Also possible: control characters, truncated files. Expat parses
well-formed dumps; only others are cleaned and, last, parsed forgivingly by lxml.
"""

from __future__ import annotations

import codecs
import re
from html import unescape
from xml.parsers.expat import ExpatError, ParserCreate

from lxml import etree

from agentprog.devices.hierarchy.nodes import Hierarchy, Node, make_node, ordered

_MAX_DEPTH = 120
"""uiautomator cuts at 50. Deeper nodes become siblings, so that recursion cannot overflow."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_PROLOGUE = re.compile(r"<\?[^>]*\?>|<!DOCTYPE[^\[>]*(?:\[.*?\])?\s*>|<!ENTITY[^>]*>", re.DOTALL)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);|#\d{1,7};|#x[0-9a-fA-F]{1,6};)")
_NUMERIC = re.compile(r"&#(x[0-9a-fA-F]{1,6}|\d{1,7});")
_PASSWORD_NODE = re.compile(r"<node\b[^>]*\bpassword=\"true\"[^>]*>")
_TEXT_ATTRIBUTE = re.compile(r"(\stext=\")([^\"]*)\"")
_BULLET = "•"


def read_hierarchy(raw: str | bytes) -> Hierarchy:
    """The nodes of a dump. Never raises: `problem` names what could not be read."""
    text = raw if isinstance(raw, str) else _decode(raw)
    text = text.lstrip("\ufeff")
    if "<" not in text:
        return _unread(text)
    declaration = _DECLARATION.match(text)
    body = text[declaration.end() :] if declaration else text
    if (built := _parse_strictly(body)) is not None:
        return built.hierarchy()
    cleaned = _clean(text)
    if (built := _parse_strictly(cleaned)) is not None:
        return built.hierarchy("the dump was not well-formed")
    built = _parse_forgivingly(cleaned)
    return built.hierarchy("the dump was damaged") if built is not None and built.roots else _unread(text)


def _unread(text: str) -> Hierarchy:
    """A dump without nodes, often an error message."""
    return Hierarchy(roots=(), problem=_first_line(text) or "the dump is empty")


def mask_passwords(xml: str) -> str:
    """The dump with a bullet in place of each character in password fields."""
    if 'password="true"' not in xml:
        return xml
    return _PASSWORD_NODE.sub(lambda node: _TEXT_ATTRIBUTE.sub(_bullets, node[0]), xml)


def _bullets(match: re.Match[str]) -> str:
    return f'{match[1]}{_BULLET * len(unescape(match[2]))}"'


def _decode(raw: bytes) -> str:
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(encoding, errors="replace")
    head = raw[:200]
    if head.count(0) > len(head) // 4:
        return raw.decode("utf-16-le" if head[1::2].count(0) > head[0::2].count(0) else "utf-16-be", errors="replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        declared = re.search(rb"encoding=['\"]([\w.-]{2,30})['\"]", head)
        name = declared[1].decode("ascii") if declared else "utf-8"
    try:
        return raw.decode(name, errors="replace")
    except LookupError:
        return raw.decode("utf-8", errors="replace")


def _first_line(text: str) -> str:
    return next((line.strip()[:200] for line in text.splitlines() if line.strip()), "")


def _clean(text: str) -> str:
    """The text from its first element on, without characters that no XML parser accepts."""
    text = _FORBIDDEN.sub("\ufffd", _PROLOGUE.sub("", text))
    text = _NUMERIC.sub(_allowed_reference, _REFERENCE.sub("&amp;", text))
    start = text.find("<")
    return text[start:] if start > 0 else text


def _allowed_reference(match: re.Match[str]) -> str:
    digits = match[1]
    code = int(digits[1:], 16) if digits[0] == "x" else int(digits)
    good = code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF
    return match[0] if good else "\ufffd"


def _parse_strictly(text: str) -> _Builder | None:
    """Parses the dump inside one root element, since some dumps have several roots; None if it is not well-formed."""
    built = _Builder()
    parser = ParserCreate()
    parser.ordered_attributes = True
    parser.StartElementHandler = built.begin
    parser.EndElementHandler = built.end
    try:
        parser.Parse(f"<screens>{text}</screens>", True)
    except (ExpatError, UnicodeEncodeError):
        return None
    return built


def _parse_forgivingly(text: str) -> _Builder | None:
    """Parses damaged XML as far as possible."""
    parser = etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(f"<screens>{text}</screens>".encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return None if root is None else _parse_strictly(etree.tostring(root, encoding="unicode"))


class _Builder:
    """Makes nodes while the parser reads elements, without an element tree in between. Attributes arrive as a list,
    each name before its value; in one dump nearly all nodes have the same names."""

    __slots__ = ("_around", "_displays", "_names", "_open", "_rotation", "_take", "roots")

    def __init__(self) -> None:
        self.roots: list[Node] = []
        self._displays: list[str] = []
        self._rotation = ""
        self._around = [self.roots]
        """The contents of each open node so far."""
        self._open: list[tuple[str, ...] | None] = []
        """The values of each open element; None for an element that is not a node, whose contents belong to the
        enclosing node."""
        self._names: list[str] = []
        self._take = ordered(())

    def begin(self, tag: str, attributes: list[str]) -> None:
        names = attributes[::2]
        if tag != "node" and (tag == "hierarchy" or "bounds" not in names):
            if tag == "hierarchy" and not self._rotation and (found := _value(attributes, "rotation")).isdigit():
                self._rotation = found
            self._open.append(None)
            return
        if names != self._names:
            self._names, self._take = names, ordered(names)
        values = self._take(attributes)
        if len(self._open) > _MAX_DEPTH:
            self._around[-1].append(make_node(tag, values, ()))
            self._open.append(None)
            return
        if len(self._around) == 1:
            self._displays.append(_value(attributes, "display-id"))
        self._open.append(values)
        self._around.append([])

    def end(self, tag: str) -> None:
        values = self._open.pop()
        if values is not None:
            inside = tuple(self._around.pop())
            self._around[-1].append(make_node(tag, values, inside))

    def hierarchy(self, problem: str = "") -> Hierarchy:
        """The windows of the first display, or of another one if the first has none. The server dumps all displays
        (u2#1075)."""
        on_first_display = [
            node for node, display in zip(self.roots, self._displays, strict=True) if display in ("", "0", "-1")
        ]
        roots = tuple(on_first_display or self.roots)
        return Hierarchy(
            roots=roots,
            rotation=int(self._rotation[:3]) if self._rotation else None,
            problem=problem or ("" if roots else "no nodes"),
            elsewhere=len(self.roots) - len(roots),
        )


def _value(attributes: list[str], name: str) -> str:
    """The value of an attribute; empty if it is missing."""
    return dict(zip(attributes[::2], attributes[1::2], strict=True)).get(name, "")
