"""Turns the actions of one execution of a step into the moves of a recipe, or says why this is impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from agentprog.frozen import frozen, replace
from agentprog.identity import pieces_of, same, says
from agentprog.ports import (
    Action,
    ClearText,
    DoubleTap,
    Element,
    LongPress,
    OpenApp,
    OpenNotifications,
    PressKey,
    Role,
    Screen,
    Scroll,
    ScrollTo,
    Swipe,
    Tap,
    TypeText,
    Wait,
    WaitUntil,
    Window,
    describe,
)
from agentprog.ports.action import Direction
from agentprog.ports.targets import found_again, names_of
from agentprog.recipes.aiming import aims_at, by_id, by_value, is_inside, meets, place_of, shown_by, stands_on
from agentprog.recipes.explaining import explain
from agentprog.recipes.form import LOOKS, OF_THE_APP, Aim, Command, Move, Sign, Text, Use, Values, Way, uses_of
from agentprog.recipes.heading import heads_on
from agentprog.recipes.sentence import Sentence

_TOUCHES: dict[type, Command] = {Tap: "tap", DoubleTap: "double tap", LongPress: "long press"}
_PASSING = (Wait, WaitUntil)
"""Actions that a recipe does not need, since it waits for its elements anyway."""
_TELLING = 4
"""Letters that a text needs at least so that its presence on a screen identifies something."""
_OTHER_WAY: dict[Direction, Direction] = {"up": "down", "down": "up", "left": "right", "right": "left"}


@frozen
class Made:
    """An action and its screen. `came`: it worked and had an effect, or the effect existed already. `taken`: the phone
    received the touch, but the effect may be out of sight. `lasting`: it is irreversible. `varies`: its element has
    an id of its own, and other looks at the page show another label on it. `turns`: the touch turned it on or off."""

    action: Action
    before: Screen
    came: bool
    lasting: bool
    taken: bool = False
    varies: bool = False
    turns: bool = False


@frozen
class Course:
    """The moves of one execution after the initial "back" presses; `ways` contains the beginning with these presses,
    `heads` the elements of its page that show values which no move contains."""

    moves: tuple[Move, ...]
    begins: str
    ways: tuple[Way, ...] = ()
    heads: tuple[Sign, ...] = ()


@frozen
class Ended:
    """The end of a step: the text that proved it, the text that disappeared, the read value and the last screen.
    `sought`: the step's only purpose was to read that value."""

    screen: Screen
    evidence: str = ""
    gone: str = ""
    value: str = ""
    sought: bool = False


class NotGeneral(Exception):
    """No exact lines can express the actions; the message names the first of them."""


def course_of(actions: Sequence[Made], ended: Ended, values: Values, sentence: Sentence, begins: Screen) -> Course:
    """The moves of one execution that began on this screen. Raises NotGeneral."""
    moves = moves_of(actions, ended, values, sentence.said, needed=sentence.needed)
    backs = next((at for at, move in enumerate(moves) if move.command != "press" or move.key != "back"), 0)
    if not backs or not moves[backs].place:
        return Course(moves=moves, begins=begins.place, heads=_heads(actions, moves, values, sentence))
    way = Way(begins=place_of(begins), backs=backs)
    return Course(moves=moves[backs:], begins=moves[backs].place, ways=(way,))


def _heads(actions: Sequence[Made], moves: Sequence[Move], values: Values, sentence: Sentence) -> tuple[Sign, ...]:
    """The elements of the first page that show the values which no move contains. None if a later action was made on
    a page that no row with a value opened, or touched a row by its own words: on another page it may be another row."""
    if any(_chosen(aim) for move in moves for aim in move.aims[:1]):
        return ()
    used = {use.slot for move in moves if move.command not in LOOKS for use in uses_of(move)}
    left = [Use(slot=slot) for slot in sentence.needed if slot not in used]
    if not actions or not _belong(actions, values):
        return ()
    return tuple(heads_on(actions[0].before, {use: values.get(use, "") for use in left}))


def _belong(actions: Sequence[Made], values: Values) -> bool:
    """True if the values on the first page apply to every action: each was made on this page, or on the pages of one
    row of it, which has the name of a value."""
    place = actions[0].before.place
    left = (move for move, after in pairwise(actions) if move.before.place == place != after.before.place)
    return all(_is_row(_target(move), move.before, values) for move in left)


def _is_row(target: object, screen: Screen, values: Values) -> bool:
    """True for a row of a page that a value of the step names."""
    if not isinstance(target, Element) or target.role in OF_THE_APP:
        return False
    aims = aims_at(target, screen, values).aims
    return bool(aims) and by_value(aims[0])


def _chosen(aim: Aim) -> bool:
    """True for an element that neither a value nor the app names."""
    return aim.label is not None and not by_value(aim) and aim.role not in OF_THE_APP


