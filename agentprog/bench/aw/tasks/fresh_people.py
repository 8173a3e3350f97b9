"""Fresh errands over contacts, messages and settings: each needs something collected, compared or decided first."""

from __future__ import annotations

import random
from collections.abc import Sequence

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import All, AnsweredNumber, Check, ContactsAre, FilesChanged, NoteReads, TextsSent
from agentprog.bench.aw.checks import SettingIs as Setting
from agentprog.bench.aw.holdings import Person, Setup, Text
from agentprog.bench.aw.task import Instance, Task
from agentprog.bench.aw.tasks.messages import CONTACTS_APP, MARKOR, SMS_APP
from agentprog.bench.aw.tasks.notes import note
from agentprog.bench.aw.words import words

_WIFI, _BLUETOOTH, _BRIGHTNESS = "wifi_on", "bluetooth_on", "screen_brightness"
_ON, _OFF = ("1", "2"), ("0",)
_BRIGHTEST, _DARKEST = ("255",), ("0", "1")
_STEPS = 150


def _are(people: Sequence[Person]) -> ContactsAre:
    return ContactsAre(people=tuple((person.name, person.number) for person in people))


def _grouped(
    chance: random.Random, count: int, other_count: int, *, last: bool
) -> tuple[str, list[Person], list[Person]]:
    """People who share the first letter of their given name, or (`last`) their family name; and people who do not."""
    given_names, family = words()["given"], words()["family"]
    if last:
        mark = chance.choice(family)
        names = [f"{name} {mark}" for name in chance.sample(given_names, count)]
        rest = [name for name in family if name != mark]
        people_outside = [f"{name} {chance.choice(rest)}" for name in chance.sample(given_names, other_count)]
    else:
        mark = chance.choice(
            sorted({name[0] for name in given_names if sum(n[0] == name[0] for n in given_names) >= count})
        )
        alike = [name for name in given_names if name[0] == mark]
        names = [f"{name} {chance.choice(family)}" for name in chance.sample(alike, count)]
        unlike = [name for name in given_names if name[0] != mark]
        people_outside = [f"{name} {chance.choice(family)}" for name in chance.sample(unlike, other_count)]
    return mark, *(
        [Person(name=name, number=draw.number(chance)) for name in group] for group in (names, people_outside)
    )


def _text_group(chance: random.Random, *, last: bool) -> Instance:
    mark, group, other_people = _grouped(chance, 3, 9, last=last)
    body = draw.sentence(chance)
    condition = f"whose last name is {mark}" if last else f"whose first name begins with {mark}"
    return Instance(
        goal=f"With {SMS_APP}, send this text to everyone in my contacts {condition}: {body}",
        setup=Setup(people=draw.shuffled(chance, (*group, *other_people))),
        check=All(
            parts=(TextsSent(texts=tuple((person.number, body) for person in group)), _are((*group, *other_people)))
        ),
        facts={"texts": tuple((person.number, body) for person in group)},
    )


def _delete_group(chance: random.Random) -> Instance:
    mark, doomed, other_people = _grouped(chance, 3, 7, last=False)
    return Instance(
        goal=f"Delete every contact whose first name begins with {mark}. Keep all the others.",
        setup=Setup(people=draw.shuffled(chance, (*doomed, *other_people))),
        check=_are(other_people),
        facts={"doomed": tuple(doomed)},
    )


def _talk(chance: random.Random, people: Sequence[Person]) -> tuple[tuple[Text, ...], tuple[str, ...]]:
    """A conversation with each person, in turns; the owner's text comes last. Also returns each person's last text."""
    bodies = iter(chance.sample(words()["sentences"], 3 * len(people)))
    turns = [(person, next(bodies), next(bodies), next(bodies)) for person in people]
    texts = [Text(number=person.number, body=answer) for person, answer, _, _ in turns]
    texts += [Text(number=person.number, body=two) for person, _, two, _ in turns]
    texts += [Text(number=person.number, body=answer, sent=True) for person, _, _, answer in turns]
    return tuple(texts), tuple(two for _, _, two, _ in turns)


def _new_note(chance: random.Random) -> str:
    return f"{draw.scramble(chance, 8)}.md"


def _said_note(chance: random.Random) -> Instance:
    people = draw.people(chance, 4)
    texts, answers = _talk(chance, people)
    name = _new_note(chance)
    return Instance(
        goal=f"Put the last message that {people[1].name} has sent me into a new note called {name} in {MARKOR}.",
        setup=Setup(people=people, texts=texts),
        check=NoteReads(name=name, lines=(answers[1],)),
        facts={"said": ((people[1].name, answers[1]),), "name": name, "lines": (answers[1],)},
    )


