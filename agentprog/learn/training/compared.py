"""Several training runs in one table: a row for each setup, over its seeds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from agentprog.errors import UsageError
from agentprog.learn.training.journal import Journal

_SAME = ("seed",)
"""Options that may differ between the runs of one row."""


Rows = Mapping[str, Mapping[str, Sequence[float]]]
"""For each setup and each measurement, SR of every seed in percent."""


def compared(folders: Sequence[Path]) -> Rows:
    """SR on held-out steps. Each row's name holds the options that distinguish it. Raises UsageError for a folder
    without a run."""
    setups = [_setup(folder) for folder in folders]
    distinguishing = [
        key for key in setups[0] if key not in _SAME and len({str(setup.get(key)) for setup in setups}) > 1
    ]
    rows: dict[str, dict[str, list[float]]] = {}
    for folder, setup in zip(folders, setups, strict=True):
        name = ", ".join(f"{key} {setup.get(key)}" for key in distinguishing) or str(setup.get("recipe"))
        row = rows.setdefault(name, {})
        for label, found in Journal(folder, setup).measured().items():
            row.setdefault(label, []).append(100 * (found.sr or 0.0))
    return rows


def compared_table(rows: Rows) -> str:
    """In Markdown: each seed's score, then their mean and its 95 % interval."""
    labels = list(dict.fromkeys(label for row in rows.values() for label in row))
    lines = [["SR, percent", *labels], ["---"] * (1 + len(labels))]
    lines += [[name, *(_cell(row.get(label, ())) for label in labels)] for name, row in rows.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _setup(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / "setup.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise UsageError(f"{folder} holds no training run", hint="Name the folders of --out.") from exc
    return found


def _cell(found: Sequence[float]) -> str:
    if not found:
        return ""
    middle, half = interval(found)
    each = ", ".join(f"{value:.1f}" for value in found)
    return f"{each}: {middle:.1f} ± {half:.1f}" if len(found) > 1 else each


def interval(found: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval over seeds, by Student's t; 0 for one seed."""
    if len(found) < 2:
        return fmean(found), 0.0
    return fmean(found), _STUDENT[min(len(found) - 1, len(_STUDENT)) - 1] * stdev(found) / len(found) ** 0.5


_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The 97.5 % point of Student's t for 1 to 9 degrees of freedom."""
