"""Computes node ids: a hash of parent, kind, text and the number of equal nodes before."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from agentprog.lang.ast import If, Node, Program, Switch
from agentprog.lang.visit import arms, expressions


def _stamp(node: Node, identity: str) -> None:
    # The only place that writes to a frozen node. No other code sees the tree until all ids are set.
    object.__setattr__(node, "id", identity)


def _hash(*parts: str) -> str:
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def identify(program: Program) -> Program:
    """Sets the ids of all nodes of a new tree and returns it."""
    _stamp(program, "program")
    _stamp(program.header, "header")
    for number, item in enumerate(expressions(program.header)):
        _stamp(item, f"header.{number}")
    _identify_block("program", program.body)
    return program


def _identify_block(parent: str, nodes: Iterable[Node]) -> None:
    seen: dict[str, int] = {}
    for node in nodes:
        inside: list[Node] = []
        key = f"{type(node).__name__}\x1f{own_text(node, inside)}"
        seen[key] = count = seen.get(key, 0) + 1
        identity = _hash(parent, key, str(count))
        _stamp(node, identity)
        for number, item in enumerate(inside):
            _stamp(item, f"{identity}.{number}")
        _identify_block(identity, getattr(node, "body", ()))
        _identify_block(identity, arms(node))
        implementation = getattr(node, "implementation", None)
        if implementation is not None:
            _identify_block(identity, (implementation,))


def own_text(node: Node, inside: list[Node]) -> str:
    """The content of a line regardless of spelling: its fields without its blocks. Adds the line's nodes to
    `inside`."""
    if isinstance(node, If):
        aside: list[Node] = []
        app = "" if node.app is None else _text(node.app, inside)
        if isinstance(node, Switch):
            app += _text(node.subject, inside)
        return app + own_text(node.branches[0], aside)
    fields = own_fields(type(node))
    return "\x1e".join([_text(getattr(node, name), inside) for name in fields])


_SKIPPED = {
    "span",
    "id",
    "before",
    "beside",
    "after",
    "body",
    "branches",
    "orelse",
    "handler",
    "implementation",
    "said",
}
"""Fields without influence on an id. Exact lines are left out too, because the sentence alone identifies a step."""
_FIELDS: dict[type, tuple[str, ...]] = {}


def own_fields(kind: type) -> tuple[str, ...]:
    """The fields of a class that determine the meaning of its line."""
    found = _FIELDS.get(kind)
    if found is None:
        names: dict[str, type] = getattr(kind, "__dataclass_fields__", {})
        found = _FIELDS[kind] = tuple(name for name in names if name not in _SKIPPED)
    return found


def _text(value: object, inside: list[Node]) -> str:
    if value is None or value == () or value == "":
        return ""
    kind = type(value)
    if kind is str:
        return str(value)
    if isinstance(value, tuple):
        return "[" + "\x1d".join([_text(item, inside) for item in value]) + "]"
    if isinstance(value, Node):
        inside.append(value)
        fields = [_text(getattr(value, name), inside) for name in own_fields(kind)]
        return f"{kind.__name__}(" + "\x1d".join(fields) + ")"
    return repr(value)
