"""Finding things on a picture: for canvases, games and maps, where the screen has pixels and no elements."""

from __future__ import annotations

from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.seeing import PointReply
from agentprog.agents.screen_text import drawn, listed
from agentprog.identity import same
from agentprog.ports import Bounds, Element, ImagePart, Message, Model, Role, Screen, Screenshot, Space, TextPart
from agentprog.runtime.roles import LocateContext, Locator

_HALF = 12
"""Native pixels around a place without an element of its own."""


class SeeingLocator:
    """Asks for an element first if the screen has some, then a model that sees if none of them fits."""

    def __init__(self, eyes: Model, words: Locator | None = None) -> None:
        self._eyes = eyes
        self._words = words

    def locate(self, context: LocateContext) -> Element | None:
        """The element, or a bare place as one. Raises ModelError."""
        fitting = [e for e in listed(context.screen) if e.editable or not context.field]
        exact = [e for e in fitting if same(e.label, context.description)]
        if len(exact) == 1:
            return exact[0]
        found = self._words.locate(context) if self._words is not None and fitting else None
        return found or look(self._eyes, context.screen, context.description)


def sees(model: Model, screen: Screen) -> bool:
    """True if a model should get the picture of a screen: it sees, and the tree has no actionable element."""
    return model.capabilities.vision and screen.screenshot is not None and drawn(screen)


def with_picture(messages: tuple[Message, ...], screen: Screen) -> tuple[Message, ...]:
    """The same prompt with the screen's picture at its end, if there is one."""
    if screen.screenshot is None:
        return messages
    image = ImagePart(data=screen.screenshot.data, media_type=screen.screenshot.media_type)
    return (*messages[:-1], Message(role=messages[-1].role, parts=(*messages[-1].parts, image)))


def look(eyes: Model, screen: Screen, description: str) -> Element | None:
    """The place that a seeing model points at: the smallest element there, else the place itself. None if the model
    sees no target, or there is no picture.
    """
    shot = screen.screenshot
    if shot is None:
        return None
    space = eyes.capabilities.space
    question = render("point", description=description, space=space.words(shot.width, shot.height))
    last = question[-1]
    image = ImagePart(data=shot.data, media_type=shot.media_type)
    seen = (*question[:-1], Message(role=last.role, parts=(image, TextPart(text=last.text))))
    reply = ask(eyes, seen, PointReply, purpose="point", max_tokens=100)
    if reply.point is None:
        return None
    across, down = reply.point
    return _at(screen, shot, space, across, down, description=description)


def _at(
    screen: Screen, shot: Screenshot, space: Space, across: float, down: float, *, description: str
) -> Element | None:
    place = space.native(across, down, sent=(shot.width, shot.height), screen=(screen.width, screen.height))
    if place is None:
        return None
    x, y = place
    hit = [e for e in listed(screen) if e.bounds.contains(x, y) and (e.clickable or e.editable or e.checkable)]
    if hit:
        return min(hit, key=lambda e: e.bounds.width * e.bounds.height)
    whole = Bounds(0, 0, screen.width, screen.height)
    box = Bounds(x - _HALF, y - _HALF, x + _HALF, y + _HALF).clip(whole)
    return Element(index=0, role=Role.OTHER, label=description, bounds=box, clickable=True)
