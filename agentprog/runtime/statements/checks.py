"""Verify and wait: postconditions with three outcomes, and patience with a limit."""

from __future__ import annotations

from agentprog.errors import NeedsHuman, RunError
from agentprog.lang import ast
from agentprog.ports import App, OpenApp, Store, Unread, choose_app
from agentprog.ports.watching import Patience, Scrolled
from agentprog.runtime.evaluation.mentions import literals_of, refs_of
from agentprog.runtime.grounding.aligning import going_back
from agentprog.runtime.grounding.loop import ground
from agentprog.runtime.grounding.patience import patiently, sleep, watches
from agentprog.runtime.grounding.world import look
from agentprog.runtime.journal.events import Resolved
from agentprog.runtime.record import Tier
from agentprog.runtime.rehearsal import NotKnown
from agentprog.runtime.roles import StepDone
from agentprog.runtime.state.values import as_text, to_number
from agentprog.runtime.step import Handlers, Step
from agentprog.runtime.watching import nap, scroll_to
from agentprog.runtime.witness.finding import PICTURE, SCREEN, Finding, Verdict
from agentprog.runtime.witness.intent import kept_by
from agentprog.runtime.witness.record_conditions import claim_of, holds_of_record
from agentprog.runtime.witness.states import holds_of_setting, stated

EVIDENCE = "evidence"
_JOURNAL_KEY = "settings"
"""The journal's name for answers from the phone's own records, after the first record that was queried."""
_PATIENCE = 3.0
"""Seconds that an app may take to complete a removal."""
_PAUSE = 0.6
"""Seconds between two readings."""


def verify(step: Step) -> None:
    """Verified: continue, and prove the effects before this line. Failed: end the run. Unverifiable: remember it. With
    "make sure", a condition that does not hold is made true and checked again.
    """
    node = step.node(ast.Verify)
    found = None
    if isinstance(node.condition, ast.Semantic):
        found = _record_finding(step, node.condition)
        holds = _in_words(step, node.condition, found)
        if node.ensures and holds:
            _already_so(step)
        elif node.ensures:
            holds = _brought_about(step, node.condition)
    else:
        holds = patiently(step, node.condition, step.options.verify_seconds)
    if holds is None:
        step.record.status = "unverifiable"
        step.notes.ledger.unverifiable.append(step.line)
        return
    if not holds and step.course.trail.doubted:
        holds = _found_after_all(step, node.condition)
    if not holds:
        _not_seen(step, node.condition)
        raise RunError(f"line {step.line}: this does not hold: {step.record.text}", line=step.line)
    step.course.trail.doubted = ""
    if step.record.witness == PICTURE:
        step.record.status = "unverifiable"
        step.notes.ledger.unverifiable.append(step.line)
        return
    step.record.status = "verified"
    if found is not None and found.already:
        return  # a condition that held before the run proves no effect of it
    values = [step.lookup(ref).value for ref in refs_of(node)]
    step.notes.ledger.confirmed(literals_of(step.record.text, values))


def _found_after_all(step: Step, condition: ast.Expr) -> bool:
    """Look for the effect of an interrupted action: open its app again and search it to the end. True if the effect is
    there. Raises Rewind if it is nowhere, so that the steps to it are repeated; before sending or paying again a person
    is asked.
    """
    trail = step.course.trail
    name = trail.app or step.app()
    if isinstance(condition, ast.OnScreen) and name and _shown_somewhere(step, condition, name):
        return True
    doubted, asks = trail.doubted, bool(trail.doubted_risk) or not (isinstance(condition, ast.OnScreen) and name)
    if asks and step.resolve("done", lambda: step.phone.again.ask_whether_done(doubted)):
        return True
    reason = f"the run was interrupted before this was done: {doubted}"
    entry = trail.back_from_doubt(step.row, frame=step.course.frame.id)
    if entry is None:
        raise NeedsHuman(f"line {step.line}: {reason}, and it cannot be done again safely")
    raise going_back(step, entry, reason)


def _shown_somewhere(step: Step, condition: ast.OnScreen, app: str) -> bool:
    """True if the text is in the app's list, searched to its end."""
    step.act(OpenApp(name=app), why=EVIDENCE)
    phrase = step.text(condition.text)

    def shown() -> bool:
        return bool(step.resolve("on screen", lambda: step.screen().shows(phrase)))

    search = scroll_to(step, shown, why=EVIDENCE)
    if search.found or search.last is Scrolled.AT_END:
        return search.found
    raise NeedsHuman(f"line {step.line}: the end of the list was not seen: is this done? {step.course.trail.doubted}")


