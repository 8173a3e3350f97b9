"""`agentprog trace`: inspects earlier runs."""

from __future__ import annotations

from typing import Annotated

import typer

from agentprog.cli.app import app, group

trace = group("trace", "Shows what earlier runs did.")
app.add_typer(trace, name="trace")

Run = Annotated[str, typer.Argument(help="The run's name, a part of it that no other run has, its folder, or `last`.")]
