"""The tables of a report, as the data for Markdown and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agentprog.bench.reporting import paper
from agentprog.bench.reporting.figures import SETS, Cost, Group, as_long, asked_at, cost_of, right_everywhere
from agentprog.bench.results import Result
from agentprog.frozen import frozen

_PAPER = "paper: "
_EARLY = (6, 15)
"""The early steps, first and last. Steps 1 to 5 do not count: their apps have no contents yet."""
_LATE = ((51, 60), (136, 145))
"""The late steps that are compared with the early ones, each first and last."""


@frozen
class Table:
    """A table. `about` explains its figures and their limits. The first `words` columns are words, the others
    figures.
    """

    title: str
    about: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1

    def markdown(self) -> str:
        rule = "|".join(["---"] * self.words + ["---:"] * (len(self.head) - self.words))
        rows = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in self.rows)
        return f"### {self.title}\n\n{self.about}\n\n| {' | '.join(self.head)} |\n|{rule}|\n{rows}\n"


def tables_of(groups: Sequence[Group], *, stand_in: bool, extended: bool) -> tuple[Table, ...]:
    """All tables. They show no success of a stand-in. `extended` adds the paper's figures for AW-Extend beside
    these."""
    tables = [] if stand_in else [_success(groups, extended=extended)]
    tables.append(_costs(groups))
    if len(groups) > 1 or extended:
        tables.append(_same_tasks(groups, extended=extended))
        tables.append(_steps(groups, extended=extended))
    tables += [_growth(right_everywhere(groups), late, extended=extended) for late in _LATE]
    return (*(table for table in tables if table.rows), _by_task(groups))


def _success(groups: Sequence[Group], *, extended: bool) -> Table:
    sets = SETS if extended else ("overall", "easy", "medium", "hard")
    rows = [
        (
            group.name,
            str(len(group.results)),
            *(_percent(group.of(kind).results) for kind in sets),
        )
        for group in groups
    ]
    if extended:
        blank = ("",) * (len(sets) - 1)
        rows += [(_PAPER + agent, "19", f"{percent:.1f}", *blank) for agent, percent in paper.successes().items()]
    return Table(
        title="Success",
        about="Percent: the mean score of the episodes, by the simulated phone's own storage. It is our simulator and "
        "our wording: not a score on AndroidWorld's emulator.",
        head=("agent", "episodes", *sets),
        rows=tuple(rows),
    )


def _costs(groups: Sequence[Group]) -> Table:
    rows = []
    for group in groups:
        cost = cost_of(group)
        if cost is not None:
            rows.append((group.name, str(cost.episodes), *_cost_cells(cost)))
    return Table(
        title="Cost of an episode, every attempt",
        about="Means, whether or not the task was done: an agent that gives up early is cheap here. Tokens in "
        "thousands. Static: a prompt's own words, the task, the apps, the program; dynamic: what is told of the run "
        "and the screen; cached: of both, what the provider charged as seen before. Seconds: in the model's calls, in "
        "the phone's, in our own code, and in all; then what passed on the phone's clock.",
        head=(
            *("agent", "episodes", "steps", "calls", "static k", "dynamic k", "cached k", "out k"),
            *("model s", "phone s", "ours s", "all s", "phone's clock s"),
        ),
        rows=tuple(rows),
    )


def _cost_cells(cost: Cost) -> tuple[str, ...]:
    tokens = (_k(cost.static), _k(cost.dynamic), _k(cost.cached), _k(cost.output))
    seconds = (f"{cost.model:.1f}", f"{cost.device:.1f}", f"{cost.own:.1f}", f"{cost.seconds:.1f}", f"{cost.phone:.0f}")
    return (f"{cost.actions:.1f}", f"{cost.calls:.1f}", *tokens, *seconds)


def _same_tasks(groups: Sequence[Group], *, extended: bool) -> Table:
    """A table in the form of the paper's table 3."""
    sets = SETS if extended else ("overall",)
    same_tasks = right_everywhere(groups)
    rows: list[tuple[str, ...]] = []
    for group in same_tasks:
        for kind in sets:
            cost = cost_of(group.of(kind))
            if cost is not None:
                tokens = (_k(cost.static), _k(cost.dynamic), _k(cost.cached), _k(cost.output))
                rows.append((group.name, kind, str(cost.episodes), *tokens, f"{cost.seconds:.0f}"))
    if extended:
        rows += [
            (_PAPER + agent, kind, "", f"{row['static']:.1f}", f"{row['dynamic']:.1f}", "", *_rest(row))
            for agent, kind, row in paper.cost_rows()
        ]
    return Table(
        title="Cost of the same finished tasks" + (" (the paper's table 3)" if extended else ""),
        about="Means over the task instances that every agent of this report brought to the right end, so that like is "
        "compared with like. Tokens in thousands; latency in seconds.",
        head=("agent", "tasks", "instances", "static k", "dynamic k", "cached k", "out k", "latency s"),
        rows=tuple(rows),
        words=2,
    )


