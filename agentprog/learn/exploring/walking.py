"""Who walks: one that tries what it has not tried yet, and one that repeats what was found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentprog.bench.aw import draw
from agentprog.ports import Action, Element, OpenApp, PressKey, Screen, Scroll, Tap, TypeText, Window, describe
from agentprog.ports.targets import NoElement, found_again
from agentprog.runtime.roles import Act, Move, StepContext, StepDone, StepStuck

OVER = StepStuck(reason="the walk is over", infeasible=True)
_BACK = PressKey(key="back")


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """A move, and the signature of the screen that it was made on."""

    action: Action
    on: str


class Explorer:
    """Makes at most `moves` moves, the least tried of each kind of page first, and ends when `changed` says that the
    storage is another than at the beginning. From another app it goes back to its own. Seed and screens determine its
    moves."""

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
            action = min(ways(screen, self._chance), key=lambda one: self._rank(page, one))
            self._tried[page, kind_of(action)] += 1
        self.walk.append(Moved(action=action, on=screen.signature))
        return Act(action=action)

    def _rank(self, page: str, action: Action) -> tuple[int, int, float]:
        """What was tried least, fields first, else by chance. A page on which all was tried is left before anything on
        it is tried again."""
        tried = self._tried[page, kind_of(action)]
        if action == _BACK:
            return (tried + 1) // 2, 0 if tried else 3, 0.0
        return tried, 1 if isinstance(action, TypeText) else 2, self._chance.random()


def ways(screen: Screen, chance: random.Random) -> list[Action]:
    """What can be done on a screen: text into each empty field, a touch of all that takes one, a scroll, going back."""
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
    """Something to write: a name, a number, or a sentence. The walker cannot know what a field is for."""
    draws: tuple[Callable[[random.Random], str], ...] = (
        lambda source: draw.person(source).name,
        lambda source: str(source.randint(10, 9999)),
        draw.sentence,
    )
    return chance.choice(draws)(chance)


def page_of(screen: Screen) -> str:
    """What kind of page it is: by the kinds of things that can be touched on it, whatever they say."""
    kinds = sorted({_thing(one) for one in screen.elements if one.clickable and not one.editable})
    return "\n".join((screen.package, screen.activity, *kinds))


def kind_of(action: Action) -> str:
    """What is tried by it: a text is tried in a field once, whatever it says, and the rows of a list are one thing."""
    target = getattr(action, "target", None)
    return f"{type(action).__name__} {_thing(target)}" if isinstance(target, Element) else describe(action)


def _thing(element: Element) -> str:
    """By its place in the app where it stands in a list, else by its name too."""
    in_list = element.container is not None and element.resource_id and not element.editable
    return (
        f"{element.role} {element.resource_id}" if in_list else f"{element.role} {element.resource_id} {element.label}"
    )


class Repeater:
    """Makes these moves again on what the phone shows now; `done` is how it ends. What is not there ends it too."""

    def __init__(
        self, moves: Sequence[Action], done: Move = OVER, *, begin: Callable[[], object] = lambda: None
    ) -> None:
        self._left, self._done, self._begin = list(moves), done, begin
        self._begun = False

    def next_move(self, context: StepContext) -> Move:
        """The next of the moves; stuck where its target is not there."""
        if not self._begun:
            self._begun = True
            self._begin()
        if not self._left:
            done, self._done = self._done, OVER
            return done
        action = _here(self._left.pop(0), context.seen.screen)
        return Act(action=action) if action is not None else OVER


def _here(action: Action, screen: Screen) -> Action | None:
    """The same action with the element of this screen that was meant; None where there is none."""
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
    """The walk without its circles: what was done between two looks at one and the same screen led nowhere."""
    found: list[Moved] = []
    for move in walk:
        at = next((place for place, one in enumerate(found) if one.on == move.on), None)
        if at is not None:
            del found[at:]
        found.append(move)
    return [one.action for one in found]


DONE = StepDone(reason="what was asked for is done")
