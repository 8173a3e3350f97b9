"""Thirteen short tasks over contacts, messages, settings, clock and files."""

from __future__ import annotations

import random
from collections.abc import Callable

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import ContactsAre, FilesChanged, MessageSent, SettingIs, StopwatchRuns, TimerRuns
from agentprog.bench.aw.holdings import File, Person, Setup, Text
from agentprog.bench.aw.task import Instance, Level, Task
from agentprog.bench.aw.tasks.messages import CONTACTS_APP, SMS_APP
from agentprog.bench.aw.words import words

_OTHERS = 6
_BRIGHTEST, _DARKEST = "255", ("0", "1")


def _pairs(*people: Person) -> tuple[tuple[str, str], ...]:
    return tuple((person.name, person.number) for person in people)


def _contact_add(chance: random.Random) -> Instance:
    person, *other_people = draw.people(chance, 1 + _OTHERS)
    return Instance(
        goal=f"Save {person.name} as a contact. The phone number is {person.number}.",
        setup=Setup(people=tuple(other_people)),
        check=ContactsAre(people=_pairs(person, *other_people)),
        facts={"person": person},
    )


def _contact_number(chance: random.Random) -> Instance:
    person, *other_people = draw.people(chance, 1 + _OTHERS)
    changed = Person(name=person.name, number=draw.number(chance))
    return Instance(
        goal=f"{person.name} can be reached under {changed.number} from now on. Replace the number in the contacts.",
        setup=Setup(people=(person, *other_people)),
        check=ContactsAre(people=_pairs(changed, *other_people)),
        facts={"person": person, "number": changed.number},
    )


def _contact_delete(chance: random.Random) -> Instance:
    person, *other_people = draw.people(chance, 1 + _OTHERS)
    return Instance(
        goal=f"Remove {person.name} from the contacts.",
        setup=Setup(people=draw.shuffled(chance, (person, *other_people))),
        check=ContactsAre(people=_pairs(*other_people)),
        facts={"person": person},
    )


def _sms_send(chance: random.Random) -> Instance:
    number, body = draw.number(chance), draw.sentence(chance)
    return Instance(
        goal=f"Send this text to {number} with {SMS_APP}: {body}",
        setup=Setup(),
        check=MessageSent(number=number, body=body),
        facts={"number": number, "body": body},
    )


def _sms_reply(chance: random.Random, *, newest: bool) -> Instance:
    numbers = tuple(draw.number(chance) for _ in range(4))
    bodies = chance.sample(words()["sentences"], 5)
    texts = tuple(Text(number=number, body=body) for number, body in zip(numbers, bodies, strict=False))
    to = numbers[-1] if newest else numbers[chance.randrange(3)]
    addressee = "the message that came in last" if newest else to
    return Instance(
        goal=f"In {SMS_APP}, reply to {addressee} with this text: {bodies[-1]}",
        setup=Setup(texts=texts),
        check=MessageSent(number=to, body=bodies[-1]),
        facts={"number": to, "body": bodies[-1]},
    )


def _switch(name: str, key: str) -> Callable[[random.Random], Instance]:
    def make(chance: random.Random) -> Instance:
        on = chance.random() < 0.5
        return Instance(
            goal=f"Switch {name} {'on' if on else 'off'}.",
            setup=Setup(settings=(("global", key, "0" if on else "1"),)),
            check=SettingIs(key=key, values=("1", "2") if on else ("0",)),
            facts={"on": on, "name": name},
        )

    return make


def _brightness(chance: random.Random) -> Instance:
    most = chance.random() < 0.5
    return Instance(
        goal=f"Make the screen as {'bright' if most else 'dark'} as it gets, in the settings.",
        setup=Setup(settings=(("system", "screen_brightness", "102"),)),
        check=SettingIs(key="screen_brightness", values=(_BRIGHTEST,) if most else _DARKEST),
        facts={"most": most},
    )


