"""The full way to a goal through its app, as a model that knows these apps foresees it.

A route lists the moves that a good model gives after its first one. It names targets as their screens do. If a screen
differs (a row or chip out of sight), the runtime asks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from agentprog.bench.standin.goals import (
    AddContact,
    AddEvent,
    AddExpense,
    AddRecipe,
    AnswerTo,
    DeleteContact,
    DeleteEvent,
    DeleteExpense,
    DeleteNote,
    DeleteRecipe,
    DeleteShown,
    FindCategory,
    FindFile,
    FindLastWord,
    FindNumber,
    FindServings,
    FindSwitch,
    Goal,
    ListEvents,
    ReadErrands,
    ReadNote,
    SaveNote,
    SendText,
    SetBrightness,
    SetSwitch,
    ShowDay,
    WriteNote,
    day_label,
    texts_of,
)
from agentprog.bench.standin.replies import Reply
from agentprog.bench.standin.screen import Line, View
from agentprog.bench.standin.skills import settings
from agentprog.bench.standin.skills.datebook import events, wrong_times
from agentprog.bench.standin.skills.forms import tapped

_OPENED = (FindNumber, FindLastWord, FindServings, FindFile, ReadNote)
"""Goals that open a row of a list and read a value on its page."""
_SOUGHT = (
    *_OPENED, DeleteExpense, DeleteRecipe, DeleteContact, DeleteNote, ReadErrands, AnswerTo, FindSwitch, SetSwitch,
    SetBrightness,
)  # fmt: skip
"""Goals that begin with an entry of a list, which may be out of sight."""
MOST = 7
"""Most moves after the first."""


def with_more(reply: Reply, goal: Goal, view: View, moves: Sequence[str] = (), *, ends: bool = True) -> Reply:
    """Adds the following moves of the route to a reply, if the reply is on the route.

    `ends`: the added moves may end the step. `moves` are the earlier moves for this goal; the way to its start is not
    repeated after them.
    """
    route = _route(goal, view)
    if reply["action"] == "wait" and isinstance(goal, AnswerTo | SendText):
        return {**reply, "more": _following([_BACK, *route], view, ends=ends)}
    if reply["action"] == "scroll" and isinstance(goal, AddExpense) and "element" in reply:
        first, *rest = _chosen(goal.category)
        return {
            "judgement": reply["judgement"],
            **first,
            "more": _following([*rest, _done(shown=goal.name)], view, ends=ends),
        }
    if reply["action"] == "press" and any(not move.startswith(_BEFORE) for move in moves):
        if not (isinstance(goal, AddEvent) and tapped(moves, "Save")):
            return reply
        route = [_BACK, _day(goal.day), _done(shown=goal.title)]
    if reply["action"] == "scroll" and "element" not in reply and isinstance(goal, _SOUGHT):
        rest = [move for move in route if move is not _BACK]
        sought = {"action": "scroll_to", "text": rest[0]["label"], "direction": reply["direction"]}
        return {"judgement": reply["judgement"], **sought, "more": _following(rest, view, ends=ends)}
    met = max((n for n, move in enumerate(route) if _met(move, view)), default=-1)
    at = next((n for n, move in enumerate(route) if n > met and _is(move, reply, view)), None)
    if at is None:
        return reply
    return {
        **reply,
        **_expected(route[at], reply),
        "more": _following(route[at + 1 :], view, ends=ends, last_move=route[at]),
    }


_LEFT: dict[type[Goal], int] = {
    AnswerTo: 2, SendText: 2, AddContact: 1, ListEvents: 1, AddExpense: 0, AddEvent: 0, DeleteContact: 0,
    DeleteEvent: 0, DeleteExpense: 0, DeleteNote: 0, DeleteRecipe: 0,
}  # fmt: skip
"""How often back is pressed from the page that a goal ends on to the first page: a keyboard closes first."""


def after(goal: Goal, coming: Goal) -> list[Reply]:
    """The moves of a goal that comes behind another, on pages that are not seen yet. Empty if they are not foreseen."""
    route = _route(coming, View(app="", lines=()))
    if goal.app != coming.app:
        return route[: MOST + 1]
    if type(goal) not in _LEFT or isinstance(coming, FindSwitch | SetSwitch | SetBrightness):
        return []
    if isinstance(goal, SendText) and isinstance(coming, SendText):
        return [_BACK, *(move for move in route if move.get("label") != "conversations fab")]  # the form for a number
    if isinstance(goal, DeleteEvent) and isinstance(coming, DeleteEvent) and goal.day == coming.day:
        return route[2:]
    way = [move for move in route if move is not _BACK]
    return [*[_BACK] * _LEFT[type(goal)], *way][: MOST + 1] if way else []


def _following(route: list[Reply], view: View, *, ends: bool, last_move: Reply | None = None) -> list[Reply]:
    """The moves after `last_move`. A later target with the same label is a different element."""
    last_label = last_move.get("label") if last_move is not None else None
    moves = [move for move in route if ends or move["action"] != "done"][:MOST]
    return [move if last_label and move.get("label") == last_label else _shown(move, view) for move in moves]


def _expected(planned: Reply, reply: Reply) -> Reply:
    return {} if reply.get("expectation") or "expectation" not in planned else {"expectation": planned["expectation"]}


def _met(move: Reply, view: View) -> bool:
    """True if the screen already shows the question that the move leads to, so the move is done."""
    asks = str(move.get("expectation", ""))
    return asks.endswith("?") and view.saying(asks) is not None


def _is(move: Reply, reply: Reply, view: View) -> bool:
    """True if a move of the route equals the reply's move."""
    texts = move["action"] != "tap" and move.get("text", "") != reply.get("text", "")
    if move["action"] != reply["action"] or texts:
        return False
    number = int(reply.get("element", 0))
    if "element" in move:
        return bool(move["element"] == number)
    line = next((line for line in view.lines if line.index <= number <= max(line.index, line.last)), None)
    if "label" not in move:
        return True
    label = str(move["label"])
    return line is not None and label in (line.label, *line.label.split(", ")[:2])


