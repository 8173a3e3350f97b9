"""From deeds to a program: keystrokes joined, passwords as secrets, values as inputs, loops where a shape repeats."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

from agentprog.app.handiwork.deeds import AppAt, Deed, deed_of
from agentprog.lang import ast
from agentprog.ports import Action, Screen

ITEM, ITEMS = "item", "items"


@dataclass(frozen=True, kw_only=True, slots=True)
class Loop:
    """Deeds `start` to `end` (exclusive) are rounds of `length` deeds each, which differ in these `values` alone."""

    start: int
    end: int
    length: int
    values: tuple[str, ...]


class Recorder:
    """Takes what is done, each with the screens before and after it."""

    def __init__(self, called: AppAt) -> None:
        self._called = called
        self._deeds: list[Deed] = []

    @property
    def deeds(self) -> tuple[Deed, ...]:
        return tuple(self._deeds)

    def did(self, action: Action, before: Screen, after: Screen) -> None:
        """A person did this. Keys typed one after the other into a field are one text."""
        deed = deed_of(action, before, after, self._called)
        if deed is None:
            return
        last = self._deeds[-1] if self._deeds else None
        if last is not None and deed.command == "type" == last.command:
            same = (deed.target, deed.secret) == (last.target, last.secret)
            if same:
                self._deeds[-1] = replace(last, text=last.text + deed.text)
                return
        self._deeds.append(deed)

    def expect(self, text: str) -> None:
        """This has to be seen here."""
        self._deeds.append(Deed(expects=text))

    def forget(self) -> None:
        """The last deed was a slip."""
        if self._deeds:
            self._deeds.pop()

    def program(self, *, loop: bool = False, inputs: bool = False) -> str:
        """The text. `loop`: with the loop that is suggested; `inputs`: what was typed can be given from outside."""
        found = suggested(self._deeds) if loop else None
        named = _inputs(self._deeds, found) if inputs else {}
        header = [f"{one.secret}: {{type: text}}" for one in self._deeds if one.secret]
        header += [f"{name}: {{type: text, default: {_yaml(text)}}}" for text, name in named.items()]
        values = {text: ast.Ref(name=name) for text, name in named.items()}
        if found is not None:
            header.append(f"{ITEMS}: {{type: list, default: {_yaml(list(found.values))}}}")
        head = ["---", "inputs:", *(f"  {one}" for one in dict.fromkeys(header)), "---"] if header else []
        return "\n".join([*head, *self._body(found, values)]) + "\n"

    def _body(self, found: Loop | None, values: dict[str, ast.Ref]) -> list[str]:
        if found is None:
            return [deed.line(values) for deed in self._deeds]
        one = {found.values[0]: ast.Ref(name=ITEM)}
        rounds = self._deeds[found.start : found.start + found.length]
        return [
            *(deed.line(values) for deed in self._deeds[: found.start]),
            f"For each {{{ITEM}}} in {{{ITEMS}}}:",
            *(f"    {deed.line(values | one)}" for deed in rounds),
            *(deed.line(values) for deed in self._deeds[found.end :]),
        ]


def suggested(deeds: list[Deed]) -> Loop | None:
    """The longest run of rounds of one shape that differ in one value; None where nothing repeats."""
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
        other = deeds[at : at + length]
        value = _difference(first, other)
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


def _difference(first: list[Deed], other: list[Deed]) -> tuple[str, str] | None:
    """The one value in which two rounds differ, in each; empty where in none, None where in more or in shape."""
    pairs = set()
    for one, two in zip(first, other, strict=True):
        if one.shape != two.shape:
            return None
        pairs |= {(a, b) for a, b in zip(one.slots, two.slots, strict=True) if a != b}
    if not pairs:
        return "", ""
    return pairs.pop() if len(pairs) == 1 else None


def _inputs(deeds: list[Deed], found: Loop | None) -> dict[str, str]:
    """What was typed, by the name of an input for it."""
    named: dict[str, str] = {}
    for deed in deeds:
        in_loop = found is not None and deed.text in found.values
        if deed.command == "type" and deed.text and not in_loop and deed.text not in named:
            said = deed.target.label or deed.target.resource if isinstance(deed.target, ast.Target) else deed.target
            name = "_".join(re.findall(r"[a-z0-9]+", str(said or "").lower())) or "text"
            taken = sum(1 for other in named.values() if other.rstrip("0123456789_") == name)
            named[deed.text] = f"{name}_{taken + 1}" if taken else name
    return named


def _yaml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
