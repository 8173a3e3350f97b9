"""The loop of an Action step: look, ask for a move, do it, look again, until the step is done or cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from agentprog.errors import Infeasible, NeedsHuman, OutOfBudget, RunError
from agentprog.lang import ast
from agentprog.lang.table import Entry
from agentprog.ports import Action, OpenApp, ReadClipboard, Screen, describe, is_effect
from agentprog.runtime.context.mentions import literals_of, refs_of
from agentprog.runtime.forms.snippet import run_snippet
from agentprog.runtime.grounding.ahead import successors
from agentprog.runtime.grounding.believing import MOST_ASKED, REWIND, consult, predict
from agentprog.runtime.grounding.counter import carried, keep, next_operation
from agentprog.runtime.grounding.evidence import Evidence, judge, seen_texts
from agentprog.runtime.grounding.halting import BY_HAND, halted, helped, told
from agentprog.runtime.grounding.handset import Done
from agentprog.runtime.grounding.reading import read_value
from agentprog.runtime.grounding.recovery import DISMISS, Last, Recovered, align
from agentprog.runtime.grounding.scope import enter_app
from agentprog.runtime.journal.codec import move_from, to_data
from agentprog.runtime.journal.events import MoveDecided, Recovering, StepFinished
from agentprog.runtime.journal.rewind import Rewind
from agentprog.runtime.operations import Operation
from agentprog.runtime.record import StepRecord, Tier
from agentprog.runtime.roles import Act, Attempt, Code, Move, StepContext, StepDone, StepStuck, Successor
from agentprog.runtime.state.belief import lost
from agentprog.runtime.state.memory import Execution
from agentprog.runtime.statements.flow import node_of

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

Arrived = Callable[[], StepDone | None]
"""Looks whether the screen already says what is wanted."""

STEP = "step"
_MOST_HELP = 3
_MOST_LOOKS = 12
_MOST_IDLE = 4
"""Snippets in a row that do nothing to the phone."""


@dataclass(slots=True)
class Progress:
    """Of one Action step while it runs."""

    goal: str
    literals: tuple[str, ...]
    attempts: list[Attempt] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """What a person or the runtime said that stays true for the whole step."""
    seen: set[str] = field(default_factory=set)
    window: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often the same was done on the same screen since something new was tried."""
    tried: set[tuple[str, str]] = field(default_factory=set)
    ways: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often what was done on which screen led to which, by their signatures."""
    arrived: Arrived | None = None
    helped: int = 0
    effects: int = 0
    recovered: int = 0
    last: Last | None = None
    done: list[tuple[Action, str]] = field(default_factory=list)
    """What was done, with its risk classes."""
    consulted: int = 0
    """How often a model was asked what to believe."""
    idle: int = 0
    unmoved: int = 0
    """How often the step was said to be done and the counter held."""
    said: tuple[str, ...] = ()
    """What the last snippet came to."""
    offered: tuple[Successor, ...] = ()
    """The steps that were said to be next when the last move was decided."""


def action(machine: Machine, row: Entry, record: StepRecord) -> Operation:
    """Handler of Action statements."""
    node = node_of(row, ast.Action)
    lines = [machine.text(part, row, record) for part in (node.text, *node.details)]
    goal = "\n".join(lines)
    values = [machine.store.lookup(ref, row).value for ref in refs_of(node) if ref is not node.capture]
    record.text = goal
    if node.capture is None and machine.amendments.already(row, goal):
        record.status, record.detail = "done before", "it was done before the program was amended: not again"
        return Operation.CONTINUE
    operation = ground(machine, row, record, goal=goal, literals=literals_of(goal, values))
    if node.capture is not None:
        known = read_value(machine, row, record, goal, variable=str(node.capture.name), kind=node.returns)
        machine.store.set(node.capture, known, row, step=record.step)
    return operation


def ground(
    machine: Machine,
    row: Entry,
    record: StepRecord,
    *,
    goal: str,
    literals: tuple[str, ...],
    arrived: Arrived | None = None,
) -> Operation:
    """Have a goal reached on the phone; gives the operation that moves the counter. With `arrived` it is only about
    finding something: that is asked on every new screen and ends the step; not finding it is no failure here."""
    record.rises_to(Tier.SEMANTIC)
    session = machine.kit.session
    machine.need(machine.kit.roles.grounder, row, "is a step in plain words")
    progress = Progress(goal=goal, literals=literals, arrived=arrived)
    if not _enter(machine, row, record, progress):
        return Operation.CONTINUE
    before = machine.resolve(
        record, "before", lambda: sorted(seen_texts(machine.kit.handset.current(record), literals))
    )
    progress.seen.update(before)
    machine.context.begin(record, goal)
    try:
        done = _until_done(machine, row, record, progress)
    except RunError as exc:
        _remember(machine, record, progress, exc.message, worked=False)
        if arrived is not None:
            return Operation.CONTINUE
        raise
    if arrived is None:
        _conclude(machine, record, progress, done, frozenset(before))
        machine.trail.grounded(row, progress.done, frame=machine.frame.id)
        machine.kit.beliefs.settle()
        if session.replaying is None:
            keep(machine, record, done, progress.offered)
    return Operation(done.operation)


def _enter(machine: Machine, row: Entry, record: StepRecord, progress: Progress) -> bool:
    """Bring the step's app to the front: its first attempt, where that took an action. A step that finds its app in
    front begins where it was left. False: it would have to be opened, in a dry run."""
    actions = machine.kit.session.meter.spent.actions
    if not enter_app(machine, row, record):
        record.status, record.detail = "not done", "dry run: the app is not in front, so its steps are not known"
        return False
    if machine.kit.session.meter.spent.actions > actions:
        opened = OpenApp(name=machine.app_of(row, record) or "")
        progress.attempts.append(Attempt(action=opened, ok=True, detail="", changed=True))
    return True


def _conclude(machine: Machine, record: StepRecord, progress: Progress, done: StepDone, before: frozenset[str]) -> None:
    """Judge a finished step by evidence, and remember it."""
    evidence = _evidence(machine, record, progress, done, before)
    proven = bool(evidence["proven"])
    record.status = "verified" if proven else "unverified"
    record.detail = _said(evidence)
    if progress.effects or not proven:
        machine.kit.ledger.effect(proven=proven, line=record.row.line, text=progress.goal, literals=progress.literals)
    _remember(machine, record, progress, record.detail or done.reason, worked=True, proven=proven)


def _until_done(machine: Machine, row: Entry, record: StepRecord, progress: Progress) -> StepDone:
    holds = machine.kit.session.meter.limits.holds
    while True:
        if progress.arrived is not None and len(progress.attempts) >= _MOST_LOOKS:
            raise RunError(f"line {row.line}: not found after {_MOST_LOOKS} actions: {progress.goal}")
        if len(progress.attempts) >= holds:
            raise OutOfBudget(f"line {row.line} is not finished after {holds} actions: {progress.goal}")
        if progress.attempts:
            halted(machine, row, record, progress)
        if _aligned(machine, row, record, progress):
            continue
        move = _decide(machine, row, record, progress)
        if isinstance(move, Act | Code) and halted(machine, row, record, progress, before=move):
            continue
        match move:
            case StepDone():
                ended = _moved_on(machine, row, record, progress, move)
                if ended is not None:
                    return ended
            case StepStuck():
                _stuck(machine, row, record, progress, move)
            case Code():
                ended = _run_code(machine, row, record, progress, move)
                if ended is not None:
                    return ended
            case Act():
                seen = _now(machine, record)
                done = machine.kit.handset.act(record, move.action, why=STEP, expectation=move.expectation)
                _note(machine, record, progress, move, done)
                progress.last = Last(done=done, before=seen, expectation=move.expectation) if seen is not None else None
                if done.dry:
                    return StepDone(reason="dry run: only the first action is known")
                if done.witnessed:
                    return StepDone(reason="a person says that it was done")
                found = progress.arrived() if progress.arrived is not None and done.attempt.changed else None
                if found is not None:
                    return found
                _guard(machine, row, record, progress, done)
                ended = _moved_on(machine, row, record, progress, None)
                if ended is not None:
                    return ended


def _run_code(machine: Machine, row: Entry, record: StepRecord, progress: Progress, move: Code) -> StepDone | None:
    """Run a snippet; each action in it counts like any other. What ends the step with it, if anything does."""
    tried = len(progress.attempts)

    def did(done: Done, expectation: str) -> None:
        _note(machine, record, progress, Act(action=done.attempt.action, expectation=expectation), done)
        if not done.dry:
            _guard(machine, row, record, progress, done)

    ran = run_snippet(machine, record, move, did=did)
    progress.said = ran.remarks
    if ran.dry:
        return StepDone(reason="dry run: only the first action is known")
    acted = progress.attempts[tried:]
    progress.idle = 0 if acted else progress.idle + 1
    if progress.idle > _MOST_IDLE:
        raise RunError(
            f"line {row.line}: the code of the step does nothing to the phone, {progress.idle} times in a row"
        )
    changed = any(attempt.changed for attempt in acted)
    return progress.arrived() if progress.arrived is not None and changed else None


def _now(machine: Machine, record: StepRecord) -> Screen | None:
    """The screen that an action is decided on; None while a journal is read again."""
    return machine.kit.handset.current(record) if machine.kit.session.replaying is None else None


def _aligned(machine: Machine, row: Entry, record: StepRecord, progress: Progress) -> bool:
    """Bring phone and belief together again where they differ: by a routine of code, else by what a model says. True
    when something was done about it: then the screen is another one."""
    if progress.arrived is not None:
        return False
    recovered = align(machine, record, progress.last, progress.recovered)
    live = machine.kit.session.replaying is None and machine.kit.options.belief and not machine.kit.options.dry_run
    if recovered is None and live and progress.consulted < MOST_ASKED:
        said = consult(machine, record, progress.goal, progress.last)
        progress.consulted += said is not None
        if isinstance(said, str) and said:
            progress.remarks.append(said)
        recovered = said if isinstance(said, Recovered) else None
    if recovered is None:
        return False
    _disturbed(progress, recovered)
    if recovered.loses:
        _fill_again(machine, row, record)
    return True


def _fill_again(machine: Machine, row: Entry, record: StepRecord) -> None:
    """Raise Rewind where what earlier steps entered is lost, and they may safely be done again."""
    replay = machine.kit.session.replaying
    if replay is not None:
        following = replay.peek()
        if not isinstance(following, StepFinished) or following.operation != REWIND:
            return
    elif not any(lost(belief) and belief.step < record.step for belief in machine.kit.beliefs):
        return
    entry = machine.trail.back_from(row, frame=machine.frame.id, screen="")
    if entry is None:
        return
    why = "what earlier steps entered is lost"
    record.status, record.detail = "rewound", why
    if replay is None:
        routine = f"go back to line {machine.table[entry].line}"
        machine.kit.session.emit(Recovering(at=0.0, step=record.step, gap=why, routine=routine))
    raise Rewind(entry, why)


def _disturbed(progress: Progress, recovered: Recovered) -> None:
    """What was believed of the last action no longer holds: it may have been lost with its screen."""
    progress.recovered += 1
    progress.window.clear()
    if recovered.redone is not None:
        if progress.attempts:
            progress.attempts[-1] = recovered.redone.attempt
        if progress.last is not None:
            progress.last = replace(progress.last, done=recovered.redone)
        return
    progress.last = None
    progress.remarks.append(recovered.remark)
    if progress.attempts and (recovered.loses or recovered.routine == DISMISS):
        lost = "a disturbance came just then: it is unknown whether this was done"
        progress.attempts[-1] = replace(progress.attempts[-1], ok=False, detail=lost)


def _decide(machine: Machine, row: Entry, record: StepRecord, progress: Progress) -> Move:
    """The grounder's next move, or the journal's. A move that was never begun is decided anew, on today's screen."""
    session = machine.kit.session
    replay = session.replaying
    while replay is not None and replay.active:
        move = move_from(replay.take(MoveDecided, row.node.id).move)
        if not isinstance(move, Act | Code) or (replay.active and not isinstance(replay.peek(), MoveDecided)):
            return move
    act = carried(machine, row, record, progress.goal)
    if act is not None and progress.arrived is None and not progress.attempts:
        session.emit(MoveDecided(at=0.0, step=record.step, node=row.node.id, move=to_data(act), carried=True))
        return act
    session.cancel.check()
    context = _context(machine, row, record, progress)
    move = machine.need(machine.kit.roles.grounder, row, "is a step in plain words").next_move(context)
    session.emit(MoveDecided(at=0.0, step=record.step, node=row.node.id, move=to_data(move)))
    return move


