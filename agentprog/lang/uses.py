"""Infers how a program uses a variable's value: one value or many, which parts, and which parts as numbers.

Each variable has one type that all its uses share. A loop variable has the type of the list's items. So readings take
the form that the program needs, and the checker finds uses that no value can satisfy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from agentprog.frozen import frozen
from agentprog.identity import is_piece
from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Arithmetic,
    Ask,
    AskAI,
    Assign,
    Between,
    Boolean,
    Call,
    Compare,
    Compute,
    Date,
    Expr,
    Extract,
    Filter,
    ForEach,
    FunctionDef,
    Line,
    ListExpr,
    Negative,
    Number,
    ObjectExpr,
    Program,
    Range,
    Ref,
    RemoveFrom,
    Return,
    Semantic,
    Sort,
    Statement,
    TableExpr,
    Tell,
    Template,
)  # fmt: skip
from agentprog.lang.shapes import Part, Shape, has_no_parts, shape_of
from agentprog.lang.visit import arms, blocks, expressions
from agentprog.lang.vocabulary.words import words

_THE_MACHINES = ("loop", "error")
"""Variables set by the machine."""
_ORDER = ("<", "<=", ">", ">=")
_Reading = Extract | Action | AskAI | Ask


@dataclass(slots=True, eq=False)
class _Type:
    """The inferred type of a value. Types found to be equal are joined: `same` points to the joined type."""

    same: _Type | None = None
    many: bool = False
    item: _Type | None = None
    parts: dict[str, tuple[_Type, Ref]] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)
    plain: list[str] = field(default_factory=list)
    """Descriptions of the values without parts that it receives."""
    other: bool = False
    """True if it also receives other values."""
    whole: bool = False
    """True if a line uses the whole value in words, as text or in generated code."""
    keys: set[str] = field(default_factory=set)
    """The parts that the program itself sets: in written objects and in assignments to parts."""

    def found(self) -> _Type:
        here = self
        while here.same is not None:
            here = here.same
        return here


def _join(first: _Type, other: _Type) -> None:
    """Joins two types, which are one from then on."""
    waiting = [(first, other)]
    while waiting:
        a, b = (side.found() for side in waiting.pop())
        if a is b:
            continue
        b.same = a
        a.many, a.other, a.whole = a.many or b.many, a.other or b.other, a.whole or b.whole
        a.kinds |= b.kinds
        a.keys |= b.keys
        a.plain += b.plain
        if a.item is None:
            a.item = b.item
        elif b.item is not None:
            waiting.append((a.item, b.item))
        for key, (part, ref) in b.parts.items():
            if key in a.parts:
                waiting.append((a.parts[key][0], part))
            else:
                a.parts[key] = (part, ref)


def _unknown() -> _Type:
    """The type of a value that is unknown before the run. Its items are unknown too."""
    return _Type(other=True, item=_Type(other=True))


def _item(of: _Type) -> _Type:
    found = of.found()
    found.many = True
    if found.item is None:
        found.item = _Type()
    return found.item.found()


def _part(of: _Type, key: str, ref: Ref) -> _Type:
    found = of.found()
    if key not in found.parts:
        found.parts[key] = (_Type(), ref)
    return found.parts[key][0].found()


@frozen
class Impossible:
    """A use of a part that no value of the variable has. `ref` is the use; `given` says what the value has instead."""

    ref: Ref
    part: str
    actual: str


class Uses:
    """The uses of one program, inferred on first access."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._names: dict[tuple[str, str], _Type] = {}
        self._readings: dict[str, tuple[_Type, str]] = {}
        self._changes: list[tuple[_Type, _Type]] = []
        self._done = False

    def of(self, line: Line) -> Shape:
        """The shape that a line's result must have, by its declared type and its uses."""
        self._infer()
        read = self._readings.get(line.id)
        if read is None:
            return Shape()
        found, declared = read[0].found(), shape_of(read[1])
        if getattr(line, "also", ()) and any(part.found().many for part, _ in found.parts.values()):
            return Shape(many=True, parts=tuple(_part_of(key, part) for key, (part, _) in found.parts.items()))
        return _shape(found, declared)

    def of_name(self, line: Line, name: str) -> Shape:
        """The shape of a variable in the frame of a line."""
        self._infer()
        known = self._names.get((self._frames.get(line.id, ""), name))
        return _shape(known.found(), Shape()) if known is not None else Shape()

    def impossible(self) -> Iterator[Impossible]:
        """Uses of a missing part. The value is always a text, a number or a list of these; or a written object without
        the part; or a part of a reading, which is a text."""
        self._infer()
        seen: set[int] = set()
        for known in self._names.values():
            yield from _missing(known.found(), seen)
        for read, declared in self._readings.values():
            if not shape_of(declared).parts:
                yield from _too_deep(read.found())

    # ------------------------------------------------------------ inference

    def _infer(self) -> None:
        if self._done:
            return
        self._done = True
        self._frames: dict[str, str] = {}
        for entry in self._program.header.inputs:
            _join(self._name("", entry.name), _unknown())
        for frame, line in _lines(self._program):
            self._frames[line.id] = frame
            self._line(line, frame)
        for target, value in self._changes:
            of = target.found()
            if "number" in of.kinds and not of.many:
                value.found().kinds.add("number")
            else:
                _join(_item(of), value)
        for known in self._names.values():
            of = known.found()
            if of.whole and of.item is not None:
                of.item.found().whole = True

    def _name(self, frame: str, name: str) -> _Type:
        key = (frame, name)
        if key not in self._names:
            self._names[key] = _Type(other=name in _THE_MACHINES)
        return self._names[key].found()

    def _line(self, line: Line, frame: str) -> None:
        targets = self._statement(line, frame) if isinstance(line, Statement) else ()
        for node in expressions(line):
            if isinstance(node, Ref) and not any(node is target for target in targets):
                self._ref(node, frame)
            elif isinstance(node, Arithmetic | Negative | Compare | Between | Apply):
                self._expr(node, frame)
            elif isinstance(node, Template) and not (isinstance(line, Assign) and node is line.value):
                for ref in node.refs:
                    self._ref(ref, frame).whole = True
        if isinstance(line, Tell) and isinstance(line.message, Ref):
            self._ref(line.message, frame).whole = True

    def _statement(self, line: Statement, frame: str) -> tuple[Ref, ...]:
        """Infers types from the values that a line sets. Returns the references that are targets, not uses."""
        match line:
            case ForEach():
                target = self._name(frame, line.target.name)
                if isinstance(line.items, Semantic):
                    whole = _Type(other=True)
                    self._readings[line.id] = (whole, "list")
                    _join(_item(whole), target)
                    target.found().other = True
                else:
                    _join(_item(self._expr(line.items, frame)), target)
                return (line.target,)
            case Extract() | Action() if line.also:
                return self._shared(line, frame)
            case Extract() | Action() | AskAI() | Ask() if line.capture is not None:
                self._reading(line, self._set(line.capture, frame))
                return (line.capture,)
            case Assign():
                value_type = self._expr(line.value, frame)
                target = self._set(line.target, frame)
                if isinstance(line.value, Semantic):
                    self._readings[line.id] = (target, "")
                _join(target, value_type)
                return () if line.target.path else (line.target,)
            case AddTo() | RemoveFrom():
                self._changes.append((self._ref(line.target, frame), self._expr(line.value, frame)))
            case Sort() | Filter():
                self._chosen(line, frame)
            case Call():
                self._call(line, frame)
            case Return() if line.value is not None:
                self._passed(frame, self._expr(line.value, frame))
            case _:
                capture = getattr(line, "capture", None)
                if isinstance(capture, Ref):
                    _join(self._set(capture, frame), _unknown())
        return ()

    def _set(self, ref: Ref, frame: str) -> _Type:
        """The type of the variable or part that a line sets. From then on the part exists."""
        at = self._name(frame, ref.name)
        for part in ref.path:
            if isinstance(part, str):
                at.keys.add(part)
                at = _part(at, part, ref)
            else:
                at.other = True
                at = _item(at)
        return self._ref(ref, frame)

    def _reading(self, line: _Reading, target: _Type) -> None:
        self._readings[line.id] = (target, line.returns)
        if isinstance(line, Ask) and not line.returns:
            target.plain.append("what the user says, a text")
        elif has_no_parts(line.returns):
            into = _item(target) if shape_of(line.returns).many else target
            into.plain.append(f"read as {line.returns}")
        else:
            _join(target, _unknown())
            if shape_of(line.returns).many:
                target.found().many = True

    def _shared(self, line: Extract | Action, frame: str) -> tuple[Ref, ...]:
        """Several variables take parts of one result. Each part has its variable's name."""
        refs = (*((line.capture,) if line.capture else ()), *(other.ref for other in line.also))
        whole = _Type(other=True)
        self._readings[line.id] = (whole, "")
        for ref, declared in zip(refs, (line.returns, *(other.returns for other in line.also)), strict=True):
            item_type = self._ref(ref, frame)
            item_type.other = True
            item_type.kinds |= {shape_of(declared).kind} & {"number", "date"}
            item_type.many = item_type.many or shape_of(declared).many
            _join(_part(whole, ref.name, ref), item_type)
        return refs

    def _chosen(self, line: Sort | Filter, frame: str) -> None:
        source = self._ref(line.source, frame)
        item = _item(source)
        compared = _part(item, line.key, line.source) if line.key else item
        if isinstance(line, Filter) and line.op in _ORDER:
            _compared(compared, line.value, self._expr(line.value, frame))
        if line.capture is not None:
            _join(source, self._ref(line.capture, frame))

    def _call(self, line: Call, frame: str) -> None:
        task = line.name.casefold()
        for entry in line.args:
            _join(self._name(task, entry.name), self._expr(entry.value, frame))
        if line.capture is not None:
            target = self._ref(line.capture, frame)
            known = next((found for name, found in self._program.functions.items() if name.casefold() == task), None)
            if known is None:
                target.other = True
                return
            returned = known.returns
            if len(returned) == 1:
                _join(target, self._name(task, returned[0].name))
            elif returned:
                target.other = True
                for ref in returned:
                    _join(_part(target, ref.name, ref), self._name(task, ref.name))
            else:
                _join(target, self._name(task, ""))

    def _passed(self, task: str, value: _Type) -> None:
        _join(self._name(task, ""), value)

    # ------------------------------------------------------------ expressions

    def _ref(self, ref: Ref, frame: str) -> _Type:
        at = self._name(frame, ref.name)
        for part in ref.path:
            if isinstance(part, str) and is_piece(part):
                return _Type(other=True)
            at = _part(at, part, ref) if isinstance(part, str) and not part.lstrip("-").isdigit() else _item(at)
        return at.found()

    def _expr(self, expr: Expr, frame: str) -> _Type:
        """The type of an expression. Records what the expression needs of its operands."""
        match expr:
            case Ref():
                return self._ref(expr, frame)
            case Template() if len(expr.parts) == 1 and isinstance(expr.parts[0], Ref):
                return self._ref(expr.parts[0], frame)
            case Template():
                return _Type(plain=[f'the text "{expr}"'])
            case Number() | Arithmetic() | Negative():
                return self._number(expr, frame)
            case Boolean() | Date():
                return _Type(kinds={"date"} if isinstance(expr, Date) else set(), plain=[f"{expr.value}"])
            case ListExpr() | Range() | TableExpr():
                return self._list(expr, frame)
            case ObjectExpr():
                made = _Type(keys={entry.key for entry in expr.entries})
                for entry in expr.entries:
                    _join(_part(made, entry.key, Ref(name=entry.key, span=entry.span)), self._expr(entry.value, frame))
                return made
            case Apply():
                return self._applied(expr, frame)
            case Compare() if expr.op in _ORDER:
                self._ordered(frame, expr.left, expr.right)
            case Between():
                self._ordered(frame, expr.operand, expr.low)
        return _unknown() if isinstance(expr, Semantic | Compute) else _Type()

    def _number(self, expr: Number | Arithmetic | Negative, frame: str) -> _Type:
        result = _Type(kinds={"number"}, plain=["a number"])
        if isinstance(expr, Negative):
            self._expr(expr.operand, frame).kinds.add("number")
        if isinstance(expr, Arithmetic):
            sides = (self._expr(expr.left, frame), self._expr(expr.right, frame))
            joins = expr.op == "+" and not any("number" in side.found().kinds for side in sides)
            if joins:  # `+` also joins texts and lists
                return _unknown()
            for side in sides:
                side.found().kinds.add("number")
        return result

    def _list(self, expr: ListExpr | Range | TableExpr, frame: str) -> _Type:
        made = _Type(other=True)
        item = _item(made)
        if isinstance(expr, ListExpr):
            for element in expr.items:
                value_type = self._expr(element, frame)
                if isinstance(element, ObjectExpr | Template) and not (isinstance(element, Template) and element.refs):
                    _join(item, value_type)
                else:  # adjacent variables in a list may differ in kind
                    item.found().other = True
        elif isinstance(expr, Range):
            item.kinds.add("number")
            item.plain.append("a number")
        else:
            item.keys |= set(expr.columns)
        return made.found()

    def _applied(self, expr: Apply, frame: str) -> _Type:
        operand = self._expr(expr.operand, frame)
        if expr.function in ("sum", "average"):
            _item(operand).kinds.add("number")
        if expr.function in ("count", "sum", "average"):
            operand.found().many = True
            return _Type(kinds={"number"}, plain=["a number"])
        return _item(operand)

    def _ordered(self, frame: str, left: Expr, right: Expr) -> None:
        left_type, other = self._expr(left, frame), self._expr(right, frame)
        _compared(left_type, right, other)
        _compared(other, left, left_type)