def _in_words(step: Step, condition: ast.Semantic, earlier: Finding | None) -> bool | None:
    """The verdict of the phone's records, else of a model on the current screen, else of a model on a better screen."""
    words = step.text(condition.text)
    step.record.text = words
    if earlier is not None:
        step.record.detail, step.record.witness = earlier.words, earlier.witness
        return earlier.proven
    step.record.rises_to(Tier.SEMANTIC)
    holds, evidence = look(step, words)
    if holds is None and step.roles.grounder is not None and not step.options.dry_run:
        literals = step.literals(condition.text)
        goal = f"Without changing anything, show the screen that tells whether {words}"

        def reported() -> StepDone | None:
            nonlocal holds, evidence
            holds, evidence = look(step, words)
            return None if holds is None else StepDone(reason="the screen tells", evidence=evidence)

        ground(step, goal=goal, literals=literals, arrived=reported)
    step.record.detail = evidence
    return holds


def _record_finding(step: Step, condition: ast.Semantic) -> Finding | None:
    """The finding of the phone's settings and records about a condition, which spares the model; None if they decide
    nothing.
    """
    if step.replay is not None:
        following = step.following()
        known = isinstance(following, Resolved) and following.what == _JOURNAL_KEY
        return Finding.from_data(step.resolve(_JOURNAL_KEY, dict)) if known else None
    if not step.phone.connection.there:
        return None
    words = step.text(condition.text)
    found = _by_settings(step, words) or _by_records(step, words, step.literals(condition.text))
    return None if found is None else Finding.from_data(step.resolve(_JOURNAL_KEY, found.as_data))


def _by_settings(step: Step, words: str) -> Finding | None:
    if stated(words) is None:
        return None
    settings = step.phone.stores.read([Store.SETTINGS], step.line, fresh=True).get(Store.SETTINGS)
    return None if settings is None or isinstance(settings, Unread) else holds_of_setting(words, settings)


def _by_records(step: Step, words: str, literals: tuple[str, ...]) -> Finding | None:
    """The finding about a record in a store of the phone that the step's app uses. The check is repeated for a short
    time.
    """
    claim, name = claim_of(words, literals), step.app() or step.course.trail.app
    if claim is None or not name:
        return None
    app = choose_app(name, step.apps())
    if not isinstance(app, App) or claim.store not in kept_by(app.package):
        return None
    patience, stores = Patience(step.session.clock, _PATIENCE), step.phone.stores
    while True:
        now = stores.read(claim.stores, step.line, fresh=True)
        found = holds_of_record(
            claim, now, text_of=lambda claim_text: stores.text_of(claim_text, step.line), existed_before=stores.stood
        )
        if found is None or found.proven or not nap(step, patience, _PAUSE):
            return found


def _already_so(step: Step) -> None:
    """Record that the condition of "make sure" held without an action: a proven effect like any other."""
    found = Finding(
        verdict=Verdict.PROVEN, witness=step.record.witness or SCREEN, note=f"{step.record.text}: already so"
    )
    step.notes.ledger.effect(found, line=step.line, text=step.record.sentence)


def _brought_about(step: Step, condition: ast.Semantic) -> bool | None:
    """Let a model make the condition true, in a step of its own, and check again."""
    words = step.text(condition.text)
    if step.options.dry_run:
        raise NotKnown(f"it would be made sure that {words}")
    if step.roles.grounder is None:
        hint = "Name a model that can do it, or do it by hand."
        raise RunError(f"line {step.line}: this does not hold: {words}", hint=hint, line=step.line)
    goal = step.record.sentence.replace(str(condition.text), words)
    ground(step, goal=goal, literals=step.literals(condition.text))
    return _in_words(step, condition, _record_finding(step, condition))


def _not_seen(step: Step, condition: ast.Expr) -> None:
    """Raises NotKnown in a dry run, whose screen never shows the effects of its steps."""
    if step.options.dry_run and watches(condition):
        raise NotKnown("the screen is as it was")


def wait(step: Step) -> None:
    """Wait for a time, or for a condition within a time limit; the end of the limit is a failure."""
    node = step.node(ast.Wait)
    seconds = None if node.seconds is None else float(to_number(step.value(node.seconds).value))
    limit = step.options.appear_seconds if seconds is None else seconds
    if node.until is None:
        step.resolve("waited", lambda: sleep(step, limit))
    elif not patiently(step, node.until, limit):
        _not_seen(step, node.until)
        raise RunError(
            f"line {step.line}: waited {limit:g} seconds, and it did not appear: {as_text(step.record.sentence)}"
        )


HANDLERS: Handlers = {ast.Verify: verify, ast.Wait: wait}
