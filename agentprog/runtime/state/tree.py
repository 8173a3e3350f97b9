"""The execution tree: executed statements in the program's structure, so that a path shows what still matters.

A step hangs on the step before it in its block, the first of a block on the block's entry, each round of a loop on the
loop's entry. After a finished block the next step hangs on the block's entry, so the block folds. A node knows only its
parent: the current node holds its active path, and closed subtrees can be freed (the journal keeps them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class TreeNode:
    """One executed statement. `actions` are short lines about its actions, `result` is its result, `iteration` its
    round; for a loop's entry the number of rounds begun.
    """

    parent: TreeNode | None
    step: int
    line: int
    text: str
    kind: str
    iteration: int = 0
    status: str = ""
    result: str = ""
    actions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Level:
    """An open block: which frame and entry opened it, the last node hung up in it, and of a loop its round."""

    key: tuple[int, int]
    entry: TreeNode
    tail: TreeNode
    round: TreeNode | None = None


class ExecutionTree:
    """Grows with the run; `current` is the node being executed."""

    def __init__(self) -> None:
        root = TreeNode(parent=None, step=0, line=0, text="", kind="program")
        self._levels = [_Level((0, -1), root, root)]
        self.current = root

    def enter(self, node: TreeNode, *, frame: int, parent: int) -> TreeNode:
        """Hang up a node in the block that row `parent` of frame `frame` opened, closing blocks that were left."""
        key = (frame, parent)
        while len(self._levels) > 1 and self._levels[-1].key != key:
            self._levels.pop()
        level = self._levels[-1]
        node.parent = level.tail
        level.tail = node
        self.current = node
        return node

    def open(self, *, frame: int, row: int) -> None:
        """Open the current node's block: later nodes in it hang on the current node."""
        self._levels.append(_Level((frame, row), self.current, self.current))

    def begin_round(self, node: TreeNode, *, frame: int, row: int) -> TreeNode:
        """A new round of a loop: its node hangs on the loop's entry and the round's steps on it."""
        key = (frame, row)
        while len(self._levels) > 1 and self._levels[-1].key != key:
            self._levels.pop()
        level = self._levels[-1]
        node.parent = level.entry
        level.tail = level.round = node
        level.entry.iteration = node.iteration
        self.current = node
        return node

    def leave_loop(self, *, frame: int, row: int) -> None:
        """A loop has ended: its level closes, and later nodes hang on its entry."""
        key = (frame, row)
        if not any(level.key == key for level in self._levels):
            return
        while self._levels[-1].key != key:
            self._levels.pop()
        self.current = self._levels.pop().entry

    def moved(self, rows: Mapping[int, int]) -> None:
        """The program was amended: move open blocks to their new rows. A removed block is closed, with everything in
        it.
        """
        for number, level in enumerate(self._levels[1:], 1):
            frame, row = level.key
            if row not in rows:
                del self._levels[number:]
                return
            level.key = (frame, rows[row])

    @property
    def place(self) -> tuple[int, ...]:
        """Place of the current node: the open blocks and rounds around it, outermost first, each by its own step.

        The distance of two executions in the tree follows from their places: see `distance`.
        """
        found: list[int] = []
        for level in self._levels[1:]:
            found.append(level.entry.step)
            if level.round is not None:
                found.append(level.round.step)
        return tuple(found)

    @property
    def openers(self) -> tuple[TreeNode, ...]:
        """The entries of the open blocks and their rounds: the path without earlier steps of each block."""
        found: list[TreeNode] = []
        for level in self._levels[1:]:
            found.append(level.entry)
            if level.round is not None:
                found.append(level.round)
        return tuple(found)


def distance(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """Number of blocks and rounds to leave and enter between two places in the tree."""
    return len(first) + len(second) - 2 * common(first, second)


def common(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """Number of blocks and rounds that two places share, counted from the outermost."""
    shared = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        shared += 1
    return shared


def active_path(node: TreeNode, *, window: int | None = None) -> tuple[TreeNode, ...]:
    """From the first step to `node`, without folded blocks, other branches and finished rounds; the last `window`."""
    path: list[TreeNode] = []
    for entry in _upwards(node):
        if window is not None and len(path) >= window:
            break
        path.append(entry)
    return tuple(reversed(path))


def _upwards(node: TreeNode | None) -> Iterator[TreeNode]:
    while node is not None:
        if node.kind != "program":
            yield node
        node = node.parent
