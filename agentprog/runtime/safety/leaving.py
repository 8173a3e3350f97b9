"""Values from one app that would leave by another: codes, numbers, addresses and lines of text, the clipboard, contents
of a share sheet.

A value from a screen may leave by a search or an address bar only if a person's words contain it or name the receiving
app. It is also recognised reversed, in base64 or hexadecimal, and split over several moves.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from agentprog.identity import canon, says
from agentprog.lang.effects.wordlists import tables
from agentprog.ports import Action, App, Element, Screen, SetClipboard, Tap, TypeText, Window
from agentprog.runtime.safety.appnames import mentions
from agentprog.runtime.safety.committing import is_search
from agentprog.runtime.safety.texts import visible

ON_CLIPBOARD = "the content of the clipboard"

_MOST = 600
_FEWEST_SIGNS = 5
_FEWEST_WORDS = 4
_LONGEST_LINE = 300
_KEPT_SIGNS = 400
_FIGURE = re.compile(r"\d(?:[\s().\-/]{0,2}\d){4,}")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CODED = re.compile(r"[A-Za-z0-9+/_\-]{6,}={0,2}")


@dataclass(slots=True)
class Seen:
    """The gate's memory of values on screens, with their apps, and of texts that were entered where they leave."""

    _values: dict[tuple[str, str], None] = field(default_factory=dict)
    _out: dict[str, str] = field(default_factory=dict)
    clipboard: str = ON_CLIPBOARD
    """The run's own clipboard content; ON_CLIPBOARD if anything else may be there."""

    def did(self, action: Action) -> None:
        """Record an allowed action."""
        if isinstance(action, SetClipboard):
            self.clipboard = action.text
        elif copies(getattr(action, "target", None)):
            self.clipboard = ON_CLIPBOARD

    def look(self, screen: Screen) -> None:
        """Record the values that an app shows. The run's own entries do not count."""
        for element in screen.elements:
            if element.editable or element.window not in (Window.APP, Window.DIALOG):
                continue
            for value in (value for text in (element.text, element.label) for value in _values_in(text)):
                self._values[screen.package, value] = None
        while len(self._values) > _MOST:
            self._values.pop(next(iter(self._values)))

    def leaks(self, text: str, package: str, theirs: Iterable[str]) -> bool:
        """True if a text, together with earlier entries in that app, contains a value of another app that no text of
        the person contains.
        """
        if text == ON_CLIPBOARD:
            return True
        sentences = [_letters(sentence) for sentence in theirs]
        before = self._out.get(package, "")
        shown_there = {value for where, value in self._values if where == package}
        strange = [
            value for where, value in self._values
            if where != package and value not in shown_there and not any(value in sentence for sentence in sentences)
        ]  # fmt: skip
        return any(value in form for form in _forms(text, before) for value in strange)

    def entered(self, text: str, package: str) -> None:
        """Record a text typed where it leaves its app."""
        self._out[package] = (self._out.get(package, "") + _letters(text))[-_KEPT_SIGNS:]


def pasted(action: Action, screen: Screen, seen: Seen) -> TypeText | None:
    """The typing that has the effect of a paste; None for any other action."""
    target = getattr(action, "target", None)
    if not isinstance(action, Tap) or not _is_entry(target, "pasting"):
        return None
    field_ = next((element for element in screen.elements if element.focused and element.editable), None)
    return TypeText(text=seen.clipboard, target=field_)


def copies(target: object) -> bool:
    """True if touching the element puts something on the clipboard."""
    return _is_entry(target, "copying")


def _is_entry(target: object, table: str) -> bool:
    if not isinstance(target, Element) or target.editable:
        return False
    names = {target.resource_id.rpartition("/")[2].casefold(), canon(target.label), canon(target.text)}
    return bool(names & set(map(canon, tables()["sink"][table])))


def about_sharing(action: Action, screen: Screen, theirs: Iterable[str], apps: Iterable[App]) -> str:
    """The reason why this touch must not share: nobody has named its app or person. Empty for touches outside a share
    sheet."""
    target = getattr(action, "target", None)
    sheet = tables()["sink"]["sharing"] in screen.activity.casefold()
    if not sheet or not isinstance(action, Tap) or not isinstance(target, Element) or copies(target):
        return ""
    name, sentences = target.label or target.text, tuple(theirs)
    if not name or any(says(text, name) for text in sentences):
        return ""
    if any(canon(app.label) == canon(name) and mentions(sentences, app) for app in apps):
        return ""
    return f'it would be shared by "{visible(name)}", which your words do not name'


def leaves_by(target: Element | None, *, sink: bool, network: bool) -> bool:
    """True if a text typed here leaves the app while it is typed, or is looked up: a browser's bar, or a search in an
    app on the network.
    """
    return sink or (network and target is not None and is_search(target))


def _values_in(text: str) -> Iterator[str]:
    plain = canon(text)
    for found in (*_FIGURE.findall(plain), *_MAIL.findall(plain)):
        yield _letters(found)
    for line in (plain, *map(canon, text.splitlines())):
        if len(line) <= _LONGEST_LINE and len(line.split()) >= _FEWEST_WORDS:
            yield _letters(line)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", canon(text))


def _forms(text: str, before: str) -> Iterator[str]:
    """The possible readings of a text: joined with earlier entries, reversed, decoded."""
    whole = before + _letters(text)
    yield whole
    yield whole[::-1]
    for coded in _CODED.findall(text):
        for decoded in (_base64(coded), _hex(coded)):
            if len(decoded) >= _FEWEST_SIGNS:
                yield _letters(decoded)


def _base64(text: str) -> str:
    try:
        plain = text.rstrip("=").replace("-", "+").replace("_", "/")
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _hex(text: str) -> str:
    try:
        return bytes.fromhex(text).decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        return ""
