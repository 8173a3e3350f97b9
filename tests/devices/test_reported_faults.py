"""The run reports a phone's problems: a lock that only its owner opens, and each met and repaired fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from agentprog.devices import AdbDevice, open_device
from agentprog.devices.link.conditions import Condition, Noticed, traps_of
from agentprog.devices.masking import MaskingDevice
from agentprog.errors import NeedsHuman
from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.ports import Event, OutcomeKind, Secret
from agentprog.runtime.journal.events import StepStarted, TookOver, TrapsMet
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.interaction import NobodyThere

PROGRAM = """Open the "Contacts" app
Tap "Create contact"
Press home
"""


def program() -> ast.Program:
    made = parse(PROGRAM).program
    assert made is not None
    return made


@dataclass
class Watcher:
    """Keeps the events; does something to the phone when the statement of a line begins."""

    line: int
    happens: Callable[[], None]
    events: list[Event] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, StepStarted) and event.line == self.line:
            self.happens()

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


class Owner(NobodyThere):
    """A person who knows the PIN."""

    def __init__(self, unlock: Callable[[], None]) -> None:
        self._unlock = unlock
        self.reasons: list[str] = []

    def take_over(self, reason: str) -> str:
        self.reasons.append(reason)
        self._unlock()
        return "unlocked"


@pytest.fixture
def device(sim_phone: Any) -> Iterator[AdbDevice]:
    env = {"ANDROID_ADB_SERVER_PORT": str(sim_phone.server.port)}
    yield open_device(sim_phone.serial, env=env, timeout=3.0, ocr=False)
    sim_phone.handle.clear_fault()


def lock(phone: Any) -> None:
    phone.handle.set_fault("pin_lock")
    phone.handle.set_fault("sleep")


def test_a_lock_in_the_middle_needs_a_human(device: AdbDevice, sim_phone: Any) -> None:
    seen = Watcher(2, lambda: lock(sim_phone))
    outcome = run_program(program(), device=device, listeners=[seen])
    assert (outcome.kind, outcome.exit_code) == (OutcomeKind.NEEDS_HUMAN, NeedsHuman.exit_code)
    assert "only its owner" in outcome.reason
    (told_at_the_end,) = seen.of(TrapsMet)
    assert "locked" in told_at_the_end.said


def test_the_owner_is_asked_to_unlock_the_phone_and_the_run_goes_on(device: AdbDevice, sim_phone: Any) -> None:
    seen, owner = Watcher(3, lambda: lock(sim_phone)), Owner(sim_phone.handle.clear_fault)
    outcome = run_program(program(), device=device, listeners=[seen], interaction=owner)
    assert outcome.exit_code in (0, 7), outcome
    assert len(owner.reasons) == 1
    assert "is locked" in owner.reasons[0]
    assert seen.of(TookOver)[0].note == "unlocked"


def test_a_mended_fault_is_reported_at_the_end(device: AdbDevice, sim_phone: Any) -> None:
    seen = Watcher(2, lambda: sim_phone.handle.set_fault("u2_killed"))
    run_program(program(), device=MaskingDevice(device, []), listeners=[seen])
    (event,) = seen.of(TrapsMet)
    assert "server killed (mended)" in event.said
    assert seen.events.index(event) == len(seen.events) - 2, "just before the end"


def test_a_run_without_trouble_reports_none(device: AdbDevice) -> None:
    seen = Watcher(0, lambda: None)
    run_program(program(), device=device, listeners=[seen])
    assert seen.of(TrapsMet) == []


def test_a_trap_is_reported_once_with_its_count_and_an_everyday_trap_never() -> None:
    met = [
        Noticed(condition=Condition.DROPPED, mended=True),
        Noticed(condition=Condition.HINT_AS_TEXT, mended=True),
        Noticed(condition=Condition.NEVER_IDLE, mended=False, detail="a stopwatch"),
        Noticed(condition=Condition.DROPPED, mended=True, detail="again"),
    ]
    traps = traps_of(met)
    assert [(trap.name, trap.mended, trap.times, trap.detail) for trap in traps] == [
        ("dropped", True, 2, "again"),
        ("never idle", False, 1, "a stopwatch"),
    ]


def test_no_secret_is_in_the_words_of_a_trap() -> None:
    class Phone:
        traps = traps_of([Noticed(condition=Condition.TEXT_LOST, mended=False, detail="typed hunter2")])

    masked = MaskingDevice(Phone(), [Secret(name="password", value="hunter2")])  # type: ignore[arg-type]
    assert "hunter2" not in masked.traps[0].detail
