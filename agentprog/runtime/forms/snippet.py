"""Runs one snippet of the Python form: sandbox, primitives, and the names it leaves in the frame."""

from __future__ import annotations

import ast as python
import builtins
from collections.abc import Mapping
from datetime import datetime

from agentprog.frozen import frozen
from agentprog.lang import ast
from agentprog.lang.visit import walk
from agentprog.runtime.compute.sandbox import SandboxError
from agentprog.runtime.forms.primitives import METHODS, Did, Primitives
from agentprog.runtime.roles import Code
from agentprog.runtime.state.values import Value
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.step import Step

_LONGEST = 8_000
_MOST_NAMES = 20
_LONGEST_VALUE = 100_000
_RESERVED = frozenset(dir(builtins)) | {"mobile", "llm"}


@frozen
class Ran:
    """The result of a snippet, for the next prompt. `ended`: the rest was not run, because the screen had changed."""

    error: str = ""
    printed: str = ""
    ended: bool = False
    dry: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        sentences = []
        if self.error and not self.ended:
            sentences.append(f"The last code failed: {self.error}")
        if self.ended and not self.dry:
            sentences.append("The last code was stopped after it had changed the screen: look, then go on from here.")
        if self.printed:
            sentences.append(f"The last code printed: {self.printed[:500]}")
        return tuple(sentences)


def run_snippet(step: Step, code: Code, *, did: Did) -> Ran:
    """Run the code to its end, or until it would change the screen more often than one look allows."""
    options = step.options
    primitives = Primitives(step, did, changes=options.changes_per_look)
    try:
        if len(code.text) > _LONGEST:
            raise SandboxError(f"the code is longer than {_LONGEST} characters")
        names = _assigned(code.text)
        spoken = step.tools.sandbox.converse(
            code.text,
            {name: value for name, value in step.course.frame.scope.values().items() if name not in _RESERVED},
            objects={"mobile": METHODS, "llm": ("query",)},
            answer=primitives.answer,
            keep=names,
            now=_now(step),
        )
    except SandboxError as exc:
        ran = Ran(error=str(exc), ended=primitives.ended, dry=primitives.dry)
    else:
        _keep(step, spoken.names)
        ran = Ran(error=spoken.error, printed=spoken.printed, ended=primitives.ended, dry=primitives.dry)
    step.resolve("snippet", lambda: ran.error)
    return ran


def _now(step: Step) -> datetime:
    """The phone's time when the snippet began; a resumed run takes it from the journal."""
    moment = step.resolve("clock", lambda: step.kit.now().isoformat())
    return datetime.fromisoformat(str(moment))


def _assigned(code: str) -> tuple[str, ...]:
    """The names that the code binds at its top level, in order. Parsed only, never run here."""
    try:
        tree = python.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
        raise SandboxError(f"this is no Python: {exc}") from exc
    found: dict[str, None] = {}
    for node in tree.body:
        for target in _targets(node):
            if target.isidentifier() and not target.startswith("_") and target not in _RESERVED:
                found[target] = None
    return tuple(found)[:_MOST_NAMES]


def _targets(node: python.stmt) -> list[str]:
    """Names bound by a statement and its blocks, without names bound inside functions and classes."""
    found: list[str] = []
    pending: list[python.AST] = [node]
    inner = python.FunctionDef | python.AsyncFunctionDef | python.ClassDef | python.Lambda
    while pending:
        item = pending.pop(0)
        if isinstance(item, inner):
            continue
        if isinstance(item, python.Name) and isinstance(item.ctx, python.Store):
            found.append(item.id)
        pending.extend(python.iter_child_nodes(item))
    return found


def _keep(step: Step, names: Mapping[str, Value]) -> None:
    """Keep the names as variables of the frame. Only the program sets its own variables."""
    of_program = program_names(step)
    for name, value in names.items():
        old = step.course.frame.scope.get(name)
        same = old is not None and old.value == value
        if same or name.casefold() in of_program or len(str(value)) > _LONGEST_VALUE:
            continue
        step.course.store.define(name, value, Provenance.SCREEN, line=step.line, step=step.record.step)


def program_names(step: Step) -> frozenset[str]:
    """Every variable that the program, its inputs or its tasks name."""
    program = step.course.table.program
    inputs = (declared.name for declared in program.header.inputs)
    return frozenset(name.casefold() for name in (*inputs, *(n.name for n in walk(program) if isinstance(n, ast.Ref))))
