"""Collects, form by form, the screens' words for the things that a step worked on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agentprog.identity import says
from agentprog.ports import Element, Screen, TypeText, Window
from agentprog.recipes.making import Made
from agentprog.runtime.witness.sorts import FormWords
from agentprog.runtime.witness.views import view_of


def told_on_the_way(moves: Sequence[Made], last: Screen) -> tuple[FormWords, ...]:
    """For each form in order: the elements touched before it was filled in, its headings, and the element that left it.
    Elements touched inside a form are properties of the thing. `last`: the page after the last action.
    """
    pages = [*(move.before for move in moves[1:]), last]
    found: list[FormWords] = []
    texts: list[str] = []
    fields: dict[str, str] = {}
    for move, page in zip(moves, pages, strict=True) if moves else ():
        action = move.action
        target = getattr(action, "target", None)
        element = target if isinstance(target, Element) else None
        if isinstance(action, TypeText):
            fields[action.text] = element.resource_id if element is not None else ""
            texts += _headings(move.before)
            continue
        if fields and any(_holds(page, text) for text in fields):
            continue
        if fields or (element is not None and element.window is Window.DIALOG):
            texts += _headings(move.before)
        texts += [element.label] if element is not None else []
        if fields:
            found.append(FormWords(words=tuple(texts), texts=frozenset(fields), fields=fields))
            texts, fields = [], {}
    return (*found, FormWords(words=tuple(texts), texts=frozenset(fields), fields=fields))


def _headings(screen: Screen) -> Iterable[str]:
    """The headings of a page, or the texts of the dialog over it: its title last, since the texts below it may name
    properties of the thing."""
    dialog = [e for e in screen.elements if e.window is Window.DIALOG and not (e.clickable or e.editable)]
    return [text for e in reversed(dialog) for text in e.texts] if dialog else view_of(screen).about


def _holds(page: Screen, text: str) -> bool:
    return any(element.editable and says(element.text, text) for element in page.elements)
