"""Makes every context that a role is asked with, from the run's state, under a budget for each section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from agentprog.lang import ast
from agentprog.lang.table import Entry
from agentprog.ports import Screen
from agentprog.runtime.journal.events import ContextBuilt
from agentprog.runtime.record import StepRecord
from agentprog.runtime.roles import (
    AdviceContext,
    Attempt,
    ComputeContext,
    ConditionContext,
    ExtractContext,
    StepContext,
)
from agentprog.runtime.state.tree import TreeNode, active_path
from agentprog.runtime.state.values import Table, Value, as_text
from agentprog.runtime.state.variables import Variable

if TYPE_CHECKING:
    from agentprog.runtime.machine import Machine

_BUDGETS = {"path": 2400, "variables": 1600, "beliefs": 800, "earlier": 1200}
"""Characters of each section."""
_KEEP = {"path": "last", "variables": "first", "beliefs": "last", "earlier": "first"}
"""Which end of a section stays when it is too long."""
_PATH_NODES = 24
_PREVIEW = 160


class ContextBuilder:
    """Of one machine. What it leaves out of a section is counted and recorded."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def step(
        self,
        record: StepRecord,
        *,
        goal: str,
        literals: tuple[str, ...],
        app: str | None,
        screen: Screen,
        attempts: Sequence[Attempt],
        hints: Sequence[str],
        left_over: bool = False,
    ) -> StepContext:
        """For the grounder's next move."""
        kit = self._machine.kit
        sections = self._sections(record)
        return StepContext(
            instruction=kit.options.instruction,
            program=kit.listing.numbered,
            line=record.row.line,
            step=goal,
            literals=literals,
            app=app,
            screen=screen,
            attempts=tuple(attempts),
            apps=tuple(installed.label for installed in kit.handset.apps(record.row.line)),
            now=screen.taken_at,
            hints=tuple(hints),
            left_over=left_over,
            **sections,
        )

    def _sections(self, record: StepRecord) -> dict[str, tuple[str, ...]]:
        """What is told of the run so far, each part within its budget; what did not fit is counted."""
        kit = self._machine.kit
        given = {
            "path": self._path(),
            "variables": self._variables(record.row),
            "beliefs": kit.beliefs.lines if kit.options.belief else (),
            "earlier": kit.memory.recall(record.row.node.id) if kit.options.retrieval else (),
        }
        sections = {name: _fit(lines, _BUDGETS[name], keep=_KEEP[name]) for name, lines in given.items()}
        self._tell(record, "step", sections, given)
        return sections

    def condition(self, record: StepRecord, condition: str, *, app: str | None, screen: Screen) -> ConditionContext:
        """For the navigator."""
        return ConditionContext(
            condition=condition,
            app=app,
            screen=screen,
            now=screen.taken_at,
            variables=self._fitted_variables(record.row),
            beliefs=self._machine.kit.beliefs.lines if self._machine.kit.options.belief else (),
        )

    def extract(
        self, record: StepRecord, wanted: str, *, variable: str, kind: str, app: str | None, screen: Screen
    ) -> ExtractContext:
        """For the extractor."""
        return ExtractContext(
            wanted=wanted,
            variable=variable,
            app=app,
            screen=screen,
            now=screen.taken_at,
            kind=kind,
            variables=self._fitted_variables(record.row),
        )

    def compute(self, record: StepRecord, statement: str, *, code: str = "", error: str = "") -> ComputeContext:
        """For the coder: it sees previews, its code gets the full values."""
        lines = self._fitted_variables(record.row)
        return ComputeContext(statement=statement, variables=lines, code=code, error=error)

    def advice(self, record: StepRecord, prompt: str, *, kind: str) -> AdviceContext:
        """For the adviser."""
        lines = self._fitted_variables(record.row)
        return AdviceContext(prompt=prompt, now=self._machine.kit.now(), kind=kind, variables=lines)

    def _path(self) -> tuple[str, ...]:
        """What was done on the way here, a line each. Without the tree: the latest statements, nothing pruned."""
        tree = self._machine.tree
        pruned = self._machine.kit.options.tree
        nodes = active_path(tree.current, window=_PATH_NODES) if pruned else tuple(self._machine.history)
        return tuple(line for node in nodes if node is not tree.current for line in _lines_of(node))

    def _variables(self, row: Entry) -> tuple[str, ...]:
        """Those that this statement names first, then the others, newest first."""
        if not self._machine.kit.options.variables:
            return ()
        named = {ref.name for ref in refs_of(row.node)}
        every = list(self._machine.frame.scope)
        every.sort(key=lambda variable: (variable.name not in named, -variable.line))
        return tuple(variable.preview(_PREVIEW) for variable in every)

    def _fitted_variables(self, row: Entry) -> tuple[str, ...]:
        return _fit(self._variables(row), _BUDGETS["variables"], keep="first")

    def _tell(
        self,
        record: StepRecord,
        purpose: str,
        sections: dict[str, tuple[str, ...]],
        given: dict[str, tuple[str, ...]],
    ) -> None:
        sizes = {name: sum(len(line) + 1 for line in lines) for name, lines in sections.items()}
        dropped = {
            name: len(given[name]) - len(lines) for name, lines in sections.items() if len(given[name]) > len(lines)
        }
        self._machine.kit.session.emit(
            ContextBuilt(at=0.0, step=record.step, purpose=purpose, sections=sizes, dropped=dropped)
        )


