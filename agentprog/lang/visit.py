"""Walks over a tree, and finds the variables that its lines set and use."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import (
    Action,
    Assign,
    Branch,
    Exactly,
    Extract,
    ForEach,
    FunctionDef,
    If,
    Line,
    Node,
    OnError,
    Otherwise,
    Program,
    Ref,
    Statement,
    Try,
)

_NODE_FIELDS: dict[type, tuple[str, ...]] = {}
_PLAIN = {"span", "id", "before", "beside", "after", "comments"}


def _fields(kind: type) -> tuple[str, ...]:
    found = _NODE_FIELDS.get(kind)
    if found is None:
        names: dict[str, object] = getattr(kind, "__dataclass_fields__", {})
        found = _NODE_FIELDS[kind] = tuple(name for name in names if name not in _PLAIN)
    return found


def children(node: Node) -> Iterator[Node]:
    """The direct child nodes, in source order."""
    for name in _fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, parents first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


def expressions(node: Node) -> Iterator[Node]:
    """The expressions of a line: every node below it that is not a line itself."""
    stack = [child for child in reversed(list(children(node))) if not isinstance(child, Line)]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(child for child in reversed(list(children(current))) if not isinstance(child, Line))


Arm = Branch | Otherwise | OnError
"""A line with a block that belongs to another statement."""


def arms(node: Node) -> tuple[Arm, ...]:
    """The branches of an `if` or a `switch` with its `else`; the `on error` of a `try`."""
    if isinstance(node, If):
        return (*node.branches, node.orelse) if node.orelse else node.branches
    return (node.handler,) if isinstance(node, Try) and node.handler else ()


def blocks(node: Node) -> tuple[tuple[Statement, ...], ...]:
    """The blocks of a statement, a branch or a program, including the blocks of its arms."""
    body = getattr(node, "body", None)
    own_blocks = (body,) if isinstance(body, tuple) else ()
    return (*own_blocks, *(arm.body for arm in arms(node)))


def statements(node: Program | Statement | Arm | Exactly) -> Iterator[Statement]:
    """All statements below, parents first, in source order. Excludes the exact lines of a step, which callers request
    separately."""
    stack = [line for block in reversed(blocks(node)) for line in reversed(block)]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(inner for block in reversed(blocks(current)) for inner in reversed(block))


def lines(node: Program | Statement) -> Iterator[Line]:
    """All statements below, each followed by its arms."""
    return (line for statement in statements(node) for line in (statement, *arms(statement)))


def item_parts(loop: ForEach) -> list[Ref]:
    """The parts of a loop's variable that the lines of the loop set."""
    places = (getattr(line, name, None) for line in statements(loop) for name in ("target", "capture", "source"))
    return [place for place in places if isinstance(place, Ref) and place.path and place.name == loop.target.name]


def list_changed_by(loop: ForEach) -> Ref | None:
    """The variable whose items the lines of a loop change: they set a part of the loop's variable."""
    return loop.items if isinstance(loop.items, Ref) and item_parts(loop) else None


def defined_by(statement: Statement) -> Ref | None:
    """The variable that a statement sets; the first of several."""
    if isinstance(statement, Assign | ForEach):
        return statement.target
    capture = getattr(statement, "capture", None)
    return capture if isinstance(capture, Ref) else None


def all_defined_by(statement: Statement) -> tuple[Ref, ...]:
    """Every variable that a statement sets."""
    first = defined_by(statement)
    others = statement.also if isinstance(statement, Action | Extract) else ()
    return () if first is None else (first, *(other.ref for other in others))


def used_by(line: Line) -> Iterator[Ref]:
    """The references that a line reads. Its target counts only if the line sets just a part of it."""
    targets = all_defined_by(line) if isinstance(line, Statement) else ()
    returns = line.returns if isinstance(line, FunctionDef) else ()
    for item in expressions(line):
        if (
            isinstance(item, Ref)
            and item not in returns
            and (item.path or all(item is not target for target in targets))
        ):
            yield item
