"""Finds the typed texts that a step has saved: leaving a form saves its texts, a search field saves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.identity import says
from agentprog.ports import Element, PressKey, Screen, TypeText
from agentprog.recipes.making import Made
from agentprog.runtime.safety.committing import is_search


def texts_kept(actions: Sequence[Made], last: Screen) -> tuple[str, ...]:
    """The texts that were typed into a saved form, in order. `last`: the page after the last action.

    An action that removes the text's field from the screen saves the text, as Save does. Three actions save nothing: an
    action after which the field remains (Enter in a search field), an action on a search field, and an Enter key that
    leads to a page without fields (a search result, perhaps). If the field disappeared in another way, for the next
    page of a form, a later action has to save it. Tapping an element that shows the text opens an existing record.
    """
    pages = [*(move.before for move in actions[1:]), last]
    moves = list(zip(actions, pages, strict=True)) if actions else []
    return tuple(
        move.action.text
        for at, move in enumerate(actions)
        if move.came
        and isinstance(move.action, TypeText)
        and not (isinstance(move.action.target, Element) and is_search(move.action.target))
        and _is_kept(move.action.text, moves[at + 1 :])
    )


def _is_kept(text: str, later: Sequence[tuple[Made, Screen]]) -> bool:
    """True if one of the actions after the typing saved the text. Each action comes with the page it led to."""
    outlived = False
    for at, (move, page) in enumerate(later):
        if _holds(page, text):
            outlived = outlived or (move.came and move.lasting)
        elif move.came and move.lasting:
            return not (isinstance(move.action, PressKey) and not any(element.editable for element in page.elements))
        else:
            return not outlived and not _shows(move, text) and any(move.came and move.lasting for move, _ in later[at:])
    return False


def _holds(page: Screen, text: str) -> bool:
    """True if a field of the page holds the text."""
    return any(element.editable and says(element.text, text) for element in page.elements)


def _shows(move: Made, text: str) -> bool:
    """True if the target of an action shows the text."""
    target = getattr(move.action, "target", None)
    return isinstance(target, Element) and any(says(shown, text) for shown in (target.label, target.text))