def _said_by_three(chance: random.Random) -> Instance:
    people = draw.people(chance, 5)
    texts, answers = _talk(chance, people)
    chosen = chance.sample(range(5), 3)
    name = _new_note(chance)
    lines = tuple(f"{people[i].name}: {answers[i]}" for i in chosen)
    return Instance(
        goal=(
            f"What did {', '.join(people[i].name for i in chosen)} write to me last? Make a note {name} in {MARKOR} "
            "with a line for each of them, in this order: the name, a colon, a space and the message."
        ),
        setup=Setup(people=people, texts=texts),
        check=NoteReads(name=name, lines=lines),
        facts={"said": tuple((people[i].name, answers[i]) for i in chosen), "name": name, "lines": lines},
    )


def _forward(chance: random.Random) -> Instance:
    people = draw.people(chance, 4)
    texts, messages = _talk(chance, people)
    sent = tuple((person.number, messages[0]) for person in people[1:3])
    return Instance(
        goal=(
            f"Send the last message that I got from {people[0].name} on to {people[1].name} and to {people[2].name} "
            f"with {SMS_APP}, word for word."
        ),
        setup=Setup(people=people, texts=texts),
        check=TextsSent(texts=sent),
        facts={"said": ((people[0].name, messages[0]),), "texts": sent},
    )


def _reply_unread(chance: random.Random) -> Instance:
    people = draw.people(chance, 6)
    sentences = chance.sample(words()["sentences"], 7)
    unread = chance.sample(range(6), 3)
    texts = tuple(
        Text(number=person.number, body=sentences[i], read=i not in unread) for i, person in enumerate(people)
    )
    return Instance(
        goal=f"In {SMS_APP}, reply to every conversation that has an unread message with this text: {sentences[-1]}",
        setup=Setup(people=people, texts=texts),
        check=TextsSent(texts=tuple((people[i].number, sentences[-1]) for i in unread)),
        facts={"whom": tuple(people[i].name for i in unread), "body": sentences[-1]},
    )


def _add_listed(chance: random.Random, *, known: int) -> Instance:
    """A note lists people; `known` of them are already contacts."""
    listed = draw.people(chance, 4 + known)
    existing, missing = listed[:known], listed[known:]
    other_people = [p for p in draw.people(chance, 8) if p.name not in {q.name for q in listed}][:4]
    name = _new_note(chance)
    lines = "\n".join(f"{person.name}: {person.number}" for person in draw.shuffled(chance, listed))
    remark = "Those who are contacts already stay as they are; add the others." if known else "Add them all."
    return Instance(
        goal=f"The note {name} in {MARKOR} lists people with their numbers. {remark}",
        setup=Setup(people=draw.shuffled(chance, (*existing, *other_people)), files=(note(name, lines),)),
        check=_are((*existing, *missing, *other_people)),
        facts={"people": missing},
    )


def _count_ending(chance: random.Random) -> Instance:
    digit, count = str(chance.randrange(10)), chance.randint(2, 4)
    people = []
    for i, person in enumerate(draw.people(chance, 9)):
        last = digit if i < count else chance.choice([d for d in "0123456789" if d != digit])
        people.append(Person(name=person.name, number=person.number[:-1] + last))
    return Instance(
        goal=f"How many of my contacts have a phone number that ends with {digit}? Answer with the count.",
        setup=Setup(people=draw.shuffled(chance, people)),
        check=All(parts=(AnsweredNumber(value=count), _are(people))),
        facts={"names": tuple(person.name for person in people), "digit": digit},
    )


def _numbers_note(chance: random.Random) -> Instance:
    people = draw.people(chance, 8)
    chosen = chance.sample(people, 3)
    name = _new_note(chance)
    lines = tuple(f"{person.name}: {person.number}" for person in chosen)
    return Instance(
        goal=(
            f"Make a note {name} in {MARKOR} with the phone numbers of {', '.join(p.name for p in chosen)}: a line for "
            "each, in this order, with the name, a colon, a space and the number."
        ),
        setup=Setup(people=people),
        check=NoteReads(name=name, lines=lines),
        facts={"names": tuple(person.name for person in chosen), "name": name, "lines": lines},
    )


def _text_listed(chance: random.Random) -> Instance:
    sent = tuple((draw.number(chance), body) for body in chance.sample(words()["sentences"], 3))
    name = _new_note(chance)
    lines = "\n".join(f"{number}: {body}" for number, body in sent)
    return Instance(
        goal=(
            f"Each line of the note {name} in {MARKOR} is a number, a colon and a text. Send every text with {SMS_APP}."
        ),
        setup=Setup(files=(note(name, lines),)),
        check=All(parts=(TextsSent(texts=sent), FilesChanged())),
        facts={"texts": sent},
    )


