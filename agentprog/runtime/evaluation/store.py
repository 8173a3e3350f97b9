"""The variables a statement sees: read through references, set through paths, reported in events."""

from __future__ import annotations

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.table import Row, Table
from agentprog.runtime.evaluation.expressions import Known, dig, put
from agentprog.runtime.journal.events import VariableSet
from agentprog.runtime.session import Session
from agentprog.runtime.state.frames import Frame
from agentprog.runtime.state.values import CoercionError, Value, kind_of
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
        if ref.path:
            held = self.frame.scope.get(ref.name)
            path = tuple(self._key(part, row) for part in ref.path)
            value = put(held.value if held is not None else None, path, value, whole=f"{{{ref.name}}}")
            if held is not None:
                provenance = least_trusted([held.provenance, provenance])
        self.define(ref.name, value, provenance, line=row.line, step=step)

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
