"""`agentprog learn collect`, `import`, `export` and `split`: makes trajectories, and converts them for other code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from agentprog.app.settings.model import Settings
from agentprog.bench.job import Models
from agentprog.bench.ray_pool import Where
from agentprog.bench.results import Result, read_results
from agentprog.bench.runner import Campaign
from agentprog.cli.commands.bench.group import Only, Seeds, Workers, numbers
from agentprog.cli.commands.learn.group import OutFile, StepFiles, learn
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.errors import UsageError
from agentprog.lang.effects.kinds import Risk
from agentprog.learn.exploring.exploring import Walk, distinct, explored
from agentprog.learn.trajectories.collecting import Who, jobs_for, steps_of_results
from agentprog.learn.trajectories.exporting import EXPORTS, export_rows
from agentprog.learn.trajectories.from_runs import EpisodeFacts, steps_of
from agentprog.learn.trajectories.importing.formats import FORMATS, import_files
from agentprog.learn.trajectories.records import Step
from agentprog.learn.trajectories.redacting import redacted
from agentprog.learn.trajectories.splits import split
from agentprog.learn.trajectories.store import episodes, read_steps, write_steps
from agentprog.runtime.journal.folder import RunFolder

Folders = Annotated[
    list[Path] | None,
    typer.Argument(metavar="DIR...", help="Run folders, and folders that `bench run --out` wrote. None: play --suite."),
]
SuiteNames = Annotated[list[str] | None, typer.Option("--suite", help="Play this suite's tasks. Repeatable.")]
By = Annotated[Who, typer.Option("--by", help="Who solves the tasks: the oracle, or the stand-in for a model.")]
Slips = Annotated[
    float, typer.Option(min=0, max=1, help="The share of moves that the stand-in gets wrong, from 0 to 1.")
]
On = Annotated[
    Where,
    typer.Option("--on", help="Where several phones at once run: on Ray, in processes of our own, or as installed."),
]
Redact = Annotated[
    bool, typer.Option("--redact", help="Replace personal values by placeholders, and leave out pictures.")
]
Apps = Annotated[
    list[str] | None,
    typer.Option("--explore", metavar="APP", help="Explore this app and keep the tasks found there. Repeatable."),
]
Moves = Annotated[int, typer.Option("--moves", min=1, help="Limit of moves in one exploration.")]
Allowed = Annotated[
    list[Risk] | None,
    typer.Option(
        "--allow",
        help="Another kind of effect that an exploration may have, besides entering and keeping data. Repeatable.",
    ),
]
Pictures = Annotated[bool, typer.Option("--pictures/--no-pictures", help="Keep each screenshot, named by its digest.")]


@learn.command(name="collect")
@configured("run_dir")
def collect(
    settings: Settings,
    out: OutFile,
    folders: Folders = None,
    suite: SuiteNames = None,
    only: Only = None,
    seeds: Seeds = "1",
    by: By = "oracle",
    slips: Slips = 0.0,
    explore: Apps = None,
    moves: Moves = 30,
    allow: Allowed = None,
    jobs: Workers = 1,
    on: On = "any",
    pictures: Pictures = False,
    redact: Redact = False,
    as_json: AsJson = False,
) -> None:
    """Writes steps as trajectories: from existing runs and benchmarks, from tasks played now, or from explored apps."""
    if sum(map(bool, (folders, suite, explore))) != 1:
        raise UsageError("collect needs folders of runs, --suite or --explore", hint="Give exactly one of these.")
    keep = out.parent if pictures and not redact else None
    if explore:
        walks = [
            Walk(app=app, seed=seed, moves=moves, allowed=tuple(allow or ()))
            for app in explore
            for seed in numbers(seeds)
        ]
        steps = _walked(walks, settings.run_dir, jobs, keep)
    elif suite:
        place = settings.run_dir / f"learn_{datetime.now():%Y%m%d-%H%M%S}_{by}"
        campaign = Campaign(place, jobs_for(suite, only or (), numbers(seeds), by, place, slips=slips))
        steps = steps_of_results(_played(campaign, jobs, on), place, pictures=keep)
    else:
        steps = tuple(step for folder in folders or () for step in _found(folder, keep))
    _write(out, redacted(steps) if redact else steps, as_json=as_json)


def _played(campaign: Campaign, workers: int, where: Where) -> list[Result]:
    done: list[Result] = []
    with Models() as models:
        for found in campaign.run(workers, models=models, where=where):
            done.append(found)
            verdict = "right" if found.right else found.error or "; ".join(found.wrong)[:120]
            say(f"[{len(done)}/{len(campaign.waiting)}] {found.task} {found.seed}: {verdict}, {found.seconds:.0f} s")
    return done


def _walked(walks: Sequence[Walk], folder: Path, workers: int, keep: Path | None) -> tuple[Step, ...]:
    found = []
    for number, done_walk in enumerate(explored(walks, folder, workers, pictures=keep), 1):
        found.append(done_walk)
        outcome = done_walk.why or f"{done_walk.kept} of {done_walk.made} moves: {done_walk.instruction}"
        say(f"[{number}/{len(walks)}] {done_walk.walk.app} {done_walk.walk.seed}: {outcome}")
    return tuple(step for walk in distinct(found) for step in walk.steps)


def _found(folder: Path, keep: Path | None) -> tuple[Step, ...]:
    if (folder / "results.jsonl").is_file():
        return steps_of_results(read_results([folder]), folder, pictures=keep)
    run = RunFolder.open(folder)
    return steps_of(run, EpisodeFacts(episode=run.name, source="run", task="run"), pictures=keep)


FormatName = Annotated[str, typer.Option("--format", "-f", help=f"One of: {', '.join(FORMATS)}.")]


@learn.command(name="import")
def import_steps(files: StepFiles, format: FormatName, out: OutFile, as_json: AsJson = False) -> None:
    """Converts files of a public data set's step format."""
    _write(out, tuple(import_files(format, files)), as_json=as_json)


