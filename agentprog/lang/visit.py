"""Walking over a tree."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import Branch, If, Line, Node, Otherwise, Program, Ref, Statement

_NODE_FIELDS: dict[type, tuple[str, ...]] = {}
_PLAIN = {"span", "id", "before", "beside", "after", "comments"}


def _fields(kind: type) -> tuple[str, ...]:
    found = _NODE_FIELDS.get(kind)
    if found is None:
        names: dict[str, object] = getattr(kind, "__dataclass_fields__", {})
        found = _NODE_FIELDS[kind] = tuple(name for name in names if name not in _PLAIN)
    return found


def children(node: Node) -> Iterator[Node]:
    """The nodes right below, in the order of the text."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, parents first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


def expressions(node: Node) -> Iterator[Node]:
    """What a line says itself: everything below it that is no line of its own."""
    stack = [child for child in reversed(list(children(node))) if not isinstance(child, Line)]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(child for child in reversed(list(children(current))) if not isinstance(child, Line))


def blocks(node: Node) -> tuple[tuple[Statement, ...], ...]:
    """The blocks of a statement, a branch or a program; an `if` has those of its branches."""
    if isinstance(node, If):
        found = [branch.body for branch in node.branches]
        return (*found, node.orelse.body) if node.orelse else tuple(found)
    body = getattr(node, "body", None)
    return (body,) if isinstance(body, tuple) else ()


def statements(node: Program | Statement | Branch | Otherwise) -> Iterator[Statement]:
    """Every statement below, parents first, in the order of the text."""
    stack = [statement for block in reversed(blocks(node)) for statement in reversed(block)]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(inner for block in reversed(blocks(current)) for inner in reversed(block))


def references(node: Node) -> Iterator[Ref]:
    """Every reference that the line itself makes, those inside paths included."""
    for item in expressions(node):
        if isinstance(item, Ref):
            yield item
