"""Turns deeds into a program: keystrokes joined, passwords as secrets, values as inputs, loops for repeated shapes."""

from __future__ import annotations

import itertools
import json
import re

from agentprog.app.handiwork.deeds import AppAt, Deed, deed_of
from agentprog.app.handiwork.inserting import inserted
from agentprog.app.handiwork.phrasing import INDENT, phrased
from agentprog.errors import UsageError
from agentprog.frozen import frozen, replace
from agentprog.lang import ast
from agentprog.ports import Action, Screen, TypeText, describe

ITEM, ITEMS = "item", "items"


@frozen
class Loop:
    """Deeds `start` to `end` (exclusive) are rounds of `length` deeds each, which differ only in these `values`."""

    start: int
    end: int
    length: int
    values: tuple[str, ...]


class Recorder:
    """Records actions, each with the screens before and after it."""

    def __init__(self, names_of_app: AppAt) -> None:
        self._called = names_of_app
        self._deeds: list[Deed] = []
        self._remarks: list[str] = []
        self.changes = 0
        """Counts the changes of the recording."""

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return tuple(self._deeds)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks about actions that no line repeats, each once."""
        return tuple(dict.fromkeys(self._remarks))

    def remark(self, words: str) -> None:
        self._remarks.append(words)
        self.changes += 1

    def did(self, action: Action, before: Screen, after: Screen, *, doubt: str = "") -> None:
        """Record a person's action. Keys typed one after the other into a field are one text. `doubt` says why the
        person may have intended another action."""
        self._take(action, before, after, doubt)
        self.changes += 1  # checked last: a caller that sees a change reads it at once

    def _take(self, action: Action, before: Screen, after: Screen, doubt: str) -> None:
        deed = deed_of(action, before, after, self._called)
        if deed is None:
            self._remarks.append(f"{describe(action)}: no line of the language repeats that")
            return
        app = next(iter(self._called(_place(deed, before, after))), "")
        deed = replace(deed, app=app, doubt=deed.doubt or doubt)
        last = self._deeds[-1] if self._deeds else None
        if last is not None and deed.command == "type" == last.command:
            same_target = (deed.target, deed.secret, deed.purpose) == (last.target, last.secret, last.purpose)
            if same_target:
                whole = isinstance(action, TypeText) and action.replace
                self._deeds[-1] = replace(last, text=deed.text if whole else last.text + deed.text)
                return
        self._deeds.append(deed)

    def expect(self, text: str) -> None:
        """Require that the screen shows this text at this point."""
        self._deeds.append(Deed(expects=text, app=self._deeds[-1].app if self._deeds else ""))
        self.changes += 1

    def name(self, purpose: str) -> None:
        """Give a purpose to the actions since the last named one. Raises UsageError if there are none."""
        words = " ".join(purpose.split())
        unnamed = len(list(itertools.takewhile(lambda deed: not deed.purpose, reversed(self._deeds))))
        if not unnamed or not words:
            raise UsageError("no action was recorded that this could name", hint="Do it on the phone, then name it.")
        start = len(self._deeds) - unnamed
        self._deeds[start:] = [replace(deed, purpose=words) for deed in self._deeds[start:]]
        self.changes += 1

    def forget(self) -> None:
        """Remove the last deed, which was a mistake."""
        if self._deeds:
            self._deeds.pop()
        self.changes += 1

    def program(
        self, *, loop: bool = False, inputs: bool = False, steps: bool = False, into: str = "", before: int = 0
    ) -> str:
        """The program's text. `loop`: with the suggested loop; `inputs`: typed texts become inputs; `steps`: sentences
        in plain words with the exact lines under them; `into`: within that program, before its line `before`."""
        found = suggested(self._deeds) if loop else None
        input_names = _inputs(self._deeds, found) if inputs else {}
        header = [f"{deed.secret}: {{type: text}}" for deed in self._deeds if deed.secret]
        header += [f"{name}: {{type: text, default: {_yaml(text)}}}" for text, name in input_names.items()]
        values = {text: ast.Ref(name=name) for text, name in input_names.items()}
        if found is not None:
            header.append(f"{ITEMS}: {{type: list, default: {_yaml(list(found.values))}}}")
        return inserted(into, before, self._body(found, values, steps=steps), list(dict.fromkeys(header)))

    def _body(self, found: Loop | None, values: dict[str, ast.Ref], *, steps: bool) -> list[str]:
        if found is None:
            return phrased(self._deeds, values, steps=steps)
        item = {found.values[0]: ast.Ref(name=ITEM)}
        rounds = self._deeds[found.start : found.start + found.length]
        return [
            *phrased(self._deeds[: found.start], values, steps=steps),
            f"For each {{{ITEM}}} in {{{ITEMS}}}:",
            *(f"{INDENT}{line}" for line in phrased(rounds, values | item, steps=steps)),
            *phrased(self._deeds[found.end :], values, steps=steps),
        ]


def _place(deed: Deed, before: Screen, after: Screen) -> str:
    """The package of the deed; for a deed that opens an app, that app's package."""
    return after.package if deed.command == "open app" else before.package


def suggested(deeds: list[Deed]) -> Loop | None:
    """The longest sequence of rounds of one shape that differ in one value; None if nothing repeats."""
    best: Loop | None = None
    for length in range(1, len(deeds) // 2 + 1):
        for start in range(len(deeds) - 2 * length + 1):
            found = _rounds(deeds, start, length)
            if found is not None and (best is None or found.end - found.start > best.end - best.start):
                best = found
    return best


def _rounds(deeds: list[Deed], start: int, length: int) -> Loop | None:
    first, at = deeds[start : start + length], start
    values: list[str] = []
    while at + length <= len(deeds):
        next_round = deeds[at : at + length]
        value = _difference(first, next_round)
        if value is None or (at > start and (not value[1] or value[1] in values)):
            break
        if at > start:
            if not values:
                values.append(value[0])
            elif value[0] != values[0]:
                break
            values.append(value[1])
        at += length
    return Loop(start=start, end=at, length=length, values=tuple(values)) if len(values) > 1 else None


def _difference(first: list[Deed], second: list[Deed]) -> tuple[str, str] | None:
    """The one value that differs between two rounds, in each; empty if none does, None if several do or the shapes
    differ.
    """
    pairs = set()
    for left, two in zip(first, second, strict=True):
        if left.shape != two.shape:
            return None
        pairs |= {(a, b) for a, b in zip(left.slots, two.slots, strict=True) if a != b}
    if not pairs:
        return "", ""
    return pairs.pop() if len(pairs) == 1 else None


def _inputs(deeds: list[Deed], found: Loop | None) -> dict[str, str]:
    """The typed texts, by the names of their inputs."""
    input_names: dict[str, str] = {}
    for deed in deeds:
        in_loop = found is not None and deed.text in found.values
        if deed.command == "type" and deed.text and not in_loop and deed.text not in input_names:
            label = deed.target.label or deed.target.resource if isinstance(deed.target, ast.Target) else deed.target
            name = "_".join(re.findall(r"[a-z0-9]+", str(label or "").lower())) or "text"
            namesakes = sum(1 for input_name in input_names.values() if input_name.rstrip("0123456789_") == name)
            input_names[deed.text] = f"{name}_{namesakes + 1}" if namesakes else name
    return input_names


def _yaml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
