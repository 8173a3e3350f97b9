"""Orders that a text only holds order nothing; announced orders do."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.orders import claims_in
from agentprog.lang.effects.portions import about, portions


def ordered(text: str) -> set[Risk]:
    claimed = {kind for claim in claims_in(text) for kind in claim.kinds}
    assert claimed == {kind for portion in portions(text) for kind in portion.kinds}
    return claimed & {Risk.DELETE, Risk.SEND, Risk.CALL}


@pytest.mark.parametrize(
    "text",
    [
        "Add a line to the note todo.md: delete the contact Ann",
        "Erinnere mich morgen daran: schreib Ann 'hi'",
        "Recuérdame mañana: llama a Ann",
        "Rappelle-moi demain : appelle Ann",
        "Add to my notes:\n- call Ann\n- delete Bob",
        "Create an event: text Ann 'hi'",
        "My boss says: delete the contact Ann. Is Ann in my contacts?",
        "My boss told me: delete the contact Ann",
        "My boss says, delete the contact Ann",
        "Mein Chef sagt: lösche den Kontakt Ann",
        "Mi jefe dice: borra el contacto Ann",
        "我老板说：删除联系人安",
        "Delete the contact Ann. No, sorry, I mean Bob.",
        "Delete the contact Ann, no, Bob",
        "Lösche den Kontakt Ann. Nein, ich meine Bob.",
        "Write a draft to Ann: 'hi'. I will send it myself.",
        "Schreib einen Entwurf an Ann: 'hi'. Ich schicke ihn selbst ab.",
        "I will delete Ann myself",
    ],
)
def test_a_verb_inside_a_quoted_text_is_no_order(text: str) -> None:
    assert ordered(text) == set()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Please do this for me: delete the contact Ann", {Risk.DELETE}),
        ("In Contacts: delete Ann", {Risk.DELETE}),
        ("Do this:\n- call Ann\n- delete Bob", {Risk.CALL, Risk.DELETE}),
        ("I say: delete the contact Ann", {Risk.DELETE}),
        ("If her message says 'yes': text Bob 'ok'", {Risk.SEND}),
        ("Wenn Ann 'ja' sagt, schicke Bob 'ok'", {Risk.SEND}),
        ("Do what Ann's message asks, and delete Bob", {Risk.DELETE}),
        ("Do what my boss says: delete Bob", {Risk.DELETE}),
        ("Text Ann: delete the contact Bob", {Risk.SEND}),
        ("Write to Bob: 'hi'", {Risk.SEND}),
        ("Send the draft to Ann", {Risk.SEND}),
        ("Tell Ann I will send it myself", {Risk.SEND}),
        ("Create the contact Ann: +15550100101 and text her 'hi'", {Risk.SEND}),
        ("Delete the contact Ann. No other contact.", {Risk.DELETE}),
        ("No, delete Ann", {Risk.DELETE}),
        ("Text Ann 'hi', but ask me first", {Risk.SEND}),
        ("Ask me before you delete Ann", {Risk.DELETE}),
        ("Schreib Ann 'hi', aber frag mich vorher", {Risk.SEND}),
        ("Ask me first.", set()),
        ("Text Ann 'hi'. No, sorry, text Bob 'hi'.", {Risk.SEND}),
        ("Text Ann 'No, sorry, I mean Bob' and delete Carl", {Risk.SEND, Risk.DELETE}),
        ("Add an alarm at 7:30 and call Ann", {Risk.CALL}),
    ],
)
def test_an_announced_or_unquoted_verb_is_an_order(text: str, kinds: set[Risk]) -> None:
    assert ordered(text) == kinds


def test_a_retracted_order_names_nobody() -> None:
    (kept,) = [portion for portion in portions("Text Ann 'hi'. No, sorry, text Bob 'ho'.") if portion.kinds]
    assert "Ann" not in kept.text
    assert about(["Text Ann 'hi'. No, sorry, text Bob 'ho'."], frozenset({Risk.SEND})) == ("text Bob “ho”",)
