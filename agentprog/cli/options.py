"""The options that several commands share, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from agentprog.errors import UsageError

SecretNames = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="NAME",
        help="A secret that the program types as {NAME} and agentprog never shows; its value comes from the "
        "environment variable NAME, the configuration or the keyring. Repeatable.",
    ),
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", "-c", help="A settings file to use instead of the project's agentprog.toml.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else, on standard output.")]
JsonLines = Annotated[
    bool, typer.Option("--json", help="Print the result as lines of JSON, and nothing else, on standard output.")
]
JsonAnyway = Annotated[bool, typer.Option("--json", help="Print errors as JSON too; the result is always JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only results, questions, warnings and errors.")]
Live = Annotated[
    bool | None,
    typer.Option(
        "--live/--no-live",
        help="Show a live view of program, tree, action, expectations, variables and cost. Default: on in a terminal.",
        show_default=False,
    ),
]
Picture = Annotated[
    bool,
    typer.Option(
        "--picture/--no-picture", help="Show a small picture of the phone in the live view, if there is room."
    ),
]
Listen = Annotated[
    bool,
    typer.Option("--listen", help="Let your other programs control this run over a local socket (docs/session.md)."),
]
Held = Annotated[
    bool,
    typer.Option("--pause", help="Pause before the first line, with a debugger: breakpoints, variables, single steps."),
]
WithStudio = Annotated[bool, typer.Option("--studio", help="Watch and steer this run on a page (docs/studio.md).")]
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="The address on which the page's server listens; any but 127.0.0.1 lets other computers reach it.",
    ),
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port of the page's server; 0: any free port.")]
Parameters = Annotated[
    list[str] | None, typer.Option("--param", "-p", metavar="KEY=VALUE", help="An input of the program; repeatable.")
]


def parse_parameters(pairs: list[str] | None) -> dict[str, str]:
    """KEY=VALUE pairs. The value may hold `=`; a key twice is a mistake."""
    values: dict[str, str] = {}
    for pair in pairs or ():
        key, found, value = pair.partition("=")
        key = key.strip()
        if not found or not key:
            raise UsageError(f"-p takes KEY=VALUE, not {pair!r}")
        if key in values:
            raise UsageError(f"the parameter {key!r} is given twice", hint="Write each input once: -p day=Friday.")
        values[key] = value
    return values
