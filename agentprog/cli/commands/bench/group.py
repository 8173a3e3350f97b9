"""`agentprog bench`: lists the suites, and defines the options that its commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from agentprog.bench.agents import AGENTS
from agentprog.bench.suites import SUITES
from agentprog.cli.app import app, group
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.errors import UsageError

bench = group("bench", "Runs task suites on simulated phones.")
app.add_typer(bench)


def apart(names: list[str] | None) -> list[str] | None:
    """Names given one by one, several separated by commas, or both."""
    return None if names is None else [name.strip() for each in names for name in each.split(",") if name.strip()]


def agent_names(text: str) -> Any:
    """The option that names agents."""
    return typer.Option("--agents", "--agent", "-a", metavar="NAMES", callback=apart, help=text)


Only = Annotated[
    list[str] | None,
    typer.Option(
        "--tasks", "--task", metavar="NAMES", callback=apart, help="Only these tasks, separated by commas; repeatable."
    ),
]
Seeds = Annotated[str, typer.Option("--seeds", "--seed", help="Seeds, separated by commas: one instance of each task.")]
Workers = Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many phones at once, each with a process.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", file_okay=False, help="The folder of results. If it has some already, the command continues it."
    ),
]


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
        raise UsageError(f"--seeds takes whole numbers separated by commas, not {seeds!r}") from None
