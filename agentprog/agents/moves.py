"""The possible moves on a screen, each with the words for a model.

A small model is good at describing a thing and bad at numbering it, so moves are named by their target (`tap button
"Save"`). A model chooses among existing elements; it cannot name others.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from agentprog.agents.controls.sliding import along, shares
from agentprog.agents.screen_text import descriptor, listed, shorten
from agentprog.frozen import frozen
from agentprog.identity import says
from agentprog.ports import Action, Drag, Element, LongPress, PressKey, Role, Screen, Scroll, Tap, TypeText

DONE = "done"
BACK = "go back"
MOST = "its highest value"
LEAST = "its lowest value"


@frozen
class Possible:
    """One move by its words. `action` is None for `done` and for a field whose text is a second question."""

    words: str
    action: Action | None = None
    field: Element | None = None

    @property
    def is_done(self) -> bool:
        return self.action is None and self.field is None


def possible_moves(
    screen: Screen, *, values: Iterable[str] = (), pending: Iterable[str] = (), filled: Container[int] = ()
) -> tuple[Possible, ...]:
    """Every move that the screen allows, without `done`.

    Each field that is not in `filled` gets each `pending` value; with none pending, a text of the model's own. Elements
    that show one of the step's `values` also get a long press.
    """
    waiting = tuple(pending)
    texts = tuple(values)
    moves: dict[str, Possible] = {}
    for element in listed(screen):
        if not element.enabled:
            continue
        if element.editable:
            if element.index not in filled:
                for move in _typing(element, waiting):
                    offer(moves, move)
            continue
        name = descriptor(element)
        if element.role is Role.SLIDER:
            for move in _slides(element, screen, texts):
                offer(moves, move)
            continue
        is_current_tab = element.role is Role.TAB and element.selected
        if (element.clickable or element.checkable) and element.label and not is_current_tab:
            offer(moves, Possible(words=f"tap {name}", action=Tap(target=element)))
        if element.long_clickable and any(says(element.label, text) for text in texts):
            offer(moves, Possible(words=f"long press {name}", action=LongPress(target=element)))
    for move in _scrolls(screen):
        offer(moves, move)
    offer(moves, Possible(words=BACK, action=PressKey(key="back")))
    return tuple(moves.values())


def _typing(field: Element, pending: tuple[str, ...]) -> Iterable[Possible]:
    name = descriptor(field)
    for text in pending:
        yield Possible(words=f'type "{shorten(text, 60)}" into {name}', action=TypeText(text=text, target=field))
    if not pending:
        yield Possible(words=f"type into {name}", field=field)


def offer(moves: dict[str, Possible], move: Possible) -> None:
    """Add a move unless another one has the same words, which a model could not distinguish."""
    moves.setdefault(move.words, move)


def _slides(slider: Element, screen: Screen, values: Iterable[str]) -> Iterable[Possible]:
    """A move to each of the values on its scale, and to either end: a finger that lands short of an end does not set
    all of it."""
    values_wanted = {MOST: 1.0, LEAST: 0.0} | shares(slider, screen, values)
    for value, share in values_wanted.items():
        drag = Drag(start=slider, end=along(slider, screen, share))
        yield Possible(words=f"slide {descriptor(slider)} to {value}", action=drag)


def _scrolls(screen: Screen) -> Iterable[Possible]:
    for element in screen.elements:
        if element.role is Role.LIST or element.scrollable:
            if element.more_below:
                yield Possible(words="scroll down", action=Scroll(direction="down", target=element))
            if element.more_above:
                yield Possible(words="scroll up", action=Scroll(direction="up", target=element))