def _lines_of(node: TreeNode) -> tuple[str, ...]:
    about = f" (round {node.iteration})" if node.kind == "round" else ""
    came = f" -> {node.status}" if node.status else ""
    detail = f": {node.result}" if node.result else ""
    head = f"line {node.line}: {node.text}{about}{came}{detail}"
    return (head, *(f"  {action}" for action in node.actions[-6:]))


def _fit(lines: Sequence[str], budget: int, *, keep: str) -> tuple[str, ...]:
    """As many whole lines as the budget of characters allows, the first or the last of them."""
    kept: list[str] = []
    room = budget
    for line in lines if keep == "first" else reversed(lines):
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        kept.append(line)
    return tuple(kept if keep == "first" else reversed(kept))


def refs_of(node: ast.Node) -> tuple[ast.Ref, ...]:
    """Every reference on a statement's own line, its block left out."""
    found: list[ast.Ref] = []
    _collect(node, found, top=True)
    return tuple(found)


def _collect(item: object, found: list[ast.Ref], *, top: bool = False) -> None:
    if isinstance(item, ast.Ref):
        found.append(item)
    elif isinstance(item, ast.Statement | ast.Otherwise) and not top:
        return
    elif isinstance(item, tuple):
        for part in item:
            _collect(part, found)
    elif isinstance(item, ast.Node):
        for name in item.__dataclass_fields__:
            if name not in ("span", "id", "before", "beside", "after"):
                _collect(getattr(item, name), found)


# ---------------------------------------------------------------- literals

_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`|(?<!\w)\'([^\']+)\'(?!\w)')
_NUMBER = re.compile(r"(?<![\w.])[+#]?\d[\d.,:/\-]*\d(?!\w)|(?<![\w.])\d(?!\w)")
_MOST_LITERALS = 24


def literals_of(sentence: str, values: Sequence[Value]) -> tuple[str, ...]:
    """What a step mentions literally: values of its variables, quoted texts, numbers; longest first, each once."""
    found: dict[str, None] = {}
    for value in values:
        for text in _leaves(value):
            found[text] = None
    rest = sentence
    for match in _QUOTED.finditer(sentence):
        found[next(group for group in match.groups() if group is not None).strip()] = None
        rest = rest.replace(match.group(0), " ")
    for text in tuple(found):
        rest = rest.replace(text, " ")
    for match in _NUMBER.finditer(rest):
        found[match.group(0)] = None
    kept = [text for text in found if text.strip()]
    return tuple(sorted(kept, key=len, reverse=True)[:_MOST_LITERALS])


def _leaves(value: Value) -> list[str]:
    """The texts in a value, of a long one the first few."""
    match value:
        case dict():
            return [text for item in list(value.values())[:_MOST_LITERALS] for text in _leaves(item)]
        case list():
            return [text for item in value[:_MOST_LITERALS] for text in _leaves(item)]
        case Table(rows=rows):
            return [text for row in rows[:_MOST_LITERALS] for text in _leaves(dict(row))]
        case None | bool():
            return []
        case _:
            return [as_text(value)]


def named_values(variables: Sequence[Variable]) -> dict[str, Value]:
    """Variables as code sees them: by name, in full."""
    return {variable.name: variable.value for variable in variables}
