"""The snippet's access to the screen: views by description, conditions, pictures, and questions to the model.

Arguments of a wrong type are errors of the code: Denied.
"""

from __future__ import annotations

import math
import re
from typing import Any, Literal, cast, get_args

from agentprog.ports import Element, Screen, Screenshot, choose_element
from agentprog.ports.watching import Patience, watch
from agentprog.runtime.compute.sandbox import CodeCall, Denied, Handle
from agentprog.runtime.forms.shapes import ShapeError, shape_of
from agentprog.runtime.journal.codec import element_from, to_data
from agentprog.runtime.roles import LocateContext, QueryContext
from agentprog.runtime.state.values import as_text, from_json, to_json
from agentprog.runtime.step import Step
from agentprog.runtime.watching import nap

_MOST_PROMPT = 40_000
_READABLE = re.compile(r'\W*"([^"]+)"(?:\s+(?:appears|is (?:shown|visible|readable|on the screen)))?\W*', re.IGNORECASE)
"""A condition that is only about a text: no model is asked."""
_MOST_QUESTIONS = 2
"""Times a question is put: once more where the answer was not of the type wanted."""


Way = Literal["up", "down", "left", "right"]


class Sight:
    """Sight of one snippet. Everything from the screen or a model goes through `Step.resolve`."""

    def __init__(self, step: Step) -> None:
        self._step = step

    def _screen(self) -> Screen:
        return self._step.screen()

    # ------------------------------------------------------------ views

    def find(self, description: str, *, field: bool = False) -> Element:
        """The described element: by its exact label if only one element has it, else by the model. Raises Denied if
        there is none.
        """
        if not isinstance(description, str) or not description.strip():
            raise Denied("a view must be described in words", TypeError)

        def located() -> dict[str, Any]:
            found = exact(self._screen(), description, field=field) or self._located(description, field=field)
            return to_data(found) if found is not None else {}

        data = self._step.resolve("located", located)
        if not isinstance(data, dict) or not data:
            noun = "field" if field else "element"
            raise Denied(f"there is no {noun} on the screen that is: {description[:120]}", LookupError)
        return element_from(data)

    def _located(self, description: str, *, field: bool) -> Element | None:
        locator = self._step.roles.locator
        if locator is None:
            return None
        screen = self._screen()
        found = locator.locate(LocateContext(description=description, screen=screen, field=field))
        return found if found is not None and (found.editable or not field) else None

    def view(self, description: str) -> Element | None:
        """The view to move over; None if the description is empty or "screen"."""
        words = text_of(description, "view_description").casefold().strip()
        return None if words in ("", "screen", "the screen") else self.find(description)

    def labelled(self, label: str) -> Element | None:
        """The element with exactly this label, without a model."""

        def look() -> dict[str, Any]:
            found = exact(self._screen(), label)
            return to_data(found) if found is not None else {}

        data = self._step.resolve("labelled", look)
        return element_from(data) if isinstance(data, dict) and data else None

    # ------------------------------------------------------------ conditions

    def check(self, description: str) -> bool:
        """True if the screen matches the description. A text or label needs no model; a model judges all else."""
        return bool(self._step.resolve("check", lambda: self._holds(description)))

    def wait(self, description: str, interval: float, timeout: float) -> bool:
        """Look until the description holds. The model is asked again only about a changed screen."""
        return bool(self._step.resolve("wait", lambda: self._until(description, interval, timeout)))

    def _until(self, description: str, interval: float, timeout: float) -> bool:
        patience, judged = Patience(self._step.session.clock, timeout), ""

        def holds() -> bool:
            nonlocal judged
            before, judged = judged, self._screen().signature
            return judged != before and self._holds(description)

        return watch(holds, lambda: nap(self._step, patience, max(0.1, interval)))

    def _holds(self, description: str) -> bool:
        screen = self._screen()
        plain = _READABLE.fullmatch(description)
        if plain is not None:
            return screen.shows(plain[1])
        if exact(screen, description) is not None:
            return True
        navigator = self._step.roles.navigator
        if navigator is None:
            return False
        app = self._step.app()
        context = self._step.contexts.condition(self._step.record, description, app=app, screen=screen)
        return bool(navigator.judge(context).holds)

    # ------------------------------------------------------------ questions

    def picture(self) -> Handle:
        """The pixels of the screen, only for `llm.query`. Raises Denied if the phone gives no picture."""
        if self._step.replay is not None:
            return Handle("screenshot")  # the journal has the answers about it
        shot = self._screen().screenshot
        if shot is None:
            raise Denied("there is no screenshot of this screen")
        return Handle("screenshot", shot)

    def query(self, call: CodeCall) -> Any:
        """`llm.query(*prompts_or_images, returns=...)`. Raises Denied for arguments that are no question, or if no
        answer fits.
        """
        unknown = set(call.kwargs) - {"returns"}
        if unknown or not call.args:
            raise Denied("llm.query takes prompts or screenshots, and returns=", TypeError)
        try:
            shape = shape_of(call.kwargs.get("returns", str))
        except ShapeError as exc:
            raise Denied(str(exc), TypeError) from exc
        parts = tuple(_part(argument) for argument in call.args)

        def asked() -> dict[str, Any]:
            querier = self._step.roles.querier
            if querier is None:
                return {"error": "this run has no model that answers questions"}
            problem = ""
            for _ in range(_MOST_QUESTIONS):
                kit = self._step.kit
                context = QueryContext(
                    parts=parts,
                    schema=shape.schema,
                    now=kit.now(),
                    problem=problem,
                    language=kit.phone.connection.language,
                )
                try:
                    return {"value": to_json(shape.take(querier.query(context)))}
                except ShapeError as exc:
                    problem = str(exc)
            return {"error": f"the model's answer is not of the type wanted: {problem}"}

        found: dict[str, Any] = self._step.resolve("query", asked)
        if "error" in found:
            raise Denied(str(found["error"]), ValueError)
        return from_json(found["value"])


def _part(argument: Any) -> str | Screenshot:
    if isinstance(argument, Handle):
        shot = argument.payload
        return shot if isinstance(shot, Screenshot) else ""
    return as_text(argument)[:_MOST_PROMPT]


def exact(screen: Screen, description: str, *, field: bool = False) -> Element | None:
    """The one element with this label or descriptor (`button "Save"`); None if none or several have it."""
    found = choose_element(screen, description, field=field, whole=True)
    return found if isinstance(found, Element) else None


def text_of(value: Any, name: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Denied(f"{name} must be a text, not {type(value).__name__}", TypeError)
    return str(value)


def number_of(value: Any, name: str, *, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise Denied(f"{name} must be a number from 0 to {most:g}", TypeError)
    return min(float(value), most)


def way_of(value: Any) -> Way:
    if value not in get_args(Way):
        raise Denied(f"a direction is one of {', '.join(get_args(Way))}, not {str(value)[:40]!r}", ValueError)
    return cast(Way, value)
