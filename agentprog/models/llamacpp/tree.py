"""Candidates as a tree of tokens: a shared beginning is evaluated once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class TokenNode:
    """A token after a prefix. `members` are the candidates that contain it there; `row` is its place in a decode."""

    token: int
    depth: int
    members: list[int] = field(default_factory=list)
    children: dict[int, TokenNode] = field(default_factory=dict)


def build(candidates: Sequence[Sequence[int]]) -> TokenNode:
    """The tree of these token lists; the root stands for the prompt (depth -1, no token)."""
    root = TokenNode(token=-1, depth=-1)
    for member, tokens in enumerate(candidates):
        node = root
        node.members.append(member)
        for depth, token in enumerate(tokens):
            node = node.children.setdefault(token, TokenNode(token=token, depth=depth))
            node.members.append(member)
    return root


def inner(root: TokenNode, *, branching: bool = False) -> Iterator[TokenNode]:
    """The nodes below the root with children, parents first: only their predictions are needed.

    `branching`: only nodes with more than one candidate below.
    """
    waiting = list(reversed(root.children.values()))
    while waiting:
        node = waiting.pop()
        if node.children and (not branching or len(node.members) > 1):
            yield node
            waiting.extend(reversed(node.children.values()))
