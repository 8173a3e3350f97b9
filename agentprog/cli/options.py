"""The options that several commands share, each written once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from agentprog.errors import UsageError
from agentprog.runtime.options import ContextPart
from agentprog.runtime.safety.gate import Policy, Rule
from agentprog.runtime.safety.risk import Risk

Serial = Annotated[
    str | None,
    typer.Option("--serial", "-s", "--device", "-d", help="The phone to use, as `agentprog devices` lists it."),
]
Sim = Annotated[bool, typer.Option("--sim", help="Start a simulated phone for this command alone.")]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        help="Which model: openai:NAME, anthropic:NAME, gemini:NAME, openrouter:VENDOR/NAME, llamacpp:NAME or PATH, "
        "scripted:FILE.",
    ),
]
PlanModel = Annotated[str | None, typer.Option("--plan-model", help="Which model writes the program; else --model.")]
JudgeModel = Annotated[str | None, typer.Option("--judge-model", help="Which model judges conditions; else --model.")]
BeliefModel = Annotated[
    str | None,
    typer.Option("--belief-model", help="Which model says what has changed, where it is a surprise; else --model."),
]
LocatorModel = Annotated[
    str | None,
    typer.Option("--locator-model", help="Which model finds things on the picture of a screen without elements."),
]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", min=0.000001, help="At most this many US dollars for model calls.")
]
SecretNames = Annotated[
    list[str] | None,
    typer.Option(
        "--secret",
        metavar="NAME",
        help="A secret that the program types as {NAME} and nothing else ever shows; its value comes from the "
        "environment variable NAME, the configuration or the keyring. Repeatable.",
    ),
]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", help="Where an OpenAI-compatible model is served; ends with /v1.")
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", "-c", help="Settings to use in place of the project's agentprog.toml.")
]
RunDir = Annotated[Path | None, typer.Option("--run-dir", help="Where runs are kept; runs/ unless set.")]
AsJson = Annotated[bool, typer.Option("--json", help="The result as JSON on standard output, nothing else there.")]
JsonLines = Annotated[
    bool, typer.Option("--json", help="The result as lines of JSON on standard output, nothing else there.")
]
JsonAnyway = Annotated[bool, typer.Option("--json", help="An error too as JSON; the result is JSON in any case.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Only results, questions, warnings and errors: no progress, no advice.")
]
Live = Annotated[
    bool | None,
    typer.Option(
        "--live/--no-live",
        help="Show program, tree, action, belief, variables and cost below the lines. On in a terminal, unless said.",
        show_default=False,
    ),
]
Picture = Annotated[
    bool, typer.Option("--picture/--no-picture", help="A small picture of the phone in the live view, where it fits.")
]
Parameters = Annotated[
    list[str] | None, typer.Option("--param", "-p", metavar="KEY=VALUE", help="An input of the program; repeatable.")
]


def parse_parameters(given: list[str] | None) -> dict[str, str]:
    """KEY=VALUE pairs. The value may hold `=`; a key twice is a mistake."""
    values: dict[str, str] = {}
    for pair in given or ():
        key, found, value = pair.partition("=")
        key = key.strip()
        if not found or not key:
            raise UsageError(f"-p takes KEY=VALUE, not {pair!r}")
        if key in values:
            raise UsageError(f"the parameter {key!r} is given twice")
        values[key] = value
    return values


def parse_policy(given: list[str] | None) -> Policy:
    """`ask`, `allow` or `deny` for everything, or `KIND=RULE` for one kind of risky action."""
    rules: dict[Risk, Rule] = {}
    default = Rule.ASK
    for entry in given or ():
        kind, found, rule = entry.partition("=")
        try:
            if found:
                rules[Risk(kind.strip())] = Rule(rule.strip())
            else:
                default = Rule(entry.strip())
        except ValueError as exc:
            raise UsageError(
                f"--policy takes RULE or KIND=RULE, not {entry!r}",
                hint=f"Rules: {', '.join(Rule)}. Kinds: {', '.join(Risk)}.",
            ) from exc
    return Policy(rules=rules, default=default)


def parse_without(given: list[str] | None) -> frozenset[ContextPart]:
    """Parts of the context to switch off."""
    known: dict[str, ContextPart] = {part: part for part in get_args(ContextPart)}
    for name in given or ():
        if name not in known:
            raise UsageError(f"--without takes a part of the context, not {name!r}", hint=f"Parts: {', '.join(known)}.")
    return frozenset(known[name] for name in given or ())
