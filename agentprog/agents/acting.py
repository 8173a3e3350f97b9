"""From the words of a reply to an action: every class of `ports.ACTIONS` has a way here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast, get_args

from agentprog import ports
from agentprog.agents.controls.sliding import along, scale_of
from agentprog.agents.replies.acting import LaterMove, MoveReply

Key = Literal["back", "home", "enter", "recents", "delete", "search", "menu"]
Way = Literal["up", "down", "left", "right"]
_LONGEST_WAIT = 30.0


def action_of(
    reply: MoveReply | LaterMove, screen: ports.Screen, target: ports.Element | None, end: ports.Element | None = None
) -> ports.Action:
    """The action of a reply on a screen; `target` and `end` are the elements that it numbers. Raises ValueError for the
    model."""
    return _MAKERS[reply.action](_Said(reply, screen, target, end))


class _Said:
    """The parts of a reply about its action; each raises if it is missing when needed."""

    def __init__(
        self,
        reply: MoveReply | LaterMove,
        screen: ports.Screen,
        target: ports.Element | None,
        end: ports.Element | None,
    ) -> None:
        self.reply = reply
        self.screen = screen
        self.target = target
        self.end = end

    @property
    def element(self) -> ports.Element:
        if self.target is None:
            raise ValueError(f"{self.reply.action} needs the number of an element")
        return self.target

    def text(self, what: str) -> str:
        if not self.reply.text:
            raise ValueError(f"{self.reply.action} needs {what} in text")
        return self.reply.text

    def way(self, usual: Way | None = None) -> Way:
        if self.reply.direction in get_args(Way):
            return cast(Way, self.reply.direction)
        if usual is None or self.reply.direction is not None:
            raise ValueError(f"{self.reply.action} needs a direction: {', '.join(get_args(Way))}")
        return usual

    def one_of(self, kind: object, what: str) -> str:
        wanted = self.reply.text.strip().lower()
        if wanted not in get_args(kind):
            raise ValueError(f"there is no {what} {self.reply.text!r}, only {', '.join(get_args(kind))}")
        return wanted

    @property
    def seconds(self) -> float:
        try:
            return min(_LONGEST_WAIT, max(0.0, float(self.reply.text or 1.0)))
        except ValueError:
            return 1.0


def _drag(said: _Said) -> ports.Action:
    if said.end is not None:
        return ports.Drag(start=said.element, end=said.end)
    slides = said.element.role is ports.Role.SLIDER
    share = scale_of(said.element, said.screen).share(said.reply.text) if slides else None
    if share is None:
        raise ValueError("drag needs the number of the element to let go on, in to; a slider a value in text")
    return ports.Drag(start=said.element, end=along(said.element, said.screen, share))


def _pinch(said: _Said) -> ports.Action:
    if said.reply.direction not in ("in", "out"):
        raise ValueError("pinch needs a direction: in or out")
    return ports.Pinch(direction=said.reply.direction, target=said.target)


_MAKERS: dict[str, Callable[[_Said], ports.Action]] = {
    "tap": lambda said: ports.Tap(target=said.element),
    "double_tap": lambda said: ports.DoubleTap(target=said.element),
    "long_press": lambda said: ports.LongPress(target=said.element),
    "type": lambda said: ports.TypeText(text=said.text("what to type"), target=said.target),
    "clear": lambda said: ports.ClearText(target=said.target),
    "scroll": lambda said: ports.Scroll(direction=said.way(), target=said.target),
    "swipe": lambda said: ports.Swipe(direction=said.way(), target=said.target),
    "scroll_to": lambda said: ports.ScrollTo(
        text=said.text("what to look for"), direction=said.way("down"), target=said.target
    ),
    "drag": _drag,
    "pinch": _pinch,
    "press": lambda said: ports.PressKey(key=cast(Key, said.one_of(Key, "key"))),
    "open_app": lambda said: ports.OpenApp(name=said.text("the name of an app")),
    "stop_app": lambda said: ports.StopApp(name=said.text("the name of an app")),
    "open_link": lambda said: ports.OpenLink(url=said.text("the link")),
    "notifications": lambda _said: ports.OpenNotifications(),
    "quick_settings": lambda _said: ports.OpenQuickSettings(),
    "set_clipboard": lambda said: ports.SetClipboard(text=said.text("what to copy")),
    "read_clipboard": lambda _said: ports.ReadClipboard(),
    "rotate": lambda said: ports.Rotate(
        orientation=cast(ports.Orientation, said.one_of(ports.Orientation, "orientation"))
    ),
    "wake_up": lambda _said: ports.WakeUp(),
    "wait": lambda said: ports.Wait(seconds=said.seconds),
    "wait_until": lambda said: ports.WaitUntil(text=said.text("what to wait for")),
    "wait_gone": lambda said: ports.WaitUntil(text=said.text("what to wait for"), gone=True),
}
"""By the action's name in a reply; `done` and `stuck` are no actions."""
