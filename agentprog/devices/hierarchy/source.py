"""From the bytes of a dump to nodes, whatever shape the dump is in.

Seen in public dumps: UTF-16 that declares UTF-8, byte order marks, text after the root, several roots, an error
message in place of XML, elements named by their class. Possible besides: control characters, cut-off files. The
fastest reader is tried first, then a strict parser; only what that refuses is cleaned and, last, read forgivingly.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from html import unescape
from xml.parsers import expat

from lxml import etree

from agentprog.devices.hierarchy.nodes import Hierarchy, Node, make_node
from agentprog.devices.hierarchy.quick import read_quickly

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
_OTHER_DISPLAY = re.compile(r"display-id=\"(?!0\"|-1\")")
_BULLET = "•"


def read_hierarchy(raw: str | bytes) -> Hierarchy:
    """The nodes of a dump. Never raises: what could not be read is named in `problem`."""
    text = raw if isinstance(raw, str) else _decode(raw)
    text = text.lstrip("\ufeff")
    if "<" not in text:
        return Hierarchy(roots=(), problem=_first_line(text) or "the dump is empty")
    declaration = _DECLARATION.match(text)
    body = text[declaration.end() :] if declaration else text
    quick = read_quickly(body) if _OTHER_DISPLAY.search(body) is None else None
    if quick is not None:
        return quick
    tree = _Tree()
    if _parse_strictly(body, tree):
        return tree.result()
    cleaned = _clean(text)
    tree = _Tree()
    if _parse_strictly(cleaned, tree):
        return tree.result(problem="the dump was not well-formed")
    tree = _Tree()
    _parse_forgivingly(cleaned, tree)
    return tree.result(problem="the dump was damaged" if tree.found else _first_line(text))


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


class _Tree:
    """Builds nodes bottom up from the start and end of elements."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Mapping[str, str], list[Node]]] = [("", {}, [])]
        self._rotation: int | None = None
        self._elsewhere: list[Node] = []

    @property
    def found(self) -> bool:
        return bool(self._elsewhere) or any(children for _, _, children in self._open)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "hierarchy" and attributes.get("rotation", "").isdigit():
            self._rotation = int(attributes["rotation"][:3])
        too_deep = len(self._open) > _MAX_DEPTH
        self._open.append((tag, attributes, self._open[-1][2] if too_deep else []))

    def end(self, _tag: str) -> None:
        tag, attributes, children = self._open.pop()
        above = self._open[-1][2]
        if tag != "node" and (tag == "hierarchy" or "bounds" not in attributes):
            if children is not above:
                above.extend(children)
            return
        node = make_node(tag, attributes, () if children is above else tuple(children))
        # The server dumps the windows of all displays (u2#1075); a window says on which it lies.
        other = attributes.get("display-id", "0") not in ("0", "-1") and self._open[-1][0] != "node"
        (self._elsewhere if other else above).append(node)

    def result(self, problem: str = "") -> Hierarchy:
        while len(self._open) > 1:
            self.end("")
        roots = tuple(self._open[0][2])
        # A dump that has nothing of the first display is of a phone that shows everything on another one.
        left_out = len(self._elsewhere) if roots else 0
        roots = roots or tuple(self._elsewhere)
        problem = problem or ("" if roots else "no nodes")
        return Hierarchy(roots=roots, rotation=self._rotation, problem=problem, elsewhere=left_out)


def _parse_strictly(text: str, tree: _Tree) -> bool:
    parser = expat.ParserCreate()
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    try:
        parser.Parse("<screens>")
        parser.Parse(text)
        parser.Parse("</screens>", True)
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _parse_forgivingly(text: str, tree: _Tree) -> None:
    parser = etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(f"<screens>{text}</screens>".encode(), parser)
    except (etree.XMLSyntaxError, ValueError):
        return
    if root is None:
        return
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(element.tag, str):
            continue
        if event == "start":
            tree.start(element.tag, {str(key): str(value) for key, value in element.attrib.items()})
        else:
            tree.end(element.tag)