def _timer(chance: random.Random) -> Instance:
    hours, minutes, seconds = chance.randrange(0, 10), chance.randrange(1, 60), chance.randrange(1, 60)
    return Instance(
        goal=(
            f"In the Clock app, make a timer of {hours} hours, {minutes} minutes and {seconds} seconds and let it run."
        ),
        setup=Setup(),
        check=TimerRuns(seconds=3600 * hours + 60 * minutes + seconds),
        facts={"hours": hours, "minutes": minutes, "seconds": seconds},
    )


def _stopwatch(chance: random.Random) -> Instance:
    return Instance(
        goal=chance.choice(("Start the stopwatch of the Clock app.", "Let the stopwatch in the Clock app run.")),
        setup=Setup(),
        check=StopwatchRuns(running=True),
    )


def _files(chance: random.Random, folder: str, count: int) -> tuple[File, ...]:
    names = draw.different(count, lambda: draw.note_name(chance), key=str.casefold)
    return tuple(File(path=f"{folder}/{name}", text=f"{draw.sentence(chance)}\n") for name in names)


def _file_delete(chance: random.Random) -> Instance:
    folder = chance.choice(("Download", "Music", "Pictures"))
    doomed, *other_files = _files(chance, folder, 5)
    return Instance(
        goal=f"Delete the file {doomed.path.rpartition('/')[2]} from the folder {folder} with the Files app.",
        setup=Setup(files=draw.shuffled(chance, (doomed, *other_files))),
        check=FilesChanged(gone=(doomed.path,)),
        facts={"folder": folder, "name": doomed.path.rpartition("/")[2]},
    )


def _file_move(chance: random.Random) -> Instance:
    source, target = chance.sample(("Download", "Music", "Pictures", "Movies"), 2)
    moved, *other_files = _files(chance, source, 4)
    name = moved.path.rpartition("/")[2]
    return Instance(
        goal=f"With the Files app, move the file {name} from the folder {source} to the folder {target}.",
        setup=Setup(files=draw.shuffled(chance, (moved, *other_files))),
        check=FilesChanged(gone=(moved.path,), there=((f"{target}/{name}", moved.text),)),
        facts={"source": source, "target": target, "name": name},
    )


def _task(
    name: str, about: str, apps: tuple[str, ...], make: Callable[[random.Random], Instance], level: Level, steps: int
) -> Task:
    return Task(name=name, about=about, apps=apps, make=make, level=level, steps=steps)


_CONTACTS, _SMS, _SETTINGS, _CLOCK, _FILES = (CONTACTS_APP,), (SMS_APP,), ("Settings",), ("Clock",), ("Files",)
SHORT = (
    _task("ContactAdd", "add a contact", _CONTACTS, _contact_add, "easy", 12),
    _task("ContactNumber", "change a contact's number", _CONTACTS, _contact_number, "medium", 20),
    _task("ContactDelete", "delete a contact", _CONTACTS, _contact_delete, "easy", 12),
    _task("SmsSend", "send a text to a number", _SMS, _sms_send, "medium", 12),
    _task("SmsReply", "reply to a number", _SMS, lambda chance: _sms_reply(chance, newest=False), "easy", 12),
    _task("SmsReplyNewest", "reply to the newest", _SMS, lambda chance: _sms_reply(chance, newest=True), "medium", 12),
    _task("WifiSwitch", "switch Wi-Fi", _SETTINGS, _switch("Wi-Fi", "wifi_on"), "easy", 10),
    _task("BluetoothSwitch", "switch Bluetooth", _SETTINGS, _switch("Bluetooth", "bluetooth_on"), "easy", 10),
    _task("BrightnessLimit", "brightest or darkest", _SETTINGS, _brightness, "medium", 10),
    _task("TimerRun", "run a timer", _CLOCK, _timer, "easy", 16),
    _task("StopwatchRun", "run the stopwatch", _CLOCK, _stopwatch, "easy", 10),
    _task("FileDelete", "delete a file", _FILES, _file_delete, "medium", 22),
    _task("FileMove", "move a file", _FILES, _file_move, "hard", 20),
)
