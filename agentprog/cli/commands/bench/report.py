"""`agentprog bench report`: writes results as tables and plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.bench.agents import AGENTS
from agentprog.bench.reporting import write_bench_report
from agentprog.bench.results import read_results
from agentprog.cli.commands.bench.group import agent_names, bench
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson

Folders = Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders written by `bench run --out`.")]
AgentNames = Annotated[
    list[str] | None,
    agent_names(f"Only these, separated by commas, of {', '.join(AGENTS)}; repeatable."),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", file_okay=False, help="Where to write. Default: the first DIR.")
]
Plots = Annotated[bool, typer.Option("--plots/--no-plots", help="Draw plots; needs agentprog[bench].")]


@bench.command(name="report")
def bench_report(
    folders: Folders, agent: AgentNames = None, out: Out = None, plots: Plots = True, as_json: AsJson = False
) -> None:
    """Writes results as tables, plots and a page. One or more runs; report.html needs no other file."""
    written = write_bench_report(read_results(folders), out or folders[0], agents=agent or (), plots=plots)
    if as_json:
        result_json({"paths": [str(path) for path in written]})
        return
    for path in written:
        result(str(path))
