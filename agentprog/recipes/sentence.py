"""The sentence of a step with slots in place of its values, so that it is the same for all values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.frozen import frozen
from agentprog.identity import quotes_in
from agentprog.lang import ast

_SIGN = 0xE000
"""First of the characters that replace references; no text contains them."""
_LONG_NUMBER = re.compile(r"(?<![\w.])\+?\d(?:[\d .\-()/]{3,}\d)(?![\w])")
"""A telephone number or another long number. A short number may be a count, and steps with other counts are other
steps."""


@frozen
class Slot:
    """A value in a sentence: a reference, a quotation, a long number. `template` is the value as written. `inner`: it
    occurs only inside another value."""

    number: int
    template: ast.Template
    inner: bool = False

    @property
    def ref(self) -> ast.Ref | None:
        """The reference, if the value consists of nothing else."""
        parts = self.template.parts
        return parts[0] if len(parts) == 1 and isinstance(parts[0], ast.Ref) else None


@frozen
class Sentence:
    """A sentence with slots. `key` is the same for steps that differ only in their values; `said` are the step's own
    words."""

    key: str
    said: str
    slots: tuple[Slot, ...]

    @property
    def needed(self) -> tuple[int, ...]:
        """The slots whose values distinguish one execution from another."""
        return tuple(slot.number for slot in self.slots if not slot.inner)


def sentence_of(node: ast.Action | ast.Extract | ast.Semantic) -> Sentence:
    """The sentence of a step, with its details and recorded variables, or of a condition."""
    refs: list[ast.Ref] = []
    text = "\n".join(_marked(part, refs) for part in written(node))
    spans = [(start, end, _template(inner, refs)) for start, end, inner in _spans(text)]
    whole = [template for _, _, template in spans]
    parts = [ast.Template.of(ref) for template in whole for ref in template.refs]
    every = enumerate(dict.fromkeys((*whole, *parts)), 1)
    slots = tuple(Slot(number=at, template=template, inner=template not in whole) for at, template in every)
    numbers = {slot.template: slot.number for slot in slots}
    key, plain, at = "", "", 0
    for start, end, template in spans:
        key += f"{_plain(text[at:start])}<{numbers[template]}>"
        plain += text[at:start] + " … "
        at = end
    return Sentence(key=" ".join((key + _plain(text[at:]) + _ends(node)).split()), said=plain + text[at:], slots=slots)


def _plain(text: str) -> str:
    """A part of the sentence in which nothing looks like a slot."""
    return text.replace("<", "‹")


def written(node: ast.Action | ast.Extract | ast.Semantic) -> tuple[ast.Template, ...]:
    """The texts of a sentence: its own, and its details."""
    if isinstance(node, ast.Action):
        return node.text, *node.details
    return (node.what if isinstance(node, ast.Extract) else node.text,)


def _ends(node: ast.Action | ast.Extract | ast.Semantic) -> str:
    if isinstance(node, ast.Semantic):
        return " ?"
    kinds = [node.returns, *(f"{extra.ref.unbraced}: {extra.returns}" for extra in node.also)]
    return f" -> {', '.join(kinds)}" if node.capture is not None else ""


def _marked(template: ast.Template, refs: list[ast.Ref]) -> str:
    """The text with a placeholder character for each reference."""
    found = ""
    for part in template.parts:
        if isinstance(part, str):
            found += part
        else:
            found += chr(_SIGN + len(refs))
            refs.append(part)
    return found


def _spans(text: str) -> list[tuple[int, int, str]]:
    """The values in a sentence: quotations, and the references and long numbers outside of them."""
    spans = [(quote.start, quote.end, quote.text.strip()) for quote in quotes_in(text)]
    outside = [
        *((found.start(), found.end(), found[0]) for found in _LONG_NUMBER.finditer(text)),
        *((at, at + 1, sign) for at, sign in enumerate(text) if _is_sign(sign)),
    ]
    for start, end, inner in outside:
        if not any(begin <= start < stop for begin, stop, _ in spans):
            spans.append((start, end, inner))
    return sorted(spans)


def _template(inner: str, refs: Sequence[ast.Ref]) -> ast.Template:
    return ast.Template.of(*(refs[ord(sign) - _SIGN] if _is_sign(sign) else sign for sign in inner))


def _is_sign(sign: str) -> bool:
    return _SIGN <= ord(sign) < _SIGN + 0x1000
