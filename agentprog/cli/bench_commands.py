"""`agentprog bench`: what there is to run, and the oracle that solves it by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from agentprog.bench.agents import AGENTS
from agentprog.bench.aw.proof import prove
from agentprog.bench.aw.tasks import AW_EXTEND, SHORT
from agentprog.bench.suites import SUITES
from agentprog.cli.app import app, group
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.errors import UsageError

bench = group("bench", "Runs task suites on simulated phones.")
app.add_typer(bench)

Only = Annotated[list[str] | None, typer.Option("--task", help="Only this task of the suite; repeatable.")]
Seeds = Annotated[str, typer.Option("--seeds", "--seed", help="Seeds, separated by commas: one instance of each task.")]


@bench.command(name="list")
def list_suites(as_json: AsJson = False) -> None:
    """Lists the suites with their tasks, and the agents."""
    if as_json:
        result_json(_listed())
        return
    for suite in SUITES.values():
        result(f"{suite.name}: {suite.about}")
        for task in suite.tasks:
            result(f"  {task.name:<50} {task.level:<7} {task.about}")
    result("agents:")
    for agent in AGENTS.values():
        result(f"  {agent.name:<50} {agent.about}")


@bench.command(name="oracle")
def run_oracle(
    only: Only = None,
    seeds: Seeds = "1",
    as_json: AsJson = False,
) -> int:
    """Solves tasks by hand, without any model. Shows that those of AW-Extend and the short ones can be done."""
    known = {task.name: task for task in (*AW_EXTEND, *SHORT)}
    for name in only or ():
        if name not in known:
            raise UsageError(f"there is no task {name!r}", hint=f"There are: {', '.join(known)}.")
    tasks = [known[name] for name in only] if only else list(known.values())
    done: list[dict[str, object]] = []
    for proof in prove(tasks, numbers(seeds)):
        why = [*((proof.lost,) if proof.lost else ()), *proof.score.wrong]
        row = {"task": proof.task.name, "seed": proof.seed, "score": proof.score.value, "seconds": proof.seconds}
        done.append({**row, "right": proof.score.value == 1.0, "wrong": why})
        if not as_json:
            words = f"{proof.task.name:<50} {proof.seed:>4}  {proof.score.value:.2f} {proof.seconds:>6.1f} s"
            result(f"{words}  {'; '.join(why)}".rstrip())
    right = sum(bool(row["right"]) for row in done)
    if as_json:
        result_json({"episodes": len(done), "right": right, "results": done})
    else:
        result(f"{right} of {len(done)} instances solved by the oracle; that says nothing about any model")
    return 0 if right == len(done) else 1


def _listed() -> dict[str, object]:
    suites = [
        {
            "name": suite.name,
            "about": suite.about,
            "tasks": [{"name": task.name, "level": task.level, "about": task.about} for task in suite.tasks],
        }
        for suite in SUITES.values()
    ]
    return {"suites": suites, "agents": [{"name": agent.name, "about": agent.about} for agent in AGENTS.values()]}


def numbers(seeds: str) -> tuple[int, ...]:
    """Whole numbers separated by commas, each once. Raises UsageError."""
    try:
        return tuple(dict.fromkeys(int(part) for part in seeds.split(",")))
    except ValueError:
        raise UsageError(f"--seeds wants whole numbers separated by commas, not {seeds!r}") from None
