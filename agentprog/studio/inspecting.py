"""What is on a screen, the lines for it, and the recording of what a person does."""

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
"""Seconds that the last deed on the phone itself has to be read, when a recording ends."""
_SILENT = "this phone lets nobody read what is touched on its glass"
_BY_HAND = "a hand on the phone"


def screen_data(screen: Screen) -> dict[str, Any]:
    """A screen's elements as plain values, without its pixels, each with what a model reads of it."""
    return {
        "package": screen.package,
        "activity": screen.activity,
        "width": screen.width,
        "height": screen.height,
        "signature": screen.signature,
        "elements": [{**to_data(element), "reads": element_line(element)} for element in screen.elements],
    }


def lines_data(screen: Screen, element: Element) -> dict[str, Any]:
    """The exact lines for an element, the best first, and how many things are called like it."""
    found = wordings(screen, element, "type" if element.editable else "tap", text="...")
    return {
        "lines": [{"line": one.line, "how": one.how} for one in found],
        "matches": matches(screen, element),
        "reads": element_line(element),
    }


def watched(seat: Seat, action: Action, touch: Callable[[], ActionResult]) -> ActionResult:
    """Do it. While a person's deeds are recorded, the tree is read before and after: a tree of later names another
    thing than the finger met."""
    recorder, phone = seat.recorder, seat.held.phone
    if recorder is None or phone is None:
        return touch()
    before = phone.observe()
    done = touch()
    if done.ok:
        recorder.did(action, before, phone.observe())
    return done


def record(seat: Seat, request: Record | Expect | Purpose | Forget | Recorded) -> dict[str, Any]:
    """Begin, correct or read a recording. Raises UsageError where there is none."""
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
    """Record what is done on the phone itself too, where it tells."""
    phone = seat.held.phone

    def did(done: Done) -> None:
        if done.action is not None:
            seat.held.noticed(done.action, by=_BY_HAND)
            recorder.did(done.action, done.before, done.after, doubt=done.doubt)
        elif done.doubt:
            recorder.remark(done.doubt)

    def lost(why: str) -> None:
        seat.unheard = why
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


def _recorded(recorder: Recorder, wanted: Recorded) -> dict[str, Any]:
    found = suggested(list(recorder.deeds))
    text = wanted.into
    if recorder.deeds:
        text = recorder.program(
            loop=wanted.loop, inputs=wanted.inputs, steps=wanted.steps, into=wanted.into, before=wanted.before
        )
    problems = [one.message for one in Program(text=text).diagnostics] if text else []
    doubts = [*(f"{deed.line()}: {deed.doubt}" for deed in recorder.deeds if deed.doubt), *recorder.remarks]
    secrets = [deed.secret for deed in recorder.deeds if deed.secret]
    loop = list(found.values) if found else []
    return {"program": text, "loop": loop, "secrets": secrets, "problems": problems, "doubts": doubts}


def _called(seat: Seat) -> Callable[[str], tuple[str, ...]]:
    phone = seat.held.phone
    apps = phone.apps() if phone is not None else ()
    names = {app.package: (app.label, *app.aliases) for app in apps}
    return lambda package: names.get(package, ())
