"""All kinds, by the form that reads them and by the statement that they write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import get_args

from agentprog.lang.ast import Block, If, Statement
from agentprog.lang.kinds import data, flow, screen, tasks
from agentprog.lang.kinds.kind import Kind

KINDS: tuple[Kind, ...] = (*flow.KINDS, *tasks.KINDS, *screen.KINDS, *data.KINDS)
BY_FORM: Mapping[str, Kind] = {kind.form: kind for kind in KINDS}
BLOCK_FORMS = frozenset(kind.form for kind in KINDS if kind.block)
"""Forms that may end with a colon."""

BLOCKS = (If, *get_args(Block))
"""Statements with a block, or with several."""


def _by_node() -> Mapping[type[Statement], tuple[Kind, ...]]:
    found: dict[type[Statement], list[Kind]] = defaultdict(list)
    for kind in KINDS:
        if kind.node is not None:
            found[kind.node].append(kind)
    return {node: tuple(kinds) for node, kinds in found.items()}


BY_NODE = _by_node()
"""The kinds of each statement, in the order in which they try to write it."""
