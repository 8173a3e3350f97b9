"""The effects that a person's sentence orders: by the verb of a clause, never by a mere word in it."""

from __future__ import annotations

import re

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import claims_in, clause_kinds, orders


@pytest.mark.parametrize(
    ("risk", "text"),
    [
        (Risk.DELETE, "Delete Viktor from my contacts"),
        (Risk.DELETE, "Please delete Viktor, then tell me who is left"),
        (Risk.DELETE, "I'd like you to remove the note"),
        (Risk.DELETE, "Lösche Viktor aus meinen Kontakten"),
        (Risk.DELETE, "Bitte den Kontakt Viktor löschen"),
        (Risk.DELETE, "Borra a Viktor de mis contactos"),
        (Risk.DELETE, "Supprime Viktor de mes contacts"),
        (Risk.DELETE, "从通讯录删除Viktor"),
        (Risk.DELETE, "你能从通讯录删除Viktor吗？"),
        (Risk.DELETE, "احذف Viktor من جهات الاتصال"),
        (Risk.DELETE, 'In the "Contacts" app, delete the contact "Viktor"'),
        (Risk.DELETE, 'Tap "Delete"'),
        (Risk.PAY, "Order 1 oat milk at https://shop.example/"),
        (Risk.SEND, "Add them, and then use Simple SMS Messenger to send each of them 'hello'"),
        (Risk.SEND, "Look up the number of Ann and send it to Bob"),
        (Risk.EDIT, "Ann has a new number, +1 500 555 0160. Change it in my contacts."),
        (Risk.CREATE, "把 Nadia Holm（+1 500 555 0160）加到通讯录"),
    ],
)
def test_an_order_is_read(risk: Risk, text: str) -> None:
    assert orders(risk, [text])


@pytest.mark.parametrize("text", ["Delete notes nobody reads", "Delete Viktor, nobody needs him"])
def test_only_the_word_after_the_verb_retracts_an_order(text: str) -> None:
    assert orders(Risk.DELETE, [text])


@pytest.mark.parametrize(
    ("risk", "text"),
    [
        (Risk.DELETE, "Show me Viktor in my contacts and cancel nothing"),
        (Risk.DELETE, "Zeig mir Viktor und lösche nichts"),
        (Risk.DELETE, "Don't delete Viktor"),
        (Risk.DELETE, "Never remove anything"),
        (Risk.DELETE, "What did I delete yesterday?"),
        (Risk.DELETE, "Text Ann 'please delete Viktor'"),
        (Risk.DELETE, "不要删除Viktor"),
        (Risk.DELETE, "我把Viktor从通讯录里删除了吗？"),
        (Risk.PAY, "Tell me the products of shop.example in alphabetical order"),
        (Risk.PAY, "How much did I pay?"),
        (Risk.SEND, "What does the newest message say?"),
        (Risk.CALL, "In the Notes app, create a note 'call mum'"),
    ],
)
def test_a_word_that_orders_nothing_gives_no_authority(risk: Risk, text: str) -> None:
    assert not orders(risk, [text])


def test_a_quotation_behind_a_colon_belongs_to_the_clause_before() -> None:
    (claim,) = claims_in("Schicke Bob Ray eine SMS: 'hi'")
    assert (claim.kinds, claim.quotes) == (frozenset({Risk.SEND}), ("hi",))


def test_a_claim_holds_the_quotes_of_its_own_clause() -> None:
    claims = claims_in("Text Ann 'hello', then create a note 'milk'")
    assert [(Risk.SEND in claim.kinds, claim.quotes) for claim in claims] == [(True, ("hello",)), (False, ("milk",))]


def test_an_order_after_a_word_of_choice_is_an_order_of_its_own() -> None:
    texting, calling = claims_in("Text Ann 'hi' or call Bob")
    assert (Risk.SEND in texting.kinds, texting.quotes) == (True, ("hi",))
    assert Risk.CALL in calling.kinds
    assert "Ann" not in calling.clause
    (one,) = claims_in("Text Ann or Bob 'hi'")
    assert one.quotes == ("hi",)


def test_a_clause_is_read_without_a_pattern_for_every_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    """`re` keeps 512 patterns; more for one clause would all be compiled again for the next."""
    patterns: list[object] = []
    search = re.search

    def counted(pattern: str, text: str) -> re.Match[str] | None:
        patterns.append(pattern)
        return search(pattern, text)

    monkeypatch.setattr(re, "search", counted)
    assert clause_kinds("tap the delete button", touching=True) == {Risk.DELETE}
    assert 0 < len(patterns) < 20
