"""`agentprog learn judge`: measures precision and recall of a judge of episodes, alone and by votes."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Annotated

import typer

from agentprog.app.launching.opening import open_model
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.learn.group import StepFiles, learn
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.learn.judging.judge import Judge, ModelJudge
from agentprog.learn.judging.voting import NoisyJudge, Trust, single, trust, unanimous
from agentprog.learn.trajectories.store import episodes, picture, read_steps

Votes = Annotated[int, typer.Option("--votes", min=2, help="How many votes must agree for a verdict.")]
Second = Annotated[str | None, typer.Option("--second-model", help="A second model; the two take turns to vote.")]
Noise = Annotated[
    float,
    typer.Option("--noise", min=0, max=1, help="Without a model: how often the control accepts a failed episode."),
]
NoiseSeed = Annotated[int, typer.Option("--seed", help="Of the control's chance.")]
_MODEL = "The judging model. Default: a control that knows the truth and errs at random."
_MISSED = 0.1


@learn.command(name="judge")
@configured("base_url", model=_MODEL)
def judge(
    settings: Settings,
    files: StepFiles,
    votes: Votes = 4,
    second_model: Second = None,
    noise: Noise = 0.3,
    seed: NoiseSeed = 0,
    as_json: AsJson = False,
) -> None:
    """Judges whole episodes, and counts precision and recall against the verdicts of evaluators. It measures one vote,
    votes that must all agree, and votes of which half first see a low resolution."""
    found = episodes(read_steps(*files))
    with ExitStack() as stack:
        judges: list[Judge] = [
            ModelJudge(open_model(settings, stack, id=id), partial(picture, files[0].parent))
            for id in (settings.model, second_model)
            if id is not None
        ]
        judges = judges or [NoisyJudge(false_yes=noise, false_no=_MISSED, seed=seed)]
        ways = {"one vote": single(judges[0]), f"{votes} votes": unanimous(judges[:1], votes=votes)}
        ways["low resolution first"] = unanimous(judges[:1], votes=votes, low_first=True)
        if len(judges) > 1:
            ways["two models"] = unanimous(judges, votes=votes, low_first=True)
        rows = {name: trust(way, found) for name, way in ways.items()}
    if as_json:
        result_json({name: _plain(trust) for name, trust in rows.items()})
        return
    result(f"{len(found)} episodes, {next(iter(rows.values())).right} of them right by their evaluators")
    for name, row in rows.items():
        result(f"{name:<22} precision {_share(row.precision)}  recall {_share(row.recall)}  called right {row.called}")


def _plain(trust: Trust) -> dict[str, object]:
    return {"episodes": trust.episodes, "called": trust.called, "precision": trust.precision, "recall": trust.recall}


def _share(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:.1f}"
