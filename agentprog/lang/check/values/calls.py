"""Checks calls of the program's tasks: the task exists, its inputs match, and the calls end."""

from __future__ import annotations

from agentprog.lang.ast import Argument, Call, FunctionDef, If, Program, Return, Statement, Within
from agentprog.lang.check.report import Findings, Pass
from agentprog.lang.check.values.captures import several_captured
from agentprog.lang.diagnostics import Names, did_you_mean
from agentprog.lang.visit import statements


class CallsPass(Pass):
    def __init__(self, program: Program, report: Findings) -> None:
        super().__init__(program, report)
        self.tasks: dict[str, FunctionDef] = {}
        self.called: set[str] = set()
        self.near: Names | None = None

    def run(self) -> None:
        everything = list(statements(self.program))
        self._define([s for s in everything if isinstance(s, FunctionDef)])
        for statement in everything:
            if isinstance(statement, Call):
                self._call(statement)
        for name, task in self.tasks.items():
            if name not in self.called:
                message = f'the task "{task.name}" is never called'
                self.report.add("STP406", message, task.span, f'write `execute task "{task.name}"`, or remove it')
        self._recursion()

    def _define(self, tasks: list[FunctionDef]) -> None:
        for task in tasks:
            if task.name.casefold() in self.tasks:
                message = f'there is already a task "{task.name}"'
                self.report.add("STP404", message, task.span, "give one of them another name")
            else:
                self.tasks[task.name.casefold()] = task
            names = [entry.name for entry in task.inputs]
            for number, entry in enumerate(task.inputs):
                if entry.name in names[:number]:
                    message = f"the input {{{entry.name}}} is declared twice"
                    self.report.add("STP114", message, entry.span, "remove one")

    def _call(self, call: Call) -> None:
        task = self.tasks.get(call.name.casefold())
        if task is None:
            if self.near is None:
                self.near = Names(found.name for found in self.tasks.values())
            hint = did_you_mean(call.name, self.near, '"{}"') or "define it, or write the step in plain words"
            self.report.add("STP401", f'there is no task "{call.name}"', call.span, hint)
            return
        self.called.add(call.name.casefold())
        self._inputs(call, task)
        if call.capture is not None and not _gives(task):
            message = f'the task "{task.name}" returns nothing that could be recorded'
            self.report.add("STP407", message, call.capture.span, "add `Task returns {...}` to it")

    def _inputs(self, call: Call, task: FunctionDef) -> None:
        inputs_of_task = {entry.name: entry for entry in task.inputs}
        passed: set[str] = set()
        for argument in call.args:
            if argument.name in passed:
                message = f"the input {{{argument.name}}} is given twice"
                self.report.add("STP408", message, argument.span, "give it once")
            elif argument.name not in inputs_of_task and not self._is_capture(call, argument):
                message = f'the task "{task.name}" has no input {{{argument.name}}}'
                listed = ", ".join(f"{{{name}}}" for name in inputs_of_task) or "none"
                hint = did_you_mean(argument.name, inputs_of_task, "{{}}") or f"its inputs: {listed}"
                self.report.add("STP403", message, argument.span, hint)
            passed.add(argument.name)
        missing = [name for name, entry in inputs_of_task.items() if entry.default is None and name not in passed]
        if missing:
            listed = ", ".join(f"{{{name}}}" for name in missing)
            message = f'the task "{task.name}" is called without {listed}'
            self.report.add("STP402", message, call.span, f"add `{{{missing[0]}}} is ...`")

    def _is_capture(self, call: Call, argument: Argument) -> bool:
        """True if the argument is a capture of several variables, `record as {a} and {b}`, which gets its own
        finding."""
        refs = several_captured(call, self.report.text, self.words)
        return bool(refs) and argument.value.span.start <= refs[0].span.start < argument.value.span.end

    def _recursion(self) -> None:
        """Reports tasks that always call themselves, directly or through other tasks."""
        certain = {name: _certain_calls(task.body) for name, task in self.tasks.items()}
        for name, task in self.tasks.items():
            seen: set[str] = set()
            waiting = list(certain[name])
            while waiting:
                called = waiting.pop()
                if called not in seen:
                    seen.add(called)
                    waiting += certain.get(called, ())
            if name in seen:
                message = f'the task "{task.name}" always calls itself again'
                self.report.add("STP405", message, task.span, "put the call under a condition that becomes false")


def _gives(task: FunctionDef) -> bool:
    return bool(task.returns) or any(isinstance(s, Return) and s.value is not None for s in statements(task))


def _certain_calls(body: tuple[Statement, ...]) -> list[str]:
    """Tasks that a block always calls: outside loops, and before any branch that may return."""
    found: list[str] = []
    for statement in body:
        if isinstance(statement, Call):
            found.append(statement.name.casefold())
        elif isinstance(statement, Within):
            found += _certain_calls(statement.body)
        elif isinstance(statement, Return) or (isinstance(statement, If) and _may_return(statement)):
            break
        elif isinstance(statement, If) and statement.orelse is not None:
            arms = [_certain_calls(branch.body) for branch in statement.branches]
            arms.append(_certain_calls(statement.orelse.body))
            found += [name for name in arms[0] if all(name in arm for arm in arms[1:])]
    return found


def _may_return(statement: If) -> bool:
    return any(isinstance(inner, Return) for inner in statements(statement))
