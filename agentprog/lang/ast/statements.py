"""Statements: one class for each thing that a line can be."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from agentprog.frozen import frozen
from agentprog.lang.ast.expressions import Compare, CompareOp, Expr, Logic
from agentprog.lang.ast.nodes import Node, Ref, Template
from agentprog.lang.ast.targets import Target


@frozen
class Line(Node):
    """A line of its own, with its comments."""

    before: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines above it, with their `#`; an empty string is a blank line."""
    beside: str = field(default="", compare=False, repr=False)
    """The comment behind it, with its `#`."""
    after: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines below it that belong to its block, when it is the last of the block."""


@frozen
class Statement(Line):
    app: Template | None = None
    """The app it names itself: ``In the `X` app, ...``. The app it runs in comes from the resolver."""


@frozen
class Capture(Node):
    """A further variable that takes a part of what is read, under its own name."""

    ref: Ref
    returns: str = ""
    """As in `Action.returns`."""


@frozen
class Action(Statement):
    """A step in plain words on the phone: everything that is nothing else."""

    text: Template
    """The sentence, without app scope and capture."""
    capture: Ref | None = None
    """Variable of its result: `, record as {x}`."""
    returns: str = ""
    """The type that the result should have, when said: `text`, `number`, `list of text`, ..."""
    also: tuple[Capture, ...] = ()
    """`record as {x} and {y}`: the others; each variable takes the part of the result that has its name."""
    details: tuple[Template, ...] = ()
    """The lines indented under it."""
    implementation: Exactly | None = None
    """Exact lines that do it on a phone as they expect; only the sentence states its purpose."""
    said: bool = field(default=False, compare=False, repr=False)
    """True if `do:` before it makes it a step, whatever its words; `fmt` keeps it."""


@frozen
class Exactly(Line):
    """`exactly:` under an Action, with its block."""

    body: tuple[Statement, ...] = ()


@frozen
class Assign(Statement):
    """Sets a variable (or a key in it). Arithmetic and data statements with a result are this too."""

    target: Ref
    value: Expr


@frozen
class AddTo(Statement):
    """Appends to a list or a table; adds to a number."""

    target: Ref
    value: Expr


@frozen
class RemoveFrom(Statement):
    """Removes an item or row that equals `value`, or a key of an object; subtracts from a number."""

    target: Ref
    value: Expr


@frozen
class Sort(Statement):
    source: Ref
    key: str = ""
    """Column or key to sort by; empty: the items themselves."""
    descending: bool = False
    capture: Ref | None = None
    """Variable of the sorted copy; None: `source` itself is sorted."""


@frozen
class Filter(Statement):
    """Keeps the items for which the condition holds."""

    source: Ref
    key: str = ""
    """Column or key that is compared; empty: the items themselves."""
    op: CompareOp
    value: Expr
    capture: Ref | None = None
    """Where the kept items go; None: `source` itself is reduced."""


@frozen
class Tell(Statement):
    """Says something to the user, on the computer."""

    message: Expr


@frozen
class Ask(Statement):
    """Asks the user and waits for the answer."""

    question: Expr
    capture: Ref | None = None
    returns: str = ""


@frozen
class Branch(Line):
    """`if C:` or `else if C:` with its block."""

    condition: Expr
    body: tuple[Statement, ...] = ()


@frozen
class Otherwise(Line):
    """`else:` with its block."""

    body: tuple[Statement, ...] = ()


@frozen
class If(Statement):
    """Runs the first branch whose condition holds. Comments belong to the branches."""

    branches: tuple[Branch, ...]
    """At least one."""
    orelse: Otherwise | None = None


@frozen
class Case(Branch):
    """`case V:` of a switch. Its condition compares the subject with each of its values: see `values`."""

    @property
    def values(self) -> tuple[Expr, ...]:
        """What the subject is compared with."""
        tests = self.condition.operands if isinstance(self.condition, Logic) else (self.condition,)
        return tuple(test.right for test in tests if isinstance(test, Compare))


@frozen
class Switch(If):
    """`switch X:` with a block of cases: runs as the branches that its cases are. The subject is exact, so that asking
    for it once or in each case is the same."""

    subject: Expr


@frozen
class OnError(Line):
    """`on error:` with its block, in which `{error}` is the message."""

    body: tuple[Statement, ...] = ()


@frozen
class Try(Statement):
    """Runs its block; a step that fails begins it anew, as long as there are tries left and nothing was done that
    cannot be taken back."""

    times: Expr | None = None
    """How often at most; None: once."""
    body: tuple[Statement, ...] = ()
    handler: OnError | None = None
    """Runs when the last try failed. None: the failure is that of the program."""


@frozen
class Repeat(Statement):
    times: Expr
    body: tuple[Statement, ...] = ()


@frozen
class ForEach(Statement):
    target: Ref
    """The variable for the item, without path."""
    items: Expr
    """A list, table or text; `Semantic`: things on the phone, such as "unread messages"."""
    noun: str = ""
    """The noun beside the item's variable: `for each dessert {d} in {menu}`."""
    body: tuple[Statement, ...] = ()