def _context(machine: Machine, row: Entry, record: StepRecord, progress: Progress) -> StepContext:
    screen = machine.kit.handset.current(record)
    progress.seen |= seen_texts(screen, progress.literals)
    fused = machine.kit.options.mode == "fused" and progress.arrived is None
    progress.offered = successors(machine, row, record) if fused else ()
    context = machine.context.step(
        record,
        goal=progress.goal,
        literals=progress.literals,
        app=machine.app_of(row, record),
        screen=screen,
        attempts=progress.attempts,
        hints=[*told(machine), *_hints(progress)],
        left_over=not progress.attempts and machine.kit.handset.left_over(screen),
    )
    believed = tuple(belief.id for belief in machine.kit.beliefs) if machine.kit.options.belief else ()
    repeated = _repeated(progress, screen.signature)
    return replace(context, successors=progress.offered, believed=believed, repeated=repeated)


def _repeated(progress: Progress, here: str) -> dict[str, int]:
    """The moves made on this screen, with how often each has led to one and the same other."""
    found: dict[str, int] = {}
    for (before, words, _), count in progress.ways.items():
        if before == here:
            found[words] = max(count, found.get(words, 0))
    return found


def _moved_on(
    machine: Machine, row: Entry, record: StepRecord, progress: Progress, said: StepDone | None
) -> StepDone | None:
    """The end of the step, if the counter moves on. In the separate mode that is asked after every action, and when
    the grounder says that the step is done; otherwise what the grounder `said` is the end."""
    if machine.kit.options.mode == "fused" or progress.arrived is not None or machine.kit.options.dry_run:
        return said
    operation, evidence = next_operation(machine, row, record, lambda: _context(machine, row, record, progress))
    if operation is Operation.HOLD:
        if said is not None:
            progress.unmoved += 1
            progress.remarks.append("The step is not done: the program counter holds. Do what is missing.")
            if progress.unmoved > _MOST_IDLE:
                raise RunError(f"line {row.line}: the step is said to be done, and the counter holds: {progress.goal}")
        return None
    claimed = evidence or (said.evidence if said is not None else "")
    return StepDone(reason=f"the counter moves on: {operation}", evidence=claimed, operation=operation.value)


