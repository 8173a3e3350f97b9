"""`agentprog phone`: runs simulated phones for any program that speaks to adb."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from agentprog.cli.app import app, group
from agentprog.cli.console import result, result_json, say
from agentprog.cli.options import AsJson, JsonAnyway
from agentprog.errors import PhoneError, UsageError
from agentprog.phone.client import PhoneHandle, find_phone, list_phones, start_phone, stop_phone

phone = group("phone", "Starts, lists and stops simulated phones.")
app.add_typer(phone, name="phone")

Which = Annotated[str | None, typer.Argument(help="The phone's serial; may be left out while only one runs.")]
_WATCH_SECONDS = 0.2


@phone.command()
def start(
    detach: Annotated[bool, typer.Option("--detach", help="Return at once; `agentprog phone stop` ends it.")] = False,
    image: Annotated[
        str,
        typer.Option(
            "--image",
            help="The apps and data on it: default, empty, first-run, hostile, calling, drawn, androidworld.",
        ),
    ] = "default",
    seed: Annotated[
        int, typer.Option("--seed", help="Picks the phone's people and messages; the same number gives the same phone.")
    ] = 0,
    profile: Annotated[
        str,
        typer.Option(
            "--profile",
            help="The kind of phone: pixel, pixel-10, pixel-15, pixel-ar, pixel-buttons, pixel-zh, foldable, "
            "coloros, flip, guarded, hyperos, magicos, miui, oneui, originos, tablet.",
        ),
    ] = "pixel",
    latency: Annotated[
        str, typer.Option("--latency", help="How slowly the phone answers: zero, pixel, slow-wifi.")
    ] = "zero",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port for adb; 0: a free one.")] = 0,
    storage: Annotated[
        Path | None,
        typer.Option("--storage", file_okay=False, help="Keep the phone's storage in this folder, and start from it."),
    ] = None,
    root: Annotated[
        bool, typer.Option("--root", help="Allow `adb root`, also with a profile that refuses it.")
    ] = False,
    console: Annotated[
        bool,
        typer.Option("--console", help="Open the emulator's console (`adb emu`) on the port before adb's."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Starts a simulated phone and keeps it until Ctrl-C."""
    with _terminating_as_interrupt():
        handle = start_phone(
            image=image,
            seed=seed,
            profile=profile,
            latency=latency,
            port=port,
            storage=storage.resolve() if storage else None,
            root=root,
            console=console,
            lifetime="stopped" if detach else "command",
        )
        if detach:
            _announce(handle, f"Stop it with: agentprog phone stop {handle.serial}", as_json=as_json)
        else:
            _stay(handle, as_json=as_json)


@phone.command("list")
def list_(as_json: AsJson = False) -> None:
    """Lists the simulated phones that run on this computer."""
    phones = list_phones()
    if as_json:
        result_json([{"serial": phone.serial, "pid": phone.pid, "private": phone.private} for phone in phones])
        return
    if not phones:
        say("No simulated phone runs. Start one: agentprog phone start")
    for handle in phones:
        result(f"{handle.serial}  process {handle.pid}{'  (of a run)' if handle.private else ''}")


@phone.command()
def stop(
    which: Which = None,
    everything: Annotated[bool, typer.Option("--all", help="Stop every simulated phone except those of runs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Stops a simulated phone."""
    if everything and which:
        raise UsageError("name a phone or give --all, not both", hint="Leave one of them out.")
    serials = (
        [handle.serial for handle in list_phones() if not handle.private] if everything else [_chosen(which).serial]
    )
    for serial in serials:
        stop_phone(serial)
        say(f"Stopped {serial}.")
    if as_json:
        result_json([{"serial": serial} for serial in serials])
    elif not serials:
        say("No simulated phone runs.")


@phone.command()
def screenshot(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="Where to write the picture (PNG).")],
    which: Which = None,
    as_json: AsJson = False,
) -> None:
    """Saves the screen of a simulated phone."""
    shown = _chosen(which)
    data = shown.screenshot()
    try:
        file.write_bytes(data)
    except OSError as exc:
        raise UsageError(f"cannot write {file}: {exc.strerror}") from exc
    if as_json:
        result_json({"serial": shown.serial, "path": str(file)})
    else:
        result(str(file))


@phone.command()
def sql(
    package: Annotated[str, typer.Argument(help="The app whose database it is.")],
    database: Annotated[str, typer.Argument(help="The database's file name, such as contacts2.db.")],
    query: Annotated[str, typer.Argument(help="A SELECT statement; nothing can be changed.")],
    which: Annotated[
        str | None,
        typer.Option(
            "--serial", "-s", "--device", "-d", help="The phone's serial; may be left out while only one runs."
        ),
    ] = None,
    _as_json: JsonAnyway = False,
) -> None:
    """Reads a simulated phone's database, a line of JSON a row."""
    for row in _chosen(which).sql(package, database, query):
        result_json(row)


def _chosen(serial: str | None) -> PhoneHandle:
    phones = list_phones()
    if serial is not None:
        found = find_phone(serial)
        if found is None:
            running = ", ".join(handle.serial for handle in phones) or "none"
            raise PhoneError(f"no simulated phone {serial} runs", hint=f"Running: {running}.")
        return found
    phones = [handle for handle in phones if not handle.private]
    if len(phones) == 1:
        return phones[0]
    if not phones:
        raise PhoneError("no simulated phone runs", hint="Start one: agentprog phone start")
    raise PhoneError(
        f"{len(phones)} simulated phones run", hint="Name one: " + ", ".join(handle.serial for handle in phones)
    )


def _announce(handle: PhoneHandle, how_it_ends: str, *, as_json: bool) -> None:
    if as_json:
        result_json({"serial": handle.serial, "pid": handle.pid})
        return
    result(f"serial: {handle.serial}")
    say(f"Attach it with: agentprog connect {handle.serial}")
    say(how_it_ends)


def _stay(handle: PhoneHandle, *, as_json: bool) -> None:
    """Wait until Ctrl-C, or until the phone ends by itself or by `phone stop`."""
    with handle:
        process = handle.process
        try:
            # A shell starts background jobs with Ctrl-C ignored, and it stays ignored; `kill` and `phone stop` end the
            # phone.
            deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            advice = f"Stop it with: agentprog phone stop {handle.serial}" if deaf else "It runs until Ctrl-C."
            _announce(handle, advice, as_json=as_json)
            while process is not None and process.poll() is None:
                time.sleep(_WATCH_SECONDS)
        except KeyboardInterrupt:
            say("Stopping the phone.")
            return
        say("The phone has ended.")


@contextmanager
def _terminating_as_interrupt() -> Iterator[None]:
    """Makes `kill` end the command and its phone, like Ctrl-C."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
