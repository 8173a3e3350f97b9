"""Nodes to words: expressions with as few brackets as they need, and the canonical line of every statement."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from agentprog.lang.ast import (
    Action,
    AddTo,
    Apply,
    Argument,
    Arithmetic,
    Ask,
    AskAI,
    Assign,
    Between,
    Boolean,
    Branch,
    Break,
    Call,
    CheckFile,
    Compare,
    Compute,
    Continue,
    Date,
    DirectUI,
    Expr,
    Extract,
    FileExists,
    Filter,
    ForEach,
    FunctionDef,
    If,
    IsEmpty,
    ListExpr,
    Logic,
    Negative,
    Node,
    Not,
    Nothing,
    Number,
    ObjectExpr,
    OnScreen,
    Parameter,
    ReadTable,
    ReadText,
    Ref,
    RemoveFrom,
    Repeat,
    RepeatUntil,
    Return,
    SaveFile,
    Semantic,
    Sort,
    Statement,
    Stop,
    TableExpr,
    Tell,
    Template,
    UseTool,
    Verify,
    Wait,
    While,
    Within,
)  # fmt: skip
from agentprog.lang.build_flow import items_value
from agentprog.lang.expressions import condition, value
from agentprog.lang.lines import split_capture
from agentprog.lang.patterns import fill
from agentprog.lang.text import Piece, comment_start, open_brackets, plain
from agentprog.lang.words import words

_LEVELS: dict[type, int] = {
    Not: 3, Compare: 4, Between: 4, IsEmpty: 4, OnScreen: 4, FileExists: 4, Negative: 7, Apply: 7,
}  # fmt: skip
_ATOM = 9
_COMPARE = {
    "==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE",
    "contains": "CONTAINS", "in": "IN", "starts with": "STARTS", "ends with": "ENDS",
}  # fmt: skip


def escape(text: Template) -> str:
    """A text in double quotes that reads back as the same template."""
    return '"' + "".join(str(part) if isinstance(part, Ref) else _escape(part) for part in text.parts) + '"'


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"', "{": "\\{", "｛": "\\｛"}


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(sign, sign) for sign in text)


def _level(expr: Node) -> int:
    if isinstance(expr, Logic):
        return 1 if expr.op == "or" else 2
    if isinstance(expr, Arithmetic):
        return 5 if expr.op in "+-" else 6
    return _LEVELS.get(type(expr), _ATOM)


def _safe(text: str) -> bool:
    """Whether plain words can stand inside a line without changing how the line is read."""
    shadow = plain(text)
    return (
        bool(text)
        and text == text.strip()
        and not any(sign in text for sign in "\n\r\t")
        and shadow[-1] not in ".:;,!)"
        and comment_start(shadow) is None
        and open_brackets(shadow) == 0
        and split_capture(Piece(text))[0] is None
    )


class Writer:
    """Writes in one language. `guarded` writes nothing in plain words that could be misread."""

    def __init__(self, language: str = "en", *, guarded: bool = False) -> None:
        self.language = language
        self._table = words().table(language)
        self._operators: dict[str, str] = self._table["operators"]["canonical"]
        self._guarded = guarded

    # ------------------------------------------------------------------------------------------------ expressions

    def expression(self, expr: Expr, level: int = 0) -> str:
        """An exact expression; in brackets when it binds less than `level`."""
        text = self._expression(expr)
        return f"({text})" if _level(expr) < level else text

    def _expression(self, expr: Expr) -> str:
        if isinstance(expr, Template):
            return escape(expr)
        if isinstance(expr, Ref):
            return str(expr)
        if isinstance(expr, Number):
            return _number(expr.value)
        if isinstance(expr, Logic):
            joiner = f" {self._word(expr.op.upper())} "
            return joiner.join(self.expression(operand, _level(expr) + 1) for operand in expr.operands)
        if isinstance(expr, Arithmetic):
            low = _level(expr)
            return f"{self.expression(expr.left, low)} {expr.op} {self.expression(expr.right, low + 1)}"
        return self._literal(expr) or self._test(expr) or self._unary(expr)

    def _word(self, name: str) -> str:
        return self._operators[name]

    def _literal(self, expr: Expr) -> str:
        if isinstance(expr, Boolean):
            return self._word("TRUE" if expr.value else "FALSE")
        if isinstance(expr, Nothing):
            return self._word("NOTHING")
        if isinstance(expr, Date):
            moment = expr.value
            if not isinstance(moment, datetime):
                return moment.isoformat()
            return moment.strftime("%Y-%m-%d %H:%M" + (":%S" if moment.second else "")).rjust(16, "0")
        if isinstance(expr, ListExpr):
            return "[" + ", ".join(self.expression(item) for item in expr.items) + "]"
        if isinstance(expr, ObjectExpr):
            pairs = (f"{_key(entry.key)}: {self.expression(entry.value)}" for entry in expr.entries)
            return "{" + ", ".join(pairs) + "}"
        if isinstance(expr, TableExpr):
            return f"{self._word('TABLE')} [" + ", ".join(_key(name) for name in expr.columns) + "]"
        return ""

    def _test(self, expr: Expr) -> str:
        if isinstance(expr, Compare):
            word = self._word(_COMPARE[expr.op])
            return f"{self.expression(expr.left, 5)} {word} {self.expression(expr.right, 5)}"
        if isinstance(expr, Between):
            low, high = self.expression(expr.low, 5), self.expression(expr.high, 5)
            return f"{self.expression(expr.operand, 5)} {self._word('BETWEEN')} {low} {self._word('AND')} {high}"
        if isinstance(expr, IsEmpty):
            return f"{self.expression(expr.operand, 5)} {self._word('EMPTY')}"
        if isinstance(expr, OnScreen):
            return f"{escape(expr.text)} {self._word('VISIBLE')}"
        if isinstance(expr, FileExists):
            if expr.path is None:
                return self._word("FILE_EXISTS")
            return f"{self._word('FILE')} {escape(expr.path)} {self._word('EXISTS')}"
        return ""

    def _unary(self, expr: Expr) -> str:
        if isinstance(expr, Not):
            return f"{self._word('NOT')} {self.expression(expr.operand, 3)}"
        if isinstance(expr, Negative):
            inner = self.expression(expr.operand, 7)
            return f"-({inner})" if isinstance(expr.operand, Number) else f"-{inner}"
        if isinstance(expr, Apply):
            return f"{self._word(expr.function.upper())} {self.expression(expr.operand, 7)}"
        if isinstance(expr, Semantic):
            return f"{self._word('JUDGE')} {escape(expr.text)}"
        if isinstance(expr, Compute):
            return f"{self._word('COMPUTE')} {escape(expr.text)}"
        raise TypeError(f"no expression: {type(expr).__name__}")

    # ------------------------------------------------------------------------------------------------ slots

    def condition(self, expr: Expr) -> str:
        text = self._plainly(expr)
        return text if text and condition(Piece(text)) == expr else self.expression(expr)

    def value(self, expr: Expr) -> str:
        text = self._plainly(expr)
        return text if text and value(Piece(text)) == expr else self.expression(expr)

    def items(self, expr: Expr) -> str:
        text = self._plainly(expr)
        return text if text and items_value(Piece(text)) == expr else self.expression(expr)

    def _plainly(self, expr: Expr) -> str:
        """The plain words of what a model answers, when they may stand as they are."""
        if self._guarded or not isinstance(expr, Semantic | Compute):
            return ""
        text = str(expr.text)
        return text if _safe(text) else ""

    # ------------------------------------------------------------------------------------------------ lines

    def line(self, statement: Statement) -> str:
        """The canonical line of a statement, with its app scope, without its block."""
        text = self._line(statement)
        if statement.app is None or isinstance(statement, Within):
            return text
        scope = self._scope(statement.app)
        return scope + self._lowered(text, scope)

    @staticmethod
    def _lowered(text: str, scope: str) -> str:
        """A canonical form behind an app scope."""
        return text[:1].lower() + text[1:] if scope else text

    def _scope(self, app: Template) -> str:
        return fill(self._table["scope"]["canonical"], {"app": escape(app)})

    def _fill(self, form: str, **slots: str) -> str:
        return fill(words().canonical(form, self.language), slots)

    def _capture(self, target: Ref | None, returns: str = "") -> str:
        if target is None:
            return ""
        return fill(self._table["capture"]["canonical"], {"target": str(target), "returns": returns})

    def action_ways(self, statement: Action) -> list[str]:
        """The ways to write a step, from the plainest to the one that nothing can misread."""
        scope = "" if statement.app is None else self._scope(statement.app)
        end = self._capture(statement.capture, statement.returns)
        word = self._table["escape"]["action"][0]
        text = str(statement.text)
        return [f"{scope}{text}{end}", f"{scope}{word}: {text}{end}", f"{scope}{word}: {escape(statement.text)}{end}"]

    def extract_ways(self, statement: Extract) -> list[str]:
        """The ways to write what is read off the phone, plainest first."""
        scope = "" if statement.app is None else self._scope(statement.app)
        end = self._capture(statement.capture, statement.returns)
        record = self._fill("record", value=str(statement.what), target=str(statement.capture))
        quoted = self._fill("extract", what=escape(statement.what))
        return [
            f"{scope}{statement.what}{end}",
            scope + self._lowered(record, scope),
            f"{scope}{self._lowered(quoted, scope)}{end}",
        ]

    def else_if(self, branch: Branch) -> str:
        return self._fill("elif", condition=self.condition(branch.condition))

    def otherwise(self) -> str:
        return self._fill("else")

    def declarations(self, task: FunctionDef) -> list[str]:
        """The lines of a task that say what it takes and gives."""
        lines: list[str] = []
        if task.inputs:
            lines.append(self._fill("task_input", params=", ".join(self._parameter(entry) for entry in task.inputs)))
        if task.returns:
            lines.append(self._fill("task_returns", refs=", ".join(str(ref) for ref in task.returns)))
        return lines

    def _parameter(self, entry: Parameter) -> str:
        kind = f" ({entry.type})" if entry.type else ""
        default = f" = {self.expression(entry.default)}" if entry.default is not None else ""
        return f"{{{entry.name}}}{kind}{default}"

    def _args(self, args: tuple[Argument, ...]) -> str:
        return ", ".join(f"{{{entry.name}}} = {self.expression(entry.value)}" for entry in args)

    def _line(self, statement: Statement) -> str:
        text = self._flow(statement) or self._data(statement) or self._world(statement)
        if text is None:
            raise TypeError(f"no statement: {type(statement).__name__}")
        return text

    def _flow(self, s: Statement) -> str | None:
        match s:
            case If():
                return self._fill("if", condition=self.condition(s.branches[0].condition))
            case Repeat():
                return self._fill("repeat", times=self.expression(s.times))
            case ForEach():
                return self._fill("foreach", noun=s.noun, target=str(s.target), items=self.items(s.items))
            case While(condition=Boolean(value=True)):
                return self._fill("forever")
            case While():
                return self._fill("while", condition=self.condition(s.condition))
            case RepeatUntil():
                return self._fill("until", condition=self.condition(s.condition))
            case Within(app=app):
                return self._scope(app or Template()).rstrip(" ,，") + ":"
            case FunctionDef():
                return self._fill("function", name=_key(s.name))
            case Call():
                return self._fill("call", name=_key(s.name), args=self._args(s.args)) + self._capture(s.capture)
            case UseTool():
                return self._fill("use_tool", name=_key(s.name), args=self._args(s.args)) + self._capture(s.capture)
            case _:
                return self._jump(s)

    def _jump(self, s: Statement) -> str | None:
        match s:
            case Break():
                return self._fill("break")
            case Continue():
                return self._fill("continue")
            case Return():
                return self._fill("return", value="" if s.value is None else self.expression(s.value))
            case Stop():
                return self._fill("stop", reason="" if s.reason is None else self.expression(s.reason))
            case _:
                return None

    def _data(self, s: Statement) -> str | None:
        match s:
            case Assign():
                return self._fill("assign", target=str(s.target), value=self.value(s.value))
            case AddTo():
                return self._fill("add_to", value=self.expression(s.value), target=str(s.target))
            case RemoveFrom():
                return self._fill("remove_from", value=self.expression(s.value), target=str(s.target))
            case Sort():
                direction = _word_for(self._table["directions"], "descending") if s.descending else ""
                key = _key(s.key) if s.key else ""
                return self._fill("sort", source=str(s.source), key=key, direction=direction) + self._capture(s.capture)
            case Filter():
                left = _key(s.key) if s.key else "{item}"
                test = f"{left} {self._word(_COMPARE[s.op])} {self.expression(s.value, 5)}"
                return self._fill("filter", source=str(s.source), condition=test) + self._capture(s.capture)
            case ReadTable():
                return self._fill("read_table", path=escape(s.path)) + self._capture(s.capture)
            case ReadText():
                return self._fill("read_text", path=escape(s.path)) + self._capture(s.capture)
            case SaveFile():
                return self._fill("save_file", value=self.expression(s.value), path=escape(s.path))
            case CheckFile():
                return self._fill("check_file", path=escape(s.path)) + self._capture(s.capture)
            case _:
                return None

    def _world(self, s: Statement) -> str | None:
        match s:
            case Tell():
                return self._fill("tell", message=self.expression(s.message))
            case Ask():
                return self._fill("ask", question=self.expression(s.question)) + self._capture(s.capture, s.returns)
            case AskAI():
                return self._fill("ask_ai", prompt=self.expression(s.prompt)) + self._capture(s.capture, s.returns)
            case Extract():
                return self.extract_ways(replace(s, app=None))[-1]
            case Verify():
                return self._fill("verify", condition=self.condition(s.condition))
            case Wait(until=until) if until is not None:
                return self._fill("wait_until", condition=self.condition(until))
            case Wait(seconds=seconds) if seconds is not None:
                return self._fill("wait", number=self.expression(seconds))
            case DirectUI():
                return self._command(s)
            case _:
                return None

    def _command(self, s: DirectUI) -> str:
        target = "" if s.target is None else escape(s.target)
        match s.command:
            case "open app":
                return self._fill("open_app", app=target)
            case "type":
                return self._fill("type", value="" if s.text is None else self.expression(s.text), target=target)
            case "press":
                hard = (s.key or "back") in self._table["hardkeys"].values()
                form, table = ("press", "hardkeys") if hard else ("press_key", "keys")
                return self._fill(form, key=_word_for(self._table[table], s.key or "back"))
            case "clear" if s.target is None:
                return self._fill("clear_focused")
            case "open notifications":
                return self._fill("notifications")
            case "swipe" | "scroll" | "scroll to":
                direction = _word_for(self._table["compass"], s.direction or "down")
                return self._fill(s.command.replace(" ", "_"), direction=direction, target=target)
            case _:
                return self._fill(s.command.replace(" ", "_"), target=target)


def _word_for(table: dict[str, str], meaning: str) -> str:
    """The first word of a table that means this."""
    return next(word for word, meant in table.items() if meant == meaning)


def _key(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(sign, sign) if sign not in "{｛" else sign for sign in text) + '"'


def _number(number: int | float) -> str:
    return str(number) if isinstance(number, int) else f"{Decimal(repr(number)):f}"
