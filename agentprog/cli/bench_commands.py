"""`agentprog bench`: errands on simulated phones, judged by the phones' own databases."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from agentprog.app import config
from agentprog.app.opening import open_model
from agentprog.bench.aw.proof import prove
from agentprog.bench.aw.tasks import AW_EXTEND, SHORT
from agentprog.bench.errands import SUITES
from agentprog.bench.runner import Result, run_suite, select
from agentprog.bench.task import Task
from agentprog.cli.app import app, group
from agentprog.cli.console import result, say
from agentprog.cli.model_status import ModelStatus
from agentprog.cli.options import BaseUrl, ConfigFile, Model, Quiet, RunDir
from agentprog.cli.progress import Progress
from agentprog.errors import UsageError
from agentprog.ports import RunListener

bench = group("bench", "Runs task suites on simulated phones.")
app.add_typer(bench)

Suite = Annotated[str, typer.Argument(help=f"One of: {', '.join(SUITES)}.")]
Only = Annotated[list[str] | None, typer.Option("--task", help="Only this task of the suite; repeatable.")]
Seed = Annotated[int, typer.Option("--seed", help="Task number n runs on the phone of seed SEED + n.")]
Results = Annotated[Path | None, typer.Option("--results", dir_okay=False, help="Append a JSON line for each task.")]
Rows = Annotated[bool, typer.Option("--rows", help="After each task, the rows that the phone's databases hold.")]


@bench.command(name="list")
def list_suites() -> None:
    """Lists the suites and their tasks."""
    for name, tasks in SUITES.items():
        result(name)
        for task in tasks:
            result(f"  {task.name:<20} {task.about}")


@bench.command(name="run")
def run_tasks(
    suite: Suite,
    only: Only = None,
    seed: Seed = 1,
    model: Model = None,
    base_url: BaseUrl = None,
    results: Results = None,
    rows: Rows = False,
    run_dir: RunDir = None,
    config_file: ConfigFile = None,
    quiet: Quiet = False,
) -> int:
    """Runs a suite, each task on a simulated phone of its own; the status is 0 when every task ended right."""
    tasks = select(SUITES, suite, tuple(only or ()))
    flags = {"model": model, "base_url": base_url, "run_dir": str(run_dir) if run_dir else None}
    settings = config.load(flags, config=config_file)

    def listen(task: Task, instruction: str) -> tuple[RunListener, ...]:
        say(f"{task.name}: {instruction}", style="bold")
        return (Progress(quiet=quiet, told_aside=True),)

    done: list[Result] = []
    with ExitStack() as stack:
        asked = open_model(settings, stack, progress=None if quiet else ModelStatus())
        for found in run_suite(tasks, model=asked, settings=settings, seed=seed, listen=listen):
            done.append(found)
            _show(found, rows=rows)
            if results is not None:
                with results.open("a", encoding="utf-8") as file:
                    file.write(found.as_json() + "\n")
    right = sum(found.right for found in done)
    _table(done)
    result(f"{right} of {len(done)} tasks ended right by the phone's own databases, with {settings.model}")
    return 0 if right == len(done) else 1


@bench.command(name="oracle")
def run_oracle(
    only: Only = None,
    seeds: Annotated[str, typer.Option("--seeds", help="Seeds, separated by commas.")] = "1",
) -> int:
    """Solves the tasks of AW-Extend and the short ones by hand, without any model: that they can be done."""
    known = {task.name: task for task in (*AW_EXTEND, *SHORT)}
    for name in only or ():
        if name not in known:
            raise UsageError(f"there is no task {name!r}", hint=f"There are: {', '.join(known)}.")
    tasks = [known[name] for name in only] if only else list(known.values())
    done = right = 0
    for proof in prove(tasks, _numbers(seeds)):
        done, right = done + 1, right + (proof.score.value == 1.0)
        wrong = "; ".join((*((proof.lost,) if proof.lost else ()), *proof.score.wrong))
        result(
            f"{proof.task.name:<50} {proof.seed:>4}  {proof.score.value:.2f} {proof.seconds:>6.1f} s  {wrong}".rstrip()
        )
    result(f"{right} of {done} instances solved by the oracle; that says nothing about any model")
    return 0 if right == done else 1


def _numbers(seeds: str) -> list[int]:
    try:
        return [int(part) for part in seeds.split(",")]
    except ValueError:
        raise UsageError(f"--seeds wants whole numbers separated by commas, not {seeds!r}") from None


def _show(found: Result, *, rows: bool) -> None:
    verdict = "right" if found.right else f"wrong: {found.wrong}"
    style = "bold green" if found.right else "bold red"
    say(f"{found.task}: {verdict} (the run says: {found.outcome}, {found.reason})", style=style)
    if rows:
        result("contacts on the phone:")
        for contact in found.truth.contacts:
            result(f"  {contact.name:<24} {contact.number}")
        result("messages on the phone, newest last:")
        for message in found.truth.messages[-6:]:
            result(f"  {'to  ' if message.sent else 'from'} {message.number:<14} {message.body}")
    result(f"screenshot: {found.screenshot}")
    result(f"everything about the run: {found.run}")


def _table(done: list[Result]) -> None:
    result(f"{'task':<20} {'seed':>4}  {'phone':<6} {'run says':<20} {'actions':>7} {'calls':>5} {'seconds':>8}")
    for found in done:
        verdict = "right" if found.right else "wrong"
        result(
            f"{found.task:<20} {found.seed:>4}  {verdict:<6} {found.outcome:<20} {found.actions:>7} "
            f"{found.model_calls:>5} {found.seconds:>8.1f}"
        )
        if found.wrong:
            result(f"{'':<27}why: {found.wrong}")
