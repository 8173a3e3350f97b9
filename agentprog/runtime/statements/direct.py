"""Direct UI commands: exact, with no model, when their target is unambiguous on the screen."""

from __future__ import annotations

from agentprog.errors import Infeasible, RunError
from agentprog.identity import canon
from agentprog.lang import ast
from agentprog.ports import (
    Action,
    ClearText,
    OpenApp,
    PressKey,
    TypeText,
    Wanted,
    describe,
    is_effect,
)
from agentprog.runtime.grounding.aligning import going_back
from agentprog.runtime.grounding.believing import REWIND
from agentprog.runtime.grounding.commanding import Unclear, action_of
from agentprog.runtime.grounding.loop import ground
from agentprog.runtime.grounding.scope import enter_app, face_app
from agentprog.runtime.handset.done import Done
from agentprog.runtime.handset.entry import Entry
from agentprog.runtime.journal.events import ActionIntended, ActionRefused, MoveDecided, StepFinished
from agentprog.runtime.journal.rewind import Rewind
from agentprog.runtime.pointing import description_of, is_shown, several_of, with_values
from agentprog.runtime.rehearsal import NotKnown
from agentprog.runtime.roles import Attempt
from agentprog.runtime.safety.risk import commits
from agentprog.runtime.step import Handlers, Step
from agentprog.runtime.watching import scroll_both_ways
from agentprog.runtime.witness.finding import Finding, Verdict

DIRECT = "direct"


_WHICH = "Use a name that only one of them has, or describe the one you mean in plain words, with a model."


def command(step: Step) -> None:
    """Handler of direct commands. An unclear command becomes an action step if there is a model."""
    node = step.node(ast.DirectUI)
    if node.command != "open app":
        enter_app(step) if node.target is None else face_app(step)
    if node.command == "scroll to":
        _scroll_to(step, node)
        return
    following = step.following()
    if isinstance(following, StepFinished) and following.operation == REWIND:
        _go_back(step, following.detail)
    if step.replay is not None and not isinstance(following, ActionIntended | ActionRefused):
        if isinstance(following, MoveDecided):
            _by_model(step, "")
        return
    try:
        done = _perform(step, node)
    except Unclear as unclear:
        _go_back(step, str(unclear))
        if unclear.namesakes and step.options.source == "file" and not step.options.dry_run:
            raise RunError(f"line {step.line}: {unclear}", hint=_WHICH, line=step.line) from None
        _by_model(step, str(unclear))
    else:
        _settle(step, done)


def _perform(step: Step, node: ast.DirectUI) -> Done:
    """Make the command's action. An action that an earlier attempt of the run surely did not make, or that may be made
    twice, is made again; if its screen is lost, so is the way to it. Raises Unclear, Rewind.
    """
    while True:
        live = step.replay is None
        if live:
            step.record.text = with_values(step, node.target, step.record.sentence)
        action = action_of(step, node) if live else PressKey(key="home")
        done = step.act(action, why=DIRECT, told_later=_told_later(step))
        if not done.interrupted or done.attempt.ok or (done.unknown and commits(done.attempt.action, done.risk)):
            return done
        if done.unknown:
            following = step.following()
            if step.replay is None or (isinstance(following, StepFinished) and following.operation == REWIND):
                _go_back(step, done.attempt.detail)


def _go_back(step: Step, reason: str) -> None:
    """Raise Rewind if the steps to this statement can safely be repeated; else do nothing."""
    screen = step.screen().signature if step.replay is None else ""
    to = step.course.trail.back_from(step.row, frame=step.course.frame.id, screen=screen)
    if to is not None:
        raise going_back(step, to, reason)


