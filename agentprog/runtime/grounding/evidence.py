"""Whether the screen bears out that a step did what it says: judged by the runtime, not by who did the step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agentprog.ports import Element, Screen, Window
from agentprog.runtime.safety.risk import Risk, asks_for
from agentprog.runtime.safety.texts import NAMES_APART

_DIGITS = re.compile(r"\D+")
_QUOTES = "\"'“”„«»`"
_BETWEEN = re.compile(f"(?>{NAMES_APART.pattern})+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """`found` are texts that prove it, `missing` those of the step that cannot be read now."""

    proven: bool
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    note: str = ""


def readable(screen: Screen, text: str) -> bool:
    """Whether a text can be read on the screen outside the fields that were typed into; numbers by their digits."""
    wanted = _folded(text)
    digits = _digits(text)
    for element in screen.elements:
        if element.editable or element.window is Window.KEYBOARD:
            continue
        for part in _parts(element):
            if wanted and wanted in _folded(part):
                return True
            if digits and digits in _DIGITS.sub("", part):
                return True
    return False


def seen_texts(screen: Screen, texts: Iterable[str]) -> frozenset[str]:
    """Those of the texts that can be read on the screen."""
    return frozenset(text for text in texts if readable(screen, text))


def judge(
    *,
    sentence: str,
    literals: tuple[str, ...],
    claimed: str,
    seen: frozenset[str],
    before: frozenset[str],
    last: Screen,
    goal: str = "",
    removed: bool = True,
) -> Evidence:
    """Evidence on the last screen of a step.

    `seen` are its literals that were readable at this place in the step, `before` those readable on its first screen,
    `claimed` what the one who did the step says proves it, `goal` the sentence with its values in it. To remove
    something is proven by its having gone, where the step did something by which things go (`removed`): a page that
    was opened shows less too. Of several in one list, "A", "B" and "C", each must have gone. Anything else is proven
    by a text of the step that has appeared, by all of them being there (something sent: only where not all of them were
    from the start), or by a claimed text outside of them.
    """
    now = seen_texts(last, literals)
    missing = tuple(text for text in literals if text not in now)
    if asks_for(Risk.DELETE, [sentence]):
        return _removal(goal, literals, frozenset(t for t in literals if removed and t in seen and t not in now))
    appeared = tuple(text for text in literals if text in now and text not in before)
    if appeared:
        return Evidence(proven=True, found=appeared, missing=missing, note="has appeared")
    if literals and not missing:
        new = not asks_for(Risk.SEND, [sentence]) or not before.issuperset(literals)
        return Evidence(proven=new, found=literals, note="is on the screen" if new else "stood there before")
    if claimed and readable(last, claimed) and not literals:
        return Evidence(proven=True, found=(claimed,), missing=missing, note="is on the screen")
    return Evidence(proven=False, found=tuple(now), missing=missing)


def _removal(goal: str, literals: tuple[str, ...], gone: frozenset[str]) -> Evidence:
    found = tuple(text for text in literals if text in gone)
    left = tuple(t for one in _lists(goal, literals) if one & gone for t in literals if t in one - gone)
    if left:
        return Evidence(proven=False, found=found, missing=left, note="not seen to go")
    return Evidence(proven=bool(found), found=found, note="gone from the screen" if found else "")


def _lists(goal: str, literals: tuple[str, ...]) -> list[frozenset[str]]:
    """The literals that a sentence says in one breath: between two of them stands nothing but a comma or "and"."""
    said = sorted(((goal.find(text), text) for text in literals if text in goal), key=lambda at: (at[0], -len(at[1])))
    found: list[set[str]] = []
    end = -1
    for start, text in said:
        if start < end:
            continue
        if found and _BETWEEN.fullmatch(goal[end:start].strip(_QUOTES)):
            found[-1].add(text)
        else:
            found.append({text})
        end = start + len(text)
    return [frozenset(texts) for texts in found]


def _parts(element: Element) -> tuple[str, str, str]:
    return element.text, element.label, element.description


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _digits(text: str) -> str:
    """The digits of a text that is a telephone number or the like, else nothing."""
    digits = _DIGITS.sub("", text)
    return digits if len(digits) >= 6 and not re.search(r"[^\W\d_]", text) else ""
