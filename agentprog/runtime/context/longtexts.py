"""Values too long for a prompt: it shows their beginning, and a reply may use their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agentprog.lang.table import Row
from agentprog.runtime.evaluation.mentions import refs_of
from agentprog.runtime.kit import Kit
from agentprog.runtime.state.previews import preview
from agentprog.runtime.state.values import as_text

LONG = 400
"""Characters from which a prompt names a value instead of quoting it."""
_BEGINNING = 80


class LongTexts:
    """The long texts of one run."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    def prompt_text(self, goal: str, row: Row, literals: Sequence[str]) -> tuple[str, dict[str, str]]:
        """The step's sentence with every long value replaced by its name, and these names with their values."""
        if len(goal) <= LONG:
            return goal, {}
        texts: dict[str, str] = {}
        for name, text in (*self._values(row), *_quoted(literals)):
            if text in goal:
                texts[name] = text
                goal = goal.replace(text, _named(name, text))
        return goal, texts

    def _values(self, row: Row) -> Iterator[tuple[str, str]]:
        """Long values of the variables that the statement names."""
        capture = getattr(row.node, "capture", None)
        for ref in refs_of(row.node):
            if ref is not capture:
                text = as_text(self._kit.course.store.lookup(ref, row).value)
                if len(text) > LONG:
                    yield ref.unbraced, text


def _quoted(literals: Sequence[str]) -> Iterator[tuple[str, str]]:
    for number, text in enumerate(text for text in literals if len(text) > LONG):
        yield f"text{number + 1}", text


def _named(name: str, text: str) -> str:
    return f"{{{name}}} ({len(text):,} characters, beginning {preview(text, _BEGINNING)}; to type it, write {{{name}}})"
