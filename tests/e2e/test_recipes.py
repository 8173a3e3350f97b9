"""Recipes over adb: found once, stored, and used by another run without a model, past unexpected screens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from agentprog.app.compiling import compiled
from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.phones.adb_server import private_adb_server
from agentprog.app.phones.simulator import SimulatedPhone
from agentprog.app.recipes.shelf import Shelf
from agentprog.app.settings import config
from agentprog.phone.client import start_phone
from agentprog.ports import Event, OutcomeKind
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    ModelCalled,
    Replayed,
    SideExited,
    StepFinished,
    Told,
)
from agentprog.runtime.safety.policy import Policy, Rule
from tests.e2e.conftest import QuickClock, quick_phone
from tests.warm import kill

pytestmark = [pytest.mark.slow, pytest.mark.phone]

MODEL = Path(__file__).with_name("recipes_model.toml")
GUESTS = """---
inputs:
  guests: {type: list}
---
For each {guest} in {guests}:
    In the "Contacts" app, create a contact for the guest {guest}, and save it
    Press back
"""
EXACT = (
    GUESTS.replace("    Press back\n", "")
    + """        exactly:
            Tap "Create contact"
            Type {guest} into "First name"
            Tap "Save"
            Verify that "{guest}" appears
    Press back
"""
)
SWITCHES = """
Open the "Settings" app
Tap "Display"
For each {round} in [1, 2]:
    For each {what} in ["Auto-rotate screen", "Adaptive brightness"]:
        If the switch "{what}" is on:
            Tell user "{what}: on"
        Otherwise:
            Tell user "{what}: off"
        Tap "{what}"
