"""Runs a program: the one entry point. Wires a machine, and maps every end to an outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from agentprog.errors import AgentProgError, Cancelled, ModelNotConfigured, RunError, Stop, UsageError
from agentprog.lang import ast
from agentprog.lang.effects.authors import HEADER
from agentprog.lang.table import Row, compile_program
from agentprog.ports import Clock, Event, Outcome, OutcomeKind, RunListener
from agentprog.recipes.book import Book
from agentprog.runtime.approving import Ready, approved
from agentprog.runtime.compute.codestore import CodeStore
from agentprog.runtime.compute.sandbox import Sandbox
from agentprog.runtime.compute.workspace import Workspace
from agentprog.runtime.course import Course
from agentprog.runtime.evaluation.expressions import NoWorld, evaluate
from agentprog.runtime.handset.connection import DeviceSource
from agentprog.runtime.handset.dispatch import Handset
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.gatebook import know_again, seen
from agentprog.runtime.journal.ledger import Ledger, ended_by
from agentprog.runtime.journal.replay import Replay
from agentprog.runtime.journal.resume import digest
from agentprog.runtime.journal.standing import resumed
from agentprog.runtime.kit import Kit, Notes, Tools
from agentprog.runtime.listing import Listing
from agentprog.runtime.machine import Machine
from agentprog.runtime.options import RunOptions, tightened
from agentprog.runtime.recalling.conditions import RecallingWorld
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.budget import CancelToken
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import Interaction, NobodyThere
from agentprog.runtime.safety.policy import Policy
from agentprog.runtime.session import Session
from agentprog.runtime.state.belief import Belief, BeliefState, Change, Lifetime, Status
from agentprog.runtime.state.memory import Memory
from agentprog.runtime.state.predicates import predicate_data, predicate_from
from agentprog.runtime.state.values import CoercionError, Value, coerce, to_json
from agentprog.runtime.state.variables import ANSWER, Provenance
from agentprog.runtime.statements import action, checks, data, direct, extraction, flow, people
from agentprog.runtime.step import Handlers
from agentprog.runtime.stopping import Stopping

_MODULES = (action, checks, data, direct, extraction, flow, people)
HANDLERS: Handlers = {kind: handler for module in _MODULES for kind, handler in module.HANDLERS.items()}
"""The function that runs each kind of statement."""


def run_program(
    program: ast.Program,
    *,
    device: DeviceSource = None,
    roles: Roles | None = None,
    listeners: Iterable[RunListener] = (),
    interaction: Interaction | None = None,
    options: RunOptions | None = None,
    folder: RunFolder | None = None,
    clock: Clock | None = None,
    cancel: CancelToken | None = None,
    session: Session | None = None,
    journal: Sequence[Event] = (),
) -> Outcome:
    """Run a checked program to its outcome; errors of the tree become an outcome and are not raised.

    `device` is a phone, or a function that opens one when the first statement needs it, or None. A `session` from
    planning shares its budget and record, with listeners, folder, clock and cancel. `journal` is that of an earlier
    attempt, which this run continues.
    """
    options = options or RunOptions()
    session = session or Session(folder=folder, listeners=listeners, clock=clock, cancel=cancel)
    session.meter.limits = tightened(options.limits, program.header)
    interaction = interaction or NobodyThere()
    if journal:
        _restore(session, journal)
    _announce(program, options, session, journal)
    try:
        ready = _approved(program, options, session, interaction, journal)
    except (AgentProgError, Stop) as exc:
        return _unstarted(session, exc)
    except KeyboardInterrupt:
        return _unstarted(session, Cancelled("interrupted from the keyboard"))
    options = ready.options
    roles = roles if roles is not None and options.recipes != "only" else Roles()
    kit = _kit(ready, device, roles, interaction, session, journal)
    if journal:
        _believe_again(kit.notes.beliefs, journal)
    machine = Machine(kit, HANDLERS, RecallingWorld)
    try:
        outcome = _outcome(machine, ready.program.header, options)
    except BaseException:
        _close(kit)
        session.close()
        raise
    trouble = _close(kit)
    if trouble is not None and outcome.error is None and outcome.kind is not OutcomeKind.INTERRUPTED:
        outcome = kit.notes.ledger.completed(ended_by(trouble, outcome.answer))
    outcome = _settled(kit, outcome)
    session.replay = None
    if kit.phone.connection.traps:
        session.emit(e.TrapsMet(at=0.0, traps=[asdict(trap) for trap in kit.phone.connection.traps]))
    outcome = replace(outcome, dry=options.dry_run)
    _conclude(session, outcome)
    session.close()
    return outcome


def _asks(row: Row) -> bool:
    """True if a line certainly asks a model. The phone's own records may answer a condition about a setting."""
    if row.tier == "semantic":
        return isinstance(row.node, ast.Action | ast.Extract | ast.AskAI)
    return row.tier == "compute"


