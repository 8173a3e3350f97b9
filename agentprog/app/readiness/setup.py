"""The setup of a phone, from the cable to the first tap: waits for a phone, examines it, taps it, asks for a model,
stores both.

A Guide (a terminal, a test) talks to the person; this module prints and reads nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from agentprog.app.readiness.checkup import check_model
from agentprog.app.settings import config
from agentprog.app.settings.file import save
from agentprog.app.settings.folders import user_file
from agentprog.app.settings.model import Settings
from agentprog.devices import Check, examine
from agentprog.devices.conformance import run_suite
from agentprog.devices.link.adb import AdbServer, by_serial
from agentprog.devices.link.listing import Attached
from agentprog.errors import DeviceError, NoDevice, SeveralDevices, UsageError
from agentprog.frozen import frozen
from agentprog.models.registry import key_variables
from agentprog.models.weights import catalogue, find_weights

_POLL = 0.5
TAP_CHECKS = ("tree of Settings", "tapping", "an entry")
HINT_CABLE = (
    "1. On the phone: Settings > About phone, tap Build number seven times.\n"
    "2. Settings > System > Developer options: switch on USB debugging.\n"
    "3. Plug it into this computer with a cable that carries data, and choose File transfer where it asks.\n"
    "4. Allow this computer in the dialog that comes up on the phone.\n"
    "Without a cable: Developer options > Wireless debugging > Pair device with pairing code, then "
    "`agentprog pair HOST:PORT`.\n"
    "Without a phone: `agentprog run`, `observe` and `doctor` take --sim."
)
_CLOUD = (
    "openai:gpt-5-mini",
    "gemini:gemini-2.5-flash",
    "anthropic:claude-sonnet-4-5",
    "openrouter:anthropic/claude-sonnet-4.5",
)
NO_MODEL = "none for now: exact programs run without one"
HINT_MODEL = (
    "No model was set: this computer has no key of a cloud model and no weights. "
    "`agentprog models list` shows the choices; exact programs run without a model."
)


class Guide(Protocol):
    """The person who sets up, or a script in their place."""

    def say(self, text: str) -> None: ...

    def show(self, check: Check) -> None: ...

    def choose(self, question: str, options: Sequence[str], *, flag: str) -> int:
        """The index of an option. Raises UsageError naming the flag if nobody can be asked."""
        ...

    def patience(self) -> float:
        """Seconds to wait for an action of the person."""
        ...


@frozen
class SetUp:
    """The findings, choices and written settings."""

    serial: str
    model: str | None
    file: Path
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok is not False for check in self.checks)


def set_up(settings: Settings, guide: Guide, *, model: str | None = None, file: Path | None = None) -> SetUp:
    """Lead through the whole setup. `model` is a `provider:name` id or "none". Raises DeviceError, UsageError."""
    phone = _find(settings, guide)
    guide.say(f"Using {phone.serial} {phone.model}".rstrip() + ".")
    checks = [*_shown(examine(phone.serial, settings.environment), guide)]
    if any(check.ok is False for check in checks):
        raise DeviceError(
            "the phone is not ready", hint="Do what the lines above say, then run `agentprog setup` again."
        )
    guide.say("Now a first tap: Settings is opened, touched, and closed again.")
    taps = _shown(run_suite(phone.serial, settings.environment, only=TAP_CHECKS), guide)
    if any(check.ok is False for check in taps):
        raise DeviceError("the phone does not react to taps as expected", hint="See `agentprog doctor --full`.")
    chosen = _model(settings, guide, model)
    if chosen is not None:
        with_model = config.load({"model": chosen}, environ=settings.environment)
        checks += _shown([check_model(with_model)], guide)
    target = file or user_file()
    save(target, {"serial": phone.serial, "model": chosen})
    return SetUp(serial=phone.serial, model=chosen, file=target, checks=(*checks, *taps))


def _shown(checks: Iterable[Check], guide: Guide) -> list[Check]:
    found = []
    for check in checks:
        guide.show(check)
        found.append(check)
    return found


def _find(settings: Settings, guide: Guide) -> Attached:
    """The phone to set up, once it is connected and has allowed this computer."""
    server = AdbServer.from_environment(settings.environment)
    shown: set[str] = set()

    def tell(text: str) -> None:
        if text not in shown:
            shown.add(text)
            guide.say(text)

    deadline = time.monotonic() + guide.patience()
    while True:
        found = server.devices()
        ready = [phone for phone in found if phone.ready]
        named_phone = by_serial(found, settings.serial) if settings.serial else None
        if named_phone is not None and named_phone.ready:
            return named_phone
        if ready and not settings.serial:
            return _one_of(ready, guide)
        if time.monotonic() >= deadline:
            raise NoDevice("no phone is ready to be set up", hint=_instruction(found, settings.serial))
        tell(_instruction(found, settings.serial))
        tell(f"Waiting for the phone, {_minutes(guide.patience())} at most. Ctrl-C leaves.")
        time.sleep(_POLL)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def _instruction(found: tuple[Attached, ...], serial: str | None) -> str:
    """The person's next action."""
    phones = [phone for phone in found if serial in (None, phone.serial)]
    if not phones:
        return HINT_CABLE
    return "\n".join(f"{phone.serial} is {phone.detail or phone.state.value}: {phone.remedy}" for phone in phones)


def _one_of(ready: list[Attached], guide: Guide) -> Attached:
    if len(ready) == 1:
        return ready[0]
    names = [f"{phone.serial} {phone.model} over {phone.link}" for phone in ready]
    try:
        return ready[guide.choose("Which phone?", names, flag="--serial")]
    except UsageError as exc:
        raise SeveralDevices(
            f"{len(ready)} phones are attached", hint="Name one with --serial: " + ", ".join(names)
        ) from exc


def _model(settings: Settings, guide: Guide, given_model: str | None) -> str | None:
    """The model for the settings: the given one, else the person's choice among those usable here."""
    if given_model is not None:
        return None if given_model == "none" else given_model
    options: list[tuple[str | None, str]] = []
    if settings.model:
        options.append((settings.model, f"{settings.model}, as configured now"))
    options += [(model, about) for model, about in _candidates(settings) if model != settings.model]
    if not options:
        guide.say(HINT_MODEL)
        return None
    options.append((None, NO_MODEL))
    picked = guide.choose("Which model should plan and look?", [about for _, about in options], flag="--model")
    return options[picked][0]


def _candidates(settings: Settings) -> list[tuple[str | None, str]]:
    found: list[tuple[str | None, str]] = []
    for name in _CLOUD:
        key = next((key for key in key_variables(name) if settings.environment.get(key)), None)
        if key is not None:
            found.append((name, f"{name}: {key} is set; screens are sent to that provider"))
    downloaded = [entry for entry in catalogue() if find_weights(entry.name)]
    found += [(f"llamacpp:{entry.name}", f"llamacpp:{entry.name}: local, its weights are here") for entry in downloaded]
    return found
