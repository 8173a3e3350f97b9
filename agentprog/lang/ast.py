"""The tree of a program: frozen nodes that know where they stand in the text and who they are.

Equality compares meaning: spans, ids and comments are left out of it. `id` is a short hash of parent, kind, text and
occurrence, so it survives edits elsewhere and `fmt`; expressions take their line's id and a number. Nodes carry no
values of a run.

A `Statement` is one line (with the lines indented under it). What a line says exactly is held as expressions that the
machine computes itself; `Semantic` and `Compute` hold what must be asked of a model.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """A stretch of source text. `start` and `end` are offsets in code points, `end` exclusive; `line` and `column`
    are those of `start`, counted from 1. Line 0 means: not from a text."""

    start: int = 0
    end: int = 0
    line: int = 0
    column: int = 0


NOWHERE = Span()


@dataclass(frozen=True, kw_only=True, slots=True)
class Node:
    """Anything in the tree."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)
    """Where it stands in the source."""
    id: str = field(default="", compare=False, repr=False)
    """Who it is, the same after edits elsewhere. Unique in a program."""


# ---------------------------------------------------------------- references and text


_PLAIN_KEY = re.compile(r"[^\W\d][\w \-]*(?<! )")


@dataclass(frozen=True, kw_only=True, slots=True)
class Ref(Node):
    """`{name.key[0]}`: a variable and the way into its value."""

    name: str
    """The variable, words joined by underscores: `{first name}` is `first_name`."""
    path: tuple[str | int | Ref, ...] = ()
    """Keys of objects, positions in lists (from 0, negative from the end), or a variable that holds either."""

    def __str__(self) -> str:
        return "{" + self.bare + "}"

    @property
    def bare(self) -> str:
        """As it stands between the braces."""
        text = self.name
        for part in self.path:
            if isinstance(part, str) and _PLAIN_KEY.fullmatch(part) and " of " not in part:
                text += f".{part}"
            elif isinstance(part, str):
                text += '["' + part.replace("\\", "\\\\").replace('"', '\\"') + '"]'
            else:
                text += f"[{part}]"
        return text


@dataclass(frozen=True, kw_only=True, slots=True)
class Template(Node):
    """Text with references in it. Also the text literal of expressions."""

    parts: tuple[str | Ref, ...] = ()
    """Never two strings in a row, never an empty one: build with `Template.of`."""

    @classmethod
    def of(cls, *parts: str | Ref, span: Span = NOWHERE) -> Template:
        """A template of these parts, neighbouring strings joined."""
        joined: list[str | Ref] = []
        for part in parts:
            if isinstance(part, str) and joined and isinstance(joined[-1], str):
                joined[-1] += part
            elif part != "":
                joined.append(part)
        return cls(parts=tuple(joined), span=span)

    def __str__(self) -> str:
        """The text as a person reads it, references in braces. Not escaped: see `unparse`."""
        return "".join(str(part) for part in self.parts)

    @property
    def refs(self) -> tuple[Ref, ...]:
        return tuple(part for part in self.parts if isinstance(part, Ref))

    @property
    def constant(self) -> str | None:
        """The text when it holds no reference, else None."""
        if self.refs:
            return None
        return "".join(part for part in self.parts if isinstance(part, str))

    def render(self, lookup: Callable[[Ref], str]) -> str:
        """The text with what `lookup` says in place of each reference."""
        return "".join(part if isinstance(part, str) else lookup(part) for part in self.parts)


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, kw_only=True, slots=True)
class Number(Node):
    value: int | float


