"""The kinds of effects, for orders in a line and for actions on a phone."""

from __future__ import annotations

from enum import StrEnum


class Risk(StrEnum):
    """What an action commits beyond the step it belongs to."""

    SEND = "send"
    CALL = "call"
    PAY = "pay"
    ORDER = "order"
    BOOK = "book"
    CANCEL = "cancel"
    """Call off what was ordered, booked or subscribed to."""
    JOIN = "join"
    """Become one of a group, a meeting or a channel."""
    DELETE = "delete"
    BLOCK = "block"
    INSTALL = "install"
    GRANT = "grant"
    SHARE = "share"
    AGREE = "agree"
    """Say yes to a question that names none of the effects above."""
    STRAY = "stray"
    """Act in an app that neither the instruction nor the program names."""
    CREATE = "create"
    EDIT = "edit"
    """Enter what nobody wrote."""
    SETTING = "setting"
    POST = "post"
    """Send a form of a web page."""
    OPEN_LINK = "open_link"
    DISCLOSE = "disclose"
    """Let a text leave by an address bar, a search on the web, or the clipboard."""
    CHANGE = "change"
    """Touch a place that saves, sends or removes something, with an unknown kind."""


PAYING = (Risk.PAY, Risk.ORDER, Risk.BOOK)
"""Kinds that cost money."""
TO_SOMEBODY = frozenset((Risk.SEND, Risk.CALL, Risk.SHARE, Risk.PAY))
"""Kinds with a recipient."""


def commits_as(kind: Risk) -> frozenset[Risk]:
    """The kinds of touches by which an effect comes about: who orders something also pays for it."""
    if kind in (Risk.ORDER, Risk.BOOK):
        return frozenset((kind, Risk.PAY))
    return frozenset((kind, Risk.DELETE)) if kind is Risk.CANCEL else frozenset((kind,))


BY_PLACE = (Risk.STRAY, Risk.CHANGE)
"""Classes that are known by where an action is done: no word of a person orders them."""


BY_CONTENT = (Risk.CREATE, Risk.EDIT, Risk.SETTING, Risk.POST, Risk.OPEN_LINK, Risk.DISCLOSE)
"""Classes of an action's content, not of its target."""
