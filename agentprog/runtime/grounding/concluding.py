"""The end of a step: judged by what the screen shows, and remembered."""

from __future__ import annotations

from agentprog.ports import Drag, Swipe, describe
from agentprog.runtime.grounding.evidence import Evidence, judge
from agentprog.runtime.grounding.pursuit import Pursuit, came_of
from agentprog.runtime.roles import StepDone
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.state.memory import Execution
from agentprog.runtime.step import Step


def conclude(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> None:
    """Judge a finished step by evidence, and remember it."""
    evidence = _evidence(step, pursuit, done, before)
    proven = bool(evidence["proven"])
    step.record.status = "verified" if proven else "unverified"
    step.record.detail = _said(evidence)
    if pursuit.effects or not proven:
        step.notes.ledger.effect(proven=proven, line=step.line, text=pursuit.goal, literals=pursuit.literals)
    remember(step, pursuit, step.record.detail or done.reason, worked=True, proven=proven)


def remember(step: Step, pursuit: Pursuit, result: str, *, worked: bool, proven: bool = True) -> None:
    actions = [describe(attempt.action) + came_of(attempt) for attempt in pursuit.attempts]
    place = step.course.tree.place
    execution = Execution.of(
        step=step.record.step,
        text=pursuit.goal,
        actions=actions,
        result=result,
        worked=worked,
        place=place,
        proven=proven,
    )
    step.notes.memory.add(step.row.node.id, execution)


def _evidence(step: Step, pursuit: Pursuit, done: StepDone, before: frozenset[str]) -> dict[str, object]:
    def judged() -> dict[str, object]:
        if step.options.dry_run:
            return _as_data(Evidence(proven=True, note="dry run"))
        last = step.screen()
        found = judge(
            sentence=step.record.sentence,
            literals=pursuit.literals,
            claimed=done.evidence,
            seen=pursuit.seen_at(last),
            before=before,
            last=last,
            goal=pursuit.goal,
            removed=any(
                risk or commits(action, risk) or isinstance(action, Swipe | Drag) for action, risk in pursuit.done
            ),
        )
        return _as_data(found)

    found: dict[str, object] = step.resolve("evidence", judged)
    return found


def _as_data(evidence: Evidence) -> dict[str, object]:
    return {
        "proven": evidence.proven,
        "found": list(evidence.found),
        "missing": list(evidence.missing),
        "note": evidence.note,
    }


def _said(evidence: dict[str, object]) -> str:
    """The evidence in a few words."""
    found, missing = evidence["found"], evidence["missing"]
    texts = found if evidence["proven"] or not missing else missing
    shown = ", ".join(f'"{text}"' for text in texts[:4]) if isinstance(texts, list) else ""
    if evidence["proven"] or evidence["note"]:
        return f"{shown} {evidence['note']}".strip()
    return f"not on the screen: {shown}" if shown else "nothing on the screen tells"
