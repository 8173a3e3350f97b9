"""Writes deeds as lines of a program: exact lines, or steps in plain words with their exact lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from agentprog.app.handiwork.deeds import Deed
from agentprog.lang import ast

INDENT = "    "


def phrased(deeds: Sequence[Deed], values: Mapping[str, ast.Ref], *, steps: bool) -> list[str]:
    """The lines that repeat the actions; `values` are the texts that a variable replaces. `steps`: actions for one
    purpose in one app become a step with a block; a single action without a purpose stays an exact line.
    """
    if not steps:
        return [deed.line(values) for deed in deeds]
    found: list[str] = []
    groups = list(_groups(deeds))
    for number, group in enumerate(groups):
        app = group[0].app
        if group[0].command == "open app":  # the next step enters its app by itself
            following = groups[number + 1] if number + 1 < len(groups) else None
            if following is None or following[0].app != app or not _is_step(following):
                found.append(group[0].line(values))
        elif _is_step(group):
            found += [_sentence(group, values), f"{INDENT}exactly:"]
            found += [f"{INDENT * 2}{deed.line(values)}" for deed in group]
        else:
            found += [deed.line(values) for deed in group]
    return found


def _groups(deeds: Sequence[Deed]) -> Iterator[list[Deed]]:
    def belongs(deed: Deed) -> tuple[str, str, bool]:
        return (deed.purpose, deed.app, deed.command == "open app")

    for _, group in itertools.groupby(deeds, belongs):
        yield list(group)


def _is_step(group: Sequence[Deed]) -> bool:
    if group[0].command == "open app" or not group[0].app:
        return False
    return bool(group[0].purpose) or len([deed for deed in group if not deed.expects]) > 1


def _sentence(group: Sequence[Deed], values: Mapping[str, ast.Ref]) -> str:
    """The purpose in the person's words, else the actions in order."""
    words = _with_variables(group[0].purpose, values)
    if not words:
        done = [_small(deed.line(values)) for deed in group if not deed.expects]
        words = f"{', '.join(done[:-1])}, then {done[-1]}"
    return f'In the "{group[0].app}" app, {words}'


def _small(line: str) -> str:
    return line[:1].lower() + line[1:]


def _with_variables(words: str, values: Mapping[str, ast.Ref]) -> str:
    """The person's words, with variables in place of values."""
    texts = sorted((text for text in values if text.strip()), key=len, reverse=True)
    if not texts:
        return words
    any_of = "|".join(re.escape(text) for text in texts)
    return re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", lambda met: str(values[met.group()]), words)
