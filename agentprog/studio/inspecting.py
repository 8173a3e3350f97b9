"""The elements of a screen, the program lines for them, and recordings of a person's actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentprog.agents.screen_text import element_line
from agentprog.app.handiwork.glass import Done, Follower
from agentprog.app.handiwork.naming import matches, wordings
from agentprog.app.handiwork.recorder import Recorder, suggested
from agentprog.app.launching.programs import Program
from agentprog.errors import AgentProgError, UsageError
from agentprog.ports import Action, ActionResult, Element, Screen
from agentprog.runtime.journal.codec import to_data
from agentprog.studio.desk import Seat
from agentprog.studio.requests import Expect, Forget, Purpose, Record, Recorded

_LAST_DEED = 5.0
"""Seconds that the last action on the phone itself has to be read when a recording ends."""
_SILENT = "this phone does not report touches"
_BY_HAND = "a hand on the phone"


def screen_data(screen: Screen) -> dict[str, Any]:
    """A screen's elements as plain values without pixels, each with its description for a model."""
    return {
        "package": screen.package,
        "activity": screen.activity,
        "width": screen.width,
        "height": screen.height,
        "signature": screen.signature,
        "elements": [{**to_data(element), "reads": element_line(element)} for element in screen.elements],
    }


def lines_data(screen: Screen, element: Element) -> dict[str, Any]:
    """The exact lines for an element, the best first, and the number of elements with its name."""
    found = wordings(screen, element, "type" if element.editable else "tap", text="...")
    return {
        "lines": [{"line": wording.line, "how": wording.how} for wording in found],
        "matches": matches(screen, element),
        "reads": element_line(element),
    }


def watched(seat: Seat, action: Action, touch: Callable[[], ActionResult]) -> ActionResult:
    """Performs the action.

    During a recording the tree is read before and after: a later tree would name another element.
    """
    recorder, phone = seat.recorder, seat.held.phone
    if recorder is None or phone is None:
        return touch()
    before = phone.observe()
    done = touch()
    if done.ok:
        recorder.did(action, before, phone.observe())
    return done


def record(seat: Seat, request: Record | Expect | Purpose | Forget | Recorded) -> dict[str, Any]:
    """Begins, corrects or reads a recording. Raises UsageError if there is none."""
    if request.do == "record":
        seat.stop_listening(wait=_LAST_DEED)
        if request.on:
            seat.recorder = Recorder(_called(seat))
            _listen(seat, seat.recorder)
        return {}
    recorder = seat.recorder
    if recorder is None:
        raise UsageError("nothing is recorded", hint="Begin a recording first.")
    if request.do == "expect":
        recorder.expect(request.text)
    elif request.do == "purpose":
        recorder.name(request.text)
    elif request.do == "forget":
        recorder.forget()
    else:
        return _recorded(recorder, request)
    return {}


def _listen(seat: Seat, recorder: Recorder) -> None:
    """Also records touches on the phone itself, if the phone reports them."""
    phone = seat.held.phone

    def did(done: Done) -> None:
        if done.action is not None:
            seat.held.noticed(done.action, by=_BY_HAND)
            recorder.did(done.action, done.before, done.after, doubt=done.doubt)
        elif done.doubt:
            recorder.remark(done.doubt)

    def lost(reason: str) -> None:
        seat.unheard = reason
        seat.stop_listening()

    if phone is None:
        return
    follower = Follower(phone, did=did, lost=lost)
    try:
        heard = follower.start()
        seat.unheard = "" if heard else _SILENT
    except AgentProgError as exc:
        heard, seat.unheard = False, exc.message
    seat.follower = follower if heard else None


def _recorded(recorder: Recorder, request: Recorded) -> dict[str, Any]:
    found = suggested(list(recorder.deeds))
    text = request.into
    if recorder.deeds:
        text = recorder.program(
            loop=request.loop, inputs=request.inputs, steps=request.steps, into=request.into, before=request.before
        )
    problems = [finding.message for finding in Program(text=text).diagnostics] if text else []
    doubts = [*(f"{deed.line()}: {deed.doubt}" for deed in recorder.deeds if deed.doubt), *recorder.remarks]
    secrets = [deed.secret for deed in recorder.deeds if deed.secret]
    loop = list(found.values) if found else []
    return {"program": text, "loop": loop, "secrets": secrets, "problems": problems, "doubts": doubts}


def _called(seat: Seat) -> Callable[[str], tuple[str, ...]]:
    phone = seat.held.phone
    apps = phone.apps() if phone is not None else ()
    names = {app.package: (app.label, *app.aliases) for app in apps}
    return lambda package: names.get(package, ())
