"""A step without progress: it repeats itself, or its grounder knows no further move."""

from __future__ import annotations

from agentprog.errors import Infeasible, NeedsHuman, RunError
from agentprog.ports import describe
from agentprog.runtime.grounding.halting import helped
from agentprog.runtime.grounding.pursuit import BY_HAND, Pursuit
from agentprog.runtime.handset.done import Done
from agentprog.runtime.roles import StepStuck
from agentprog.runtime.step import Step

_MOST_HELP = 3


def guard(step: Step, pursuit: Pursuit, done: Done) -> None:
    """Stop a step that repeats the same moves on one screen: amend the program if allowed, else ask a person, else
    fail.
    """
    key = (done.before, describe(done.attempt.action))
    if done.interrupted:
        return
    if key not in pursuit.tried:  # a new move was tried, so the moves before it form no circle
        pursuit.tried.add(key)
        pursuit.window.clear()
    pursuit.window[key] += 1
    pursuit.ways[*key, done.after] += 1
    if pursuit.window[key] >= step.options.repeats:
        problem = RunError(
            f"line {step.line}: the step repeats itself without progress: {key[1]}, {pursuit.window[key]} times on "
            f"the same screen",
            hint="Write the step more exactly, or do this part by hand.",
        )
        pursuit.helped += 1
        if step.may_be_amended(problem) or pursuit.helped > _MOST_HELP:
            raise problem
        question = f"{problem.message}. What should be done?"
        try:
            answer = step.resolve("help", lambda: step.person.ask(question))
        except NeedsHuman:
            raise problem from None
        pursuit.remarks.append(f"The user says: {answer}")
        pursuit.window.clear()


def stuck(step: Step, pursuit: Pursuit, move: StepStuck) -> None:
    """Ask a person for help; the answer becomes a hint for the model."""
    if move.infeasible:
        raise Infeasible(f"line {step.line}: {move.reason}")
    if pursuit.arrived is not None:
        raise RunError(f"line {step.line}: {move.reason}")
    pursuit.helped += 1
    if pursuit.helped > _MOST_HELP:
        raise RunError(f"line {step.line}: the step is stuck: {move.reason}")
    answer = step.resolve("help", lambda: helped(step, pursuit, move))
    pursuit.remarks.append(f"The user says: {answer}" if answer else BY_HAND)