def _compared(of: _Type, value: Expr, known: _Type) -> None:
    """An order comparison gives a type the kind of the compared value."""
    if isinstance(value, Date) or "date" in known.found().kinds:
        of.found().kinds.add("date")
    elif "number" in known.found().kinds:
        of.found().kinds.add("number")


def _lines(program: Program) -> Iterator[tuple[str, Line]]:
    """Every line with its frame: the task's name, or empty."""
    waiting: list[tuple[str, Iterable[Statement]]] = [("", program.body)]
    while waiting:
        frame, body = waiting.pop(0)
        for statement in body:
            if isinstance(statement, FunctionDef):
                waiting.append((statement.name.casefold(), statement.body))
                continue
            yield frame, statement
            yield from ((frame, arm) for arm in arms(statement))
            waiting += [(frame, inner) for inner in blocks(statement)]
            if isinstance(statement, Action) and statement.implementation is not None:
                waiting.append((frame, statement.implementation.body))


def _keys(of: _Type, *, many: bool) -> dict[str, tuple[_Type, Ref]]:
    """The parts of a value. For a list: the parts of its items, and its own parts as columns, except names of functions
    such as `length`."""
    if not many:
        return of.parts
    questions = words().section("questions")
    inner = of.item.found().parts if of.item is not None else {}
    columns = {key: found for key, found in of.parts.items() if key.casefold() not in questions}
    return {**inner, **columns}


