"""Parses a header as YAML into a tree of nodes with their places in the source.

PyYAML only produces events here: it builds no values, and everything complete before an error is kept.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Protocol

import yaml
from yaml.reader import Reader

from agentprog.lang.reading.nodes import VALUE_TAG, Node
from agentprog.lang.reading.yaml_errors import Fault, explain, not_a_pair
from agentprog.lang.source.lines import Notes, SourceLine
from agentprog.lang.source.text import Piece, plain
from agentprog.lang.vocabulary.words import Words

MAX_DEPTH = 20
_MAX_FAULTS = 20
_UNPRINTABLE = Reader.NON_PRINTABLE
_QUOTED = re.compile(r"""(?<![^\s:,\[{(-])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')""", re.DOTALL)
_FIELD = re.compile(r"[^\s#\-\])}]")

_COMMENT = re.compile(r"(?:^|(?<=\s))#")


class Mark(Protocol):
    """A position in PyYAML's input."""

    @property
    def index(self) -> int: ...


class Sheet:
    """The lines between the fences of a header."""

    def __init__(self, lines: list[SourceLine], vocabulary: Words) -> None:
        self.lines = lines
        self.vocabulary = vocabulary
        self.raw = "\n".join(line.text for line in lines)
        shadow = "\n".join(plain(line.text) for line in lines)
        self.text = _QUOTED.sub(self._as_it_stands, shadow)
        """The input of PyYAML: the raw text with ASCII for full-width marks outside quotes, of the same length."""
        self.begins = [0, *accumulate(len(line.text) + 1 for line in lines)][: len(lines)]
        self._texts = bytearray(len(self.raw))
        """One byte for each character: 1 inside a text, where `#` begins no comment."""

    def _as_it_stands(self, found: re.Match[str]) -> str:
        sign = found.group()[0]
        return sign + self.raw[found.start() + 1 : found.end() - 1] + sign

    def fields(self, notes: Notes) -> list[tuple[Node, Node]]:
        """The outermost pairs. After an error, which is reported, parsing continues at the next field."""
        self._printable(notes)
        found: list[tuple[Node, Node]] = []
        begin = 0
        for _ in range(_MAX_FAULTS):
            listener = _Listener(self.text, begin)
            fault = listener.listen()
            found += [(key, value) for key, value in listener.root.items or () if key is not None]
            for start, end in listener.texts:
                self._texts[start:end] = b"\1" * (end - start)
            if fault is None:
                break
            notes.report("STP111", fault.message, self.piece(fault.start, fault.end).span(), fault.hint)
            begin = self._next_field(fault.resume)
        return found

    def _printable(self, notes: Notes) -> None:
        bad = _UNPRINTABLE.search(self.text)
        if bad is None:
            return
        code = f"{ord(bad.group()):04X}"
        where = self.piece(bad.start(), bad.end()).span()
        message = f"the header holds U+{code}, which cannot be printed"
        notes.report("STP111", message, where, f'write it as "\\u{code}", in quotes')
        self.text = _UNPRINTABLE.sub(" ", self.text)

    def _next_field(self, index: int) -> int:
        """The offset of the next line after `index` that may hold a field."""
        later = self.begins[bisect_right(self.begins, index) :]
        return next((begin for begin in later if _FIELD.match(self.text, begin)), len(self.text))

    def piece(self, start: int, end: int) -> Piece:
        """The source between two offsets as one line. Comments and line breaks become spaces."""
        first = bisect_right(self.begins, start) - 1
        last = max(first, bisect_right(self.begins, max(start, end - 1)) - 1)
        parts: list[str] = []
        for number in range(first, last + 1):
            line, begin = self.lines[number], self.begins[number]
            text = line.text[: self._comment(number)]
            parts.append(text[max(start - begin, 0) : max(end - begin, 0)])
        starts = tuple((self.lines[number].offset, self.lines[number].number) for number in range(first, last + 1))
        offset = self.lines[first].offset + start - self.begins[first]
        raw = parts[0]
        for part, (origin, _) in zip(parts[1:], starts[1:], strict=True):
            raw = raw.ljust(origin - offset) + part
        return Piece(
            raw,
            offset=offset,
            line=self.lines[first].number,
            column=start - self.begins[first] + 1,
            starts=starts,
            vocabulary=self.vocabulary,
        )

    def _comment(self, number: int) -> int | None:
        begin, line = self.begins[number], self.lines[number]
        shown = self.text[begin : begin + len(line.text)]
        return next((hit.start() for hit in _COMMENT.finditer(shown) if not self._texts[begin + hit.start()]), None)

    def comments(self) -> Iterator[str]:
        """Every comment as written: from a `#` at the start of a line or after white space, outside texts."""
        for number, line in enumerate(self.lines):
            comment = self._comment(number)
            if comment is not None:
                yield line.text[comment:].rstrip()


class _Listener:
    """Builds the tree from PyYAML's events, starting at one offset."""

    def __init__(self, text: str, begin: int) -> None:
        self.text = text[begin:]
        self.begin = begin
        self.root = Node(pairs=True, items=[])
        self.open: list[Node] = []
        self.texts: list[tuple[int, int]] = []

    def listen(self) -> Fault | None:
        """Parses up to the end or to the first fault."""
        fault: Fault | None = None
        try:
            for event in yaml.parse(self.text, Loader=yaml.BaseLoader):
                fault = self._refused(event)
                if fault is not None:
                    break
                self._take(event)
        except yaml.MarkedYAMLError as error:
            fault = explain(error, self.text)
        return None if fault is None else fault.moved(self.begin)

    def _refused(self, event: yaml.Event) -> Fault | None:
        """The fault of YAML syntax that a header does not allow."""
        at = 0 if event.start_mark is None else int(event.start_mark.index)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            return Fault.at(at, f"a value cannot begin with {self.text[at]}", "put the text in quotes")
        if getattr(event, "tag", None) not in (None, VALUE_TAG):
            return Fault.at(at, "a header has no tags", "put the text in quotes")
        if isinstance(event, yaml.DocumentStartEvent) and event.explicit:
            return Fault.at(at, "this line does not belong to the header", "remove it")
        if not isinstance(event, yaml.NodeEvent):
            return None
        if not self.open and not isinstance(event, yaml.MappingStartEvent):
            return not_a_pair(self.text, at)
        if len(self.open) >= MAX_DEPTH:
            return Fault.at(at, f"lists are nested more than {MAX_DEPTH} deep", "write fewer brackets")
        return None

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.CollectionStartEvent):
            pairs = isinstance(event, yaml.MappingStartEvent)
            made = Node(start=self._place(event.start_mark), pairs=pairs, items=[], flow=bool(event.flow_style))
            self.open.append(made if self.open else self.root)
        elif isinstance(event, yaml.CollectionEndEvent):
            closed = self.open.pop()
            closed.end = self._place(event.end_mark)
            self._hang(closed)
        elif isinstance(event, yaml.ScalarEvent):
            self._hang(self._text(event))

    def _text(self, event: yaml.ScalarEvent) -> Node:
        start, end = self._place(event.start_mark), self._place(event.end_mark)
        self.texts.append((start, end))
        return Node(start=start, end=end, text=event.value, tag=event.tag or "", style=event.style or "")

    def _place(self, mark: Mark | None) -> int:
        return self.begin + (0 if mark is None else mark.index)

    def _hang(self, node: Node) -> None:
        if self.open:
            self.open[-1].add(node)