_MOST_LINES = 12
"""Lines that a refusal names."""


def _approved(
    program: ast.Program,
    options: RunOptions,
    session: Session,
    interaction: Interaction,
    journal: Sequence[Event],
) -> Ready:
    """The program after its person approved it; nothing has been done yet. Raises the errors of `approved`."""
    replay, session.replay = session.replay, None
    inputs = given_inputs(program.header, options.inputs)
    ready = approved(program, options, session, interaction, inputs=inputs, journal=tuple(journal))
    if ready.edited:
        session.meter.limits = tightened(ready.options.limits, ready.program.header)
        if session.folder is not None:
            session.folder.save_program(ready.options.text)
        _tell_program(ready.options, session)
    session.replay = replay
    return ready


def _unstarted(session: Session, problem: AgentProgError | Stop) -> Outcome:
    """The end of a run whose program was not approved: nothing was done."""
    outcome = end_unplanned(session, problem)
    session.close()
    return outcome


_WELL = (OutcomeKind.VERIFIED, OutcomeKind.COMPLETED)


def _settled(kit: Kit, outcome: Outcome) -> Outcome:
    """The outcome. Model-written code is saved after a good end and deleted after a failure."""
    if outcome.kind not in (*_WELL, OutcomeKind.FAILED) or kit.options.dry_run:
        return outcome
    try:
        kit.tools.codes.settle(well=outcome.kind in _WELL)
    except RunError as exc:
        return kit.notes.ledger.completed(ended_by(exc, outcome.answer))
    return outcome


def _outcome(machine: Machine, header: ast.Header, options: RunOptions) -> Outcome:
    """The one place that maps every end of a run to its outcome."""
    ledger = machine.kit.notes.ledger
    try:
        _bind_inputs(machine, header, options)
        _refuse(machine.kit, options)
        machine.run()
    except (AgentProgError, Stop) as exc:
        return ledger.completed(ended_by(exc, _answer(machine)))
    except KeyboardInterrupt:
        return ledger.completed(ended_by(Cancelled("interrupted from the keyboard"), _answer(machine)))
    return _finished(machine, options)


def _refuse(kit: Kit, options: RunOptions) -> None:
    """Raises ModelNotConfigured, before the phone is touched, if the program asks a model and the run has none."""
    roles = kit.roles
    models = (roles.grounder, roles.navigator, roles.extractor, roles.coder, roles.adviser)
    lines = sorted({row.line for row in kit.course.table.rows if _asks(row)})
    if options.dry_run or not lines or any(role is not None for role in models) or options.recipes == "only":
        return
    numbers = ", ".join(map(str, lines[:_MOST_LINES])) + (", ..." if len(lines) > _MOST_LINES else "")
    raise ModelNotConfigured(
        f"{'line' if len(lines) == 1 else 'lines'} {numbers} of the program "
        f"{'asks' if len(lines) == 1 else 'ask'} a model, and this run has none: nothing was done",
        hint="Name a model with --model (or AGENTPROG_MODEL), or rewrite these lines as exact lines, which need none: "
        "`agentprog check --no-model` lists them.",
    )


