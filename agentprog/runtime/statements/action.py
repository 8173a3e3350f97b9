"""Action statements: a step in plain words, and the values it records."""

from __future__ import annotations

from agentprog.lang import ast
from agentprog.runtime.amendments import Deed
from agentprog.runtime.evaluation.mentions import handed_on, literals_of, refs_of, said_in
from agentprog.runtime.exactly.carrying import carry_out
from agentprog.runtime.grounding.concluding import belongs_elsewhere, only_reads
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.grounding.reported import asked_of
from agentprog.runtime.operations import Operation
from agentprog.runtime.recalling.doing import learn, pursue
from agentprog.runtime.state.values import as_text
from agentprog.runtime.statements.extraction import record
from agentprog.runtime.step import Handlers, Step
from agentprog.runtime.witness.finding import SCREEN


def action(step: Step) -> Operation:
    """Handler of Action statements."""
    node = step.node(ast.Action)
    goal = "\n".join(step.text(part) for part in (node.text, *node.details))
    results = (node.capture, *(extra.ref for extra in node.also))
    values = [step.lookup(ref).value for ref in refs_of(node) if all(ref is not result for result in results)]
    step.record.text, step.record.order = goal, handed_on(node.text, values) if not node.details else ""
    step.record.values = literals_of(goal, values)
    if step.record.order:
        step.record.values = said_in(step.record.order, step.apps())
    deed = Deed(text=goal, values=step.record.values, rounds=step.course.rounds)
    if node.capture is None and step.course.amendments.already(step.line, deed):
        step.end("done before", "it was done before the program was amended: not again")
        return Operation.CONTINUE
    read, work = False, None
    if node.implementation is not None:
        operation, read = carry_out(step, node.implementation, goal=goal, literals=step.record.values)
    else:
        capture = node.capture if not node.also else None
        receiver = asked_of(step, goal, step.wanted_kind(), capture.name) if capture is not None else None
        work = pursue(step, goal=goal, literals=step.record.values, receiver=receiver)
        operation, read = work.operation, work.read
        if receiver is not None and receiver.known is not None:
            record(step, node, receiver.known)
            read = True
    if node.capture is not None and not read:
        known = read_value(step, goal, kind=step.wanted_kind())
        record(step, node, known)
    if node.capture is not None and step.record.status == "unverified" and only_reads(step):
        value = as_text(step.lookup(node.capture).value)
        step.record.witness = SCREEN
        if not belongs_elsewhere(step, step.record.elsewhere, value):
            step.end("verified", f"read from the screen: {value}"[:160])
    if work is not None:
        learn(work)
    return operation


HANDLERS: Handlers = {ast.Action: action}
