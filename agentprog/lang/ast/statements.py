"""Statements: one class for each kind of line."""

from __future__ import annotations

from typing import Literal

from agentprog.frozen import field, frozen
from agentprog.lang.ast.expressions import Compare, CompareOp, Expr, Logic
from agentprog.lang.ast.nodes import Node, Ref, Template
from agentprog.lang.ast.targets import Target


@frozen
class Line(Node):
    """A line of the program with its comments."""

    before: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines above, with their `#`; an empty string is a blank line."""
    beside: str = field(default="", compare=False, repr=False)
    """The comment at the end of the line, with its `#`."""
    after: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines after the last line of a block."""


@frozen
class Statement(Line):
    app: Template | None = None
    """The app that the line names: ``In the `X` app, ...``. The resolver finds the app that the line runs in."""


@frozen
class Capture(Node):
    """An additional variable that takes the part of a result with its own name."""

    ref: Ref
    returns: str = ""
    """Declared type, see `Action.returns`."""


@frozen
class Action(Statement):
    """A step in plain words on the phone. Every line that no other class represents is a step."""

    text: Template
    """The sentence without app scope and capture."""
    capture: Ref | None = None
    """The variable that takes the result: `, record as {x}`."""
    returns: str = ""
    """Declared type of the result: `text`, `number`, `list of text`, ...; empty if undeclared."""
    also: tuple[Capture, ...] = ()
    """The other variables of `record as {x} and {y}`. Each takes the part of the result with its name."""
    details: tuple[Template, ...] = ()
    """The lines indented under it."""
    implementation: Exactly | None = None
    """Exact lines that perform the step on a matching phone. Only the sentence states its purpose."""
    said: bool = field(default=False, compare=False, repr=False)
    """True if marked with `do:`, which makes any words a step; `fmt` keeps the mark."""


@frozen
class Exactly(Line):
    """`exactly:` under an Action, with its block."""

    body: tuple[Statement, ...] = ()


@frozen
class Assign(Statement):
    """Sets a variable or a key in it. Also used for arithmetic and data statements with a result."""

    target: Ref
    value: Expr


@frozen
class AddTo(Statement):
    """Appends to a list or a table; adds to a number."""

    target: Ref
    value: Expr


@frozen
class RemoveFrom(Statement):
    """Removes an item or row equal to `value`, or a key of an object; subtracts from a number."""

    target: Ref
    value: Expr


@frozen
class Sort(Statement):
    source: Ref
    key: str = ""
    """Column or key to sort by; empty: the items themselves."""
    descending: bool = False
    capture: Ref | None = None
    """The variable of the sorted copy; None: sorts `source` in place."""


@frozen
class Filter(Statement):
    """Keeps the items that satisfy the condition."""

    source: Ref
    key: str = ""
    """Column or key to compare; empty: the items themselves."""
    op: CompareOp
    value: Expr
    capture: Ref | None = None
    """The variable of the kept items; None: filters `source` in place."""


@frozen
class Tell(Statement):
    """Shows the user a message on the computer."""

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
    """`case V:` of a switch. Its condition compares the subject with each value."""

    @property
    def values(self) -> tuple[Expr, ...]:
        """The values that the subject is compared with."""
        tests = self.condition.operands if isinstance(self.condition, Logic) else (self.condition,)
        return tuple(test.right for test in tests if isinstance(test, Compare))


@frozen
class Switch(If):
    """`switch X:` with a block of cases, which run like branches. The subject is exact, so each case may evaluate it
    again."""

    subject: Expr


@frozen
class OnError(Line):
    """`on error:` with its block. There, `{error}` holds the message."""

    body: tuple[Statement, ...] = ()


@frozen
class Try(Statement):
    """Runs its block. A failed step restarts the block, as long as tries remain and nothing irreversible happened."""

    times: Expr | None = None
    """Maximum number of tries; None: one."""
    body: tuple[Statement, ...] = ()
    handler: OnError | None = None
    """Runs after the last failed try. None: the failure ends the program."""