def _shape(of: _Type, declared: Shape) -> Shape:
    """The shape that the uses need. A declared shape takes precedence."""
    many = of.many or declared.many
    item = of.item.found() if many and of.item is not None else of
    if declared.parts:
        return declared
    if declared.kind and has_no_parts(declared.kind):
        return declared
    keys = _keys(of, many=many)
    if keys and not many and all(part.found().many for part, _ in keys.values()):
        return Shape(many=True, parts=tuple(_part_of(key, part) for key, (part, _) in keys.items()), open=of.whole)
    if keys:
        columns = of.parts if many else {}
        parts = (
            _part_of(key, part) if key in columns else Part(name=key, kind="list" if part.many else _kind(part))
            for key, part in ((key, part.found()) for key, (part, _) in keys.items())
        )
        return Shape(many=many, parts=tuple(parts), open=many and (of.whole or item.whole))
    return Shape(many=many, kind=declared.kind or _kind(item))


def _part_of(key: str, of: _Type) -> Part:
    """A column of a list, with the kind of its cells."""
    found = of.found()
    return Part(name=key, kind=_kind(found.item.found() if found.item is not None else found))


def _kind(of: _Type) -> str:
    return next(iter(of.kinds)) if len(of.kinds) == 1 else ""


def _missing(of: _Type, seen: set[int]) -> Iterator[Impossible]:
    if id(of) in seen:
        return
    seen.add(id(of))
    if not of.other and not of.many:
        plain = f"no parts: {of.plain[0]}" if of.plain else ""
        has = f"no such part: an object with {', '.join(sorted(of.keys))}" if of.keys else plain
        for key, (_, ref) in of.parts.items():
            if has and key not in of.keys and not (of.keys and of.plain):
                yield Impossible(ref=ref, part=key, actual=has)
    inner = [part.found() for part, _ in of.parts.values()]
    for item_type in [*inner, *([of.item.found()] if of.item is not None else [])]:
        yield from _missing(item_type, seen)


def _too_deep(read: _Type) -> Iterator[Impossible]:
    """Parts of parts, which readings do not have."""
    item = read.item.found() if read.many and read.item is not None else read
    for part, _ in item.parts.values():
        found = part.found()
        inner = found.item.found() if found.many and found.item is not None else found
        for key, (_, ref) in inner.parts.items():
            if not (inner.other or inner.keys):
                yield Impossible(ref=ref, part=key, actual="no parts: a part of what is read is a text")
