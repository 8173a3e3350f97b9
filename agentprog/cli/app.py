"""The command tree. Each command lives in a module of its own and is added here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from agentprog.cli.console import hush, result
from agentprog.cli.options import Quiet
from agentprog.cli.plain import PlainCommand, PlainGroup
from agentprog.version import __version__

_Function = TypeVar("_Function", bound=Callable[..., Any])
_HELP_NAMES = {"help_option_names": ["-h", "--help"]}


class Commands(typer.Typer):
    """Commands that all take `--quiet`, whether or not their function asks for it."""

    def command(self, name: str | None = None, **options: Any) -> Callable[[_Function], _Function]:
        """Like typer's decorator; returns the function unchanged."""
        add = super().command(name, cls=PlainCommand, **options)

        def added(function: _Function) -> _Function:
            add(_hushable(function))
            return function

        return added


def _hushable(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with an added parameter `quiet`, which silences the console; it is passed on if the function has
    it."""
    signature = inspect.signature(function, eval_str=True)
    takes_it = "quiet" in signature.parameters

    @functools.wraps(function)
    def called(*, quiet: bool, **given: Any) -> Any:
        if quiet:
            hush()
        return function(**given, **({"quiet": quiet} if takes_it else {}))

    if not takes_it:
        quiet = inspect.Parameter("quiet", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Quiet)
        signature = signature.replace(parameters=[*signature.parameters.values(), quiet])
    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


def group(name: str, summary: str, *, epilog: str = "") -> Commands:
    """A command that only holds others; alone it shows its help."""
    commands = Commands(
        name=name,
        cls=PlainGroup,
        help=summary,
        epilog=epilog,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=_HELP_NAMES,
    )
    commands.callback(help=summary)(show_help_when_alone)
    return commands


def show_help_when_alone(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        result(context.get_help())


def _show_version(wanted: bool) -> None:
    if wanted:
        result(f"agentprog {__version__}")
        raise typer.Exit


_SUMMARY = "Runs a task on an Android phone: in plain words, or as a program of the agentprog language (.stp)."
_EXAMPLES = """\b
Examples:
  agentprog run --sim examples/hello.stp          a simulated phone, no model
  agentprog setup                                 your own phone
  agentprog "add a contact named Ada"             a task may stand alone
  agentprog run errands.stp -p day=Friday         a program file

--debug, anywhere, shows an error in full. Exit statuses and all options: docs/cli.md."""
app = group(
    "agentprog",
    _SUMMARY,
    epilog=_EXAMPLES,
)


@app.callback(help=_SUMMARY)
def root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    show_help_when_alone(context)
