"""A person during a step in plain words: they pause it, send a remark, work on the phone, or are needed for it."""

from __future__ import annotations

from agentprog.ports import describe
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.roles import Act, Code, StepStuck
from agentprog.runtime.safety.risk import for_people_only
from agentprog.runtime.safety.steering import Place
from agentprog.runtime.step import Step


def halted(step: Step, pursuit: Pursuit, *, before: Act | Code | None = None) -> bool:
    """Wait while a person holds the run. True if they sent a remark or acted: then the decision made `before` is made
    again on the new screen.
    """
    session = step.session
    action = "" if before is None else describe(before.action) if isinstance(before, Act) else "a few lines of code"
    place = Place(line=step.line, text=step.record.sentence, action=action, within=True)
    order = session.halt(step.record.step, place)
    if any(remark.taken_over for remark in order):
        step.phone.eyes.handed_back()
        pursuit.taken_over()
    return bool(order)


def helped(step: Step, pursuit: Pursuit, move: StepStuck) -> str:
    """Ask a person for help; where the screen asks for a human, ask them to act on the phone. Raises NeedsHuman."""
    question = for_people_only(step.screen())
    if not question:
        return step.person.ask(f"Line {step.line} is stuck: {move.reason} What should be done?")
    answer = step.hand_over(f'line {step.line}: the screen asks for a person ("{question}")')
    pursuit.taken_over()
    return answer