ExportName = Annotated[str, typer.Option("--format", "-f", help=f"The fields of: {', '.join(EXPORTS)}.")]


@learn.command(name="export")
def export_steps(files: StepFiles, format: ExportName, out: OutFile, as_json: AsJson = False) -> None:
    """Writes steps as the Parquet rows that the papers' own training code reads. Needs agentprog[learn]."""
    rows = export_rows(format, read_steps(*files), out)
    if as_json:
        result_json({"path": str(out), "rows": rows})
    else:
        result(f"{rows} rows: {out}")


SplitBy = Annotated[Literal["app", "task"], typer.Option("--by", help="Hold out whole apps or whole tasks.")]
Share = Annotated[float, typer.Option(min=0.01, max=0.99, help="The share of apps or tasks to hold out, roughly.")]
SplitSeed = Annotated[int, typer.Option("--seed", help="The seed that picks them.")]


@learn.command(name="split")
def split_steps(
    files: StepFiles,
    out: OutFile,
    by: SplitBy = "task",
    share: Share = 0.2,
    seed: SplitSeed = 0,
    as_json: AsJson = False,
) -> None:
    """Divides steps by app or task, never by step, into FILE.train.jsonl and FILE.held.jsonl beside the named file."""
    found = split(read_steps(*files), by=by, share=share, seed=seed)
    parts = {"train": found.train, "held": found.held}
    counts = {
        str(out.with_suffix(f".{name}.jsonl")): write_steps(out.with_suffix(f".{name}.jsonl"), steps)
        for name, steps in parts.items()
    }
    if as_json:
        result_json({"paths": counts})
        return
    for path, count in counts.items():
        result(f"{count} steps: {path}")


def _write(out: Path, steps: Iterable[Step], *, as_json: bool) -> None:
    written = tuple(steps)
    count = write_steps(out, written)
    done = episodes(written)
    right = sum(1 for episode in done if episode[-1].verdict is not None and episode[-1].verdict.right)
    if as_json:
        result_json({"path": str(out), "steps": count, "episodes": len(done), "right": right})
    else:
        result(f"{count} steps of {len(done)} episodes, {right} of them right: {out}")