def moves_of(
    actions: Sequence[Made], ended: Ended, values: Values, sentence: str, *, needed: Sequence[int] = ()
) -> tuple[Move, ...]:
    """The moves of one execution. `needed` are the slots whose values differ between executions: if no move uses one of
    them, the screen has to show its value. Raises NotGeneral."""
    effective = _straight(actions)
    afters = (*(move.before for move in effective[1:]), ended.screen)
    straight = [_noted(move, actions, ended, after) for move, after in zip(effective, afters, strict=False)]
    found = _searching(straight, values, sentence)
    used = {use.slot for move in found for use in uses_of(move)}
    open_ = {slot: values.get(Use(slot=slot), "") for slot in needed if slot not in used}
    stands = _standing(straight, open_, _opened(straight, values))
    found = _searching(straight, values, sentence, stands) if stands else found
    found += _read(ended, values)
    for command, text in (("shows", ended.evidence), ("gone", ended.gone)):
        if text:
            explained = explain(text, values, sentence)
            looks: Command = "shows" if command == "shows" else "gone"
            way: Direction | None = "down" if command == "shows" and _in_a_list(text, ended.screen) else None
            found.append(Move(command=looks, texts=explained.ways, sure=explained.sure, direction=way))
    return tuple(found)


def _straight(actions: Sequence[Made]) -> list[Made]:
    """The actions with an effect, without detours that returned to an earlier screen and changed nothing. A touch
    without a visible change counts as a detour, unless the next action presses a key or opens an app: then the touch
    may have saved."""
    straight: list[Made] = []
    for move in actions:
        if not (move.came or move.taken) or isinstance(move.action, _PASSING):
            continue
        back = next((at for at, old in enumerate(straight) if old.before.signature == move.before.signature), None)
        left = back is not None and back == len(straight) - 1 and isinstance(move.action, PressKey | OpenApp)
        if back is not None and not left and not any(old.lasting for old in straight[back:]):
            del straight[back:]
        straight.append(move)
    return straight


def _noted(move: Made, actions: Sequence[Made], ended: Ended, after: Screen) -> Made:
    """The action, with the notes whether other looks at its page show another label on its element, and whether the
    screen `after` it shows the element turned."""
    to = getattr(move.action, "target", None)
    if isinstance(move.action, Tap) and isinstance(to, Element) and to.checkable and to.role is not Role.RADIO:
        turned = found_again(to, after)
        move = replace(move, turns=isinstance(turned, Element) and turned.checked is not to.checked)
    element = by_id(to, move.before) if isinstance(to, Element) else None
    if element is None or not isinstance(to, Element):
        return move
    looks = (screen for screen in (*(act.before for act in actions), ended.screen) if screen.place == move.before.place)
    labels = {met.label for screen in looks if (met := meets(element, {}, screen)) is not None}
    return replace(move, varies=bool(labels - {to.label}))


def _standing(actions: Sequence[Made], texts: Mapping[int, str], opened: int) -> dict[int, list[Move]]:
    """For each text, the move at which the recipe checks it: the first move from which every screen shows it. Otherwise
    the first move on the page of the row that a value names (the move `opened`), if that page shows it."""
    found: dict[int, list[Move]] = {}
    for slot, text in texts.items():
        at = len(actions)
        while at and len(text.strip()) >= _TELLING and stands_on(actions[at - 1].before, text):
            at -= 1
        if at == len(actions) > opened and len(text.strip()) >= _TELLING and stands_on(actions[opened].before, text):
            at = opened
        if at < len(actions):
            found.setdefault(at, []).append(Move(command="stands", texts=(Text.of(Use(slot=slot)),)))
    return found


def _opened(actions: Sequence[Made], values: Values) -> int:
    """The number of the first move on the page of a row that a value names; the number of moves if there is none."""
    for at, (move, after) in enumerate(pairwise(actions), 1):
        if move.before.signature != after.before.signature and _is_row(_target(move), move.before, values):
            return at
    return len(actions)


def _target(action_made: Made) -> object:
    return getattr(action_made.action, "target", None)


def _searching(
    actions: Sequence[Made], values: Values, sentence: str, stands: Mapping[int, Sequence[Move]] = MappingProxyType({})
) -> list[Move]:
    """The moves of these actions. Scrolls before a touch become a search for the touched element. `stands` are put
    before the moves with these numbers."""
    found: list[Move] = []
    scrolls: list[Move] = []
    for at, act in enumerate(actions):
        found += stands.get(at, ())
        if isinstance(act.action, ScrollTo):
            explained = explain(act.action.text, values, sentence)
            aims = (Aim(label=explained.ways[0]),)
            scrolls.append(Move(command="scroll to", aims=aims, direction=act.action.direction, sure=explained.sure))
            continue
        direction = _scrolled(act.action)
        if direction is not None:
            scrolls.append(Move(command="scroll", direction=direction))
            continue
        move = _move(act, values, sentence)
        target = getattr(act.action, "target", None)
        row = isinstance(target, Element) and not target.editable and _may_lie_beyond(target, act.before)
        if move.aims and (scrolls or (row and by_value(move.aims[0]))):
            way = scrolls[-1].direction if scrolls else "down"
            found.append(Move(command="scroll to", aims=move.aims, direction=way, sure=move.sure))
        else:
            found += scrolls
        scrolls = []
        found.append(replace(move, place=act.before.place))
    return [*found, *scrolls]