def _note(machine: Machine, record: StepRecord, progress: Progress, move: Act, done: Done) -> None:
    """Keep what was done: for the next prompt, the tree and the evidence."""
    attempt = done.attempt
    progress.attempts.append(attempt)
    if is_effect(attempt.action) and attempt.ok and not done.dry:
        progress.effects += 1
    said = describe(attempt.action)
    machine.tree.current.actions.append(said + _came_of(attempt))
    machine.context.acted(record, progress.goal, attempt)
    if done.unknown:
        progress.remarks.append(f"The run was interrupted during: {said}. Look whether it happened before you redo it.")
    if isinstance(attempt.action, ReadClipboard) and attempt.ok:
        text = machine.resolve(record, "clipboard", lambda: done.value)
        progress.remarks.append(f"On the clipboard was: {str(text)[:300]!r}")
    progress.done.append((attempt.action, done.risk))
    progress.remarks.extend(predict(machine, record, move, done))


def _came_of(attempt: Attempt) -> str:
    if not attempt.ok:
        return f" (failed: {attempt.detail})"
    return "" if attempt.changed else " (nothing changed)"


def _guard(machine: Machine, row: Entry, record: StepRecord, progress: Progress, done: Done) -> None:
    """Stop a step that does the same on the same screen again and again: the program is amended where that may be,
    else a person is asked, else it fails."""
    key = (done.before, describe(done.attempt.action))
    if done.interrupted:
        return
    if key not in progress.tried:  # something new was tried: what was done before is no circle
        progress.tried.add(key)
        progress.window.clear()
    progress.window[key] += 1
    progress.ways[*key, done.after] += 1
    if progress.window[key] >= machine.kit.options.repeats:
        problem = RunError(
            f"line {row.line}: the step repeats itself without getting on: {key[1]}, {progress.window[key]} times on "
            f"the same screen",
            hint="Say the step more exactly, or do this part by hand.",
        )
        progress.helped += 1
        if machine.amendments.may(machine, row, record, problem) or progress.helped > _MOST_HELP:
            raise problem
        question = f"{problem.message}. What should be done?"
        try:
            answer = machine.resolve(record, "help", lambda: machine.kit.interaction.ask(question))
        except NeedsHuman:
            raise problem from None
        progress.remarks.append(f"The user says: {answer}")
        progress.window.clear()


