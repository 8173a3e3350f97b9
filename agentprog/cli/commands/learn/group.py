"""`agentprog learn`: the group, and the options that its commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.cli.app import app, group

learn = group("learn", "Trajectories, judges, rewards, metrics and training (docs/learning.md).")
app.add_typer(learn)

StepFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False, help="Files of steps (JSONL).")
]
OutFile = Annotated[Path, typer.Option("--out", "-o", dir_okay=False, help="The file to write.")]