@frozen
class Repeat(Statement):
    times: Expr
    body: tuple[Statement, ...] = ()


@frozen
class ForEach(Statement):
    target: Ref
    """The variable for the item, without a path."""
    items: Expr
    """A list, table or text; `Semantic`: things on the phone, such as "unread messages"."""
    noun: str = ""
    """The noun before the item's variable: `for each dessert {d} in {menu}`."""
    body: tuple[Statement, ...] = ()


@frozen
class While(Statement):
    condition: Expr
    body: tuple[Statement, ...] = ()


@frozen
class RepeatUntil(Statement):
    """Runs the body until the condition holds, at least once. Checks the condition after each round."""

    condition: Expr
    body: tuple[Statement, ...] = ()


@frozen
class Within(Statement):
    """``In the `X` app:`` with a block: sets the app of the block. `app` is never None."""

    body: tuple[Statement, ...] = ()


@frozen
class Break(Statement):
    """Leaves the innermost loop."""


@frozen
class Continue(Statement):
    """Starts the next round of the innermost loop."""


@frozen
class Return(Statement):
    value: Expr | None = None
    """None: the value that the task declares with `task returns`, else nothing."""


@frozen
class Stop(Statement):
    """Ends the program."""

    reason: Expr | None = None


@frozen
class Parameter(Node):
    name: str
    type: str = ""
    """Declared type, see `Action.returns`; empty: any."""
    default: Expr | None = None


@frozen
class FunctionDef(Statement):
    """A task of the program. It stays at its place in `Program.body`; reaching it has no effect."""

    name: str
    inputs: tuple[Parameter, ...] = ()
    returns: tuple[Ref, ...] = ()
    """The variables that hold the result at the end of the body: one value, or several as an object."""
    body: tuple[Statement, ...] = ()


@frozen
class Argument(Node):
    name: str
    value: Expr


@frozen
class Call(Statement):
    """Runs a task of the program."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@frozen
class Extract(Statement):
    """Reads data off the phone into a variable; provenance *screen*."""

    what: Template
    """The sentence without app scope and capture."""
    capture: Ref
    returns: str = ""
    also: tuple[Capture, ...] = ()
    """Additional variables, see `Action.also`."""

    @property
    def text(self) -> Template:
        """Its words, by the name that they have in a step."""
        return self.what


@frozen
class Verify(Statement):
    """A postcondition: verified, failed or unverifiable. With `ensures`, a model makes it true if it does not hold."""

    condition: Expr
    ensures: bool = False


@frozen
class Wait(Statement):
    """Waits for a time or a condition. With both, the time is the limit for the condition."""

    seconds: Expr | None = None
    until: Expr | None = None


@frozen
class ReadTable(Statement):
    path: Template
    """Path in the workspace folder, as in every file statement."""
    capture: Ref


@frozen
class ReadText(Statement):
    path: Template
    capture: Ref


@frozen
class SaveFile(Statement):
    """The file name's suffix decides the format: table, JSON or text."""

    value: Expr
    path: Template


@frozen
class CheckFile(Statement):
    """`check if file "x" exists`: sets `capture`, and answers a later `if file exists`."""

    path: Template
    capture: Ref | None = None


@frozen
class UseTool(Statement):
    """Calls a tool registered by the embedding program."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@frozen
class AskAI(Statement):
    """Asks the model in words, without the screen."""

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
    """The app to open, the label of an element or field (None: the focused field), or the text to scroll to. A `Target`
    if a label alone does not identify the element."""
    text: Expr | None = None
    """The text to type, for `type`."""
    direction: Direction | None = None
    """For `swipe`: the finger's direction. For `scroll` and `scroll to`: where the content lies."""
    key: Key | None = None
    """The key, for `press`."""


@frozen
class ReadElement(Statement):
    """Reads the text of one element. Exact: involves no model."""

    target: Template | Target
    capture: Ref
    returns: str = ""
