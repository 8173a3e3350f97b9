"""One statement at work: gives handlers and grounding access to the phone, questions, records and memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from agentprog.errors import AgentProgError, Infeasible, ModelNotConfigured, RunError
from agentprog.lang import ast
from agentprog.lang.ast.statements import Line
from agentprog.lang.table import Row
from agentprog.ports import Action, App, Event, Screen
from agentprog.runtime.context.builder import ContextBuilder
from agentprog.runtime.course import Course
from agentprog.runtime.evaluation.expressions import Known, World, evaluate, template, truth
from agentprog.runtime.evaluation.mentions import literals_of
from agentprog.runtime.handset.dispatch import Handset
from agentprog.runtime.handset.done import Done, Order
from agentprog.runtime.journal.replay import Replay
from agentprog.runtime.kit import Kit, Notes, Tools
from agentprog.runtime.operations import Operation
from agentprog.runtime.options import MOST_AMENDMENTS, RunOptions
from agentprog.runtime.record import StepRecord
from agentprog.runtime.rehearsal import NotKnown
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.session import Session
from agentprog.runtime.state.values import Value, as_text
from agentprog.runtime.state.variables import Provenance
from agentprog.runtime.written import written_for

R = TypeVar("R")
T = TypeVar("T")

_ON_THE_PHONE = ast.Action | ast.DirectUI | ast.Extract | ast.Verify | ast.Wait


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Step:
    """Made by the machine for each execution of a row. `worlds` answers the questions of its expressions."""

    record: StepRecord
    kit: Kit
    contexts: ContextBuilder
    worlds: Callable[[Step], World]

    # ------------------------------------------------------------ identity

    @property
    def row(self) -> Row:
        return self.record.row

    @property
    def line(self) -> int:
        return self.record.row.line

    @property
    def course(self) -> Course:
        return self.kit.course

    @property
    def options(self) -> RunOptions:
        return self.kit.options

    @property
    def tools(self) -> Tools:
        return self.kit.tools

    def node(self, kind: type[T]) -> T:
        """The row's node, as the kind that its handler expects."""
        if not isinstance(self.row.node, kind):
            raise RunError(
                f"line {self.line}: a {type(self.row.node).__name__} was run as a {kind.__name__}",
                hint="This is a defect of agentprog: please report it.",
            )
        return self.row.node

    def app(self) -> str | None:
        """The app of this row: its own scope, else the app that it opened, else the scope around it or that of its
        task's caller. A step that passes on an order has none until it opens one.
        """
        if self.record.app:
            return self.record.app
        app = self.course.table.apps.get(self.row.node.id)
        if app is not None:
            return self.text(app)
        return self.course.frame.app if not self.record.order else None

    def wanted_kind(self) -> str:
        """The required type of this row's result, from its declaration and from the lines that use it."""
        return str(self.course.table.uses.of(self.row.node))

    # ------------------------------------------------------------ values

    def value(self, expr: ast.Expr) -> Known:
        """The value of an expression on this row. Raises CoercionError or an error of the world. Among a person's
        lines, a line of another author counts as a model's.
        """
        known = evaluate(expr, self.worlds(self))
        if (
            self.kit.permits.mixed
            and not self.kit.permits.wrote(self.row.node.id)
            and known.provenance is Provenance.PROGRAM
        ):
            return Known(known.value, Provenance.MODEL)
        return known

    def holds(self, condition: ast.Expr) -> bool:
        """True if a condition holds on this row. A value read from the phone may decide it."""
        known = truth(condition, self.worlds(self))
        if known.provenance is Provenance.SCREEN:
            self.notes.ledger.followed()
        return bool(known.value)

    def text(self, expr: ast.Template) -> str:
        """A template with values in it."""
        return as_text(template(expr, self.worlds(self)).value)

    def lookup(self, ref: ast.Ref) -> Known:
        """The value of a reference on this row. Raises CoercionError for a wrong path, RunError for an unknown name; in
        a dry run NotKnown, since a line that was not done may have set it.
        """
        try:
            return self.course.store.lookup(ref, self.row)
        except RunError as exc:
            if self.options.dry_run:
                raise NotKnown(f"{{{ref.name}}} is not known") from exc
            raise

    def set(self, ref: ast.Ref, known: Known) -> None:
        """Set a variable, or a part of it, to this value."""
        self.course.store.set(ref, known, self.row, step=self.record.step)

    def literals(self, expr: ast.Template) -> tuple[str, ...]:
        """A sentence's literal values, those of its variables first."""
        return literals_of(self.text(expr), [self.lookup(ref).value for ref in expr.refs])

    # ------------------------------------------------------------ screen and actions

    @property
    def phone(self) -> Handset:
        return self.kit.phone

    def screen(self) -> Screen:
        """The last screen that this statement saw; a new look if it has seen none."""
        return self.phone.eyes.current(self.record)

    def apps(self) -> tuple[App, ...]:
        """The phone's apps."""
        return self.phone.connection.apps(self.line)

    def act(self, action: Action, *, why: str, expectation: str = "", told_later: bool = False) -> Done:
        """Make one action if the gate allows it, and look at the result. See `Order`."""
        order = Order(action=action, why=why, expectation=expectation, told_later=told_later)
        return self.phone.act(self.record, order, lambda: written_for(self.kit, self.record))

    def hand_over(self, reason: str) -> str:
        """Ask a person to act on the phone where only they can; returns their remark."""
        return self.phone.hand_over(self.record, reason)

    # ------------------------------------------------------------ questions

    @property
    def roles(self) -> Roles:
        return self.kit.roles

    @property
    def person(self) -> Interaction:
        return self.kit.person

    def need(self, role: R | None, purpose: str) -> R:
        """The role for a question. Raises Cancelled, or the error that names the line and the missing configuration (in
        a dry run NotKnown).
        """
        if role is None:
            only = self.options.recipes == "only"
            none = "no model may be asked" if only else "this run has no model for it"
            way = "Run it without `--recipes only`" if only else "Name a model with --model (or AGENTPROG_MODEL)"
            if self.options.dry_run:
                raise NotKnown(f"it {purpose}, and {none}")
            raise ModelNotConfigured(
                f"line {self.line} {purpose}, and {none}: {self.course.listing.statement(self.row)}",
                hint=f"{way}, or write the step as an exact line, which needs none.",
            )
        self.session.cancel.check()
        return role

    # ------------------------------------------------------------ records

    @property
    def session(self) -> Session:
        return self.kit.session

    @property
    def replay(self) -> Replay | None:
        """The journal while entries are left to read again; None if the run is live."""
        return self.session.replaying

    def following(self) -> Event | None:
        """The journal's next event; None if the run is live."""
        return self.replay.peek() if self.replay is not None else None

    def resolve(self, key: str, produce: Callable[[], Value]) -> Any:
        """An answer from outside the program: made and recorded once, read from the journal in a second life."""
        return self.session.resolve(self.record, key, produce)

    def end(self, status: str, detail: str) -> None:
        """Record how the statement ended."""
        self.record.status, self.record.detail = status, detail

    # ------------------------------------------------------------ memory

    @property
    def notes(self) -> Notes:
        return self.kit.notes

    def may_be_amended(self, problem: AgentProgError | Infeasible) -> bool:
        """True if the program may be amended because of this problem."""
        options = self.options
        most = options.replans if options.replans is not None else MOST_AMENDMENTS if options.source == "model" else 0
        wrong = isinstance(problem, Infeasible) or type(problem) is RunError
        spent = self.course.amendments.by_models >= most
        if not wrong or spent or options.dry_run or self.roles.amender is None:
            return False
        # A step that sent, paid or deleted and then failed is no wrong assumption: it is unknown how much
        # of it is done.
        return isinstance(self.row.node, _ON_THE_PHONE) and not self.record.risky and self.phone.connection.there


Handlers = dict[type[Line], Callable[[Step], Operation | None]]
"""The function for each kind of line. It returns the operation that moves the counter; None means the next one."""
