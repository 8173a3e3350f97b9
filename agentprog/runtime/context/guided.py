"""Our context: the active path of the tree, the variables, the beliefs, and earlier executions of the step."""

from __future__ import annotations

from collections import deque

from agentprog.ports import Screen
from agentprog.runtime.context.manager import Aim, Past
from agentprog.runtime.context.sections import Section
from agentprog.runtime.evaluation.mentions import refs_of
from agentprog.runtime.kit import Kit
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import Attempt
from agentprog.runtime.state.memory import Execution
from agentprog.runtime.state.tree import TreeNode, active_path

WINDOW = 24
"""Nodes of the active path: a long straight chain is shown from there on."""
_ACTIONS = 4
"""Actions shown for one node of the path."""
_NAMED = 320
"""Longest value of a variable that the statement names, in characters."""
_OTHER = 120
"""Longest value of any other variable, in characters."""
_LONGEST = 80
"""Tokens of a line of the path."""
_LONGEST_LINE = 110
"""Characters of a statement or a result in a line of the path."""
_FLAT = 24_000


class ProgramGuided:
    """The paper's context. An ablation can switch off each part. Without the tree the prompt lists every statement so
    far in order, within its own budget.
    """

    name = "ours"

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._flat: deque[str] = deque(maxlen=_FLAT)

    def begin(self, aim: Aim) -> None:
        """Nothing to do: the machine adds the step to the tree."""

    def acted(self, aim: Aim, attempt: Attempt, before: Screen | None) -> None:
        """Nothing to do: the moves are in the tree."""

    def ended(self, record: StepRecord) -> None:
        """Keep the statement, but only if the tree is switched off."""
        if self._kit.options.tree:
            return
        current = self._kit.course.tree.current
        node = TreeNode(
            parent=None,
            step=record.step,
            line=record.row.line,
            text=record.sentence,
            kind="step",
            status=record.status,
            result=record.detail,
            actions=current.actions if current.step == record.step else [],
        )
        self._flat.extend(_lines_of(node))

    def past(self, record: StepRecord) -> Past:
        options = self._kit.options
        if options.tree:
            path = Section(name="path", lines=self._path(), keep="last", longest=_LONGEST)
        else:
            path = Section(name="history", lines=tuple(self._flat), keep="last", longest=_LONGEST)
        return Past(sections=(path, *state_sections(self._kit, record)))

    def _path(self) -> tuple[str, ...]:
        """Open blocks and rounds, and the latest statements on the way to the current one; one line each."""
        tree = self._kit.course.tree
        nodes = active_path(tree.current, window=WINDOW)
        shown = {id(node) for node in nodes}
        openers = tree.openers
        implied = {id(node) for node in openers if node.kind == "loop"} | {id(tree.current)}  # its round shows it
        around = [node for node in openers if id(node) not in shown]
        return tuple(line for node in (*around, *nodes) if id(node) not in implied for line in _lines_of(node))


def state_sections(kit: Kit, record: StepRecord) -> tuple[Section, ...]:
    """Variables, beliefs and earlier executions of this statement, where they are not switched off."""
    options = kit.options
    sections: list[Section] = []
    if options.variables:
        sections.append(variables(kit, record))
    if options.belief:
        believed = kit.notes.beliefs.prompt_lines(record.step)
        sections.append(Section(name="beliefs", lines=believed, keep="last", longest=_LONGEST))
    if options.retrieval:
        found = kit.notes.memory.recall(record.row.node.id, kit.course.tree.place)
        lines = tuple(line for execution in found for line in _executed(execution, share=len(found)))
        sections.append(Section(name="earlier", lines=lines))
    return tuple(sections)


def variables(kit: Kit, record: StepRecord) -> Section:
    """Variables that the statement names first, then the others, newest first; the round of the innermost loop."""
    mentioned = {ref.name for ref in refs_of(record.row.node)}
    every = list(kit.course.frame.scope)
    every.sort(key=lambda variable: (variable.name not in mentioned, -variable.line))
    lines = [variable.preview(_NAMED if variable.name in mentioned else _OTHER) for variable in every]
    around = record.row.index if record.row.index in kit.course.frame.cursors else None
    loop = around if around is not None else kit.course.table.loop_around(record.row.index)
    cursor = kit.course.frame.cursors.get(loop) if loop is not None else None
    if cursor is not None and cursor.iteration:
        total = f" of {cursor.total}" if cursor.total is not None else ""
        lines.insert(
            len(mentioned & {variable.name for variable in every}), f"{{loop.iteration}} = {cursor.iteration}{total}"
        )
    return Section(name="variables", lines=tuple(lines), longest=2 * _LONGEST)


def _executed(execution: Execution, *, share: int) -> tuple[str, ...]:
    """An execution in few enough lines that two fit: its head, its first action and its last actions."""
    head, *actions = execution.lines()
    most = 12 // share
    if len(actions) <= most:
        return (head, *actions)
    return (head, actions[0], f"  ({len(actions) - most} actions between)", *actions[-(most - 1) :])


def _cut(text: str) -> str:
    """The statement or result, cut to the length of a line of the path; the program and the variables show it whole."""
    return text if len(text) <= _LONGEST_LINE else f"{text[: _LONGEST_LINE - 1].rstrip()}…"


def _lines_of(node: TreeNode) -> tuple[str, ...]:
    head = f"line {node.line}: {_cut(node.text)}"
    if node.kind == "round":
        head += f" (round {node.iteration})"
    elif node.kind == "loop":
        head += f" -> left after {node.iteration} rounds"
    elif node.status:
        head += f" -> {node.status}" + (f": {_cut(node.result)}" if node.result else "")
    left_out = len(node.actions) - _ACTIONS
    gap = (f"  ({left_out} actions before)",) if left_out > 0 else ()
    return (head, *gap, *(f"  {action}" for action in node.actions[-_ACTIONS:]))
