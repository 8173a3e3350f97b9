"""The owner of a number is looked up before the first action of a run, and never after one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agentprog.identity import Kind, Record
from agentprog.ports import Readout, Store, Tap, Unread
from agentprog.runtime.handset.done import Cleared
from agentprog.runtime.handset.passage import Doorway
from agentprog.runtime.record import Tier
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.parties import Written
from agentprog.runtime.safety.permits import Permits
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import SEND, compose, written

NUMBER = "+14085551234"
HANA = Record(kind=Kind.CONTACT, labels=("Hana Ferreira",), numbers=(NUMBER,))
ASK = "Text Hana Ferreira 'hi'"


class Book:
    """The phone's stores, with these people in the address book; counts its readings."""

    def __init__(self, people: Readout) -> None:
        self.people, self.reads = people, 0

    def read(self, stores: tuple[Store, ...], line: int) -> dict[Store, Readout]:
        del line
        self.reads += 1
        return dict.fromkeys(stores, self.people)


def sends(book: Book, *, ask: str = ASK, replay: object = None, times: int = 1) -> bool:
    """Whether the message to the number goes out, in the last of so many tries."""
    gate = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    session: Any = SimpleNamespace(replay=replay, emit=lambda event: None)
    connection: Any = SimpleNamespace(apps=lambda line: (), permissions=lambda package: None)
    door = Doorway(gate, Permits(), connection, book, session)  # type: ignore[arg-type]
    row = SimpleNamespace(line=1, node=SimpleNamespace(id="s1"))
    record: Any = SimpleNamespace(row=row, sentence=ask, text=ask, step=1, tier=Tier.SEMANTIC)
    words = Written(person=(ask,), step=ask)
    on = written(compose(NUMBER), ask)
    return [isinstance(door.pass_(record, Tap(target=SEND), on, lambda: words), Cleared) for _ in range(times)][-1]


def test_the_address_book_is_read_once_before_the_first_action() -> None:
    book = Book((HANA,))
    assert sends(book, times=2)
    assert book.reads == 1


@pytest.mark.parametrize("people", [(), Unread(why="no permission")])
def test_without_a_contact_the_number_is_a_strangers(people: Readout) -> None:
    assert not sends(Book(people))


def test_a_resumed_run_does_not_trust_contacts_that_it_may_have_added() -> None:
    book = Book((HANA,))
    assert not sends(book, replay=object())
    assert book.reads == 0


def test_contacts_are_not_read_for_an_instruction_without_a_recipient() -> None:
    book = Book((HANA,))
    sends(book, ask="What time is it?")
    assert book.reads == 0
