"""The variables a statement sees: read through references, set through paths, reported in events."""

from __future__ import annotations

from collections.abc import Mapping

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.table import Row, Table
from agentprog.runtime.evaluation.expressions import Known, dig, put
from agentprog.runtime.journal.events import VariableSet
from agentprog.runtime.session import Session
from agentprog.runtime.state.frames import Cursor, Frame
from agentprog.runtime.state.values import CoercionError, Value, kind_of, to_list
from agentprog.runtime.state.variables import Provenance, Variable, least_trusted

_LOOP = "loop"


class Store:
    """Reads and writes for the innermost frame of a run."""

    def __init__(self, table: Table, frames: list[Frame], session: Session) -> None:
        self._table = table
        self._frames = frames
        self._session = session

    def use(self, table: Table) -> None:
        """Use the table of the amended program from now on."""
        self._table = table

    @property
    def frame(self) -> Frame:
        return self._frames[-1]

    def lookup(self, ref: ast.Ref, row: Row) -> Known:
        """The value of a reference on this row. Raises RunError for an unknown name, CoercionError for a wrong path."""
        if ref.name == _LOOP and self.frame.scope.get(_LOOP) is None:
            return Known(self._of_loop(ref, row))
        variable = self.frame.scope.get(ref.name)
        if variable is None:
            near = self.frame.scope.nearest(ref.name)
            hint = f"Did you mean {{{near}}}?" if near else "Set it before this line."
            raise RunError(f"line {row.line}: the variable {{{ref.name}}} has no value", hint=hint, line=row.line)
        value, provenance, whole = variable.value, variable.provenance, f"{{{ref.name}}}"
        for part in ref.path:
            key = self._key(part, row)
            value = dig(value, key, whole=whole)
            whole = f"{whole[:-1]}.{key}}}" if isinstance(key, str) else f"{whole[:-1]}[{key}]}}"
        return Known(value, provenance)

    def set(self, ref: ast.Ref, known: Known, row: Row, *, step: int) -> None:
        """Set a variable, or a part of it, to this value."""
        value, provenance = known.value, known.provenance
        old = self.frame.scope.get(ref.name) if ref.path else None
        if ref.path:
            path = tuple(self._key(part, row) for part in ref.path)
            value = put(old.value if old is not None else None, path, value, whole=f"{{{ref.name}}}")
            if old is not None:
                provenance = least_trusted([old.provenance, provenance])
        self.define(ref.name, value, provenance, line=row.line, step=step)
        if old is not None:
            self._set_in_list(ref.name, old.value, Known(value, provenance), row, step=step)

    def _set_in_list(self, name: str, old: Value, new: Known, row: Row, *, step: int) -> None:
        """A loop's item with a new part: the list of the loop gets it too, if it is a variable and still has the item.

        Other loops over the same list, around this one, go on with the new item.
        """
        around = (self._table[index] for index in self._table.around(row))
        loops = {outer.index: outer.node for outer in around if isinstance(outer.node, ast.ForEach)}
        at, loop = next(((index, node) for index, node in loops.items() if node.target.name == name), (0, None))
        if loop is None or not isinstance(loop.items, ast.Ref):
            return
        whole = self.lookup(loop.items, row).value
        places = [place for place, item in enumerate(to_list(whole)) if _same(item, old)]
        if not places:
            return
        done = self.frame.cursors[at].iteration - 1
        key = done if done in places else places[0]
        for index, node in loops.items():
            if node is not loop and node.items == loop.items:
                self._go_on_with(self.frame.cursors[index], node.target.name, key, old, new, row, step=step)
        if isinstance(whole, Mapping):
            self._set_in_object(loop.items, old, new, row, step=step)
        else:
            self.set(ast.Ref(name=loop.items.name, path=(*loop.items.path, key)), new, row, step=step)

    def _go_on_with(self, cursor: Cursor, name: str, at: int, old: Value, new: Known, row: Row, *, step: int) -> None:
        """Gives the new item to another loop over the same list, in this round and later ones."""
        if at >= len(cursor.items) or not _same(cursor.items[at], old):
            return
        cursor.items[at] = new.value
        current = self.frame.scope.get(name)
        if at == cursor.iteration - 1 and current is not None and _same(current.value, old):
            self.define(name, new.value, new.provenance, line=row.line, step=step)

    def _set_in_object(self, whole: ast.Ref, old: Value, new: Known, row: Row, *, step: int) -> None:
        """The item of a loop over an object has a key and a value: only the value can change."""
        if new.value.get("key") != old["key"]:
            raise CoercionError(f"an item of {whole} has the key {old['key']!r}, which cannot be set")
        entry = Known(new.value.get("value"), new.provenance)
        self.set(ast.Ref(name=whole.name, path=(*whole.path, old["key"])), entry, row, step=step)

    def define(
        self,
        name: str,
        value: Value,
        provenance: Provenance,
        *,
        line: int = 0,
        step: int = 0,
    ) -> None:
        """Set a whole variable of the current frame."""
        variable = Variable(name=name, value=value, provenance=provenance, line=line)
        self.frame.scope.set(variable)
        self._session.emit(
            VariableSet(
                at=0.0,
                step=step,
                line=line,
                name=name,
                kind=kind_of(value),
                provenance=provenance.value,
                preview=variable.preview(200),
            )
        )

    def _key(self, part: str | int | ast.Ref, row: Row) -> str | int:
        if not isinstance(part, ast.Ref):
            return part
        key = self.lookup(part, row).value
        if isinstance(key, float) and key.is_integer():
            return int(key)
        if isinstance(key, str | int):
            return key
        raise CoercionError(f"{part} is {kind_of(key)}: it names no part of a value")

    def _of_loop(self, ref: ast.Ref, row: Row) -> Value:
        """`{loop.iteration}` of the innermost loop, counted from 1; `{loop.count}` if it is known."""
        index = row.index if row.index in self.frame.cursors else self._table.loop_around(row.index)
        cursor = self.frame.cursors.get(index) if index is not None else None
        if cursor is None:
            raise RunError(
                f"line {row.line}: {ref} is not inside a loop",
                line=row.line,
                hint="`agentprog check FILE` shows the line.",
            )
        part = ref.path[0] if ref.path else "iteration"
        if part == "iteration":
            return cursor.iteration
        if part == "count":
            return cursor.total
        hint = "There are {loop.iteration} and {loop.count}."
        raise RunError(f"line {row.line}: a loop has no {part!r}", hint=hint, line=row.line)


def _same(first: Value, second: Value) -> bool:
    """True for equal values. A row of a table has all columns, so a part that holds nothing is as good as none."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return _filled(first) == _filled(second)
    return bool(first == second)


def _filled(row: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in row.items() if value is not None}
