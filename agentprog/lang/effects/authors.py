"""Digests of a program's lines, which identify the lines that a person wrote."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b

from agentprog.lang.ast import Node, Program
from agentprog.lang.effects.possible_values import Origin
from agentprog.lang.effects.tracing import Author
from agentprog.lang.ids import own_text
from agentprog.lang.visit import arms

HEADER = "header"


def line_digests(program: Program) -> Mapping[str, str]:
    """Digests by node id. A digest covers the line and the lines around it, regardless of spelling and comments.

    It changes if the line moves to another block, and a second copy of the line has another one. The exact lines of a
    step count as part of the step, since only the step's sentence allows effects.
    """
    found = {
        HEADER: _digest(HEADER, *(own_text(declared, []) for declared in program.header.inputs), *program.header.apps)
    }
    _block("program", program.body, found)
    return found


def _block(parent: str, nodes: Iterable[Node], found: dict[str, str]) -> None:
    seen: dict[str, int] = {}
    for node in nodes:
        key = f"{type(node).__name__}\x1f{own_text(node, [])}"
        seen[key] = count = seen.get(key, 0) + 1
        found[node.id] = digest = _digest(parent, key, str(count))
        _block(digest, getattr(node, "body", ()), found)
        _block(digest, arms(node), found)


def _digest(*parts: str) -> str:
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def program_digest(digests: Mapping[str, str]) -> str:
    """One digest for all lines of a program."""
    return _digest("whole", *digests.values())


def author_of(mine: Collection[str] | None) -> Author:
    """The author of each line, if a person wrote the lines with these node ids. None means every line."""

    def author(node: Node) -> Origin:
        written = mine is None or not node.id or node.id.partition(".")[0] in mine
        return Origin.PERSON if written else Origin.PLAN

    return author
