"""`agentprog trace context` and `agentprog trace schema`: the contents of prompts, and the format of a journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from agentprog.app.runs.contexts import PromptMade, call_of, calls_of
from agentprog.app.runs.finding import find_run
from agentprog.app.settings.model import Settings
from agentprog.cli.commands.trace.group import Run, trace
from agentprog.cli.console import out, result_json, say
from agentprog.cli.options import AsJson, JsonAnyway
from agentprog.cli.settings_options import configured
from agentprog.runtime.journal.schema import event_schema, manifest_schema

CallNumber = Annotated[int | None, typer.Argument(help="One model call: shows its whole prompt and reply.", min=1)]


@trace.command()
@configured("run_dir")
def context(
    settings: Settings,
    run: Run = "last",
    call: CallNumber = None,
    as_json: AsJson = False,
) -> None:
    """Shows the contents of prompts: tokens of each section, and the lines kept, dropped and shortened."""
    folder = find_run(settings.run_dir, run)
    if call is not None:
        number, record = call_of(folder, call)
        if as_json:
            result_json(number.data() | {"record": record})
        else:
            _show_call(number, record)
        return
    calls = calls_of(folder)
    if as_json:
        result_json([each.data() for each in calls])
    elif calls:
        _show_all(calls)
        say(f"To see one call in full: agentprog trace context {folder.name} CALL")
    else:
        say(f"{folder.name} asked no model.")


@trace.command()
def schema(
    manifest: Annotated[bool, typer.Option("--manifest", help="Of manifest.json, in place of events.jsonl.")] = False,
    _as_json: JsonAnyway = False,
) -> None:
    """Prints the JSON schema of a line of events.jsonl, or of manifest.json."""
    result_json(manifest_schema() if manifest else event_schema())


def _show_all(calls: Iterable[PromptMade]) -> None:
    console = out()
    head = f"{'call':>5}{'line':>6}  {'purpose':9}{'prompt':>8}{'cached':>8}  tokens of each section (lines left out)"
    console.print(Text(head, style="bold"))
    for call in calls:
        model_call = call.called
        numbers = f"{model_call.prompt:8,}{model_call.cached:8,}"
        console.print(Text(f"{call.number:5}{call.line or '-':>6}  {model_call.purpose:9}{numbers}  {_short(call)}"))


def _short(call: PromptMade) -> str:
    if call.context is None:
        return ""
    parts = []
    for name, tokens in call.context.sections.items():
        left_out = call.context.dropped.get(name, 0)
        parts.append(f"{name} {tokens:,}" + (f" (-{left_out:,})" if left_out else ""))
    return ", ".join(parts)


def _show_call(call: PromptMade, record: dict[str, Any]) -> None:
    console = out()
    model_call = call.called
    console.print(
        Text(f"call {call.number}, line {call.line or '-'}: {model_call.purpose} by {model_call.model}", style="bold")
    )
    console.print(
        f"{model_call.prompt:,} tokens asked ({model_call.cached:,} from a cache), {model_call.completion:,} answered, "
        f"{model_call.seconds:.1f} s"
    )
    if call.context is not None:
        counted = call.context.tokenizer or "an estimate (characters / 3.5)"
        console.print(f"context {call.context.manager}, sections counted by {counted}:")
        console.print(_table(call))
    for message in record["request"]["messages"]:
        text = _text(message)
        console.print(Text(f"--- {message['role']}, {len(text):,} characters", style="cyan"))
        console.print(Text(text))
    _show_reply(record)


def _table(call: PromptMade) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("section", "tokens", "budget", "kept", "dropped", "shortened"):
        table.add_column(name, justify="left" if name == "section" else "right", no_wrap=True)
    for name, row in call.data()["sections"].items():
        numbers = (row["tokens"], row["budget"], row["kept"], row["dropped"], row["shortened"])
        table.add_row(name, *(f"{number:,}" if number else "-" for number in numbers))
    return table


def _text(message: dict[str, Any]) -> str:
    """A message's text; a picture is named in its place."""
    if isinstance(message.get("text"), str):
        return str(message["text"])
    parts = message.get("parts") or message.get("content") or []
    return "".join(part.get("text") or "[a picture]" for part in parts if isinstance(part, dict))


def _show_reply(record: dict[str, Any]) -> None:
    console = out()
    reply = record.get("reply")
    if reply:
        console.print(Text("--- reply", style="cyan"))
        console.print(Text(str(reply["text"])))
    elif record.get("scores"):
        console.print(Text("--- scores", style="cyan"))
        candidates = record["request"].get("candidates") or []
        for words, score in sorted(zip(candidates, record["scores"], strict=True), key=lambda pair: -pair[1]):
            console.print(Text(f"{score:10.3f}  {words}"))
    if record.get("error"):
        console.print(Text(f"--- error\n{record['error']}", style="red"))
