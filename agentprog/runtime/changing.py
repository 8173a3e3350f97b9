"""A person's changes while a run is held before a statement: variables, the rest of the program, breakpoint conditions.
They are recorded, and a resumed run makes them again at the same place.
"""

from __future__ import annotations

from agentprog.errors import AgentProgError, UsageError
from agentprog.lang import ast
from agentprog.lang.parser import Mode, parse
from agentprog.lang.table import Row
from agentprog.lang.visit import walk
from agentprog.runtime.amending import Unfit, fit, swap, tell
from agentprog.runtime.context.builder import ContextBuilder
from agentprog.runtime.evaluation.expressions import Known, NoWorld, truth
from agentprog.runtime.journal.events import ProgramAmended, ValueGiven
from agentprog.runtime.kit import Kit
from agentprog.runtime.safety.steering import Assigned, Change
from agentprog.runtime.state.values import CoercionError, from_json
from agentprog.runtime.state.variables import Provenance

_ASKS = (ast.Semantic, ast.OnScreen, ast.Compute)


def exact_condition(text: str) -> ast.Expr:
    """An exact breakpoint condition, in the language's words. Raises UsageError if the text is no condition or needs a
    model.
    """
    program = parse(f"if {' '.join(text.split())}:\n    press back\n", mode="strict").program
    found = [node for node in walk(program) if isinstance(node, ast.Branch)] if program is not None else []
    if not found or any(isinstance(node, _ASKS) for node in walk(found[0].condition)):
        hint = 'Write one over variables, such as {n} > 3 or {guest.name} is "Ada".'
        raise UsageError(f"a breakpoint needs an exact condition, not {text!r}", hint=hint)
    return found[0].condition


def variable(name: str) -> ast.Ref:
    """The reference for a name such as `n` or `guest.name`. Raises UsageError."""
    variable = name.strip().removeprefix("{").removesuffix("}")
    program = parse(f"set {{{variable}}} to 0\n", mode="strict").program
    node = program.body[0] if program is not None and len(program.body) == 1 else None
    if not isinstance(node, ast.Assign):
        raise UsageError(f"{name!r} is no name of a variable", hint="Write it as in the program: n, or guest.name.")
    return node.target


class Changes:
    """Changes at one row, before its statement begins."""

    def __init__(self, kit: Kit, contexts: ContextBuilder, row: Row) -> None:
        self._kit = kit
        self._course = kit.course
        self._contexts = contexts
        self._row = row

    def again(self) -> Row:
        """Repeat the changes that an earlier life of the run made here; returns the row to continue at."""
        while (replay := self._kit.session.replaying) is not None:
            match replay.peek():
                case ValueGiven() as value_given:
                    replay.take(ValueGiven, self._row.node.id)
                    self._assign(Assigned(name=value_given.name, value=value_given.value))
                case ProgramAmended() as amended:
                    replay.take(ProgramAmended, self._row.node.id)
                    self._rewrite(amended.text)
                case _:
                    break
        return self._row

    def holds(self, condition: str) -> bool:
        """True if an exact condition holds here; false if it cannot be evaluated (a name has no value yet)."""
        try:
            return bool(truth(exact_condition(condition), _Variables(self._kit, self._row)).value)
        except (AgentProgError, CoercionError):
            return False

    def apply(self, change: Change) -> None:
        """Make the change and record it. Raises UsageError."""
        session = self._kit.session
        if isinstance(change, Assigned):
            variable(change.name)
            step, node = session.meter.spent.steps, self._row.node.id
            event = ValueGiven(at=0.0, step=step, node=node, line=self._row.line, name=change.name, value=change.value)
            try:
                self._assign(change, event)
            except (AgentProgError, CoercionError) as exc:
                raise UsageError(f"{change.name} cannot have that value: {exc}", hint="Nothing was changed.") from exc
            return
        self._rewrite(change.text, announced=True)

    def _assign(self, change: Assigned, event: ValueGiven | None = None) -> None:
        known = Known(from_json(change.value), Provenance.USER)
        ref = variable(change.name)
        if ref.path:  # set the variable before a part of it
            self._course.store.lookup(ast.Ref(name=ref.name), self._row)
        if event is not None:
            self._kit.session.emit(event)
        self._course.store.set(ref, known, self._row, step=self._kit.session.meter.spent.steps)

    def _rewrite(self, text: str, *, announced: bool = False) -> None:
        course, row = self._course, self._row
        before = course.listing.text.splitlines()[: row.line - 1]
        if text.splitlines()[: row.line - 1] != before:
            hint = "They have run already: change later lines only."
            raise UsageError(f"the lines above line {row.line} must stay as they are", hint=hint)
        try:
            mode: Mode = "strict" if self._kit.options.source == "file" else "lenient"
            fitted = fit(course, row, text, apps=(), first=row.line, mode=mode)
        except Unfit as exc:
            raise UsageError(f"the run cannot continue with this program: {exc}", hint="Nothing was changed.") from exc
        if announced:
            tell(self._kit.session, course, row, fitted, reason="a person rewrote it", apps=())
        swap(self._kit, self._contexts, fitted, row.line, by_model=False)
        self._row = fitted.row


class _Variables(NoWorld):
    """Evaluates conditions over variables only."""

    def __init__(self, kit: Kit, row: Row) -> None:
        self._kit = kit
        self._row = row

    def lookup(self, ref: ast.Ref) -> Known:
        return self._kit.course.store.lookup(ref, self._row)
