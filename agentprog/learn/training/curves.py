"""Draws the curves of a training run: rewards, losses and measurements by stage."""

from __future__ import annotations

from pathlib import Path

from agentprog.errors import UsageError
from agentprog.learn.training.journal import Journal


def draw(journal: Journal) -> Path:
    """Writes `curves.png` into the run's folder. Raises UsageError if matplotlib is not installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as exc:
        raise UsageError("matplotlib is not installed", hint="pip install 'agentprog[learn]'") from exc
    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    lines = [line for line in journal.lines() if "step" in line]
    for stage in dict.fromkeys(str(line["stage"]) for line in lines):
        lines_of_stage = [line for line in lines if line["stage"] == stage]
        name = "loss" if lines_of_stage[0]["reward"] is None else "reward"
        left.plot(
            [line["step"] for line in lines_of_stage],
            [line[name] for line in lines_of_stage],
            label=f"{stage} ({name})",
        )
    if lines:
        left.legend(fontsize=7)
    left.set_xlabel("update")
    found = journal.measured()
    right.plot(list(found), [100 * (metrics.sr or 0.0) for metrics in found.values()], marker="o")
    right.set_ylabel("SR on held-out steps, percent")
    right.tick_params(axis="x", labelrotation=45)
    place = journal.folder / "curves.png"
    FigureCanvasAgg(figure).print_png(str(place))  # type: ignore[no-untyped-call]
    return place
