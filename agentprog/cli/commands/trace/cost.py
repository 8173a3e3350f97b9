"""`agentprog trace cost`: the cost of a run's model calls."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import typer

from agentprog.app.runs.accounts import Account, accounts_of
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import result, result_json
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured


class By(StrEnum):
    """Groups for adding up calls."""

    LINE = "line"
    STEP = "step"
    PURPOSE = "purpose"
    MODEL = "model"
    CALL = "call"


@trace.command()
@configured("run_dir")
def cost(
    settings: Settings,
    run: Run = "last",
    by: Annotated[By, typer.Option("--by", help="Add calls up by line, step, purpose, model, or list each call.")] = (
        By.LINE
    ),
    as_json: AsJson = False,
) -> None:
    """Shows tokens, money and seconds of a run's model calls."""
    found = accounts_of(find_run(settings.run_dir, run).events())
    tables: dict[By, Mapping[Any, Account]] = {
        By.LINE: found.lines,
        By.STEP: found.steps,
        By.PURPOSE: found.purposes,
        By.MODEL: found.models,
        By.CALL: dict(enumerate(found.calls, start=1)),
    }
    rows = tables[by]
    if as_json:
        listed = [{by.value: key, **account.data()} for key, account in rows.items()]
        result_json({"total": found.total.data(), "recipes": found.recipes, f"by_{by.value}": listed})
        return
    result(f"{by.value:>8}  calls  tokens in  (cached)     out (thought)  seconds  cost")
    for key, account in rows.items():
        result(_row(str(key) if by in (By.LINE, By.STEP, By.CALL) else "", account))
    result(_row("all", found.total))
    if found.recalled or found.exits:
        note = f" ({found.earlier} of earlier runs)" if found.earlier else ""
        result(f"{found.recalled} of {found.steps_done} steps by recipe{note}, {found.exits} times left to the model")


def _row(key: str, account: Account) -> str:
    usage = account.spent.usage
    numbers = f"{account.spent.model_calls:>5}  {usage.prompt:>9,} {usage.cached:>9,} {usage.completion:>7,}"
    return f"{key:>8}  {numbers} {usage.reasoning:>9,}  {usage.seconds:>7.1f}  {account.cost}  {account.name[:70]}"
