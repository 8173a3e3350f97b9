"""Tasks 1 to 4: contacts and messages, and notes sent to the people who ask for them."""

from __future__ import annotations

import random

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import All, ContactThere, Mean, MessageSent
from agentprog.bench.aw.holdings import File, Person, Setup, Text
from agentprog.bench.aw.task import Instance, Task

CONTACTS_APP, SMS_APP, MARKOR = "Contacts", "Simple SMS Messenger", "Markor"
NOTEBOOK = "Documents/Markor"


def greeting(person: Person) -> str:
    return f"hello, {person.name}"


def _greet(chance: random.Random) -> Instance:
    person = draw.person(chance)
    return Instance(
        goal=(
            f"Add {person.name} to the contacts, with the number {person.number}. After that use {SMS_APP} to send "
            f"the text '{greeting(person)}' to {person.number}."
        ),
        setup=Setup(),
        check=Mean(
            parts=(
                ContactThere(name=person.name, number=person.number),
                MessageSent(number=person.number, body=greeting(person)),
            )
        ),
        facts={"people": (person,)},
    )


def _greet_several(chance: random.Random) -> Instance:
    people = draw.people(chance, 3)
    listed = "\n".join(f"Name: {person.name}, Number: {person.number}" for person in people)
    return Instance(
        goal=(
            "Here are some people:\n"
            f"{listed}\n"
            f"Add each of them to the contacts. Then send each of them a text with {SMS_APP}: 'hello, [Name]', with "
            "the person's own name in place of [Name]."
        ),
        setup=Setup(),
        check=Mean(
            parts=(
                All(parts=tuple(ContactThere(name=person.name, number=person.number) for person in people)),
                All(parts=tuple(MessageSent(number=person.number, body=greeting(person)) for person in people)),
            )
        ),
        facts={"people": people},
    )


def _fetch(chance: random.Random, count: int) -> Instance:
    numbers = tuple(draw.number(chance) for _ in range(count))
    files = tuple(draw.note_name(chance) for _ in numbers)
    texts = tuple(draw.sentence(chance) for _ in numbers)
    asks = 'Hi, could you look up what is written in the file "{}" and tell me?'
    if count == 1:
        goal = (
            f"{numbers[0]} has asked by SMS what is in a file. See in {SMS_APP} which file it is, open it in {MARKOR}, "
            f"and send its content to {numbers[0]} as an SMS."
        )
    else:
        goal = (
            f"Each of these numbers has asked by SMS what is in a file: {', '.join(numbers)}. For each number, see in "
            f"{SMS_APP} which file it is, open it in {MARKOR}, and send its content to that number as an SMS."
        )
    return Instance(
        goal=goal,
        setup=Setup(
            files=tuple(
                File(path=f"{NOTEBOOK}/{name}", text=f"{text}\n") for name, text in zip(files, texts, strict=True)
            ),
            texts=tuple(
                Text(number=number, body=asks.format(name)) for number, name in zip(numbers, files, strict=True)
            ),
        ),
        check=All(parts=tuple(MessageSent(number=n, body=text) for n, text in zip(numbers, texts, strict=True))),
        facts={"numbers": numbers, "files": files, "texts": texts},
    )


LONG = (
    Task(
        name="ContactsAddContactAndSms",
        about="add a contact, greet them",
        apps=(CONTACTS_APP, SMS_APP),
        make=_greet,
    ),
    Task(
        name="ContactsAddMultipleContactsAndSms",
        about="add three contacts, greet each",
        apps=(CONTACTS_APP, SMS_APP),
        make=_greet_several,
    ),
    Task(
        name="MarkorFetchNoteAndSms",
        about="send a note to whoever asked for it",
        apps=(SMS_APP, MARKOR),
        make=lambda chance: _fetch(chance, 1),
    ),
    Task(
        name="MarkorFetchMultipleNotesAndSms",
        about="send three notes to those who asked",
        apps=(SMS_APP, MARKOR),
        make=lambda chance: _fetch(chance, 3),
    ),
)