Press back
"""
CONTACTS, PROVIDER = "com.google.android.contacts", "com.android.providers.contacts"
NAMES = "SELECT display_name FROM contacts ORDER BY id"


class Seen:
    """The events of a run; `does` is called once, after the nth action with these words."""

    def __init__(self, words: str = "", nth: int = 1, does: Callable[[], object] = lambda: None) -> None:
        self.all: list[Event] = []
        self._words, self._left, self._does = words, nth, does
        self._text = ""

    def on_event(self, event: Event) -> None:
        self.all.append(event)
        if isinstance(event, ActionIntended):
            self._text = event.text
        if isinstance(event, ActionDone) and self._words and self._words in self._text:
            self._left -= 1
            if not self._left:
                self._does()

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.all)

    @property
    def learned(self) -> list[str]:
        return [event.learned for event in self.all if isinstance(event, Replayed)]


Run = Callable[..., RunResult]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedPhone]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with quick_phone(image="empty", seed=7) as started:
            yield started


@pytest.fixture(autouse=True)
def fresh(phone: SimulatedPhone) -> None:
    phone.handle.reset()


@pytest.fixture
def run(phone: SimulatedPhone, tmp_path: Path) -> Run:
    def go(text: str, seen: Seen, *guests: str, task: str = "", **settings: object) -> RunResult:
        own = {"serial": phone.serial, "environment": phone.environment, "policy": Policy(default=Rule.ALLOW)}
        made = config.load({"run_dir": str(tmp_path / "runs"), "model": f"scripted:{MODEL}"}).but(**(own | settings))
        written = None if task else Program(text=text, name="guests.stp", folder=tmp_path)
        return launch(
            Job(
                settings=made,
                task=task,
                program=written,
                inputs={"guests": list(guests)} if guests else {},
                listeners=(seen,),
                code_folder=tmp_path / "code",
                recipe_folder=tmp_path / "recipes",
                clock=QuickClock(),
            )
        )

    return go


def names(phone: SimulatedPhone) -> list[str]:
    return [str(row["display_name"]) for row in phone.handle.sql(PROVIDER, "contacts2.db", NAMES)]


def test_an_english_instruction_once_and_the_compiled_program_without_a_model(
    phone: SimulatedPhone, run: Run, tmp_path: Path
) -> None:
    first = Seen()
    done = run("", first, task="Put Ada and Grace into the contacts")
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert names(phone) == ["Ada", "Grace"]
    assert first.learned == ["this"], "the second round is done by what the first has shown"
    text = compiled(first.all).text
    assert "exactly:" in text
    second = Seen()
    done = run(text.replace('["Ada", "Grace"]', '["Edsger", "Barbara", "Alan"]'), second, model=None)
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert names(phone) == ["Ada", "Grace", "Edsger", "Barbara", "Alan"]
    assert second.count(ModelCalled) == 0


def test_another_run_of_the_program_asks_no_model_for_other_people(phone: SimulatedPhone, run: Run) -> None:
    run(GUESTS, Seen(), "Ada", "Grace")
    again = Seen()
    done = run(GUESTS, again, "Edsger", "Barbara", recipes="only")
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert names(phone) == ["Ada", "Grace", "Edsger", "Barbara"]
    assert (again.count(ModelCalled), again.learned) == (0, ["earlier", "this"])


@pytest.mark.parametrize("fault", ["dialog", "permission_dialog"])
def test_a_window_over_the_form_is_the_models_and_the_next_round_the_recipes(
    phone: SimulatedPhone, run: Run, fault: str
) -> None:
    run(GUESTS, Seen(), "Ada", "Grace")
    seen = Seen('tap button "Create contact"', 1, lambda: phone.handle.set_fault(fault))
    done = run(GUESTS, seen, "Edsger", "Barbara")
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert names(phone) == ["Ada", "Grace", "Edsger", "Barbara"]
    assert seen.count(SideExited) == 1
    first = next(at for at, event in enumerate(seen.all) if isinstance(event, StepFinished) and event.kind == "Action")
    asked = [at for at, event in enumerate(seen.all) if isinstance(event, ModelCalled)]
    assert asked
    assert max(asked) < first, "the next round is done by the recipe alone"


def switch(phone: SimulatedPhone, *, rotate: bool, brightness: bool) -> list[str]:
    """Set two switches. Returns the messages of a program that reads both and turns each, twice."""
    phone.handle.shell(f"settings put system accelerometer_rotation {int(rotate)}")
    phone.handle.shell(f"settings put system screen_brightness_mode {int(brightness)}")
    states = {"Auto-rotate screen": rotate, "Adaptive brightness": brightness}
    return [f"{name}: {'on' if on is first else 'off'}" for first in (True, False) for name, on in states.items()]


def messages(seen: Seen) -> list[str]:
    return [event.text for event in seen.all if isinstance(event, Told)]


def test_a_later_run_reads_the_switches_states_without_a_model(phone: SimulatedPhone, run: Run) -> None:
    first, again = Seen(), Seen()
    expected = switch(phone, rotate=True, brightness=True)
    run(SWITCHES, first)
    assert messages(first) == expected
    assert first.count(ModelCalled) == 4
    expected = switch(phone, rotate=False, brightness=True)
    done = run(SWITCHES, again, recipes="only")
    assert messages(again) == expected, done.outcome
    assert (again.count(ModelCalled), set(again.learned)) == (0, {"earlier"})


def test_a_window_over_the_switches_is_not_taken_for_their_page(phone: SimulatedPhone, run: Run) -> None:
    switch(phone, rotate=True, brightness=True)
    run(SWITCHES, Seen())
    switch(phone, rotate=False, brightness=True)
    seen = Seen("Display", 1, lambda: phone.handle.set_fault("permission_dialog"))
    run(SWITCHES, seen)
    assert (messages(seen), seen.learned) == ([], [])
    assert seen.count(ModelCalled) > 0


def test_a_recipe_is_not_used_in_another_language(phone: SimulatedPhone, run: Run, tmp_path: Path) -> None:
    run(GUESTS, Seen(), "Ada", "Grace")
    phone.handle.shell("settings put system system_locales de-DE")
    seen = Seen()
    run(GUESTS, seen, "Edsger")
    assert "earlier" not in seen.learned
    assert seen.count(ModelCalled) > 0
    assert {one.home.language for one in Shelf(tmp_path / "recipes").all()} >= {"en-US"}


def test_a_recipe_is_not_used_for_another_version_of_the_app(phone: SimulatedPhone, run: Run, tmp_path: Path) -> None:
    run(GUESTS, Seen(), "Ada", "Grace")
    shelf = Shelf(tmp_path / "recipes")
    older = [replace(one, home=replace(one.home, version="0.9")) for one in shelf.all()]
    shelf.edit(CONTACTS, lambda _kept: older)
    seen = Seen()
    done = run(GUESTS, seen, "Edsger", "Barbara")
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert seen.learned == ["this"], "only the second round has a recipe, of the first"
    assert len({one.home.version for one in shelf.all()}) == 2


def test_a_recipe_is_not_used_on_a_phone_of_another_maker(phone: SimulatedPhone, run: Run, tmp_path: Path) -> None:
    run(GUESTS, Seen(), "Ada", "Grace")
    seen = Seen()
    with private_adb_server() as port, start_phone(profile="oneui", image="empty", seed=7, lifetime="run") as handle:
        environment = phone.environment | {"ANDROID_ADB_SERVER_PORT": str(port), "ANDROID_SERIAL": handle.serial}
        done = run(GUESTS, seen, "Edsger", "Barbara", serial=handle.serial, environment=environment)
        found = [str(row["display_name"]) for row in handle.sql(PROVIDER, "contacts2.db", NAMES)]
    assert done.outcome.kind is OutcomeKind.VERIFIED, done.outcome
    assert found == ["Edsger", "Barbara"]
    assert seen.learned == ["this"]
    assert len({one.home.shape for one in Shelf(tmp_path / "recipes").all()}) == 2


def test_a_run_killed_in_a_recipe_goes_on_and_doubles_nothing(tmp_path: Path) -> None:
    journal = killed_and_resumed(tmp_path, GUESTS, "--sim", "--model", f"scripted:{MODEL}")
    assert '"Recalled"' in journal
    assert journal.count('"text":"tap button \\"Save\\""') == 3
    assert '"learned":"this"' in journal


def test_a_run_killed_in_exact_lines_goes_on_without_a_model_and_doubles_nothing(
    phone: SimulatedPhone, tmp_path: Path
) -> None:
    journal = killed_and_resumed(tmp_path, EXACT, "--serial", phone.serial, environment=phone.environment)
    assert '"ModelCalled"' not in journal
    assert names(phone) == ["Ada", "Grace", "Edsger"]


def killed_and_resumed(folder: Path, program: str, *more: str, environment: Mapping[str, str] | None = None) -> str:
    """The journal of both lives of a run that was killed after it had typed the second name."""
    (folder / "guests.stp").write_text(program, encoding="utf-8")
    words = ["-p", 'guests=["Ada", "Grace", "Edsger"]', *more]
    options = {"cwd": folder, "env": {**os.environ, **(environment or {})}, "stdin": subprocess.DEVNULL}
    process = subprocess.Popen(
        [sys.executable, "-m", "agentprog", "run", "guests.stp", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )
    deadline = time.monotonic() + 120
    while '"text":"type \\"Grace' not in _journal(folder) and time.monotonic() < deadline:
        time.sleep(0.01)
    kill(process)
    assert '"RunFinished"' not in _journal(folder)
    done = subprocess.run(
        [sys.executable, "-m", "agentprog", "resume", "--json"], capture_output=True, check=False, **options
    )
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout)["outcome"] == "verified"
    return _journal(folder)


def _journal(folder: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in (folder / "runs").glob("*/events.jsonl"))
