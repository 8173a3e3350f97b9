"""Two grounders for exploration: one tries new actions, the other repeats found moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from agentprog.bench.aw import draw
from agentprog.frozen import frozen
from agentprog.ports import Action, Element, OpenApp, PressKey, Screen, Scroll, Tap, TypeText, Window, describe
from agentprog.ports.targets import NoElement, found_again
from agentprog.runtime.roles import Act, Move, StepContext, StepDone, StepStuck

OVER = StepStuck(reason="the walk is over", infeasible=True)
_BACK = PressKey(key="back")


@frozen
class Moved:
    """A move, and the signature of the screen that it was made on."""

    action: Action
    on: str


class Explorer:
    """Makes at most `moves` moves, the least tried per kind of page first; ends when `changed` reports a storage
    change.

    From another app it goes back to its own. Seed and screens determine its moves.
    """

    def __init__(self, app: str, seed: int, moves: int, changed: Callable[[], bool]) -> None:
        self._chance = random.Random(f"walk {seed}")
        self._app, self._most, self._changed = app, moves, changed
        self._tried: Counter[tuple[str, str]] = Counter()
        self._home = ""
        self.walk: list[Moved] = []

    def next_move(self, context: StepContext) -> Move:
        """The next move; stuck at the walk's end."""
        screen = context.seen.screen
        if self._changed() or len(self.walk) >= self._most:
            return OVER
        self._home = self._home or screen.package
        if screen.package != self._home:
            action: Action = OpenApp(name=self._app)
        else:
            page = page_of(screen)
            action = min(ways(screen, self._chance), key=lambda action_possible: self._rank(page, action_possible))
            self._tried[page, kind_of(action)] += 1
        self.walk.append(Moved(action=action, on=screen.signature))
        return Act(action=action)

    def _rank(self, page: str, action: Action) -> tuple[int, int, float]:
        """Sort key: least tried first, then fields, then chance.

        A fully tried page is left before anything on it is repeated.
        """
        tried = self._tried[page, kind_of(action)]
        if action == _BACK:
            return (tried + 1) // 2, 0 if tried else 3, 0.0
        return tried, 1 if isinstance(action, TypeText) else 2, self._chance.random()


def ways(screen: Screen, chance: random.Random) -> list[Action]:
    """The possible actions on a screen: text into each empty field, a tap on each touchable element, a scroll, going
    back."""
    found: list[Action] = [_BACK]
    for element in screen.elements:
        if element.window not in (Window.APP, Window.DIALOG) or element.covered or not element.enabled:
            continue
        if element.editable and not element.text:
            found.append(TypeText(text=_text(chance), target=element))
        elif element.clickable or element.checkable:
            found.append(Tap(target=element))
        elif element.scrollable and element.more_below:
            found.append(Scroll(direction="down", target=element))
    return found


def _text(chance: random.Random) -> str:
    """A name, a number or a sentence to type; the walker cannot know the purpose of a field."""
    draws: tuple[Callable[[random.Random], str], ...] = (
        lambda source: draw.person(source).name,
        lambda source: str(source.randint(10, 9999)),
        draw.sentence,
    )
    return chance.choice(draws)(chance)


def page_of(screen: Screen) -> str:
    """The kind of a page: the kinds of its touchable elements, whatever their texts."""
    kinds = sorted({_thing(element) for element in screen.elements if element.clickable and not element.editable})
    return "\n".join((screen.package, screen.activity, *kinds))


def kind_of(action: Action) -> str:
    """The kind of an action: texts for one field count as one, as do the rows of a list."""
    target = getattr(action, "target", None)
    return f"{type(action).__name__} {_thing(target)}" if isinstance(target, Element) else describe(action)


def _thing(element: Element) -> str:
    """Identifies an element by its place in the app, outside of lists also by its name."""
    in_list = element.container is not None and element.resource_id and not element.editable
    return (
        f"{element.role} {element.resource_id}" if in_list else f"{element.role} {element.resource_id} {element.label}"
    )


class Repeater:
    """Repeats these moves on the current screens and ends with `done`, or early if a target is missing."""

    def __init__(
        self, moves: Sequence[Action], done: Move = OVER, *, begin: Callable[[], object] = lambda: None
    ) -> None:
        self._left, self._done, self._begin = list(moves), done, begin
        self._begun = False

    def next_move(self, context: StepContext) -> Move:
        """The next move; stuck if its target is missing."""
        if not self._begun:
            self._begun = True
            self._begin()
        if not self._left:
            done, self._done = self._done, OVER
            return done
        action = _here(self._left.pop(0), context.seen.screen)
        return Act(action=action) if action is not None else OVER


def _here(action: Action, screen: Screen) -> Action | None:
    """The same action with the matching element of this screen; None if there is none."""
    if not isinstance(action, Tap | TypeText | Scroll) or not isinstance(action.target, Element):
        return action
    found = found_again(action.target, screen)
    if isinstance(found, NoElement):
        return None
    match action:
        case Tap():
            return Tap(target=found)
        case TypeText():
            return TypeText(text=action.text, target=found)
        case Scroll():
            return Scroll(direction=action.direction, target=found)


def straight(walk: Sequence[Moved]) -> list[Action]:
    """The walk without circles: moves between two visits of the same screen are dropped."""
    found: list[Moved] = []
    for move in walk:
        at = next((place for place, earlier in enumerate(found) if earlier.on == move.on), None)
        if at is not None:
            del found[at:]
        found.append(move)
    return [earlier.action for earlier in found]


DONE = StepDone(reason="what was asked for is done")