def _shown(move: Reply, view: View) -> Reply:
    """Targets an element by its number if exactly one on the screen has the label."""
    found = [line for line in view.lines if line.label == move.get("label")]
    if len(found) != 1 or move["action"] == "done":
        return move
    return {**{name: value for name, value in move.items() if name != "label"}, "element": found[0].index}


def _tap(label: str, expect: str = "") -> Reply:
    return {"action": "tap", "label": label, **({"expectation": expect} if expect else {})}


def _hold(label: str) -> Reply:
    return {"action": "long_press", "label": label}


def _type(label: str, text: str) -> Reply:
    return {"action": "type", "label": label, "text": text}


def _done(*, shown: str = "", gone: str = "") -> Reply:
    return {"action": "done", "expectation": shown, **({"gone": gone} if gone else {})}


_BEFORE = ("open app", "press back", "scroll")
"""How moves begin that only lead to the start of a goal."""
_BACK: Reply = {"action": "press", "text": "back"}
"""Leaves the page that an earlier part left open."""


def _route(goal: Goal, view: View) -> list[Reply]:
    match goal:
        case AddContact():
            return [_BACK, *_contact(goal)]
        case SendText(number=number, body=body):
            new = [_tap("conversations fab"), _type("Add Contact or Number…", number)]
            return [_BACK, *new, _tap("new conversation confirm", expect=number), *_sent(body)]
        case AnswerTo(name=name, body=body):
            return [_BACK, _tap(name), *_sent(body)]
        case AddExpense():
            form = [("Name", goal.name), ("Amount", goal.dollars), ("Note", goal.note)]
            fields = [_type(label, text) for label, text in form if text]
            return [_tap("fb main add"), *fields, *_chosen(goal.category), _done(shown=goal.name)]
        case AddRecipe():
            return _recipe(goal)
        case AddEvent():
            return _event(goal, view)
        case FindSwitch() | SetSwitch() | SetBrightness():
            return _setting(goal, view)
        case WriteNote() | SaveNote():
            return _written(goal)
        case _:
            return _removed(goal, view) or _opened(goal, view)


def _chosen(category: str) -> list[Reply]:
    """The chip of a category may be out of sight in its row."""
    return [{**_seek(category), "expectation": category}, _tap(category), _tap("Save")]


def _seek(text: str) -> Reply:
    return {"action": "scroll_to", "text": text, "direction": "down"}


def _sent(body: str) -> list[Reply]:
    return [_type("Type a message…", body), _tap("SMS", expect=body), _done(shown=body)]


def _contact(goal: AddContact) -> list[Reply]:
    given_name, _, family = goal.name.partition(" ")
    form = [_type("First name", given_name), _type("Last name", family), _type("Phone", goal.number)]
    return [_tap("Create contact"), *form, _tap("Save", expect=goal.name), _done(shown=goal.name)]


def _recipe(goal: AddRecipe) -> list[Reply]:
    form = (
        ("Title", goal.title),
        ("Description", goal.description),
        ("Servings", goal.servings),
        ("Time", goal.time),
        ("Ingredients", goal.ingredients),
        ("Directions", goal.directions),
    )
    fields = [_type(label, text) for label, text in form]
    return [_tap("New Recipe"), *fields, _tap("Save"), _seek(goal.title), _done(shown=goal.title)]


