"""Intents that agents and scripts send with `am start`: the screen of each, on phones that have an app for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentprog.phone.kernel import loop
from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.records import UiNode

Booted = Callable[[str], SimulatedPhone]
CONTACTS, CALENDAR = "com.google.android.contacts", "com.simplemobiletools.calendar.pro"
DIALER, LAUNCHER = "com.google.android.dialer", "com.google.android.apps.nexuslauncher"
ACTION = "android.intent.action"


@pytest.fixture(scope="module")
def booted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Booted]:
    """A phone of an image, one for all tests here."""
    phones: dict[str, SimulatedPhone] = {}

    def boot(image: str) -> SimulatedPhone:
        if image not in phones:
            folder: Path = tmp_path_factory.mktemp(image)
            phones[image] = SimulatedPhone(PhoneOptions(storage=folder, image=image))
            phones[image].phone.clock.advance(1.0)
        return phones[image]

    yield boot
    for sim in phones.values():
        sim.phone.close()


def started(sim: SimulatedPhone, words: str) -> str:
    """The component in front after `am start WORDS` from the home screen; or am's complaint, if it refused."""
    loop.run(sim.run_shell("input keyevent HOME"))
    done = loop.run(sim.run_shell(f"am start {words}"))
    sim.phone.clock.advance(2.0)
    record = sim.phone.activities.resumed()
    if done.code:
        return done.stderr
    return record.component if record is not None else ""


@pytest.mark.parametrize(
    ("image", "words", "front"),
    [
        ("default", f"-a {ACTION}.INSERT -t vnd.android.cursor.dir/contact -e name Ada", f"{CONTACTS}/"),
        ("default", f"-a {ACTION}.INSERT -t vnd.android.cursor.dir/raw_contact", f"{CONTACTS}/"),
        ("default", f"-a {ACTION}.INSERT -t vnd.android.cursor.dir/event", f"{CALENDAR}/"),
        ("default", f"-a {ACTION}.INSERT -d content://com.android.calendar/events", f"{CALENDAR}/"),
        ("default", "content://contacts/people", f"{CONTACTS}/com.android.contacts.activities.PeopleActivity"),
        ("default", f"-a {ACTION}.MAIN -c android.intent.category.HOME", f"{LAUNCHER}/"),
        ("default", "-a android.settings.WIFI_SETTINGS", "com.android.settings/"),
        ("default", f"'intent:#Intent;action={ACTION}.MAIN;package={CONTACTS};end'", f"{CONTACTS}/"),
        ("calling", f"-a {ACTION}.DIAL -d tel:5550100", f"{DIALER}/"),
        ("calling", f"-a {ACTION}.VIEW -d tel:5550100", f"{DIALER}/"),
        ("drawn", f"-a {ACTION}.VIEW -d geo:47.37,8.54", "org.example.pinmap/"),
    ],
)
def test_an_intent_brings_the_app_that_declares_it(booted: Booted, image: str, words: str, front: str) -> None:
    assert started(booted(image), words).startswith(front)


@pytest.mark.parametrize(
    "words",
    [
        f"-a {ACTION}.DIAL -d tel:5550100",
        f"-a {ACTION}.CALL -d tel:5550100",
        f"-a {ACTION}.VIEW -d geo:0,0?q=bakery",
        f"-a {ACTION}.INSERT -t vnd.android.cursor.dir/playlist",
    ],
)
def test_an_intent_that_no_app_declares_is_refused(booted: Booted, words: str) -> None:
    assert "unable to resolve Intent" in started(booted("default"), words)


def test_a_number_to_dial_is_typed_and_one_to_call_is_called(booted: Booted) -> None:
    sim = booted("calling")
    started(sim, f"-a {ACTION}.DIAL -d tel:5550100")
    assert sim.phone.calls.list() == ()
    assert "/com.android.incallui" in started(sim, f"-a {ACTION}.CALL -d tel:5550100")
    assert [call.number for call in sim.phone.calls.list()] == ["5550100"]


def test_an_event_that_another_app_asks_for_fills_the_editor(booted: Booted) -> None:
    sim = booted("default")
    extras = "--el beginTime 1697544000000 --el endTime 1697547600000 -e title 'Tooth cleaning' -e eventLocation Bern"
    loop.run(sim.run_shell(f"am force-stop {CALENDAR}"))
    started(sim, f"-a {ACTION}.INSERT -t vnd.android.cursor.item/event {extras}")
    texts = {node.text for root in sim.phone.accessibility.tree() for node in _walk(root)}
    assert {"Tooth cleaning", "Bern", "October 17 (Tue)", "12:00", "13:00"} <= texts


def _walk(node: UiNode) -> Iterator[UiNode]:
    yield node
    for child in node.children:
        yield from _walk(child)


def test_a_place_that_is_asked_for_by_name_is_shown(booted: Booted) -> None:
    sim = booted("drawn")
    started(sim, f"-a {ACTION}.VIEW -d 'geo:0,0?q=bakery+lane'")
    assert "Bakery Lane" in dict(sim.phone.accessibility.painted())
    started(sim, f"-a {ACTION}.VIEW -d geo:1,1")
    assert "Bakery Lane" not in dict(sim.phone.accessibility.painted())
