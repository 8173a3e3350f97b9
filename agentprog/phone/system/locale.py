"""The phone's language: its words for the chrome of system and apps, and layouts mirrored for right-to-left ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from agentprog import resources
from agentprog.phone.records import Rect
from agentprog.phone.widgets.base import Widget
from agentprog.phone.widgets.scroll import ListView


@dataclass(frozen=True, kw_only=True)
class Locale:
    """`right_to_left` mirrors layouts; `words` are those of `devices/strings/LANGUAGE.toml`, by the English ones."""

    tag: str
    right_to_left: bool
    words: Mapping[str, str] = field(default_factory=dict)
    patterns: tuple[tuple[re.Pattern[str], str], ...] = ()

    def say(self, text: str) -> str:
        """A text in this language; names and people's texts stay as they are."""
        if not self.words or not text:
            return text
        found = self.words.get(text)
        if found is not None:
            return found
        for pattern, template in self.patterns:
            if match := pattern.fullmatch(text):
                return template.replace("{}", self.words.get(match[1], match[1]))
        return text

    def translate(self, root: Widget) -> None:
        """Give a widget tree this language's words, rows that are made later included."""
        if not self.words:
            return
        for widget in root.walk():
            if widget.edit is None:
                widget.text = self.say(widget.text)
            widget.desc, widget.hint = self.say(widget.desc), self.say(widget.hint)
            if isinstance(widget, ListView):
                self._translate_rows(widget)

    def _translate_rows(self, view: ListView) -> None:
        build = view.build

        def translated(number: int) -> Widget:
            row = build(number)
            self.translate(row)
            return row

        view.build = translated


def load_locale(tag: str, *, right_to_left: bool) -> Locale:
    """The words of a locale's language; none for English and for languages without a file."""
    words = _vocabularies().get(tag.split("-")[0], {})
    templates = {key: value for key, value in words.items() if "{}" in key}
    return Locale(
        tag=tag,
        right_to_left=right_to_left,
        words={key: value for key, value in words.items() if key not in templates},
        patterns=tuple(
            (re.compile(re.escape(key).replace(re.escape("{}"), "(.+)")), value) for key, value in templates.items()
        ),
    )


def translations(text: str) -> dict[str, str]:
    """A text in every language that the phone has words of, by language."""
    return {language: words[text] for language, words in _vocabularies().items() if text in words}


@cache
def _vocabularies() -> Mapping[str, Mapping[str, str]]:
    files = sorted(resources.path("devices/strings").glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def mirror(root: Widget, bounds: Rect) -> None:
    """Swap left and right inside a window, as Android does for right-to-left locales. Once a layout."""
    total = bounds.left + bounds.right
    for widget in root.walk():
        if not widget.mirrored:
            r = widget.rect
            widget.rect, widget.mirrored = Rect(total - r.right, r.top, total - r.left, r.bottom), True