def _rest(row: Mapping[str, float]) -> tuple[str, str]:
    return f"{row['output']:.1f}", f"{row['seconds']:.0f}"


def _steps(groups: Sequence[Group], *, extended: bool) -> Table:
    """A table in the form of the paper's table 4, agents as rows."""
    sets = SETS if extended else ("overall",)
    same_tasks = {group.name: group for group in right_everywhere(groups)}
    rows: list[tuple[str, ...]] = [
        (group.name, *_actions(group, sets), *_actions(same_tasks[group.name], sets)) for group in groups
    ]
    if extended:
        rows += [
            (_PAPER + agent, *(f"{every[kind]:.1f}" for kind in sets), *(f"{right[kind]:.1f}" for kind in sets))
            for agent, every, right in paper.step_rows()
        ]
    return Table(
        title="Steps of a task" + (" (the paper's table 4)" if extended else ""),
        about="Actions on the phone, means; first of all attempts, then of the task instances that every agent of this "
        "report finished rightly (the paper: of each agent's own successful attempts).",
        head=("agent", *(f"all: {kind}" for kind in sets), *(f"same: {kind}" for kind in sets)),
        rows=tuple(rows),
    )


def _growth(groups: Sequence[Group], late: tuple[int, int], *, extended: bool) -> Table:
    """The data of the paper's figure 8 as figures: early and late in the same episodes."""
    long = as_long(groups, late[1])
    episodes = min((len(group.results) for group in long), default=0)
    rows = []
    for group in long if episodes else ():
        before, after = asked_at(group, _EARLY), asked_at(group, late)
        rows.append((group.name, f"{before:,.0f}", f"{after:,.0f}", f"{after / before:.2f}" if before else ""))
    early, later = (f"steps {first} to {last}" for first, last in (_EARLY, late))
    return Table(
        title=f"Growth to {later}" + (" (the paper's figure 8)" if extended else ""),
        about="Dynamic tokens asked for an action, means, early and late in the same episodes: those of the "
        f"{episodes} finished task instances that take every agent {late[1]} steps or more.",
        head=("agent", early, later, "ratio"),
        rows=tuple(rows),
    )


def _actions(group: Group, sets: Sequence[str]) -> list[str]:
    costs = [cost_of(group.of(kind)) for kind in sets]
    return ["" if cost is None else f"{cost.actions:.1f}" for cost in costs]


def _by_task(groups: Sequence[Group]) -> Table:
    tasks = list(dict.fromkeys((found.suite, found.task) for group in groups for found in group.results))
    rows = []
    for suite, task in tasks:
        cells = []
        for group in groups:
            cost = cost_of(group.only(found for found in group.results if (found.suite, found.task) == (suite, task)))
            cells.append("" if cost is None else f"{cost.actions:.0f} / {cost.calls:.0f} / {_k(cost.dynamic)}")
        rows.append((task, *cells))
    return Table(
        title="By task",
        about="Steps / model calls / thousands of dynamic tokens, means of every attempt.",
        head=("task", *(group.name for group in groups)),
        rows=tuple(rows),
    )


def _percent(results: Sequence[Result]) -> str:
    return f"{100 * sum(found.score for found in results) / len(results):.1f}" if results else ""


def _k(tokens: float) -> str:
    return f"{tokens / 1000:.1f}"
