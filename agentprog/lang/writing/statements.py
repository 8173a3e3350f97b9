"""Statements to words: the canonical line of every kind."""

from __future__ import annotations

from dataclasses import replace

from agentprog.lang.ast import (
    Action,
    AddTo,
    Argument,
    Ask,
    AskAI,
    Assign,
    Boolean,
    Branch,
    Break,
    Call,
    CheckFile,
    Continue,
    DirectUI,
    Extract,
    Filter,
    ForEach,
    FunctionDef,
    If,
    Parameter,
    ReadTable,
    ReadText,
    Ref,
    RemoveFrom,
    Repeat,
    RepeatUntil,
    Return,
    SaveFile,
    Sort,
    Statement,
    Stop,
    Tell,
    Template,
    UseTool,
    Verify,
    Wait,
    While,
    Within,
)  # fmt: skip
from agentprog.lang.vocabulary.patterns import fill
from agentprog.lang.vocabulary.words import words
from agentprog.lang.writing.expressions import COMPARE_WORDS, ExpressionWriter, escape, in_quotes


class Writer(ExpressionWriter):
    """Writes whole lines in one language."""

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
                return self._fill("function", name=in_quotes(s.name))
            case Call():
                return self._fill("call", name=in_quotes(s.name), args=self._args(s.args)) + self._capture(s.capture)
            case UseTool():
                named = self._fill("use_tool", name=in_quotes(s.name), args=self._args(s.args))
                return named + self._capture(s.capture)
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
                key = in_quotes(s.key) if s.key else ""
                return self._fill("sort", source=str(s.source), key=key, direction=direction) + self._capture(s.capture)
            case Filter():
                left = in_quotes(s.key) if s.key else "{item}"
                test = f"{left} {self._word(COMPARE_WORDS[s.op])} {self.expression(s.value, 5)}"
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
