"""`agentprog trace replay`: repeats an earlier run on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentprog.app.launching.job import Job
from agentprog.app.replays.replaying import replay as do_again
from agentprog.app.runs.finding import find_run
from agentprog.app.runs.origin import setup_here
from agentprog.app.settings.model import FLAG, Settings
from agentprog.app.settings.secrets import find_secrets
from agentprog.cli.commands.run import show_result
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import say
from agentprog.cli.options import AsJson, Live, Picture, Quiet, SecretNames
from agentprog.cli.settings_options import configured
from agentprog.cli.watching.screening import screening
from agentprog.runtime.journal.folder import RunFolder

_HELPS = {
    "model": "The model that decides a step if the phone differs. Default: stop there.",
    "sim": "Replay on a new simulated phone. Default: as in the recorded run.",
    "seed": "The seed of the simulated phone. Default: that of the recorded run.",
}


@trace.command()
@configured("serial", "base_url", "max_cost", "policy", "run_dir", **_HELPS)
def replay(
    *,
    settings: Settings,
    run: Run = "last",
    secret: SecretNames = None,
    live: Live = None,
    picture: Picture = True,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Repeats a run on a phone, without a model. Stops if the phone shows something else."""
    folder = find_run(settings.run_dir, run)
    setup = setup_here(folder)
    job = Job(
        settings=_as_recorded(settings, setup),
        secrets=find_secrets(secret or setup.get("secrets") or (), settings),
    )
    with screening(job, live=live, picture=picture, quiet=quiet, as_json=as_json) as session:
        done = session.run(lambda job: do_again(job, folder))
    status = show_result(done, as_json=as_json, replay=True)
    counts = RunFolder.open(done.folder).manifest().get("replay") or {}
    if not quiet:
        lines = ", ".join(str(line) for line in counts.get("asked", ()))
        by_model = f"; the model was asked for line {lines}" if lines else "; no model was asked"
        say(f"{counts.get('repeated', 0)} moves as recorded{by_model}.")
    return status


def _as_recorded(settings: Settings, setup: Mapping[str, Any]) -> Settings:
    """The settings with a model only if an option names one, and on the run's phone unless an option names another."""
    flagged = {key for key, place in settings.origin.items() if place == FLAG}
    sim = bool(setup.get("sim")) and "serial" not in flagged
    return settings.with_one_model(settings.model if "model" in flagged else None).but(
        sim=settings.sim if "sim" in flagged else sim,
        seed=settings.seed if "seed" in flagged else int(setup.get("seed") or 0),
    )
