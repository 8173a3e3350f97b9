"""One agent over AndroidWorld's suite on one phone, from the checkout to the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, field
from pathlib import Path
from typing import Any

from agentprog.app.launching.opening import open_model
from agentprog.app.phones.simulator import simulated_phone
from agentprog.app.settings.model import Settings
from agentprog.bench.androidworld.checkout import Checkout
from agentprog.bench.androidworld.environment import android_world_env
from agentprog.bench.androidworld.oracle import make_oracle
from agentprog.bench.androidworld.players import PLAYERS
from agentprog.bench.androidworld.simulator import Console
from agentprog.bench.androidworld.suite import Judged, leave_out, make_suite, prepare, run_suite, tally
from agentprog.devices import choose_device
from agentprog.devices.link.adb import AdbServer
from agentprog.devices.link.transport import Transport
from agentprog.errors import UsageError
from agentprog.frozen import frozen
from agentprog.phone.client import PhoneHandle

ORACLE = "oracle"
AGENTS = (*PLAYERS, ORACLE)
_TIMEOUT = 60.0
_IMAGE = "androidworld"


@frozen
class Order:
    """A campaign. Without a `serial` it starts a simulated phone."""

    checkout: Checkout
    agent: str
    folder: Path
    tasks: Sequence[str] = ()
    seed: int = 30
    instances: int = 1
    serial: str | None = None


@frozen
class Outcome:
    """`left_out` holds the tasks that did not run, with the app that the phone lacks."""

    judged: tuple[Judged, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)


def run_order(order: Order, settings: Settings, say: Callable[[str], None]) -> Outcome:
    """Run the order. Raises UsageError for an impossible order, DeviceError and PhoneError for a phone that fails at
    the start.
    """
    if order.agent not in AGENTS:
        raise UsageError(f"there is no agent {order.agent!r} here", hint=f"There are: {', '.join(AGENTS)}.")
    checkout = order.checkout
    suite = make_suite(checkout, tasks=order.tasks, instances=order.instances, seed=order.seed)
    order.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        model = None if order.agent == ORACLE else open_model(settings, stack)
        transport, console = stack.enter_context(connected_phone(order.serial, settings.environment))
        env = stack.enter_context(android_world_env(checkout, transport, console))
        if order.serial is None:
            prepare(checkout, env)
        missing = leave_out(checkout, env, suite)
        if missing:
            say(f"{len(missing)} tasks are left out: their apps are not on this phone")
        if model is None:
            agent = make_oracle(checkout, env, suite, transport)
        else:
            agent = PLAYERS[order.agent](checkout, env, model, order.folder)
        return Outcome(judged=run_suite(checkout, suite, agent, order.folder), left_out=missing)


@contextmanager
def connected_phone(serial: str | None, environment: Mapping[str, str]) -> Iterator[tuple[Transport, Console | None]]:
    """A phone and its console: a phone set up by AndroidWorld, or a simulated one that ends with the block."""
    if serial is not None:
        yield _transport(serial, environment), None
        return
    with simulated_phone(image=_IMAGE, console=True, environ=environment) as phone:
        yield _transport(phone.serial, phone.environment), _console(phone.handle)


def _transport(serial: str, environment: Mapping[str, str]) -> Transport:
    known = choose_device(serial, environment).serial
    return Transport(AdbServer.from_environment(environment), known, timeout=_TIMEOUT)


def _console(phone: PhoneHandle) -> Console:
    """The phone's console, opened without adb: `adb emu` needs a serial that begins with "emulator-"."""
    return lambda words: phone.console(" ".join(words)).encode()


def plain(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON."""
    return {
        "tally": asdict(tally(outcome.judged)),
        "episodes": [asdict(episode) for episode in outcome.judged],
        "left_out": dict(outcome.left_out),
    }