def _kit(
    ready: Ready,
    device: DeviceSource,
    roles: Roles,
    interaction: Interaction,
    session: Session,
    journal: Sequence[Event],
) -> Kit:
    beliefs = BeliefState(lambda change: session.emit(_belief_event(change, session.meter.spent.steps)))
    program, options, permits = ready.program, ready.options, ready.permits
    person = Stopping(interaction, session)
    authority = Authority(instruction=options.asked_for, program=permits.text, plan=options.text)
    apps = tuple(dict.fromkeys((*program.header.apps, *options.policy.apps)))
    policy = Policy(rules=options.policy.rules, default=options.policy.default, apps=apps)
    gate = Gate(policy, authority, person, lambda sight: session.emit(seen(sight, session.meter.spent.steps)))
    know_again(gate, permits, () if options.sent else journal)
    return Kit(
        course=Course(compile_program(program), Listing(options.text), session),
        phone=Handset(device, session, gate, permits, options, beliefs, person),
        roles=roles,
        person=person,
        session=session,
        options=options,
        notes=Notes(beliefs=beliefs, ledger=Ledger(), memory=Memory(), recipes=Book(options.known, options.shelf)),
        tools=Tools(
            workspace=Workspace(options.workspace, dry=options.dry_run),
            sandbox=Sandbox(),
            codes=CodeStore(options.code_folder, author=options.code_author),
        ),
        permits=permits,
    )


def _belief_event(change: Change, step: int) -> e.BeliefChanged:
    belief = change.belief
    return e.BeliefChanged(
        at=0.0,
        step=step,
        belief=belief.id,
        change=change.kind,
        text=belief.text,
        status=belief.status.value,
        scope=belief.lifetime.value,
        predicate=predicate_data(belief.predicate),
        package=belief.package,
        place=belief.place,
    )


def _believe_again(beliefs: BeliefState, journal: Sequence[Event]) -> None:
    """Restore the beliefs from the end of the journal."""
    for event in journal:
        if isinstance(event, e.BeliefChanged):
            belief = Belief(
                id=event.belief,
                text=event.text,
                lifetime=Lifetime(event.scope),
                status=Status(event.status),
                predicate=predicate_from(event.predicate),
                package=event.package,
                place=event.place,
                step=event.step,
            )
            beliefs.restore(belief, event.change)


def begin(session: Session, instruction: str, journal: Sequence[Event] = ()) -> None:
    """Record the beginning of a run whose program is still to be written. `journal` is that of an earlier attempt
    without a program, whose spending counts.
    """
    if journal:
        _restore(session, journal)
    session.begun = True
    if any(isinstance(event, e.RunStarted) for event in journal):
        session.emit(e.RunResumed(at=0.0, replayed=0))
        return
    name, now = session.folder.name if session.folder is not None else "", session.clock.now().isoformat()
    session.emit(e.RunStarted(at=0.0, run=name, instruction=instruction, started_at=now))


def end_unplanned(session: Session, problem: AgentProgError | Stop) -> Outcome:
    """Record the end of a run whose program could not be written."""
    outcome = ended_by(problem)
    _conclude(session, outcome)
    return outcome


def _announce(program: ast.Program, options: RunOptions, session: Session, journal: Sequence[Event]) -> None:
    """Record that a run begins or resumes; with its program, unless the journal already has the same one."""
    if journal:
        replayed = session.replay.total if session.replay is not None else 0
        replay, session.replay = session.replay, None
        session.emit(resumed(journal, replayed))
        known = [event.digest for event in journal if isinstance(event, e.ProgramReady)]
        if known and known[-1] != digest(options.text):
            _tell_program(options, session)
        session.replay = replay
        return
    if not session.begun:
        begin(session, options.instruction or program.name)
    if options.foreseen:
        session.emit(e.Foreseen(at=0.0, texts=list(options.foreseen)))
    if session.folder is not None:
        session.folder.save_program(options.text)
    _tell_program(options, session)


def _tell_program(options: RunOptions, session: Session) -> None:
    session.emit(
        e.ProgramReady(
            at=0.0,
            text=options.text,
            source=options.source,
            digest=digest(options.text),
            inputs={name: to_json(value) for name, value in options.inputs.items()},
        )
    )


def given_inputs(header: ast.Header, inputs: Mapping[str, Any]) -> dict[str, Value]:
    """The program's input values, converted to the declared types; inputs with a default may be missing.

    Raises UsageError for a missing, wrong or unknown one. A program without declared inputs accepts any.
    """
    values = dict(inputs)
    for declared in header.inputs:
        if declared.name in values:
            values[declared.name] = _input(declared, values[declared.name])
        elif declared.default is None:
            about = f": {declared.description}" if declared.description else ""
            hint = f"Give it with -p {declared.name}=VALUE."
            raise UsageError(f"the program needs the input {{{declared.name}}}{about}", hint=hint)
    known = [declared.name for declared in header.inputs]
    unknown = [name for name in values if name not in known]
    if unknown and known:
        raise UsageError(f"the program has no input {', '.join(unknown)}", hint=f"It has: {', '.join(known)}.")
    return values


