"""Reports a part that no value of a variable has: `{item.name}` in a list of texts fails in the first round.

It also reports an item of an object that stands for its key: the item has a key and a value.
"""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import Action, Assign, ForEach, ObjectExpr, Program, Ref, Statement, Template
from agentprog.lang.check.report import Pass
from agentprog.lang.check.values.defined import all_defined_by
from agentprog.lang.uses import Uses
from agentprog.lang.visit import item_parts, statements, walk


class ShapesPass(Pass):
    def run(self) -> None:
        for found in Uses(self.program).impossible():
            message = f"{found.ref} asks for {found.part!r}, but its value has {found.actual}"
            hint = (
                f'give it objects, such as {{"{found.part}": "..."}}, or read it without a type, so that it has parts'
            )
            self.report.add("STP217", message, found.ref.span, hint)
        self._items()
        for loop in statements(self.program):
            if isinstance(loop, ForEach) and not isinstance(loop.items, Ref):
                self._lost(loop)

    def _lost(self, loop: ForEach) -> None:
        """Reports a part of an item that no line of its round reads, where no variable holds the list."""
        parts = item_parts(loop)
        own = {id(part) for part in parts}
        refs = [node for node in walk(loop) if isinstance(node, Ref) and id(node) not in own] if parts else []
        read = [ref.path for ref in refs if ref.name == loop.target.name and ref is not loop.target]
        lost = next((part for part in parts if not any(one[:1] in ((), part.path[:1]) for one in read)), None)
        if lost is not None:
            message = f"{lost} is lost at the end of the round: the items of this loop are in no variable"
            self.report.add("STP230", message, lost.span, "set a variable to the list above, and loop over it")

    def _items(self) -> None:
        """`For each {x} in {prices}:`, then `{prices[x]}`, where {prices} is an object."""
        objects = _only_objects(self.program)
        for loop in statements(self.program):
            if not isinstance(loop, ForEach) or not isinstance(loop.items, Ref) or loop.items.name not in objects:
                continue
            item = loop.target.name
            for ref in () if loop.items.path or self._set_twice(item) else _whole_items(loop, item):
                message = f"{{{item}}} is an item of the object {loop.items}: it has a key and a value"
                self.report.add("STP217", message, ref.span, f"write {{{item}.key}} or {{{item}.value}}")

    def _set_twice(self, name: str) -> bool:
        return sum(ref.name == name for line in statements(self.program) for ref in all_defined_by(line)) > 1


def _only_objects(program: Program) -> set[str]:
    """The variables that lines set to nothing but an object."""
    objects: set[str] = set()
    others: set[str] = set()
    for statement in statements(program):
        is_object = isinstance(statement, Assign) and isinstance(statement.value, ObjectExpr)
        for ref in all_defined_by(statement):
            if not ref.path:
                (objects if is_object else others).add(ref.name)
    return objects - others


def _whole_items(loop: Statement, item: str) -> Iterator[Ref]:
    """The whole item as a part of a text, or as a key of another value. A step in plain words may have it as it is."""
    steps = {id(line.text) for line in statements(loop) if isinstance(line, Action)}
    for node in walk(loop):
        if id(node) in steps:
            continue
        texts = node.parts if isinstance(node, Template) else node.path if isinstance(node, Ref) else ()
        yield from (ref for ref in texts if isinstance(ref, Ref) and ref.name == item and not ref.path)