@frozen
class While(Statement):
    condition: Expr
    body: tuple[Statement, ...] = ()


@frozen
class RepeatUntil(Statement):
    """Runs the body, then asks; ends when the condition holds. At least one round."""

    condition: Expr
    body: tuple[Statement, ...] = ()


@frozen
class Within(Statement):
    """``In the `X` app:`` with a block: sets the app for it. `app` is never None."""

    body: tuple[Statement, ...] = ()


@frozen
class Break(Statement):
    """Leaves the innermost loop."""


@frozen
class Continue(Statement):
    """Goes on with the next round of the innermost loop."""


@frozen
class Return(Statement):
    value: Expr | None = None
    """None: what the function declares with `task returns`, else nothing."""


@frozen
class Stop(Statement):
    """Ends the program."""

    reason: Expr | None = None


@frozen
class Parameter(Node):
    name: str
    type: str = ""
    """As in `Action.returns`; empty: anything."""
    default: Expr | None = None


@frozen
class FunctionDef(Statement):
    """A task of the program. It is in `Program.body` where it was written; reaching it does nothing."""

    name: str
    inputs: tuple[Parameter, ...] = ()
    returns: tuple[Ref, ...] = ()
    """Variables whose values are the result at the end of the body: one value, or an object of several."""
    body: tuple[Statement, ...] = ()


@frozen
class Argument(Node):
    name: str
    value: Expr


@frozen
class Call(Statement):
    """Runs a task that the program defines."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@frozen
class Extract(Statement):
    """Reads data off the phone into a variable; provenance *screen*."""

    what: Template
    """The sentence, without app scope and capture."""
    capture: Ref
    returns: str = ""
    also: tuple[Capture, ...] = ()
    """As in `Action.also`."""


@frozen
class Verify(Statement):
    """A postcondition: verified, failed or unverifiable. With `ensures`, a model makes it true if it does not hold."""

    condition: Expr
    ensures: bool = False


@frozen
class Wait(Statement):
    """Exactly one of the two is given."""

    seconds: Expr | None = None
    until: Expr | None = None


@frozen
class ReadTable(Statement):
    path: Template
    """Relative to the workspace folder, as in every file statement."""
    capture: Ref


@frozen
class ReadText(Statement):
    path: Template
    capture: Ref


@frozen
class SaveFile(Statement):
    """The suffix of the path decides the format: table, JSON or text."""

    value: Expr
    path: Template


@frozen
class CheckFile(Statement):
    """`check if file "x" exists`: the answer goes to `capture` and to a later `if file exists`."""

    path: Template
    capture: Ref | None = None


@frozen
class UseTool(Statement):
    """Calls a tool that the embedding program registered."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@frozen
class AskAI(Statement):
    """Asks the model in words, without looking at the screen."""

    prompt: Expr
    capture: Ref | None = None
    returns: str = ""


Command = Literal[
    "open app",
    "tap",
    "double tap",
    "long press",
    "type",
    "clear",
    "press",
    "swipe",
    "scroll",
    "scroll to",
    "open notifications",
]
Direction = Literal["up", "down", "left", "right"]
Key = Literal["back", "home", "enter", "recents", "delete", "search", "menu"]


@frozen
class DirectUI(Statement):
    """An exact command to the phone."""

    command: Command
    target: Template | Target | None = None
    """The app's name, the element's label, the field's label (None: the focused field), or the text to scroll to; a
    `Target` if more than a label identifies the element.
    """
    text: Expr | None = None
    """What `type` types."""
    direction: Direction | None = None
    """Of `swipe` (the finger's way), `scroll` and `scroll to` (where the content lies)."""
    key: Key | None = None
    """Of `press`."""


@frozen
class ReadElement(Statement):
    """Reads the text of one element. Exact: no model chooses the element or reads it."""

    target: Template | Target
    capture: Ref
    returns: str = ""