@dataclass(frozen=True, kw_only=True, slots=True)
class Boolean(Node):
    value: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Nothing(Node):
    """No value: `nothing`, `null`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Date(Node):
    """`2026-05-02` or `2026-05-02 10:30`, in the phone's time zone."""

    value: date | datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class ListExpr(Node):
    items: tuple[Expr, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry(Node):
    """One key of an object."""

    key: str
    value: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class ObjectExpr(Node):
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class TableExpr(Node):
    """An empty table with these columns."""

    columns: tuple[str, ...] = ()


ArithmeticOp = Literal["+", "-", "*", "/", "%"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Arithmetic(Node):
    """`+` also joins texts and lists."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Negative(Node):
    operand: Expr


CompareOp = Literal["==", "!=", "<", "<=", ">", ">=", "contains", "in", "starts with", "ends with"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Compare(Node):
    """`in`: the left is an item (or part) of the right; `contains`: the other way round."""

    op: CompareOp
    left: Expr
    right: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Between(Node):
    """`{x} is between 1 and 5`, both ends included."""

    operand: Expr
    low: Expr
    high: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class IsEmpty(Node):
    """Empty text, list, object or table, or no value at all."""

    operand: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Logic(Node):
    """Two or more operands, evaluated from the left until the outcome is certain."""

    op: Literal["and", "or"]
    operands: tuple[Expr, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Not(Node):
    operand: Expr


FunctionName = Literal["count", "sum", "average", "minimum", "maximum", "first", "last"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Apply(Node):
    """A built-in function over one list, table, object or text: `the number of items in {l}`."""

    function: FunctionName
    operand: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class FileExists(Node):
    """Whether a file is in the workspace folder. `path` None: the file that was checked last."""

    path: Template | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OnScreen(Node):
    """Whether this text can be read on the screen now: `"Sent" appears`."""

    text: Template


@dataclass(frozen=True, kw_only=True, slots=True)
class Semantic(Node):
    """A condition or value in plain words: a model answers, looking at the screen."""

    text: Template


@dataclass(frozen=True, kw_only=True, slots=True)
class Compute(Node):
    """A value in plain words over variables: a model writes code once, which runs in the sandbox."""

    text: Template


Expr = (
    Template
    | Ref
    | Number
    | Boolean
    | Nothing
    | Date
    | ListExpr
    | ObjectExpr
    | TableExpr
    | Arithmetic
    | Negative
    | Compare
    | Between
    | IsEmpty
    | Logic
    | Not
    | Apply
    | FileExists
    | OnScreen
    | Semantic
    | Compute
)


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, kw_only=True, slots=True)
class Line(Node):
    """What stands on a line of its own, with the comments about it."""

    before: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines above it, with their `#`; an empty string is a blank line."""
    beside: str = field(default="", compare=False, repr=False)
    """The comment behind it, with its `#`."""
    after: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines below it that belong to its block, when it is the last of the block."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement(Line):
    app: Template | None = None
    """The app it names itself: ``In the `X` app, ...``. The app it runs in comes from the resolver."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Action(Statement):
    """A step in plain words on the phone: everything that is nothing else."""

    text: Template
    """The sentence, without app scope and capture."""
    capture: Ref | None = None
    """Where its result goes: `, record as {x}`."""
    returns: str = ""
    """The type that the result should have, when said: `text`, `number`, `list of text`, ..."""
    details: tuple[Template, ...] = ()
    """The lines indented under it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Assign(Statement):
    """Sets a variable (or a key in it). Arithmetic and data statements with a result are this too."""

    target: Ref
    value: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class AddTo(Statement):
    """Appends to a list or a table; adds to a number."""

    target: Ref
    value: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class RemoveFrom(Statement):
    """Removes an item or row that equals `value`, or a key of an object; subtracts from a number."""

    target: Ref
    value: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Sort(Statement):
    source: Ref
    key: str = ""
    """Column or key to sort by; empty: the items themselves."""
    descending: bool = False
    capture: Ref | None = None
    """Where the sorted copy goes; None: `source` itself is sorted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Filter(Statement):
    """Keeps the items for which the condition holds."""

    source: Ref
    key: str = ""
    """Column or key that is compared; empty: the items themselves."""
    op: CompareOp
    value: Expr
    capture: Ref | None = None
    """Where the kept items go; None: `source` itself is reduced."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tell(Statement):
    """Says something to the user, on the computer."""

    message: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask(Statement):
    """Asks the user and waits for the answer."""

    question: Expr
    capture: Ref | None = None
    returns: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch(Line):
    """`if C:` or `else if C:` with its block."""

    condition: Expr
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Otherwise(Line):
    """`else:` with its block."""

    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class If(Statement):
    """The first branch whose condition holds is taken. Comments belong to the branches."""

    branches: tuple[Branch, ...]
    """At least one."""
    orelse: Otherwise | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Repeat(Statement):
    times: Expr
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ForEach(Statement):
    target: Ref
    """The variable for the item, without path."""
    items: Expr
    """A list, table or text; `Semantic`: things on the phone, such as "unread messages"."""
    noun: str = ""
    """What the item was called beside its variable: `for each dessert {d} in {menu}`."""
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class While(Statement):
    condition: Expr
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RepeatUntil(Statement):
    """Runs the body, then asks; ends when the condition holds. At least one round."""

    condition: Expr
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Within(Statement):
    """``In the `X` app:`` with a block: sets the app for it. `app` is never None."""

    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Break(Statement):
    """Leaves the innermost loop."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Continue(Statement):
    """Goes on with the next round of the innermost loop."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Return(Statement):
    value: Expr | None = None
    """None: what the function declares with `task returns`, else nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stop(Statement):
    """Ends the program."""

    reason: Expr | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter(Node):
    name: str
    type: str = ""
    """As in `Action.returns`; empty: anything."""
    default: Expr | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FunctionDef(Statement):
    """A task of the program's own. Stands in `Program.body` where it was written; running over it does nothing."""

    name: str
    inputs: tuple[Parameter, ...] = ()
    returns: tuple[Ref, ...] = ()
    """Variables whose values are the result at the end of the body: one value, or an object of several."""
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Argument(Node):
    name: str
    value: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Call(Statement):
    """Runs a task that the program defines."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Extract(Statement):
    """Reads data off the phone into a variable; provenance *screen*."""

    what: Template
    """The sentence, without app scope and capture."""
    capture: Ref
    returns: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verify(Statement):
    """A postcondition: verified, failed or unverifiable."""

    condition: Expr


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait(Statement):
    """Exactly one of the two is given."""

    seconds: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadTable(Statement):
    path: Template
    """Relative to the workspace folder, as in every file statement."""
    capture: Ref


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadText(Statement):
    path: Template
    capture: Ref


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveFile(Statement):
    """The suffix of the path decides the format: table, JSON or text."""

    value: Expr
    path: Template


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckFile(Statement):
    """`check if file "x" exists`: the answer goes to `capture` and to a later `if file exists`."""

    path: Template
    capture: Ref | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class UseTool(Statement):
    """Calls a tool that the embedding program registered."""

    name: str
    args: tuple[Argument, ...] = ()
    capture: Ref | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class DirectUI(Statement):
    """An exact command to the phone."""

    command: Command
    target: Template | None = None
    """The app's name, the element's label, the field's label (None: the focused one), or the text to scroll to."""
    text: Expr | None = None
    """What `type` types."""
    direction: Direction | None = None
    """Of `swipe` (the finger's way), `scroll` and `scroll to` (where the content lies)."""
    key: Key | None = None
    """Of `press`."""


# ---------------------------------------------------------------- program


@dataclass(frozen=True, kw_only=True, slots=True)
class Input(Node):
    """A value that the program is given from outside, declared in the header."""

    name: str
    type: str = ""
    description: str = ""
    default: Expr | None = None
    """None: must be given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Header(Node):
    """What stands between the `---` lines."""

    title: str = ""
    language: str = "en"
    """Which table of words `unparse` writes with."""
    inputs: tuple[Input, ...] = ()
    apps: tuple[str, ...] = ()
    """The only apps the program may use; empty: any."""
    budget: tuple[tuple[str, int | float], ...] = ()
    """Limits by name: `actions`, `calls`, `tokens`, `money`, `seconds`, `iterations`."""
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines inside the header."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Program(Node):
    header: Header = Header()
    body: tuple[Statement, ...] = ()
    name: str = field(default="", compare=False)
    """What messages call it: a file name, mostly."""
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Comment lines of a program without statements."""

    @property
    def functions(self) -> dict[str, FunctionDef]:
        """The tasks it defines, by name; of equal names the last."""
        return {s.name: s for s in self.body if isinstance(s, FunctionDef)}


Block = Repeat | ForEach | While | RepeatUntil | Within | FunctionDef
"""Statements with one body."""
Loop = Repeat | ForEach | While | RepeatUntil
