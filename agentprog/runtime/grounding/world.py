"""Answers the questions of an expression for one step, with the phone, the roles, the sandbox and the files."""

from __future__ import annotations

from typing import Protocol

from agentprog.errors import ModelReplyCut, RunError
from agentprog.lang import ast
from agentprog.runtime.compute.codestore import StoredCode, form_of
from agentprog.runtime.compute.sandbox import SandboxError
from agentprog.runtime.evaluation.expressions import Known, template
from agentprog.runtime.grounding.counter import foretold
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.grounding.recovery import disturbed, steady
from agentprog.runtime.grounding.scope import face_app
from agentprog.runtime.record import Tier
from agentprog.runtime.state.values import Value, as_text, from_json, to_bool, to_json
from agentprog.runtime.state.variables import Provenance, least_trusted
from agentprog.runtime.step import Step
from agentprog.runtime.witness.finding import PICTURE

_CODE_ATTEMPTS = 3


class Learned(Protocol):
    """Earlier judgements of a condition, to learn from."""

    def known(self) -> dict[str, Value] | None:
        """The verdict from earlier judgements; None if a model must be asked."""
        ...

    def heard(self, found: dict[str, Value]) -> None:
        """Learn from a verdict."""
        ...


class StepWorld:
    """For one step; an answer raises the step's record to the tier that it needed."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def lookup(self, ref: ast.Ref) -> Known:
        return self._step.lookup(ref)

    def judge(self, question: ast.Semantic) -> Known:
        """Judge a condition in plain words. Ask a person if no screen can decide it."""
        words = as_text(template(question.text, self).value)
        step = self._step
        if not step.phone.connection.there and step.roles.coder is not None:
            return self._computed(f"whether this holds, True or False: {words}", question.text)
        step.record.rises_to(Tier.SEMANTIC)
        holds, evidence = self.weigh(question, words)
        if holds is None:
            ask = f"Line {step.line}: the screen does not show whether this holds: {words}. Does it?"
            holds = bool(step.resolve("confirmed", lambda: step.person.confirm(ask)))
        step.record.detail = evidence
        step.notes.ledger.judged(step.record.step)
        return Known(holds, Provenance.SCREEN)

    def weigh(self, question: ast.Semantic, words: str) -> tuple[bool | None, str]:
        """A verdict on a condition, with its evidence."""
        del question
        return look(self._step, words)

    def read(self, reading: ast.Semantic) -> Known:
        words = as_text(template(reading.text, self).value)
        node = self._step.row.node
        kind = self._step.wanted_kind() if isinstance(node, ast.Assign) and node.value is reading else ""
        return read_value(self._step, words, kind=kind)

    def compute(self, statement: ast.Compute) -> Known:
        return self._computed(str(statement.text), statement.text)

    def on_screen(self, text: str) -> bool:
        step = self._step
        face_app(step)

        def shown() -> bool:
            return bool(step.resolve("on screen", lambda: step.screen().shows(text)))

        # The condition may be about a covering dialog, so the dialog is closed only if the text cannot be seen.
        step.notes.ledger.judged(step.record.step)
        return shown() or (disturbed(step, text) and shown())

    def file_exists(self, path: str | None) -> bool:
        step = self._step
        name = path if path is not None else step.course.last_file
        if not name:
            raise RunError(
                f"line {step.line}: no file was named before this line",
                line=step.line,
                hint="`agentprog check FILE` shows the line.",
            )
        step.course.last_file = name
        return bool(step.resolve("file exists", lambda: step.tools.workspace.exists(name)))

    # ------------------------------------------------------------ compute

    def _computed(self, statement: str, text: ast.Template) -> Known:
        """The result of the code for a statement. The coder writes the code once, and again if it fails."""
        self._step.record.rises_to(Tier.COMPUTE)
        sources = [self.lookup(ref).provenance for ref in text.refs]
        mentioned = {ref.name for ref in text.refs}
        found = self._step.resolve("computed", lambda: self._run_code(statement, mentioned))
        return Known(from_json(found["value"]), least_trusted([*sources, Provenance.PROGRAM]))

    def _run_code(self, statement: str, mentioned: set[str]) -> Value:
        step = self._step
        inputs = step.course.frame.scope.values()
        forms = {name: form_of(value) for name, value in inputs.items() if name in mentioned}
        codes, program = step.tools.codes, step.course.listing.text
        stored = codes.get(statement, forms, program)
        code, error = stored.code if stored is not None else "", ""
        for _attempt in range(_CODE_ATTEMPTS):
            if not code or error:
                stored, coder = None, step.need(step.roles.coder, "is a calculation in plain words")
                try:
                    code = coder.write(step.contexts.compute(step.record, statement, code=code, error=error))
                except ModelReplyCut as cut:
                    code, error = cut.evidence, "the code was too long and broke off"
                    continue
            try:
                value = step.tools.sandbox.run(code, inputs, now=step.kit.now())
            except SandboxError as exc:
                error = str(exc)
                codes.drop(statement, forms, program)
                continue
            if stored is not None and form_of(value) not in stored.gives:
                code = ""
                continue
            codes.keep(statement, forms, program, StoredCode(code=code, gives=(form_of(value),)))
            return {"value": to_json(value), "code": code}
        raise RunError(
            f"line {step.line}: no code for this worked: {error}",
            evidence=code,
            line=step.line,
            hint="Write the calculation exactly (docs/language.md).",
        )


def look(step: Step, words: str, learned: Learned | None = None) -> tuple[bool | None, str]:
    """A verdict on the screen, with evidence: from earlier judgements, else from the navigator. None if it cannot
    decide. The screen's picture is the evidence if no text shows it.
    """
    face_app(step)
    steady(step, words)

    def judged() -> Value:
        known = learned.known() if learned is not None else None
        if known is not None:
            return known
        answer = foretold(step)
        if answer is not None:
            return {"holds": answer[0], "evidence": answer[1]}
        navigator = step.need(step.roles.navigator, "is a condition in plain words")
        verdict = navigator.judge(step.contexts.condition(step.record, words, app=step.app(), screen=step.screen()))
        picture = {"pictured": True} if verdict.pictured else {}
        return {"holds": verdict.holds, "evidence": verdict.evidence, **picture}

    found = step.resolve("judged", judged)
    if learned is not None:
        learned.heard(found)
    holds = found["holds"]
    step.record.witness = PICTURE if found.get("pictured") else ""
    return (None if holds is None else to_bool(holds)), str(found["evidence"])