def _settle(step: Step, done: Done) -> None:
    attempt = done.attempt
    if done.refused:
        raise Infeasible(f"line {step.line}: {attempt.detail}")
    doubt = _doubt(step, done)
    if not attempt.ok and not done.unknown:
        raise RunError(f"line {step.line}: {step.record.sentence}: {attempt.detail or 'the phone could not do it'}")
    step.course.tree.current.actions.append(step.record.sentence)
    step.course.trail.did(
        step.row, attempt.action, done.risk, frame=step.course.frame.id, after=done.after, doubt=doubt
    )
    if done.dry:
        step.record.status = "not done"
        _would(step, attempt.action)
    if not is_effect(attempt.action) or done.dry:
        return
    found = _finding(attempt)
    step.record.status = "verified" if found.proven else "unverified"
    step.record.detail, step.record.witness = "" if found.proven else found.note, found.witness
    if done.entry is not Entry.EMPTY or done.risk or done.unknown or not attempt.ok:
        step.notes.ledger.effect(found, line=step.line, text=step.record.sentence)


def _finding(attempt: Attempt) -> Finding:
    """The finding: a typed text was read back from its field; any other action must have changed its page."""
    if isinstance(attempt.action, TypeText | ClearText):
        return Finding(verdict=Verdict.PROVEN if attempt.ok else Verdict.UNKNOWN, note="is in its field")
    if attempt.changed:
        return Finding(verdict=Verdict.PROVEN, note="changed the page")
    return Finding(verdict=Verdict.UNKNOWN, note="it changed nothing on the screen")


def _would(step: Step, action: Action) -> None:
    """The assumed app in front after this command in a dry run."""
    if isinstance(action, OpenApp):
        step.phone.would_open = canon(action.name)
    elif isinstance(action, PressKey) and action.key == "home":
        step.phone.would_open = ""


def _told_later(step: Step) -> bool:
    """True if the next statement looks for a text that shows whether this command has worked."""
    following = step.course.table[step.row.after].node if step.row.after is not None else None
    return isinstance(following, ast.Verify) and isinstance(following.condition, ast.OnScreen)


def _doubt(step: Step, done: Done) -> str:
    """The doubt left by an interrupted action that saves entries. The program's next `verify` settles it; without one a
    person is asked. Raises Rewind if the action was not made.
    """
    if not (done.interrupted and done.unknown and commits(done.attempt.action, done.risk)):
        return ""
    if _told_later(step):
        return describe(done.attempt.action)
    if done.attempt.ok:
        return ""
    action_text = describe(done.attempt.action)
    if step.resolve("done", lambda: step.phone.again.ask_whether_done(action_text)):
        return ""
    reason = f"a person says that it was not done: {action_text}"
    entry = step.course.trail.back_from_doubt(step.row, frame=step.course.frame.id)
    if entry is None:
        raise RunError(f"line {step.line}: {reason}", hint="Do it by hand, or start a new run.")
    step.end("rewound", reason)
    raise Rewind(entry, reason)


def _by_model(step: Step, problem: str) -> None:
    """Run the command as a step in plain words; without a model an error says what is unclear. A dry run reports and
    continues, since the target may be missing because nothing was done before.
    """
    if step.options.dry_run and problem:
        raise NotKnown(problem)
    if step.roles.grounder is None:
        raise RunError(
            f"line {step.line}: {problem}", hint="Write the label exactly as the screen shows it, or name a model."
        )
    node = step.node(ast.DirectUI)
    target = description_of(step, node.target) if node.target is not None else ""
    texts = (target.label, target.row) if isinstance(target, Wanted) else (target,)
    literals = tuple(text for text in texts if text)
    ground(step, goal=step.record.text, literals=literals)


def _scroll_to(step: Step, node: ast.DirectUI) -> None:
    """Scroll until the text can be read, or the screen no longer changes."""
    description = description_of(step, node.target) if node.target is not None else ""
    several: set[str] = set()

    def shown() -> bool:
        several.add(several_of(step, description))
        return bool(step.resolve("on screen", lambda: is_shown(step, description)))

    search = scroll_both_ways(step, shown, direction=node.direction or "down", why=DIRECT)
    if search.found:
        return
    if step.options.dry_run:
        raise NotKnown("the run would scroll to find it")
    target = description if isinstance(description, Wanted) else f'"{description}"'
    if any(several):
        raise RunError(f"line {step.line}: {max(several)}", hint="Name the row or the place of the one you mean.")
    raise RunError(f"line {step.line}: {target} was not found by scrolling to the end")


HANDLERS: Handlers = {ast.DirectUI: command}