def _event(goal: AddEvent, view: View) -> list[Reply]:
    """The moves in the event form up to the next unknown value: day and start first, then the end, which moves with the
    start."""
    fields = [_type(label, text) for label, text in (("Title", goal.title), ("Description", goal.description)) if text]
    route = [_BACK, _tap("New Event"), _tap("Event"), *fields]
    wrong = wrong_times(goal, view)
    if wrong is None:
        return route
    for n, (moment, line) in enumerate(wrong[:2]):
        picked = _picked(moment, line)
        if n and (":" in wrong[0][1].label or ":" not in line.label):
            return route  # a second clock or day is read after the first is set
        route += [_tap(line.label) if not n else {"action": "tap", "element": line.index}, *picked]
        if not picked:
            return route
    if wrong and (len(wrong) > 1 or ":" not in wrong[0][1].label):
        return route
    return [*route, _tap("Save"), _day(goal.day), _done(shown=goal.title)]


def _picked(moment: datetime, line: Line) -> list[Reply]:
    """The choice in the picker of a day or clock; empty if one tap and OK do not suffice."""
    if ":" in line.label:
        return [] if moment.minute else [_tap(f"{moment.hour or '00'}"), _tap("OK")]
    return [_tap(str(moment.day)), _tap("OK")] if line.label.startswith(f"{moment:%B} ") else []


def _written(goal: WriteNote | SaveNote) -> list[Reply]:
    text = goal.text if isinstance(goal, SaveNote) else "\n\n".join(texts_of(goal))
    title = goal.name.removesuffix(".md")  # the dialog has a separate field for the ending, filled with this one
    new = [_tap("Create a new file or folder"), _type("my_note", title), _tap("OK", expect=title)]
    return [_BACK, *new, _type(title, text), _tap("Save"), _done(shown=title)]


def _opened(goal: Goal, view: View) -> list[Reply]:
    """The way to a page. The value is reported only after the page is visible."""
    match goal:
        case ReadErrands(name=name):
            return [_BACK, _tap(name), _done(shown=name.rpartition(".")[0] or name)]
        case FindCategory(name=name):
            return [*([_tap("More")] if view.find("More", "button") else [_BACK]), _tap(name)]
        case ShowDay(day=day) | ListEvents(day=day):
            return [_BACK, _day(day), _done(shown=day_label(day))]
        case _ if isinstance(goal, _OPENED):
            return [_BACK, _tap(goal.key)]
        case _:
            return []


def _removed(goal: Goal, view: View) -> list[Reply]:
    """The way to an entry, its deletion and the confirmation."""
    match goal:
        case DeleteExpense(name=name):
            return [_hold(name), _tap("Delete", expect="Confirm"), _tap("Confirm"), _done(gone=name)]
        case DeleteRecipe(title=title):
            sure = _tap("Delete", expect="Delete this recipe?")
            way = [_BACK, _tap(title, expect=title), _tap("More options", expect="Delete")]
            return [*way, sure, _tap("Delete"), _done(gone=title)]
        case DeleteContact(name=name):
            sure = _tap("Delete", expect="Delete this contact?")
            way = [_BACK, _tap(name), _tap("More options", expect="Delete")]
            return [*way, sure, _tap("Delete"), _done(gone=name)]
        case DeleteNote(name=name):
            return [_BACK, _hold(name), _tap("Delete", expect="Confirm Delete"), _tap("OK"), _done(gone=name)]
        case DeleteEvent(title=title, day=day):
            return [_BACK, _day(day), _hold(title), _tap("Delete"), _tap("Yes"), _done(gone=title)]
        case DeleteShown():
            shown = [line.label for line in events(view)]
            taps = [_hold(shown[0]), *map(_tap, shown[1:])] if shown else []
            return [*taps, _tap("Delete"), _tap("Yes")]  # the resulting screen shows whether events remain
        case _:
            return []


def _day(day: str) -> Reply:
    return _tap(str(date.fromisoformat(day).day), expect=day_label(day))


def _setting(goal: FindSwitch | SetSwitch | SetBrightness, view: View) -> list[Reply]:
    """Returns to the first page of the settings and goes on from there. A switch is tapped only after its state is
    visible."""
    slider = next(view.roles("slider"), None)
    if isinstance(goal, SetBrightness) and slider is not None:
        return [settings.slid(goal, slider), _done()]
    if isinstance(goal, SetBrightness):
        return [*[_BACK] * settings.depth(view), _tap("Display"), _tap("Brightness level")]
    way = [*[_BACK] * settings.depth(view), *map(_tap, settings.way(goal.name))]
    if not isinstance(goal, SetSwitch):
        return way
    return [*way, {**_tap(settings.label(goal.name)), "text": goal.state}, _done()]
