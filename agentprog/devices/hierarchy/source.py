"""From the bytes of a dump to nodes, whatever shape the dump is in.

Seen in public dumps: UTF-16 that declares UTF-8, byte order marks, text after the root, several roots, an error
message in place of XML, elements named by their class. Possible besides: control characters, cut-off files. Expat reads
what is well-formed; only what it refuses is cleaned and, last, read forgivingly by lxml.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from lxml import etree

from agentprog.devices.hierarchy.nodes import Hierarchy, Node, make_node

_MAX_DEPTH = 120
"""uiautomator cuts at 50. Nodes deeper than this become siblings, so that no walk of the tree can overflow."""

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
    """The nodes of a dump. Never raises: what could not be read is named in `problem`."""
    text = raw if isinstance(raw, str) else _decode(raw)
    text = text.lstrip("\ufeff")
    if "<" not in text:
        return _unread(text)
    declaration = _DECLARATION.match(text)
    body = text[declaration.end() :] if declaration else text
    if (root := _parse_strictly(body)) is not None:
        return _hierarchy(root)
    cleaned = _clean(text)
    if (root := _parse_strictly(cleaned)) is not None:
        return _hierarchy(root, "the dump was not well-formed")
    root = _parse_forgivingly(cleaned)
    found = root is not None and any(_is_node(element) for element in root.iter())
    return _hierarchy(root, "the dump was damaged") if root is not None and found else _unread(text)


def _unread(text: str) -> Hierarchy:
    """A dump without nodes, which often is an error message."""
    return Hierarchy(roots=(), problem=_first_line(text) or "the dump is empty")


def mask_passwords(xml: str) -> str:
    """The dump with the content of password fields replaced by as many bullets."""
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
    """The text from its first element on, without what no XML parser accepts."""
    text = _FORBIDDEN.sub("\ufffd", _PROLOGUE.sub("", text))
    text = _NUMERIC.sub(_allowed_reference, _REFERENCE.sub("&amp;", text))
    start = text.find("<")
    return text[start:] if start > 0 else text


def _allowed_reference(match: re.Match[str]) -> str:
    digits = match[1]
    code = int(digits[1:], 16) if digits[0] == "x" else int(digits)
    good = code in (9, 10, 13) or 32 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF
    return match[0] if good else "\ufffd"


def _parse_strictly(text: str) -> Element | None:
    """The dump inside one element, since some have several roots; None where it is not well-formed."""
    parser = ElementTree.XMLParser()
    try:
        parser.feed(f"<screens>{text}</screens>")
        return parser.close()
    except (ElementTree.ParseError, UnicodeEncodeError):
        return None


def _parse_forgivingly(text: str) -> Element | None:
    """What can be made of damaged XML."""
    parser = etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(f"<screens>{text}</screens>".encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return None if root is None else _parse_strictly(etree.tostring(root, encoding="unicode"))


def _hierarchy(root: Element, problem: str = "") -> Hierarchy:
    """The windows of the first display; where it has none the phone shows everything on another one."""
    windows = list(_windows(root))
    here = tuple(node for node, elsewhere in windows if not elsewhere)
    roots = here or tuple(node for node, _ in windows)
    turned = next((found for one in root.iter("hierarchy") if (found := one.get("rotation", "")).isdigit()), "")
    return Hierarchy(
        roots=roots,
        rotation=int(turned[:3]) if turned else None,
        problem=problem or ("" if roots else "no nodes"),
        elsewhere=len(windows) - len(roots),
    )


def _windows(around: Element) -> Iterator[tuple[Node, bool]]:
    """The outermost nodes, and whether each lies on another display; the server dumps all displays (u2#1075)."""
    waiting = list(reversed(around))
    while waiting:
        element = waiting.pop()
        if _is_node(element):
            yield _node(element, 1), element.get("display-id", "0") not in ("0", "-1")
        else:
            waiting.extend(reversed(element))


def _is_node(element: Element) -> bool:
    return element.tag == "node" or (element.tag != "hierarchy" and "bounds" in element.attrib)


def _node(element: Element, depth: int) -> Node:
    return make_node(element.tag, element.attrib, _inside(element, depth) if len(element) else ())


def _inside(element: Element, depth: int) -> tuple[Node, ...]:
    """The nodes inside an element; what is no node itself may still hold some."""
    if depth >= _MAX_DEPTH:
        return tuple(_side_by_side(element))
    found: list[Node] = []
    for child in element:
        if child.tag == "node" or _is_node(child):
            children = _inside(child, depth + 1) if len(child) else ()
            found.append(make_node(child.tag, child.attrib, children))
        else:
            found += _inside(child, depth + 1)
    return tuple(found)


def _side_by_side(element: Element) -> Iterator[Node]:
    """Everything inside an element that lies too deep for a tree."""
    inside = element.iter()
    next(inside)
    return (make_node(one.tag, one.attrib, ()) for one in inside if _is_node(one))
