"""Ten everyday errands over Contacts and messages, and the demonstration. Wording and data come from the seed."""

from __future__ import annotations

import random

from agentprog.bench.task import Expected, Instance, Task
from agentprog.bench.truth import Contact, Sms, Truth

_GIVEN = ("Aiko", "Bruno", "Clara", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kavya", "Leon")
_FAMILY = ("Abara", "Brandt", "Costa", "Duarte", "Egger", "Fontaine", "Grimaldi", "Horvat", "Ibarra", "Jansen")
_TEXTS = (
    "I am on my way",
    "Can we move it to Friday?",
    "The keys are under the mat",
    "Thank you for yesterday",
    "Please bring the blue folder",
    "Dinner is at seven",
)
_DEMO_NAME, _DEMO_NUMBER = "Hana Ferreira", "+10662908339"
DEMO = (
    f"Create a new contact for {_DEMO_NAME}. Their number is {_DEMO_NUMBER}. Then, send 'hello, {_DEMO_NAME}' to "
    f"{_DEMO_NUMBER} via SMS using Simple SMS Messenger."
)


def _new_person(chance: random.Random, truth: Truth, besides: tuple[str, ...] = ()) -> Contact:
    used_names = {contact.name for contact in truth.contacts} | set(besides)
    while True:
        name = f"{chance.choice(_GIVEN)} {chance.choice(_FAMILY)}"
        if name not in used_names:
            return Contact(name=name, number=_number(chance))


def _number(chance: random.Random) -> str:
    return "+1" + "".join(chance.choice("23456789") for _ in range(10))


def _known(chance: random.Random, truth: Truth) -> Contact:
    return chance.choice([contact for contact in truth.contacts if contact.number])


def _correspondent(chance: random.Random, truth: Truth) -> Contact:
    """A contact with an existing conversation."""
    numbers = {message.number for message in truth.messages}
    return chance.choice([contact for contact in truth.contacts if contact.number in numbers])


def _sms(person: Contact, body: str) -> Sms:
    return Sms(number=person.number, body=body, sent=True)


def _add(chance: random.Random, truth: Truth) -> Instance:
    person = _new_person(chance, truth)
    words = chance.choice(("Add {0} to my contacts, phone number {1}.", "Save {1} as a new contact named {0}."))
    return Instance(instruction=words.format(person.name, person.number), expected=Expected(added=(person,)))


def _add_two(chance: random.Random, truth: Truth) -> Instance:
    first = _new_person(chance, truth)
    second = _new_person(chance, truth, (first.name,))
    return Instance(
        instruction=f"Add two contacts: {first.name} with {first.number} and {second.name} with {second.number}.",
        expected=Expected(added=(first, second)),
    )


def _edit(chance: random.Random, truth: Truth) -> Instance:
    person = _known(chance, truth)
    new = Contact(name=person.name, number=_number(chance))
    return Instance(
        instruction=f"{person.name} has a new phone number, {new.number}. Change it in my contacts.",
        expected=Expected(added=(new,), removed=(person,)),
    )


def _delete(chance: random.Random, truth: Truth) -> Instance:
    person = _known(chance, truth)
    words = chance.choice(("Delete {0} from my contacts.", "Remove the contact {0}."))
    return Instance(instruction=words.format(person.name), expected=Expected(removed=(person,)))


def _look_up(chance: random.Random, truth: Truth) -> Instance:
    person = _known(chance, truth)
    return Instance(instruction=f"What is the phone number of {person.name}?", expected=Expected(says=person.number))


def _text(chance: random.Random, truth: Truth) -> Instance:
    person, body = _known(chance, truth), chance.choice(_TEXTS)
    words = chance.choice(("Text {0} '{1}'", "Send {0} an SMS that says '{1}'"))
    return Instance(instruction=words.format(person.name, body), expected=Expected(sent=(_sms(person, body),)))


def _reply(chance: random.Random, truth: Truth) -> Instance:
    person, (body, question) = _known(chance, truth), chance.sample(_TEXTS, 2)
    return Instance(
        instruction=f"Reply '{body}' to the last message from {person.name}.",
        incoming=((person.number, question),),
        expected=Expected(sent=(_sms(person, body),)),
    )


def _last_message(chance: random.Random, truth: Truth) -> Instance:
    person, body = _known(chance, truth), chance.choice(_TEXTS)
    return Instance(
        instruction=f"What does the newest message from {person.name} say?",
        incoming=((person.number, body),),
        expected=Expected(says=body),
    )


def _forget(chance: random.Random, truth: Truth) -> Instance:
    person = _correspondent(chance, truth)
    return Instance(
        instruction=f"Delete my whole conversation with {person.name} in the messages app.",
        expected=Expected(deleted=truth.with_person(person.name)),
    )


def _pass_on(chance: random.Random, truth: Truth) -> Instance:
    owner, to = chance.sample([contact for contact in truth.contacts if contact.number], 2)
    return Instance(
        instruction=f"Look up the phone number of {owner.name} and send it to {to.name} by SMS.",
        expected=Expected(mentioning=(_sms(to, owner.number),)),
    )


def _demo(_chance: random.Random, _truth: Truth) -> Instance:
    person = Contact(name=_DEMO_NAME, number=_DEMO_NUMBER)
    return Instance(instruction=DEMO, expected=Expected(added=(person,), sent=(_sms(person, f"hello, {_DEMO_NAME}"),)))


SUITES: dict[str, tuple[Task, ...]] = {
    "demo": (Task(name="demo", about="add a contact and greet them", make=_demo),),
    "errands": (
        Task(name="add-contact", about="add", make=_add),
        Task(name="add-two-contacts", about="add, twice", make=_add_two),
        Task(name="change-number", about="edit", make=_edit),
        Task(name="delete-contact", about="delete", make=_delete),
        Task(name="look-up-number", about="look up, answer", make=_look_up),
        Task(name="text-contact", about="send", make=_text),
        Task(name="reply", about="reply", make=_reply),
        Task(name="read-last-message", about="look up, answer", make=_last_message),
        Task(name="delete-conversation", about="delete", make=_forget),
        Task(name="pass-number-on", about="look up, send", make=_pass_on),
    ),
}
"""The suites' names for `agentprog bench run`."""
