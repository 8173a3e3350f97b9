"""Writes the canonical line of each kind of statement."""

from __future__ import annotations

from agentprog.lang.ast import Action, Case, Extract, FunctionDef, OnError, Otherwise, Ref, Statement, Template, Within
from agentprog.lang.kinds.table import BY_NODE
from agentprog.lang.phrases.markers import CaseLine, ElseIfLine, InputLine, ReturnsLine
from agentprog.lang.phrases.wording import ExpressionWriter, escape
from agentprog.lang.visit import Arm
from agentprog.lang.vocabulary.patterns import fill


class Writer(ExpressionWriter):
    """Writes whole lines in one language."""

    def line(self, statement: Statement) -> str:
        """The canonical line of a statement with its app scope, without its block."""
        if isinstance(statement, Within):
            return self._scope(statement.app or Template()).rstrip(" ,，") + ":"
        text = self._line(statement)
        return text if statement.app is None else self._with_scope(self._scope(statement.app), text)

    @staticmethod
    def _with_scope(scope: str, text: str) -> str:
        """Puts the app scope, if any, before the text."""
        return scope + text[:1].lower() + text[1:] if scope else text

    def _line(self, statement: Statement) -> str:
        for kind in BY_NODE.get(type(statement), ()):
            text = kind.written(self, statement)
            if text is not None:
                return text + self._result(statement)
        raise TypeError(f"no words for this statement: {statement!r}")

    def _scope(self, app: Template) -> str:
        return fill(self._table["scope"]["canonical"], {"app": escape(app)})

    def _result(self, statement: Statement) -> str:
        """The capture phrase: the variables that take the result, with their types."""
        target = getattr(statement, "capture", None)
        if not isinstance(target, Ref):
            return ""
        slots = {"target": str(target), "returns": getattr(statement, "returns", "")}
        others = statement.also if isinstance(statement, Action | Extract) else ()
        for number, other in enumerate(others, 1):
            kind = f" ({slots['returns']})" if slots["returns"] else ""
            joint = f" {self._table['arguments']['and'][0]} " if number == len(others) else ", "
            slots = {"target": f"{slots['target']}{kind}{joint}{other.ref}", "returns": other.returns}
        return fill(self._table["capture"]["canonical"], slots)

    def action_ways(self, statement: Action) -> list[str]:
        """All notations of a step, from the plainest to the unambiguous one."""
        scope = "" if statement.app is None else self._scope(statement.app)
        end = self._result(statement)
        word = self._table["escape"]["action"][0]
        text = str(statement.text)
        escaped = [f"{scope}{word}: {text}{end}", f"{scope}{word}: {escape(statement.text)}{end}"]
        return escaped if statement.said else [f"{scope}{text}{end}", *escaped]

    def extract_ways(self, statement: Extract) -> list[str]:
        """All notations of a reading, from the plainest to the unambiguous one."""
        scope = "" if statement.app is None else self._scope(statement.app)
        end = self._result(statement)
        record = fill(self.canonical("record"), {"value": str(statement.what), "target": str(statement.capture)})
        quoted = fill(self.canonical("extract"), {"what": escape(statement.what)})
        return [f"{scope}{statement.what}{end}", self._with_scope(scope, record), self._with_scope(scope, quoted) + end]

    def exactly(self) -> str:
        """The line above the exact lines of a step."""
        return str(self._table["exactly"]["canonical"])

    def arm(self, arm: Arm) -> str:
        """The line of a later branch, a case, an `else` or an `on error`."""
        if isinstance(arm, Otherwise):
            return self.canonical("else")
        if isinstance(arm, OnError):
            return self.canonical("on_error")
        if isinstance(arm, Case):
            return self._line(CaseLine(values=arm.values))
        return self._line(ElseIfLine(branch=arm))

    def declarations(self, task: FunctionDef) -> list[str]:
        """The lines that declare a task's inputs and results."""
        lines: list[Statement] = [InputLine(inputs=task.inputs)] if task.inputs else []
        lines += [ReturnsLine(returns=task.returns)] if task.returns else []
        return [self._line(line) for line in lines]
