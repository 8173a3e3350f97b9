"""`agentprog trace effects`: the effects in the user's name, over all runs."""

from __future__ import annotations

from typing import Annotated

import typer

from agentprog.app.runs.effects import Done, all_effects, effects_of
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import trace
from agentprog.cli.console import result_json, row, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.runtime.safety.texts import visible


@trace.command()
@configured("run_dir")
def effects(
    settings: Settings,
    run: Annotated[str, typer.Argument(metavar="[RUN]", help="A run. Default: all runs.")] = "",
    as_json: AsJson = False,
) -> None:
    """Lists the effects of runs in your name: to whom, when, with the proof and the way to undo each."""
    lost: tuple[str, ...] = ()
    if run:
        folder = find_run(settings.run_dir, run)
        found = effects_of(folder.name, folder.events())
    else:
        found, lost = all_effects(settings.run_dir)
    for name in lost:
        say(f"{name} cannot be read: its effects are missing here")
    if as_json:
        result_json([effect.data() for effect in found])
        return
    for told_effect in found:
        for line in _lines(told_effect):
            row(visible(line), hang=10)
    if not found:
        say("No run sent anything, spent money or changed stored data.")


def _lines(effect: Done) -> list[str]:
    to = f" to {', '.join(effect.to)}" if effect.to else ""
    text = f': "{effect.says}"' if effect.says else ""
    about = f" ({'; '.join(effect.about)})" if effect.about else ""
    seen = (
        f"proven by {effect.witness}"
        if effect.proven and effect.witness
        else "proven"
        if effect.proven
        else "not proven"
    )
    certainty = seen if effect.known else "it is unknown whether it happened"
    when = effect.when[:19].replace("T", " ") or "at an unknown time"
    return [
        f"{effect.kind:<9} {when}  {effect.run}, line {effect.line}",
        f"          {effect.what} in {effect.app or 'the phone'}{to}{text}{about}",
        f"          {certainty}; way back: {effect.way_back or 'not known'}",
    ]