def _may_lie_beyond(target: Element, screen: Screen) -> bool:
    """True if the element is in a list that continues."""
    return any(
        element.index == target.container and (element.more_above or element.more_below) for element in screen.elements
    )


def _in_a_list(text: str, screen: Screen) -> bool:
    """True if the text is in a scrolling list: in another execution it may be out of sight."""
    return any(
        element.container is not None and any(same(text, name) for name in names_of(element))
        for element in screen.elements
    )


def _scrolled(action: Action) -> Direction | None:
    if isinstance(action, Scroll):
        return action.direction
    return _OTHER_WAY[action.direction] if isinstance(action, Swipe) else None


def _move(action_made: Made, values: Values, sentence: str) -> Move:
    action = action_made.action
    match action:
        case Tap(target=Element() as to) | DoubleTap(target=Element() as to) | LongPress(target=Element() as to):
            return _touch(_TOUCHES[type(action)], to, action_made, values, sentence)
        case ClearText(target=Element() as target):
            return _touch("clear", target, action_made, values, sentence)
        case TypeText(replace=True, target=None | Element()):
            return _typed(action, action_made, values, sentence)
        case PressKey(key=key):
            return Move(command="press", key=key)
        case OpenApp(name=name):
            explained = explain(name, values, sentence)
            return Move(command="open app", texts=explained.ways)
        case OpenNotifications():
            return Move(command="open notifications")
        case _:
            raise NotGeneral(f"no exact line says this: {describe(action)}")


def _touch(command: Command, target: Element, action_made: Made, values: Values, sentence: str) -> Move:
    """The touch as a move. If its label has a number that the step does not contain, the number may be calculated from
    a value. Then a model finds the element each time, unless its id alone identifies it. A row that the step does not
    name may be the choice for these values."""
    aimed = aims_at(target, action_made.before, values, touch=command != "clear")
    if not aimed.aims:
        raise NotGeneral(f"no property distinguishes {target.descriptor} from the others for certain")
    label = target.label if command == "tap" and not by_value(aimed.aims[0]) and not target.editable else ""
    if any(map(str.isdigit, label)) and not says(sentence, label):
        element = by_id(target, action_made.before)
        return Move(command=command, aims=(element,) if element is not None else (), sure=action_made.varies)
    chosen = _chosen(aimed.aims[0]) and not says(sentence, target.label)
    checked_before = target.checked if action_made.turns else None
    return Move(command=command, aims=aimed.aims, sure=aimed.sure and not chosen, was=checked_before)


def _typed(action: TypeText, action_made: Made, values: Values, sentence: str) -> Move:
    explained = explain(action.text, values, sentence)
    if action.target is None:
        return Move(command="type", texts=explained.ways, sure=explained.sure)
    assert isinstance(action.target, Element)
    aimed = aims_at(action.target, action_made.before, values)
    if not aimed.aims:
        raise NotGeneral(f"no property distinguishes {action.target.descriptor} from the other fields for certain")
    return Move(command="type", aims=aimed.aims, texts=explained.ways, sure=explained.sure and aimed.sure)


def _read(ended: Ended, values: Values) -> list[Move]:
    """The move that reads the value: from the elements whose text, or a piece of it, equals the value. An element is
    identified by its own name or its neighbours, never by the value. If several elements show the value, only other
    executions show which one has it."""
    value = ended.value.strip()
    if not value:
        return []
    shown = [(e, shown_by(e)) for e in ended.screen.elements if e.window in (Window.APP, Window.DIALOG)]
    for whole in (True, False):
        fits = [(e, [""] if text == value else []) for e, text in shown] if whole else [
            (e, [name for name, found in pieces_of(text).items() if found == value]) for e, text in shown
        ]  # fmt: skip
        fits = [(e, pieces) for e, pieces in fits if pieces]
        aimed = [aims_at(e, ended.screen, values, read=value) for e, _ in fits]
        common = [name for name in fits[0][1] if all(name in pieces for _, pieces in fits)] if fits else []
        if not any(way.aims for way in aimed) or not common:
            continue
        alone = len(fits) == 1 and not any(_mentions(e, fits[0][0], value) for e, _ in shown)
        texts = () if whole else tuple(Text.of(Use(slot=0, path=(name,))) for name in common)
        aims = tuple(dict.fromkeys(aim for way in aimed for aim in way.aims))
        sure = whole and alone and aimed[0].sure
        return [Move(command="read", aims=aims, texts=texts, sure=sure, place=ended.screen.place)]
    return [Move(command="read", sure=False)] if ended.sought else []


def _mentions(element: Element, reading: Element, value: str) -> bool:
    """True if an element apart from the read one has the value among its words."""
    nested = is_inside(element, reading) or is_inside(reading, element)
    return not nested and any(says(text, value) for text in element.texts)
