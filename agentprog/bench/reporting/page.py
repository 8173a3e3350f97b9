"""Writes a report: report.md, report.html with everything in it, and the pictures."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from agentprog.bench.agents import agents_called
from agentprog.bench.reporting.attacks import SUITE, attack_tables
from agentprog.bench.reporting.figures import Group, groups_of, right_everywhere
from agentprog.bench.reporting.plots import STEPS, plots_of
from agentprog.bench.reporting.remarks import remarks
from agentprog.bench.reporting.tables import Table, tables_of
from agentprog.bench.results import Result
from agentprog.errors import UsageError
from agentprog.frozen import frozen

_GROWTH = f"""Dynamic tokens asked for each action, with every call that led to it, over the first {STEPS}: the mean of
the episodes that are as long. The paper's figure 8 shows its own agents, whose screens are pictures."""
_SUCCESS, _SCORE = "success.png", "Mean score of every attempt, by the simulated phone's own storage."
_CAPTIONS = {
    "growth.png": _GROWTH,
    "cost.png": "What an episode costs in tokens and in seconds of this computer, the mean.",
}


@frozen
class _Story:
    """The contents of a report."""

    title: str
    stand_in: bool
    about: tuple[str, ...]
    tables: tuple[Table, ...]
    plots: Mapping[str, bytes]
    captions: Mapping[str, str]
    remarks: tuple[str, ...]


def write_bench_report(
    results: Sequence[Result], to: Path, *, agents: Sequence[str] = (), plots: bool = True
) -> tuple[Path, ...]:
    """Write the report of these results into a folder; returns the files. `agents` leaves out all others.

    Raises UsageError if there is nothing to report, if the results do not belong together, or if plots cannot be made.
    """
    if agents:
        agent_names = {agent.name for agent in agents_called(agents)}
        results = [found for found in results if found.agent in agent_names]
    story = _story(results, plots=plots)
    files = dict(story.plots)
    files["report.md"] = _render("report.md", story).encode()
    files["report.html"] = _render("report.html", story).encode()
    try:
        to.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (to / name).write_bytes(data)
    except OSError as exc:
        raise UsageError(f"cannot write the report to {to}: {exc.strerror}", hint="Name another folder.") from exc
    return tuple(to / name for name in files)


def _story(results: Sequence[Result], *, plots: bool) -> _Story:
    groups = groups_of(results)
    if not groups:
        raise UsageError(
            "there is no episode to report", hint="Every one ended with an error, or none is of these agents."
        )
    if all(found.suite == SUITE for found in results):
        return _attacked(results, groups)
    stand_in = any(found.stand_in for found in results)
    if stand_in and not all(found.stand_in for found in results):
        raise UsageError(
            "results of the stand-in and of a model do not go into one report",
            hint="Its success must not stand beside a model's: report their folders apart.",
        )
    rules = {str(sorted(found.rules.items())) for found in results}
    if len(rules) > 1:
        raise UsageError("these results were made under different rules", hint="Report their folders apart.")
    extended = all(found.suite == "aw-extend" for found in results)
    same_tasks = right_everywhere(groups)
    shown = same_tasks if same_tasks[0].results else groups
    scope = (
        f"Of the {len(same_tasks[0].results)} task instances that every agent brought to the right end."
        if shown is same_tasks
        else "Of every attempt: no task instance was brought to the right end by every agent."
    )
    return _Story(
        title=f"{', '.join(dict.fromkeys(found.suite for found in results))}: "
        + ", ".join(dict.fromkeys(found.model for found in results)),
        stand_in=stand_in,
        about=_about(results, groups),
        tables=tables_of(groups, stand_in=stand_in, extended=extended),
        plots=plots_of(shown, groups, stand_in=stand_in, extended=extended) if plots else {},
        captions={name: " ".join(f"{text} {scope}".split()) for name, text in _CAPTIONS.items()} | {_SUCCESS: _SCORE},
        remarks=remarks(stand_in=stand_in, extended=extended),
    )


def _attacked(results: Sequence[Result], groups: Sequence[Group]) -> _Story:
    """The report of attacks: folders of different persons and policies side by side."""
    return _Story(
        title="attacks by a hijacked model",
        stand_in=False,
        about=_about(results, groups),
        tables=attack_tables(results),
        plots={},
        captions={},
        remarks=(
            "The attacker knows the source of the gate and answers every question that a run asks its model.",
            "The phone is the simulated one; real apps have more ways to commit an effect than it shows.",
        ),
    )


def _about(results: Sequence[Result], groups: Sequence[Group]) -> tuple[str, ...]:
    """The suites, settings and versions of the results."""
    errors = [found for found in results if found.error]
    agents, tasks = [group.name for group in groups], [found.task for found in results]
    seeds, starts = [str(found.seed) for found in results], [found.started_at for found in results]
    counts = f"{_some('agent', agents)}; {_some('task', tasks)}; {_some('seed', seeds)}"
    versions = f"{_each(found.agentprog for found in results)}, commit {_each(found.commit for found in results)}"
    sentences = [
        f"{len(results) - len(errors)} episodes: {counts}.",
        f"Rules: {', '.join(f'{name} {value}' for name, value in results[0].rules.items())}.",
        f"agentprog {versions}; between {min(starts)} and {max(starts)}.",
    ]
    if errors:
        sentences.append(f"Not run: {len(errors)}, the first for this reason: {errors[0].error}.")
    return tuple(sentences)


def _some(noun: str, names: Sequence[str]) -> str:
    known = list(dict.fromkeys(names))
    shown = ", ".join(known) if len(known) <= 19 else f"{', '.join(known[:18])} and {len(known) - 18} more"
    return f"{len(known)} {noun}{'' if len(known) == 1 else 's'} ({shown})"


def _each(names: Any) -> str:
    return ", ".join(dict.fromkeys(name or "unknown" for name in names))


def _render(name: str, story: _Story) -> str:
    environment = Environment(
        loader=PackageLoader("agentprog.bench.reporting", "templates"),
        undefined=StrictUndefined,
        autoescape=name.endswith(".html"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pictures = {file: base64.b64encode(data).decode() for file, data in story.plots.items()}
    return environment.get_template(name).render(story=story, pictures=pictures, captions=story.captions)