def _input(declared: ast.Input, value: Value) -> Value:
    try:
        return coerce(value, declared.type)
    except CoercionError as exc:
        raise UsageError(f"the input {{{declared.name}}}: {exc}") from exc


def _bind_inputs(machine: Machine, header: ast.Header, options: RunOptions) -> None:
    """Set the header's inputs and all other given values. Raises UsageError."""
    inputs = given_inputs(header, options.inputs)
    for declared in header.inputs:
        if declared.name in inputs:
            machine.course.store.define(declared.name, inputs.pop(declared.name), Provenance.USER)
        elif declared.default is not None:
            known = evaluate(declared.default, NoWorld())
            by_model = machine.kit.permits.mixed and not machine.kit.permits.wrote(HEADER)
            provenance = Provenance.MODEL if by_model else known.provenance
            machine.course.store.define(declared.name, _input(declared, known.value), provenance)
    for name, value in inputs.items():
        machine.course.store.define(name, value, Provenance.USER)


def _answer(machine: Machine) -> Any:
    variable = machine.course.frames[0].scope.get(ANSWER)
    return variable.value if variable is not None else None


def _finished(machine: Machine, options: RunOptions) -> Outcome:
    if options.dry_run:
        reason = "dry run: nothing was done on the phone"
        return Outcome(kind=OutcomeKind.COMPLETED, reason=reason, answer=_answer(machine))
    variable = machine.course.frames[0].scope.get(ANSWER)
    ledger = machine.kit.notes.ledger
    if variable is not None:
        ledger.answered(variable.provenance)
    instruction = options.instruction if options.source == "model" else ""
    return ledger.finished(_answer(machine), instruction=instruction)


def _close(kit: Kit) -> AgentProgError | None:
    """Restore the phone and close the sandbox; returns the phone's error, if any."""
    kit.tools.sandbox.close()
    try:
        kit.phone.connection.close()
    except AgentProgError as exc:
        return exc
    return None


def _conclude(session: Session, outcome: Outcome) -> None:
    totals = session.meter.spent.totals() | {"seconds": round(session.meter.elapsed, 3)}
    kind, ended = (
        outcome.kind.value,
        {
            "reason": outcome.reason,
            "exit_code": outcome.exit_code,
            "answer": to_json(outcome.answer),
            "error": f"{type(outcome.error).__name__}: {outcome.error}" if outcome.error is not None else "",
            "did": outcome.did,
            "saw": outcome.saw,
            "dry": outcome.dry,
        },
    )
    proofs = [asdict(proof) for proof in outcome.proofs]
    session.emit(e.RunFinished(at=0.0, outcome=kind, totals=totals, proofs=proofs, **ended))
    if session.folder is not None:
        finished_at = session.clock.now().isoformat()
        session.folder.update_manifest(finished_at=finished_at, outcome={"kind": kind} | ended, totals=totals)


def _remark(event: Event) -> str:
    """The text of a remark event; empty for other events."""
    if isinstance(event, e.Remarked):
        return event.text
    return event.note if isinstance(event, e.TookOver) else ""


def _forget_end(events: list[Event]) -> None:
    """Drop the events at the end of a life: the next life continues before them."""
    while events and (
        isinstance(events[-1], e.RunFinished)
        or (isinstance(events[-1], e.StepFinished) and events[-1].status == "failed")
        or isinstance(events[-1], e.BeliefChanged | e.TrapsMet | e.Asked)
    ):
        events.pop()


def _restore(session: Session, journal: Sequence[Event]) -> None:
    """Restore the first life's spending and beliefs, and let its journal answer."""
    events: list[Event] = []
    for event in journal:
        if isinstance(event, e.RunResumed):
            _forget_end(events)
        events.append(event)
    _forget_end(events)
    spent = session.meter.spent
    for event in events:
        if isinstance(event, e.ModelCalled):
            spent.charge(event.usage, event.money)
    session.remarks.extend(text for event in events if (text := _remark(event)))
    session.meter.passed(max((event.at for event in events), default=0.0))
    session.replay = Replay(events)
