"""Marks on some rows of a list: the dot of an unread message, a pin, the number on a badge.

A mark has no words, or only a number, so the row's label stays the same. Its resource id gives its meaning; it counts
as a mark because only some rows have it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from agentprog.devices.hierarchy.drafts import Draft
from agentprog.devices.hierarchy.nodes import Node
from agentprog.devices.hierarchy.words import clean, label_from_id
from agentprog.ports import Bounds

_FEWEST = 2
_SLOTS = "android:"
"""Prefix of Android's own layout ids, such as `android:id/icon`: they name a place, not its content."""
_LETTERS = 3
"""A shorter id comes from a code shrinker."""


def tell_marks(drafts: Sequence[Draft]) -> None:
    """Give marks to the rows that have signs which not all similar rows have."""
    lists: dict[Bounds, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.rows is not None and draft.signs:
            lists[draft.rows].append(draft)
    for holder, signed in lists.items():
        kinds = {_kind(draft) for draft in signed}
        for kind in kinds:
            rows = [draft for draft in drafts if draft.rows == holder and _kind(draft) == kind]
            if len(rows) >= _FEWEST:
                _tell(rows)


def _kind(draft: Draft) -> tuple[str, str]:
    return draft.node.class_name, draft.node.resource_id


def _tell(rows: Sequence[Draft]) -> None:
    borne = Counter(name for row in rows for name in {sign.resource_id for sign in row.signs})
    in_some_rows = {name for name, count in borne.items() if count < len(rows)}
    for row in rows:
        texts = [_sign_text(sign) for sign in row.signs if sign.resource_id in in_some_rows and _is_small(sign, row)]
        row.marks += tuple(dict.fromkeys(filter(None, texts)))


def _is_small(sign: Node, row: Draft) -> bool:
    """True unless it is a line between rows or a picture that fills a row."""
    return sign.bounds.width * 2 < row.bounds.width and sign.bounds.height <= row.bounds.height


def _sign_text(sign: Node) -> str:
    name, number = label_from_id(sign.resource_id), clean(sign.text)
    if sign.resource_id.startswith(_SLOTS):
        return ""
    if sum(letter.isalpha() for letter in name) < _LETTERS or any(letter.isalpha() for letter in number):
        return ""
    return f"{name} {number}".rstrip()
