"""The plots of a report, as PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from statistics import fmean
from typing import TYPE_CHECKING, Any

from agentprog.bench.agents import AGENTS
from agentprog.bench.reporting import paper
from agentprog.bench.reporting.figures import Cost, Group, cost_of, growth_of
from agentprog.errors import UsageError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEPS = 50
"""The steps of the paper's figure 8."""
_COLOURS = ("#0072B2", "#56B4E9", "#009E73", "#E69F00", "#999999", "#CC79A7", "#D55E00", "#8C510A", "#000000")
"""An agent's colour, by its place in the list: Okabe and Ito's, which need no red and green."""
_DPI = 130
_ABOVE: dict[str, Any] = {
    "loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "ncols": 3, "fontsize": 8, "frameon": False
}  # fmt: skip


def plots_of(
    groups: Sequence[Group], everything: Sequence[Group], *, stand_in: bool, extended: bool
) -> Mapping[str, bytes]:
    """File name to picture: cost and growth of `groups`; success, of real models only, of `everything`.

    Raises UsageError if matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as exc:
        raise UsageError(
            "plots need matplotlib, which is not installed", hint="pip install 'agentprog[bench]', or --no-plots."
        ) from exc
    growth = Figure(figsize=(11, 4.6), layout="constrained")
    _growth(growth, groups, extended=extended)
    cost = Figure(figsize=(11, 1.2 + 0.42 * len(groups)), layout="constrained")
    _cost(cost, groups, stand_in=stand_in)
    pictures = {"growth.png": _png(growth), "cost.png": _png(cost)}
    if stand_in:
        return pictures
    success = Figure(figsize=(6, 1.2 + 0.42 * len(everything)), layout="constrained")
    _success(success, everything)
    return {"success.png": _png(success), **pictures}


def _success(figure: Figure, groups: Sequence[Group]) -> None:
    axes: Any = figure.subplots()
    scores = [100 * fmean(found.score for found in group.results) for group in groups]
    colours = [_colour(group.agent) for group in groups]
    bars = axes.barh([group.name for group in groups], scores, color=colours, height=0.7)
    axes.bar_label(bars, [f"{score:.0f} ({len(group.results)})" for score, group in zip(scores, groups, strict=True)])
    axes.set_xlim(0, 115)
    axes.set_xlabel("mean score, percent (episodes)", fontsize=9)
    axes.invert_yaxis()


def _growth(figure: Figure, groups: Sequence[Group], *, extended: bool) -> None:
    """The paper's figure 8: the agents side by side, and agentprog beside its ablations."""
    ours = [group for group in groups if group.agent in AGENTS and not AGENTS[group.agent].settings.in_one_step]
    whole = [group for group in ours if not AGENTS[group.agent].settings.without]
    baselines = [group for group in groups if group not in ours]
    panels = [("agentprog and the baselines", [*whole, *baselines])]
    if len(ours) > len(whole):
        panels.append(("agentprog and its ablations", ours))
    all_axes: Any = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, shown) in zip(all_axes, panels, strict=True):
        for group in shown:
            points = growth_of(group, STEPS)
            steps, tokens = [point[0] for point in points], [point[1] for point in points]
            axes.plot(steps, tokens, color=_colour(group.agent), label=group.name, linewidth=1.6)
        if extended and shown is panels[0][1]:
            for agent, level in paper.growth_levels():
                axes.axhline(level, color="#bbbbbb", linestyle="--", linewidth=1)
                axes.text(STEPS, level, f"paper: {agent}, about {level:,}", ha="right", va="bottom", fontsize=8)
        axes.set_yscale("log")
        axes.set_xlim(0, STEPS + 1)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel("step (action on the phone)")
        axes.grid(visible=True, which="major", color="#eeeeee")
        axes.legend(fontsize=8, loc="lower right", ncols=2)
    all_axes[0].set_ylabel("mean dynamic prompt tokens per step (log scale)")


def _cost(figure: Figure, groups: Sequence[Group], *, stand_in: bool) -> None:
    costs: list[tuple[str, Cost]] = [(group.name, cost) for group in groups if (cost := cost_of(group)) is not None]
    names = [name for name, _ in costs]
    axes: Any = figure.subplots(1, 3, sharey=True)
    _stack(axes[0], names, {
        "dynamic": ("#0072B2", [cost.dynamic / 1000 for _, cost in costs]),
        "static": ("#9ecae1", [cost.static / 1000 for _, cost in costs]),
    }, "prompt tokens per episode, in thousands")  # fmt: skip
    axes[0].plot([cost.cached / 1000 for _, cost in costs], range(len(costs)), "k|", markersize=11, label="cached")
    axes[0].legend(**_ABOVE)
    _stack(
        axes[1],
        names,
        {"out": ("#D55E00", [cost.output / 1000 for _, cost in costs])},
        "reply tokens per episode, in thousands",
    )
    model = {} if stand_in else {"model": ("#CC79A7", [cost.model for _, cost in costs])}
    _stack(axes[2], names, {
        **model,
        "phone": ("#009E73", [cost.device for _, cost in costs]),
        "agentprog": ("#E69F00", [cost.own for _, cost in costs]),
    }, "seconds per episode" + (", model calls not counted" if stand_in else ""))  # fmt: skip
    axes[2].legend(**_ABOVE)
    axes[0].invert_yaxis()


def _stack(axes: Any, names: Sequence[str], parts: Mapping[str, tuple[str, Sequence[float]]], label: str) -> None:
    left = [0.0] * len(names)
    for name, (colour, values) in parts.items():
        axes.barh(names, values, left=left, color=colour, label=name, height=0.7)
        left = [start + value for start, value in zip(left, values, strict=True)]
    axes.set_xlabel(label, fontsize=9)
    axes.tick_params(labelsize=9)
    axes.grid(visible=True, axis="x", color="#eeeeee")
    axes.set_axisbelow(True)


def _colour(agent: str) -> str:
    order = list(AGENTS)
    return _COLOURS[order.index(agent) % len(_COLOURS)] if agent in order else "#444444"


def _png(figure: Figure) -> bytes:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=_DPI)
    return buffer.getvalue()