def _hints(progress: Progress) -> list[str]:
    """The runtime's remarks on the attempts so far, the most telling last."""
    hints = [*progress.remarks, *progress.said]
    if not progress.attempts:
        return hints
    last = progress.attempts[-1]
    if not last.ok:
        hints.append(f"The last action failed: {describe(last.action)}: {last.detail or 'the phone could not do it'}.")
    elif not last.changed:
        hints.append(f"The last action changed nothing on the screen: {describe(last.action)}.")
    repeated = [text for (_screen, text), count in progress.window.items() if count > 1]
    if repeated:
        hints.append(f"You have done this more than once on the same screen: {repeated[-1]}. Do something else.")
    return hints


def _stuck(machine: Machine, row: Entry, record: StepRecord, progress: Progress, move: StepStuck) -> None:
    """Ask a person; whoever says something has it passed on as a hint."""
    if move.infeasible:
        raise Infeasible(f"line {row.line}: {move.reason}")
    if progress.arrived is not None:
        raise RunError(f"line {row.line}: {move.reason}")
    progress.helped += 1
    if progress.helped > _MOST_HELP:
        raise RunError(f"line {row.line}: the step is stuck: {move.reason}")
    answer = machine.resolve(record, "help", lambda: helped(machine, row, record, progress, move))
    progress.remarks.append(f"The user says: {answer}" if answer else BY_HAND)


