"""Messages and questions to the user, questions to a model, and the end that a program announces."""

from __future__ import annotations

from typing import Any

from agentprog.lang import ast
from agentprog.runtime.evaluation.expressions import Known
from agentprog.runtime.journal.events import Asked, Told
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import Tier
from agentprog.runtime.state.values import as_text, coerce, from_json, in_brief, to_json
from agentprog.runtime.state.variables import Provenance, least_trusted
from agentprog.runtime.step import Handlers, Step


def tell(step: Step) -> None:
    """Shows a message of the program to the user."""
    tell_user(step, step.node(ast.Tell).message)


def tell_user(step: Step, message: ast.Expr) -> None:
    """Show a message of the program to the user. A dry run only records it."""
    known = step.value(message)
    text = as_text(known.value)
    step.notes.ledger.answered(known.provenance)
    live, dry = step.replay is None, step.options.dry_run
    step.session.emit(Told(at=0.0, step=step.record.step, line=step.line, text=text, dry=dry))
    if live and not dry:
        step.person.tell(text)
    step.record.detail = text[:120]
    if dry:
        step.end("not done", "")


def ask(step: Step) -> None:
    """Asks the user and sets the variable to the answer. Raises NeedsHuman if nobody answers."""
    node = step.node(ast.Ask)
    question = as_text(step.value(node.question).value)
    step.session.emit(Asked(at=0.0, step=step.record.step, line=step.line, question=question))
    answer = step.resolve("asked", lambda: step.person.ask(question))
    if node.capture is not None:
        known = Known(coerce(answer, node.returns), Provenance.USER)
        step.set(node.capture, known)
    step.record.detail = in_brief(answer)


def ask_ai(step: Step) -> None:
    """Asks the adviser model and sets the variable to the answer. Raises ModelError."""
    node = step.node(ast.AskAI)
    step.record.rises_to(Tier.SEMANTIC)
    known = step.value(node.prompt)

    def advised() -> Any:
        adviser = step.need(step.roles.adviser, "asks a model")
        step.session.cancel.check()
        context = step.contexts.advice(step.record, as_text(known.value), kind=node.returns)
        return to_json(coerce(adviser.advise(context), node.returns))

    answer = from_json(step.resolve("advised", advised))
    if node.capture is not None:
        provenance = least_trusted([known.provenance, Provenance.MODEL])
        step.set(node.capture, Known(answer, provenance))
    step.record.detail = in_brief(answer)


def stop(step: Step) -> Operation:
    """Ends the program from any place. The user sees the reason that the line gives."""
    reason = step.node(ast.Stop).reason
    if reason is not None:
        tell_user(step, reason)
    step.notes.ledger.stopped(step.line)
    return Operation.RETURN


HANDLERS: Handlers = {ast.Tell: tell, ast.Ask: ask, ast.AskAI: ask_ai, ast.Stop: stop}
