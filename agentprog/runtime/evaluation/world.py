"""What an expression may ask beyond its values, answered for one row: the phone, the roles, the sandbox, the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentprog.errors import RunError
from agentprog.lang import ast
from agentprog.lang.table import Row
from agentprog.runtime.compute.sandbox import SandboxError
from agentprog.runtime.context.builder import named_values
from agentprog.runtime.evaluation.expressions import Known, template
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.grounding.recovery import disturbed, steady
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.state.values import Value, as_text, from_json, kind_of, to_bool, to_json
from agentprog.runtime.state.variables import Provenance, least_trusted

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

_CODE_ATTEMPTS = 3


class NoWorld:
    """For expressions in the header, where there is nothing to ask yet."""

    def lookup(self, ref: ast.Ref) -> Known:
        raise RunError(f"{ref} has no value in the header")

    def judge(self, question: ast.Semantic) -> Known:
        raise RunError(f"the header cannot ask: {question.text}")

    def read(self, wanted: ast.Semantic) -> Known:
        raise RunError(f"the header cannot read: {wanted.text}")

    def compute(self, statement: ast.Compute) -> Known:
        raise RunError(f"the header cannot compute: {statement.text}")

    def on_screen(self, text: str) -> bool:
        raise RunError(f"the header cannot look for {text!r}")

    def file_exists(self, path: str | None) -> bool:
        raise RunError(f"the header cannot look for the file {path!r}")


class RowWorld:
    """For one row of one machine; the record rises to the tier that an answer needed."""

    def __init__(self, machine: Machine, row: Row, record: StepRecord) -> None:
        self._machine = machine
        self._row = row
        self._record = record

    def lookup(self, ref: ast.Ref) -> Known:
        return self._machine.store.lookup(ref, self._row)

    def judge(self, question: ast.Semantic) -> Known:
        """Whether a condition in plain words holds. What no screen can answer a person is asked."""
        words = as_text(template(question.text, self).value)
        machine, record = self._machine, self._record
        if not machine.kit.handset.there and machine.kit.roles.coder is not None:
            return self._computed(f"whether this holds, True or False: {words}", question.text)
        record.rises_to(Tier.SEMANTIC)
        holds, evidence = look(machine, self._row, record, words)
        if holds is None:
            ask = f"Line {self._row.line}: the screen cannot tell whether this holds: {words}. Does it?"
            holds = bool(machine.resolve(record, "confirmed", lambda: machine.kit.interaction.confirm(ask)))
        record.detail = evidence
        return Known(holds, Provenance.SCREEN)

    def read(self, wanted: ast.Semantic) -> Known:
        words = as_text(template(wanted.text, self).value)
        return read_value(self._machine, self._row, self._record, words, variable="", kind="")

    def compute(self, statement: ast.Compute) -> Known:
        return self._computed(str(statement.text), statement.text)

    def on_screen(self, text: str) -> bool:
        machine, record = self._machine, self._record
        enter_app(machine, self._row, record)

        def shown() -> bool:
            return bool(machine.resolve(record, "on screen", lambda: machine.kit.handset.current(record).shows(text)))

        # What covers the app may be what the condition is about: only where the text is not to be seen it is sent away.
        return shown() or (disturbed(machine, record, text) and shown())

    def file_exists(self, path: str | None) -> bool:
        machine, record = self._machine, self._record
        name = path if path is not None else machine.last_file
        if not name:
            raise RunError(f"line {self._row.line}: no file was named before this line", line=self._row.line)
        machine.last_file = name
        return bool(machine.resolve(record, "file exists", lambda: machine.kit.workspace.exists(name)))

    # ------------------------------------------------------------ compute

    def _computed(self, statement: str, text: ast.Template) -> Known:
        """Run the code for a statement, asking the coder for it once, and again when it fails."""
        machine, record = self._machine, self._record
        record.rises_to(Tier.COMPUTE)
        sources = [self.lookup(ref).provenance for ref in text.refs]
        mentioned = {ref.name for ref in text.refs}
        found = machine.resolve(record, "computed", lambda: self._run_code(statement, mentioned))
        return Known(from_json(found["value"]), least_trusted([*sources, Provenance.PROGRAM]))

    def _run_code(self, statement: str, mentioned: set[str]) -> Value:
        machine, record = self._machine, self._record
        inputs = named_values(list(machine.frame.scope))
        kinds = {name: kind_of(value) for name, value in inputs.items() if name in mentioned}
        code, error = machine.kit.codes.get(statement, kinds), ""
        for _attempt in range(_CODE_ATTEMPTS):
            if not code or error:
                coder = machine.need(machine.kit.roles.coder, self._row, "is a calculation in plain words")
                machine.kit.session.cancel.check()
                code = coder.write(machine.context.compute(record, statement, code=code, error=error))
            try:
                value = machine.kit.sandbox.run(code, inputs, now=machine.kit.now())
            except SandboxError as exc:
                error = str(exc)
                continue
            machine.kit.codes.keep(statement, kinds, code)
            return {"value": to_json(value), "code": code}
        raise RunError(f"line {self._row.line}: no code for this worked: {error}", evidence=code, line=self._row.line)


def look(machine: Machine, row: Row, record: StepRecord, words: str) -> tuple[bool | None, str]:
    """A verdict of the navigator on the screen, with its evidence; None when the screen cannot tell."""
    enter_app(machine, row, record)
    steady(machine, record, words)

    def judged() -> Value:
        navigator = machine.need(machine.kit.roles.navigator, row, "is a condition in plain words")
        screen = machine.kit.handset.current(record)
        app = machine.app_of(row, record)
        machine.kit.session.cancel.check()
        verdict = navigator.judge(machine.context.condition(record, words, app=app, screen=screen))
        return {"holds": verdict.holds, "evidence": verdict.evidence}

    found = machine.resolve(record, "judged", judged)
    holds = found["holds"]
    return (None if holds is None else to_bool(holds)), str(found["evidence"])
