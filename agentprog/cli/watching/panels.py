"""Draws a live view: the panels that fit into a terminal, from the state of a run."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from agentprog.cli.watching.state import RunState
from agentprog.frozen import frozen

_MARKS = {
    "now": ("▸", "bold cyan"),
    "open": ("▹", "cyan"),
    "verified": ("✓", "green"),
    "done": ("✓", "green"),
    "done before": ("✓", "green"),
    "true": ("✓", "green"),
    "false": ("·", "dim"),
    "unverified": ("?", "yellow"),
    "unverifiable": ("?", "yellow"),
    "failed": ("✗", "red"),
}
_BELIEFS = {"confirmed": "green", "refuted": "red", "assumed": "yellow"}
_LOG = 7
"""Rows that stay for the lines above the view."""
_HIGHEST = 36
"""Most rows of the panels together."""
_LOWEST = 14
"""Least rows of the panels, on a terminal that has them."""


@frozen
class Shape:
    """The available space: rows of the panels (0: only a line of state), columns of the picture (0: none)."""

    rows: int
    columns: int
    picture: int = 0

    @property
    def two(self) -> bool:
        """True if program and state are shown side by side."""
        return self.columns >= 80


def shape_of(columns: int, rows: int, *, pictures: bool) -> Shape:
    """The space in a terminal of this size."""
    high = min(rows - _LOG, _HIGHEST)
    if columns < 50 or high < 9:
        return Shape(rows=0, columns=columns)
    wide = round((high - 3) * 0.95)
    room = columns - wide - 4 >= 80 and high >= 18
    return Shape(rows=high, columns=columns, picture=wide if pictures and room else 0)


def view(
    state: RunState, shape: Shape, *, seconds: float, notice: str = "", shot: Text | None = None
) -> RenderableType:
    """The whole view, within the shape. `seconds` is the run's duration, `notice` the latest notice to it."""
    foot = _foot(state, seconds, notice)
    if not shape.rows or not state.program:
        return Group(_now(state), foot)
    high = shape.rows - 1
    if not shape.picture and shape.two:
        high = min(high, max(_LOWEST, len(state.program) + 2))
    table = Table.grid(expand=True)
    if not shape.two:
        table.add_column(ratio=1)
        upper = max(5, high // 2)
        table.add_row(_program(state, upper))
        table.add_row(_state(state, high - upper))
        return Group(table, foot)
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    cells = [_program(state, high), _state(state, high)]
    if shape.picture:
        table.add_column(width=shape.picture + 4)
        cells.append(
            Panel(shot or Text("nothing seen yet", style="dim"), title="phone", height=high, border_style="dim")
        )
    table.add_row(*cells)
    return Group(table, foot)


def _program(state: RunState, high: int) -> Panel:
    """A window of the program around the current line."""
    room = high - 2
    first = max(0, min(state.line - 1 - room // 2, len(state.program) - room))
    width = len(str(len(state.program)))
    opened = {step.line for step in state.path}
    body = Text(no_wrap=True, overflow="ellipsis")
    for number, line in enumerate(state.program[first : first + room], first + 1):
        now = number == state.line
        state_of_line = "now" if now else "open" if number in opened else state.marks.get(number, "")
        mark, style = _MARKS.get(state_of_line, (" ", "dim"))
        body.append(f"{mark} ", style)
        body.append(f"{number:>{width}} ", "dim")
        body.append(f"{line}\n", "bold" if now else "" if number in state.marks else "dim")
    body.rstrip()
    return Panel(body, title="program", height=high, border_style="dim")


def _state(state: RunState, high: int) -> Panel:
    """Tree, action, beliefs and variables; each panel gets the rows that the ones before it leave."""
    room = high - 2
    lines = [*_path(state, max(2, room // 3)), *_action(state)]
    rest = room - len(lines)
    beliefs = [_belief(*found) for found in list(state.beliefs.values())[-max(1, rest // 2) :]] if rest > 1 else []
    if beliefs and rest > len(beliefs):
        lines += [Text("expectations", style="dim"), *beliefs]
    rest = room - len(lines)
    if state.variables and rest > 1:
        shown = list(state.variables.values())[-(rest - 1) :]
        lines += [Text("variables", style="dim"), *(Text(f"  {text}", style="cyan") for text in shown)]
    body = Text("\n", no_wrap=True, overflow="ellipsis").join(lines[:room])
    body.no_wrap, body.overflow = len(lines) * 2 > room, "ellipsis"
    return Panel(body, title="run", height=high, border_style="dim")


def _path(state: RunState, most: int) -> list[Text]:
    """The active path of the execution tree, the innermost last."""
    shown = state.path[-most:]
    lines = []
    for place, step in enumerate(shown):
        turn = f"  (round {step.iteration + 1})" if step.iteration else ""
        last = place == len(shown) - 1
        lead = "  " * place + ("└ " if place else "")
        lines.append(Text(f"{lead}{step.line} {step.text}{turn}", style="bold" if last else ""))
    return lines


def _action(state: RunState) -> list[Text]:
    if not state.doing:
        return []
    result = f"  {state.came}" if state.came else ""
    return [Text("now", style="dim"), Text.assemble(f"  {state.doing}", (result, "dim"))]


def _belief(text: str, status: str) -> Text:
    return Text.assemble("  ", (status, _BELIEFS.get(status, "dim")), f" {text}")


def _now(state: RunState) -> Text:
    """The run in one line, for a terminal where nothing else fits."""
    where = state.path[-1] if state.path else None
    text = f"line {where.line} {where.text}" if where else state.title or "starting"
    return Text(f"{text}  {state.doing}".rstrip(), no_wrap=True, overflow="ellipsis", style="bold")


def _foot(state: RunState, seconds: float, notice: str) -> Text:
    """Budget and cost in one line, and the person's options."""
    bill, limits = state.bill, state.limits
    minutes, rest = divmod(int(seconds), 60)
    parts = [
        f"{minutes}:{rest:02d}" + (f" of {limits.seconds:g} s" if limits.seconds else ""),
        _count(bill.actions, limits.actions, "action"),
        _count(bill.model_calls, limits.model_calls, "model call"),
        _count(bill.tokens, limits.tokens, "token") + (f" ({bill.usage.cached:,} cached)" if bill.usage.cached else ""),
        _money(state),
    ]
    text = Text(" · ".join(part for part in parts if part), no_wrap=True, overflow="ellipsis", style="dim")
    notice_line = notice or state.paused or "Ctrl-C pauses"
    text.append(f" · {notice_line}", "bold yellow" if notice or state.paused else "dim")
    return text


def _count(spent: int, limit: int | None, noun: str) -> str:
    if limit is not None:
        return f"{spent:,} of {limit:,} {noun}s"
    return f"{spent:,} {noun}{'' if spent == 1 else 's'}"


def _money(state: RunState) -> str:
    bill, limits = state.bill, state.limits
    most = f" of ${limits.money:g}" if limits.money is not None else ""
    if not bill.model_calls or (bill.unpriced == bill.model_calls and limits.money is None):
        return "cost unknown" if bill.model_calls else most and f"$0{most}"
    if not bill.money and not bill.unpriced and not most:
        return ""
    unknown = f" + {bill.unpriced} calls of unknown price" if bill.unpriced else ""
    return f"${bill.money:.4f}{most}{unknown}"
