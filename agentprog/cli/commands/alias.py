"""`agentprog alias`: stores whom you mean by your own words, by the contact's id."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Annotated

import typer

from agentprog.app.aliases import book
from agentprog.app.aliases.mentions import alias_for, contacts_of
from agentprog.app.launching.opening import open_phone, open_simulated
from agentprog.app.settings.model import Settings
from agentprog.cli.app import app, group
from agentprog.cli.console import result_json, row, say
from agentprog.cli.options import AsJson
from agentprog.cli.settings_options import configured
from agentprog.runtime.safety.texts import visible

alias = group("alias", 'Stores people under your own words for them, like "my sister".')
app.add_typer(alias, name="alias")
Words = Annotated[str, typer.Argument(metavar="WORDS", help='Your words for the person: "my sister".')]


@alias.command("list")
def list_(as_json: AsJson = False) -> None:
    """Lists your aliases and the contacts that they mean."""
    found = book.aliases()
    if as_json:
        result_json([alias.data() for alias in found])
        return
    for known in found:
        row(visible(f"{known.said}: {known.name} ({', '.join(known.numbers) or 'no number'}), contact {known.id}"))
    if not found:
        say('There are no aliases. Make one: agentprog alias set "my sister" NAME')


@alias.command("set")
@configured("sim", "seed", "serial")
def set_(
    settings: Settings,
    words: Words,
    contact: Annotated[str, typer.Argument(metavar="NAME", help="The contact's name on the phone, or its number.")],
    as_json: AsJson = False,
) -> None:
    """Stores which contact of the phone you mean by these words."""
    with ExitStack() as stack:
        opened = open_simulated(settings, stack, run="alias", root=None) if settings.sim else None
        chosen = alias_for(words, contact, contacts_of(opened or open_phone(settings, stack, run="alias")))
    book.keep(chosen)
    if as_json:
        result_json(chosen.data())
    else:
        say(visible(f'"{chosen.said}" is {chosen.name} ({", ".join(chosen.numbers) or "no number"}) as of now'))


@alias.command("remove")
def remove(words: Words, as_json: AsJson = False) -> None:
    """Removes an alias."""
    forgotten = book.forget(words)
    if as_json:
        result_json(forgotten.data())
    else:
        say(visible(f'"{forgotten.said}" is no longer an alias'))
