"""The senders of messages in a conversation, and quoted words of other people.

An app writes a sender's name above the first of several messages in a row, and not above the others. The name's
resource id identifies it: it occurs on one side only, above the first message of every run. A quoted or linked text has
an id that occurs only beside texts that other messages have alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from agentprog.devices.hierarchy.drafts import Draft
from agentprog.devices.hierarchy.nodes import Node
from agentprog.devices.hierarchy.words import clean, join, mentions
from agentprog.identity import moment

_ANOTHERS = "maybe another's words"
_Row = tuple[Node, str]
"""A row of the list and its side."""


def tell_speakers(root: Node, drafts: Sequence[Draft]) -> None:
    """Set the speaker of every draft on the left, in conversations that show names above messages."""
    sided = {id(draft.node): draft for draft in drafts if draft.side}
    for node in root.walk():
        rows = [(row, _side(row, sided)) for row in node.children]
        sides = {side for _, side in rows}
        if len(rows) > 1 and {"left", "right"} <= sides:
            _tell(rows, sided)


def _side(row: Node, sided: Mapping[int, Draft]) -> str:
    """The side of a whole row; empty if it has none or both."""
    found = {sided[id(node)].side for node in row.walk() if id(node) in sided}
    return found.pop() if len(found) == 1 else ""


def _tell(rows: Sequence[_Row], sided: Mapping[int, Draft]) -> None:
    name = _naming_id(rows)
    _tell_parts([row for row, side in rows if side], sided, name)
    if not name:
        return
    speaker = ""
    for row, side in rows:
        words = _by_id(row)
        speaker = words.get(name, speaker) if side == "left" else ""
        for node in row.walk():
            if (draft := sided.get(id(node))) is not None and clean(node.text) != speaker:
                draft.said_by = speaker


def _tell_parts(rows: Sequence[Node], sided: Mapping[int, Draft], name: str) -> None:
    texts = [{node.resource_id: node for node in row.walk() if node.resource_id and clean(node.text)} for row in rows]
    for row, inside in zip(rows, texts, strict=True):
        main = next((key for key in inside if any(_comes_with(other_key, key, texts) for other_key in inside)), "")
        parts = [node for key, node in inside.items() if key != name and _comes_with(key, main, texts)]
        for node in parts:
            if id(node) in sided and not sided[id(node)].marks:
                below = node.bounds.top < inside[main].bounds.top
                sided[id(node)].marks = (f"in the message {'below' if below else 'above'}", _ANOTHERS)
        whole = sided.get(id(row))
        merged = [text for part in parts if whole is not None and mentions(whole.label, text := clean(part.text))]
        if whole is not None and merged:
            whole.marks = (*whole.marks, f'in it, {_ANOTHERS}: "{join(merged)}"')


def _comes_with(part: str, main: str, rows: Sequence[Mapping[str, Node]]) -> bool:
    """True if texts with one id occur only beside texts with the other id, which also occur alone. The latter texts are
    not times, and not smaller."""
    ours, theirs = ([row for row in rows if key in row] for key in (part, main))
    if not ours or len(ours) >= len(theirs) or any(main not in row for row in ours):
        return False
    words = [clean(row[main].text) for row in theirs]
    spoken = any(any(map(str.isalpha, text)) and not moment(text) for text in words)
    least = [min(row[key].bounds.height for row in group) for key, group in ((part, ours), (main, theirs))]
    return spoken and least[0] <= least[1]


def _naming_id(rows: Sequence[_Row]) -> str:
    """The id of the texts above the first message of every run on the left, and above none on the right."""
    right = {name for row, side in rows if side == "right" for name in _by_id(row)}
    firsts = list(_first_of_runs(rows))
    if not firsts:
        return ""
    shared = set.intersection(*(_overlines(row) for row in firsts)) - right
    return shared.pop() if len(shared) == 1 else ""


def _first_of_runs(rows: Sequence[_Row]) -> Iterator[Node]:
    """The first rows of the runs on the left whose beginning is visible; the list's first row may be cut off."""
    for (_, before), (row, side) in pairwise(rows):
        if side == "left" and before != "left":
            yield row


def _by_id(row: Node) -> dict[str, str]:
    """The texts of a row by resource id."""
    return {node.resource_id: clean(node.text) for node in row.walk() if node.resource_id and clean(node.text)}


def _overlines(row: Node) -> set[str]:
    """Ids of texts with letters above the last text, where a name stands above its message."""
    spoken = [node for node in row.walk() if node.resource_id and any(sign.isalpha() for sign in clean(node.text))]
    lowest = max((node.bounds.top for node in spoken), default=0)
    return {node.resource_id for node in spoken if node.bounds.bottom <= lowest}
