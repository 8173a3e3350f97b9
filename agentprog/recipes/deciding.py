"""Finds the element that decides a condition: every judgement agrees with it, and its description fits on other screens
too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agentprog.frozen import frozen, replace
from agentprog.identity import same, says
from agentprog.ports import UNLABELLED, Element, Screen, Window
from agentprog.ports.screen import shows
from agentprog.ports.targets import names_of
from agentprog.recipes.aiming import aims_at, by_value, meets, place_of
from agentprog.recipes.explaining import SHORTEST, is_part, within
from agentprog.recipes.form import OF_THE_APP, Aim, Move, Recipe, Sign, Text, Values, mark_of

_MOST_SIGNS = 24
_MOST_LOOKS = 8
_MOST_MARKS = 16
_BEING = ("called", "shown")
_NEITHER = (Window.KEYBOARD, Window.SYSTEM)


@frozen
class Judged:
    """A condition on one screen, and a model's verdict: whether it `holds`, with the text of the screen as evidence.
    `said` is the condition with its values."""

    screen: Screen
    values: Values
    said: str
    holds: bool
    evidence: str = ""


def judged(key: str, app: str, judged: Judged, known: Iterable[Sign] = ()) -> Recipe:
    """A recipe from one judgement: the known signs and those of this screen."""
    fresh = (Sign(kind=sign.kind, aim=sign.aim, says=sign.says, aside=sign.aside) for sign in (*known, *_signs(judged)))
    verdicts = ((sign, _verdict(sign, judged.values, judged.screen)) for sign in dict.fromkeys(fresh))
    yes, no = int(judged.holds), int(not judged.holds)
    return Recipe(
        key=key,
        app=app,
        begins=place_of(judged.screen),
        mark=mark_of((judged.said, judged.screen.signature)),
        moves=tuple(Move(command="stands", aims=(aim,)) for aim in _landmarks(judged.screen)),
        signs=tuple(
            replace(sign, so=verdict is judged.holds, yes=yes, no=no, looks=_looks(sign, judged), was=verdict)
            for sign, verdict in verdicts
            if verdict is not None
        ),
    )


def _looks(sign: Sign, judged: Judged) -> tuple[str, ...]:
    return (
        tuple(dict.fromkeys(map(_look, _there(sign, judged.values, judged.screen) or ())))
        if sign.kind in _BEING
        else ()
    )


def borne_out(known: Sequence[Recipe], judgement: Recipe) -> tuple[Recipe, ...]:
    """The recipes with one more judgement: signs that disagree are dropped, and only elements common to all judgements
    identify the screen.
    """
    old = next((recipe for recipe in known if recipe.signs and recipe.begins == judgement.begins), None)
    if old is None:
        return (judgement, *known)
    marks = old.mark.split()
    if judgement.mark in marks:
        return tuple(known)  # a repeated question on an unchanged screen confirms nothing
    theirs = {sign.what: sign for sign in judgement.signs}
    signs = [_one(sign, theirs.pop(sign.what, None)) for sign in old.signs]
    found = replace(
        old,
        moves=tuple(move for move in old.moves if move in judgement.moves),
        signs=tuple((*signs, *theirs.values())[:_MOST_SIGNS]),
        proven=old.proven + 1,
        mark=" ".join((judgement.mark, *marks)[:_MOST_MARKS]),
        earlier=False,
    )
    return (found, *(recipe for recipe in known if recipe is not old))


def _one(old: Sign, new: Sign | None) -> Sign:
    if new is None:
        return old
    looks = tuple(dict.fromkeys((*old.looks, *new.looks)))[:_MOST_LOOKS]
    wrong = old.wrong or old.so is not new.so
    state = old.was if old.was is new.was else None
    return replace(old, yes=old.yes + new.yes, no=old.no + new.no, wrong=wrong, looks=looks, was=state)


def decided(recipe: Recipe, values: Values, screen: Screen) -> bool | None:
    """The verdict, if all signs agree and the screen resembles those of earlier judgements; None: ask a model. An
    element that was the same in every judgement has to be the same now: the condition may be about it too."""
    marks = [Sign(kind="called", aim=aim) for move in recipe.moves for aim in move.aims[:1]]
    if not marks or not all(_there(mark, values, screen) for mark in marks):
        return None
    verdicts = {sign: _verdict(sign, values, screen) for sign in recipe.signs}
    live = [sign for sign in recipe.signs if not sign.wrong]
    if any(sign.wrong and None not in (sign.was, now) and now is not sign.was for sign, now in verdicts.items()):
        return None
    if not any(sign.sure for sign in live) or any(verdicts[sign] is None for sign in live if sign.sure):
        return None
    holds = {verdicts[sign] is sign.so for sign in live if verdicts[sign] is not None}
    return holds.pop() if len(holds) == 1 else None


# ------------------------------------------------------------------------------------------------ one sign


def _verdict(sign: Sign, values: Values, screen: Screen) -> bool | None:
    """The verdict of one sign; None if the screen does not show it."""
    if sign.kind in _BEING:
        elements = _there(sign, values, screen)
        if elements:
            return True if not sign.looks or any(_look(element) in sign.looks for element in elements) else None
        beyond = any(
            element.more_above or element.more_below or element.more_left or element.more_right
            for element in screen.elements
        )
        return None if elements is None or beyond else False
    element = meets(sign.aim, values, screen)
    if element is None or not element.enabled:
        return None
    if sign.kind == "checked":
        return element.checked if element.checkable else None
    text = sign.says.filled(values) if sign.says is not None else None
    return None if not text else same(text, element.text or element.label)


def _there(sign: Sign, values: Values, screen: Screen) -> list[Element] | None:
    """The elements that fit this sign, without typed texts in fields. None if the sign has no name with these
    values."""
    aim = sign.aim
    name = aim.label.filled(values) if aim.label is not None else ""
    if name is None or (aim.label is not None and not name.strip()):
        return None
    fits = (
        element for element in screen.elements
        if element.window not in _NEITHER and not element.covered
        and (not element.editable or aim.role == element.role.value)
        and aim.role in ("", element.role.value) and aim.resource in ("", element.resource_id)
    )  # fmt: skip
    if sign.kind == "shown":
        return [element for element in fits if shows([element], name)]
    return [element for element in fits if not name or any(same(name, own) for own in names_of(element))]


def _look(element: Element) -> str:
    """The state and kind of place of an element: a condition may be about its state, and "Ann" as a message in a list
    is not "Ann" as a title."""
    state = {
        "on": element.checked,
        "selected": element.selected,
        "disabled": not element.enabled,
        "heavy": element.heavy,
    }
    state["listed"] = element.container is not None
    return " ".join(
        filter(
            None,
            (element.role.value, element.resource_id, *(k for k, present in state.items() if present), *element.marks),
        )
    )


# ------------------------------------------------------------------------------------------------ of one screen


def _signs(judged: Judged) -> Iterator[Sign]:
    """Elements of this screen that the condition may be about: its values, its words or the evidence name them."""
    whole = {use: value for use, value in judged.values.items() if not is_part(use)}
    for use, value in whole.items():
        yield Sign(kind="called", aim=Aim(label=Text.of(use)))
        if len(value.strip()) >= SHORTEST:
            yield Sign(kind="shown", aim=Aim(label=Text.of(use)))
    for element in judged.screen.elements:
        if element.window in _NEITHER or element.covered:
            continue
        if element.checkable:
            yield from (Sign(kind="checked", aim=aim) for aim in _aims(element, judged))
        text = (element.text or element.label).strip()
        if not text or element.editable:
            continue
        evident = bool(judged.evidence) and same(text, judged.evidence.strip().strip('"'))
        words = within(text, whole)
        aside = not words.uses and not says(judged.said, text)
        if evident:
            yield Sign(kind="called", aim=Aim(label=words), aside=aside)
        if evident and element.resource_id:
            yield Sign(kind="called", aim=Aim(role=element.role.value, resource=element.resource_id))
        ways = [Text.of(use) for use, value in whole.items() if same(value, text)] or [words] * evident
        aims = aims_at(element, judged.screen, judged.values, read=text).aims if ways else ()
        yield from (Sign(kind="says", aim=aim, says=way, aside=aside) for aim in aims for way in ways)


def _aims(element: Element, judged: Judged) -> list[Aim]:
    """The descriptions by which the condition names the element: by a value, else by the element's own name."""
    aims = aims_at(element, judged.screen, judged.values).aims
    return [aim for aim in aims if by_value(aim)] or [
        aim for aim in aims if aim.label is not None and says(judged.said, element.label)
    ]


def _landmarks(screen: Screen) -> Iterator[Aim]:
    """Elements that stay when lists and rows change: the app's own buttons and fields, and elements with an id."""
    found: dict[Aim, None] = {}
    for element in screen.elements:
        if element.window in _NEITHER or element.covered or element.container is not None:
            continue
        found.setdefault(_landmark(element))
    return (aim for aim in found if aim.label is not None or aim.resource)


def _landmark(element: Element) -> Aim:
    name = "" if element.editable else element.label
    own_name = element.role in OF_THE_APP and name not in ("", UNLABELLED)
    return Aim(label=Text.of(name) if own_name else None, role=element.role.value, resource=element.resource_id)
