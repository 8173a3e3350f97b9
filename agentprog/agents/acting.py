"""The moves that a model can name: each with its action, and its words in the prompt and in the schema of replies.

Every class of `ports.ACTIONS` has a move here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, cast, get_args

from agentprog import ports
from agentprog.agents.controls.sliding import along, scale_of
from agentprog.frozen import frozen

Key = Literal["back", "home", "enter", "recents", "delete", "search", "menu"]
Way = Literal["up", "down", "left", "right"]
_LONGEST_WAIT = 30.0


class Reply(Protocol):
    """The parts of a reply that name a move."""

    @property
    def action(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def direction(self) -> str | None: ...


def action_of(
    reply: Reply, screen: ports.Screen, target: ports.Element | None, end: ports.Element | None = None
) -> ports.Action:
    """The action of a reply on a screen; `target` and `end` are the elements that it numbers. Raises ValueError for the
    model."""
    return MOVES[reply.action].make(_Said(reply, screen, target, end))


class _Said:
    """The parts of a reply about its action; reading a missing part raises."""

    def __init__(
        self,
        reply: Reply,
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

    def text(self, noun: str) -> str:
        if not self.reply.text:
            raise ValueError(f"{self.reply.action} needs {noun} in text")
        return self.reply.text

    def way(self, usual: Way | None = None) -> Way:
        if self.reply.direction in get_args(Way):
            return cast(Way, self.reply.direction)
        if usual is None or self.reply.direction is not None:
            raise ValueError(f"{self.reply.action} needs a direction: {', '.join(get_args(Way))}")
        return usual

    def one_of(self, kind: object, noun: str) -> str:
        choice = self.reply.text.strip().lower()
        if choice not in get_args(kind):
            raise ValueError(f"there is no {noun} {self.reply.text!r}, only {', '.join(get_args(kind))}")
        return choice

    @property
    def seconds(self) -> float:
        try:
            return min(_LONGEST_WAIT, max(0.0, float(self.reply.text or 1.0)))
        except ValueError:
            return 1.0


def _drag(move: _Said) -> ports.Action:
    if move.end is not None:
        return ports.Drag(start=move.element, end=move.end)
    slides = move.element.role is ports.Role.SLIDER
    share = scale_of(move.element, move.screen).share(move.reply.text) if slides else None
    if share is None:
        raise ValueError("drag needs the number of the element to let go on, in to; a slider a value in text")
    return ports.Drag(start=move.element, end=along(move.element, move.screen, share))


def _pinch(move: _Said) -> ports.Action:
    if move.reply.direction not in ("in", "out"):
        raise ValueError("pinch needs a direction: in or out")
    return ports.Pinch(direction=cast(Literal["in", "out"], move.reply.direction), target=move.target)


@frozen
class NamedMove:
    """A move by its name in a reply. `often`: the prompt lists it first. `hint` explains it there. `later`: it may also
    follow the first move of an answer.
    """

    make: Callable[[_Said], ports.Action]
    often: bool = False
    hint: str = ""
    later: bool = False


_WHERE = (
    "element and to, the number of another element; of a slider in place of to a text: 30% of its way, or a number of "
    "its own scale"
)
MOVES: dict[str, NamedMove] = {
    "tap": NamedMove(often=True, later=True, make=lambda reply: ports.Tap(target=reply.element)),
    "long_press": NamedMove(often=True, later=True, make=lambda reply: ports.LongPress(target=reply.element)),
    "double_tap": NamedMove(often=True, later=True, make=lambda reply: ports.DoubleTap(target=reply.element)),
    "type": NamedMove(
        often=True, later=True, make=lambda reply: ports.TypeText(text=reply.text("what to type"), target=reply.target)
    ),
    "clear": NamedMove(often=True, later=True, make=lambda reply: ports.ClearText(target=reply.target)),
    "scroll": NamedMove(
        often=True, later=True, make=lambda reply: ports.Scroll(direction=reply.way(), target=reply.target)
    ),
    "swipe": NamedMove(
        often=True, later=True, make=lambda reply: ports.Swipe(direction=reply.way(), target=reply.target)
    ),
    "scroll_to": NamedMove(
        later=True,
        hint="a text",
        make=lambda reply: ports.ScrollTo(
            text=reply.text("what to look for"), direction=reply.way("down"), target=reply.target
        ),
    ),
    "drag": NamedMove(hint=_WHERE, make=_drag),
    "pinch": NamedMove(hint="in, out", make=_pinch),
    "press": NamedMove(
        often=True, later=True, make=lambda reply: ports.PressKey(key=cast(Key, reply.one_of(Key, "key")))
    ),
    "open_app": NamedMove(often=True, make=lambda reply: ports.OpenApp(name=reply.text("the name of an app"))),
    "stop_app": NamedMove(make=lambda reply: ports.StopApp(name=reply.text("the name of an app"))),
    "open_link": NamedMove(make=lambda reply: ports.OpenLink(url=reply.text("the link"))),
    "notifications": NamedMove(make=lambda _said: ports.OpenNotifications()),
    "quick_settings": NamedMove(make=lambda _said: ports.OpenQuickSettings()),
    "set_clipboard": NamedMove(make=lambda reply: ports.SetClipboard(text=reply.text("what to copy"))),
    "read_clipboard": NamedMove(make=lambda _said: ports.ReadClipboard()),
    "rotate": NamedMove(
        hint="portrait, landscape",
        make=lambda reply: ports.Rotate(
            orientation=cast(ports.Orientation, reply.one_of(ports.Orientation, "orientation"))
        ),
    ),
    "wake_up": NamedMove(make=lambda _said: ports.WakeUp()),
    "wait": NamedMove(often=True, later=True, make=lambda reply: ports.Wait(seconds=reply.seconds)),
    "wait_until": NamedMove(
        later=True, hint="a text", make=lambda reply: ports.WaitUntil(text=reply.text("what to wait for"))
    ),
    "wait_gone": NamedMove(
        later=True, hint="a text", make=lambda reply: ports.WaitUntil(text=reply.text("what to wait for"), gone=True)
    ),
}
"""`done` and `stuck` are replies too, and no actions."""


def moves_for_prompt() -> str:
    """The names that a reply may use: usual moves first, rare ones with their hints."""
    usual = [name for name, move in MOVES.items() if move.often]
    rare = [f"{name} ({move.hint})" if move.hint else name for name, move in MOVES.items() if not move.often]
    return f"{', '.join(usual)}, done or stuck. Rarely: {', '.join(rare)}"