# ---------------------------------------------------------------- settings, depending on the state


def _settings(wifi: bool, bluetooth: bool) -> tuple[tuple[str, str, str], ...]:
    return (
        ("global", _WIFI, str(int(wifi))),
        ("global", _BLUETOOTH, str(int(bluetooth))),
        ("system", _BRIGHTNESS, "102"),
    )


def _is(key: str, on: bool) -> Check:
    return Setting(key=key, values=_ON if on else _OFF)


def _bluetooth_if(chance: random.Random) -> Instance:
    wifi = chance.random() < 0.5
    return Instance(
        goal="If Wi-Fi is on, switch Bluetooth off. If Wi-Fi is off, switch Bluetooth on. Leave Wi-Fi as it is.",
        setup=Setup(settings=_settings(wifi, wifi)),
        check=All(parts=(_is(_BLUETOOTH, not wifi), _is(_WIFI, wifi))),
        facts={"wifi": wifi},
    )


def _bright_if(chance: random.Random) -> Instance:
    on = chance.random() < 0.5
    return Instance(
        goal="If Bluetooth is on, make the screen as dark as it gets; if it is off, as bright as it gets.",
        setup=Setup(settings=_settings(True, on)),
        check=All(parts=(Setting(key=_BRIGHTNESS, values=_DARKEST if on else _BRIGHTEST), _is(_BLUETOOTH, on))),
        facts={"most": not on},
    )


def _wifi_as_told(chance: random.Random) -> Instance:
    person, *other_people = draw.people(chance, 4)
    on = chance.random() < 0.5
    asks = "Please switch the Wi-Fi {} tonight."
    texts = (
        Text(number=person.number, body=asks.format("off" if on else "on")),
        *(Text(number=other_person.number, body=draw.sentence(chance)) for other_person in other_people),
        Text(number=person.number, body=asks.format("on" if on else "off")),
    )
    return Instance(
        goal=f"Do with the Wi-Fi what {person.name} asks for in the newest message to me.",
        setup=Setup(people=(person, *other_people), texts=texts, settings=_settings(not on, True)),
        check=All(parts=(_is(_WIFI, on), _is(_BLUETOOTH, True), TextsSent(texts=()))),
        facts={"said": ((person.name, texts[-1].body),)},
    )


_PEOPLE, _SMS, _BOTH = (CONTACTS_APP,), (SMS_APP,), (CONTACTS_APP, SMS_APP)
_MAKERS = (
    ("FreshTextByLetter", "text everyone of a first letter", _BOTH, lambda chance: _text_group(chance, last=False)),
    ("FreshTextByFamily", "text everyone of a last name", _BOTH, lambda chance: _text_group(chance, last=True)),
    ("FreshContactsOfLetterGone", "delete contacts of a first letter", _PEOPLE, _delete_group),
    ("FreshLastWordNote", "somebody's last message into a note", (SMS_APP, MARKOR), _said_note),
    ("FreshLastWordsNote", "three people's last messages into a note", (SMS_APP, MARKOR), _said_by_three),
    ("FreshForward", "somebody's last message to two others", _SMS, _forward),
    ("FreshReplyUnread", "reply to all that is unread", _SMS, _reply_unread),
    ("FreshContactsOfNote", "add the people of a note", (MARKOR, CONTACTS_APP), lambda c: _add_listed(c, known=0)),
    ("FreshContactsMissing", "add those of a note who miss", (MARKOR, CONTACTS_APP), lambda c: _add_listed(c, known=3)),
    ("FreshCountNumbers", "count numbers by their last digit", _PEOPLE, _count_ending),
    ("FreshNumbersNote", "three numbers into a note", (CONTACTS_APP, MARKOR), _numbers_note),
    ("FreshTextsOfNote", "send the texts of a note", (MARKOR, SMS_APP), _text_listed),
    ("FreshBluetoothByWifi", "Bluetooth by whether Wi-Fi is on", ("Settings",), _bluetooth_if),
    ("FreshBrightByBluetooth", "brightness by whether Bluetooth is on", ("Settings",), _bright_if),
    ("FreshWifiAsTold", "Wi-Fi as a message asks", (SMS_APP, "Settings"), _wifi_as_told),
)
FRESH = tuple(
    Task(name=name, about=about, apps=apps, make=make, level="hard", steps=_STEPS)
    for name, about, apps, make in _MAKERS
)
