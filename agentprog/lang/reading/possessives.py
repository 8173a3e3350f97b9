"""Names with a possessive word in them: `{今天的单}` is one variable where a line sets it, and none sets `{今天}`."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.lang.ast import AddTo, Assign, Capture, ForEach, FunctionDef, Program, Ref
from agentprog.lang.phrases.references import position, variable_name
from agentprog.lang.visit import statements, walk
from agentprog.lang.vocabulary.words import Words


def keep_whole(program: Program, text: str, known: Words) -> None:
    """Gives these references their whole names, before the ids of the tree are set."""
    for sign in known.reference_possessive:
        if not sign.isalpha() or sign not in text:
            continue
        targets = list(_targets(program))
        names = {ref.name for ref in targets if not ref.path} | {declared.name for declared in program.header.inputs}
        parted = (_source_text(ref, text) for ref in targets if ref.path and ref.name not in names)
        whole = {name for name in parted if sign in name and name.replace("_", "").isalnum()}
        for node in walk(program) if whole else ():
            if isinstance(node, Ref) and node.path and node.name not in names:
                _rename(node, _source_text(node, text), whole, sign, known)


def _targets(program: Program) -> Iterator[Ref]:
    """Every reference that a line gives a value."""
    for statement in statements(program):
        if isinstance(statement, Assign | ForEach | AddTo):
            yield statement.target
        if isinstance(statement, FunctionDef):
            yield from (Ref(name=declared.name) for declared in statement.inputs)
        capture = getattr(statement, "capture", None)
        if isinstance(capture, Ref):
            yield capture
        yield from (capture.ref for capture in getattr(statement, "also", ()) if isinstance(capture, Capture))


def _source_text(ref: Ref, text: str) -> str:
    """As it stands between its braces."""
    return variable_name(text[ref.span.start : ref.span.end].strip("{}"))


def _rename(ref: Ref, written: str, whole: set[str], sign: str, known: Words) -> None:
    for name in sorted(whole, key=len, reverse=True):
        rest = written.removeprefix(name)
        if rest == written or not written.startswith(ref.name) or (rest and not rest.startswith((sign, ".", "["))):
            continue
        path = ref.path[1:] if not rest.startswith(sign) else (position(rest.removeprefix(sign), known),)
        # The tree is not handed out before all its names are known.
        object.__setattr__(ref, "name", name)
        object.__setattr__(ref, "path", path)
        return
