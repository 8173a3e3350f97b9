"""Before a run begins: compares the program's effects with a person's words, and asks once about the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.errors import Cancelled, ProgramError
from agentprog.frozen import frozen, replace
from agentprog.lang import ast
from agentprog.lang.check import check_text
from agentprog.lang.diagnostics import render_diagnostics
from agentprog.lang.effects.authors import author_of
from agentprog.lang.effects.kinds import LASTING, Risk
from agentprog.lang.effects.manifest import Manifest, manifest
from agentprog.lang.visit import statements
from agentprog.ports import Event
from agentprog.runtime.journal.events import Approved, Manifested
from agentprog.runtime.options import RunOptions
from agentprog.runtime.safety.interaction import Interaction
from agentprog.runtime.safety.permits import Permit, Permits
from agentprog.runtime.safety.proposal import Pending, Proposal, pending_in
from agentprog.runtime.session import Session


@frozen
class Ready:
    """A program that is ready to run, with the effects that its person approved. `edited`: the person changed the
    proposal.
    """

    program: ast.Program
    options: RunOptions
    permits: Permits
    edited: bool = False


def approved(
    program: ast.Program,
    options: RunOptions,
    session: Session,
    interaction: Interaction,
    *,
    inputs: Mapping[str, Any],
    journal: tuple[Event, ...] = (),
) -> Ready:
    """Let the person approve effects that their words do not order. Raises Cancelled if they refuse, NeedsHuman if
    nobody is there, ProgramError if their replacement cannot run.

    `inputs` are the program's input values; `journal` is that of an earlier attempt, whose approvals still count.
    """
    text = written_by_person(program, options)
    permits = Permits(options.by_persons, text)
    earlier = () if options.sent else journal
    known = next((event for event in reversed(earlier) if isinstance(event, Approved) and event.allowed), None)
    if known is not None:
        for permit in known.permits:
            permits.approve(
                permit["node"], Permit(kinds=frozenset(map(Risk, permit["kinds"])), texts=tuple(permit["texts"]))
            )
        return Ready(program=program, options=options, permits=permits)
    found = manifest(program, author=author_of(options.by_persons), inputs=inputs)
    pending = _pending(found, options, text)
    _tell(found, pending, session)
    if not pending or options.dry_run:
        return Ready(program=program, options=options, permits=permits)
    return _approval(program, options, session, interaction, found, pending, permits)


def _pending(found: Manifest, options: RunOptions, text: str) -> tuple[Pending, ...]:
    """The effects to ask about. For a file: every known effect that nobody here has approved. For a model's program:
    the lasting effects only, since the gate judges the others.
    """
    words = tuple(words for words in (options.asked_for, text, *_texts(options)) if words.strip())
    kinds = frozenset(Risk) if options.source == "file" else LASTING
    return pending_in(found, words, options.policy, kinds=kinds)


def _texts(options: RunOptions) -> tuple[str, ...]:
    return () if options.sent else tuple(value for value in options.inputs.values() if isinstance(value, str))


def _tell(found: Manifest, pending: tuple[Pending, ...], session: Session) -> None:
    session.manifest, session.pending = found.to_json(), [proposal.to_json() for proposal in pending]
    shown = [line for effect in found.effects for line in effect.render()]
    session.emit(Manifested(at=0.0, manifest=session.manifest, pending=session.pending, shown=shown))


def _approval(
    program: ast.Program,
    options: RunOptions,
    session: Session,
    interaction: Interaction,
    found: Manifest,
    pending: tuple[Pending, ...],
    permits: Permits,
) -> Ready:
    by_model = options.source == "model"
    proposal = Proposal(
        manifest=found,
        pending=pending,
        program=options.text,
        written_by="the model" if by_model else "a model, in lines that nobody here has approved",
        how="" if by_model else options.how_to_approve,
    )
    answer = interaction.approve(proposal)
    opened = [
        {"node": proposal.effect.node, "kinds": sorted(proposal.permit.kinds), "texts": list(proposal.permit.texts)}
        for proposal in pending
    ]
    edited = bool(answer.yes and answer.program and answer.program != options.text)
    event = Approved(at=0.0, question=proposal.question, allowed=answer.yes, edited=edited)
    if not answer.yes:
        session.emit(event)
        raise Cancelled("the program was not approved; nothing was done")
    if edited:
        session.emit(event)
        return _rewritten(answer.program, options)
    session.emit(replace(event, permits=opened))
    for effect_to_approve in pending:
        permits.approve(effect_to_approve.effect.node, effect_to_approve.permit)
    if not by_model:
        options.keep_approval()
        options = replace(options, mine=None)
        permits = Permits(None, options.text)
    return Ready(program=program, options=options, permits=permits)


def _rewritten(text: str, options: RunOptions) -> Ready:
    """The program as the person rewrote it: every line counts as theirs."""
    report = check_text(text, mode="strict", name="the program as you wrote it")
    wrong = [fault for fault in report.diagnostics if fault.severity == "error"]
    if wrong or report.parsed.program is None:
        raise ProgramError(
            "the program as you wrote it has errors; nothing was done", hint=render_diagnostics(wrong, text, "program")
        )
    options = replace(options, text=text, source="file", mine=None)
    return Ready(program=report.parsed.program, options=options, permits=Permits(None, text), edited=True)


def written_by_person(program: ast.Program, options: RunOptions) -> str:
    """The part of the program's text that a person wrote."""
    mine, lines = options.by_persons, options.text.splitlines()
    if mine is None:
        return options.text
    theirs = {statement.span.line for statement in statements(program) if statement.id in mine}
    return "\n".join(lines[number - 1] for number in sorted(theirs) if 0 < number <= len(lines))