def _evidence(
    machine: Machine, record: StepRecord, progress: Progress, done: StepDone, before: frozenset[str]
) -> dict[str, object]:
    def judged() -> dict[str, object]:
        if machine.kit.options.dry_run:
            return _as_data(Evidence(proven=True, note="dry run"))
        found = judge(
            sentence=record.sentence,
            literals=progress.literals,
            claimed=done.evidence,
            seen=frozenset(progress.seen),
            before=before,
            last=machine.kit.handset.current(record),
        )
        return _as_data(found)

    found: dict[str, object] = machine.resolve(record, "evidence", judged)
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
    texts = found if evidence["proven"] else missing
    shown = ", ".join(f'"{text}"' for text in texts[:4]) if isinstance(texts, list) else ""
    if evidence["proven"]:
        return f"{shown} {evidence['note']}".strip()
    return f"not on the screen: {shown}" if shown else "nothing on the screen tells"


def _remember(
    machine: Machine, record: StepRecord, progress: Progress, result: str, *, worked: bool, proven: bool = True
) -> None:
    actions = [describe(attempt.action) + _came_of(attempt) for attempt in progress.attempts]
    place = machine.tree.place
    execution = Execution.of(
        step=record.step,
        text=progress.goal,
        actions=actions,
        result=result,
        worked=worked,
        place=place,
        proven=proven,
    )
    machine.kit.memory.add(record.row.node.id, execution)
