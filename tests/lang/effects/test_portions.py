"""The names of one order in a sentence count for no other order."""

from __future__ import annotations

import pytest

from agentprog.identity import says
from agentprog.lang.effects import portions as portions_module
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.portions import about, messages, portions

LABELS = ("Contacts", "Notes")


def may_be(name: str, kind: Risk, *texts: str) -> bool:
    return any(says(text, name) for text in about(texts, frozenset((kind,)), labels=LABELS))


@pytest.mark.parametrize(
    ("text", "kind", "named", "other"),
    [
        ("Delete Ann Reed from my contacts and text Bob Ray 'bye'", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Schreibe Bob Ray 'bye' und lösche Ann Reed aus meinen Kontakten", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Borra a Ann Reed de mis contactos y envía 'bye' a Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("给Bob Ray发短信'bye'，然后从通讯录删除Ann Reed", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Delete Ann Reed, but do not delete Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Lösche Ann Reed, aber nicht Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Lösche Ann Reed, aber behalte Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Supprime Ann Reed, mais ne supprime pas Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Borra a Ann Reed, pero no a Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("احذف Ann Reed، لكن لا تحذف Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("删除Ann Reed，但不要删除Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Delete all contacts except Bob Ray", Risk.DELETE, "all", "Bob Ray"),
        ("Delete 'a.md' and keep all the others", Risk.DELETE, "a.md", "all"),
        ("Delete 'a.md', then tell me what 'b.md' says", Risk.DELETE, "a.md", "b.md"),
        ("Call +1 500 555 0001 and text +1 500 555 0002 'hi'", Risk.CALL, "+1 500 555 0001", "+1 500 555 0002"),
        ("Block +1 500 555 0001 and text Bob Ray 'hi'", Risk.BLOCK, "+1 500 555 0001", "Bob Ray"),
        ("Erstelle einen Kontakt Ann Reed und schreibe Bob Ray 'hi'", Risk.CREATE, "Ann Reed", "Bob Ray"),
        ("Call +1 500 555 0001, +1 500 555 0002 called me yesterday", Risk.CALL, "+1 500 555 0001", "+1 500 555 0002"),
        ("Ruf +1 500 555 0001 an, Bob Ray hat mich gestern angerufen", Risk.CALL, "+1 500 555 0001", "Bob Ray"),
        ("Llama al +1 500 555 0001, ayer me llamó Bob Ray", Risk.CALL, "+1 500 555 0001", "Bob Ray"),
        ("Appelle le +1 500 555 0001, Bob Ray m'a appelé hier", Risk.CALL, "+1 500 555 0001", "Bob Ray"),
        ("Delete Ann Reed, I have deleted Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Delete Ann Reed because Bob Ray asked for it", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Lösche Ann Reed, genau wie damals Bob Ray", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Supprime Ann Reed parce que Bob Ray l'a demandé", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Borra a Ann Reed porque Bob Ray lo pidió", Risk.DELETE, "Ann Reed", "Bob Ray"),
        ("Turn Wi-Fi off because Bluetooth is enough", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("Turn Wi-Fi off, as I did with Bluetooth", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("Turn Wi-Fi off as I switch Bluetooth off at night", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("Schalte WLAN aus, wie ich Bluetooth ausschalte", Risk.SETTING, "WLAN", "Bluetooth"),
        ("Apaga el Wi-Fi, como hice con el Bluetooth", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("Désactive le Wi-Fi, comme je l'ai fait pour le Bluetooth", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("关闭Wi-Fi，就像我关闭Bluetooth一样", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("أوقف Wi-Fi كما فعلت مع Bluetooth", Risk.SETTING, "Wi-Fi", "Bluetooth"),
        ("Text +1 500 555 0001 'hi', as I texted +1 500 555 0002", Risk.SEND, "+1 500 555 0001", "+1 500 555 0002"),
    ],
)
def test_a_name_of_another_order_or_an_exception_is_not_meant(text: str, kind: Risk, named: str, other: str) -> None:
    assert may_be(named, kind, text)
    assert not may_be(other, kind, text)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Text Bob Ray 'bye' and then delete him from Contacts", Risk.DELETE, "Bob Ray"),
        ("Text Bob Ray 'bye', then delete the conversation", Risk.DELETE, "Bob Ray"),
        ("Call Ann Reed. If she does not answer, text her 'hi'", Risk.SEND, "Ann Reed"),
        ("Look up Ann Reed and change her number to +1 500 555 0161", Risk.EDIT, "Ann Reed"),
        ("Ann Reed has moved. Delete her from my contacts.", Risk.DELETE, "Ann Reed"),
        ("Delete these contacts:\nAnn Reed\nBob Ray", Risk.DELETE, "Bob Ray"),
        ("Delete Ann Reed, Cy Dow and Bob Ray", Risk.DELETE, "Bob Ray"),
        ("Send 'hi' to Ann Reed and to Bob Ray", Risk.SEND, "Bob Ray"),
        ("Send 'hi' to me, Ann Reed, and Bob Ray", Risk.SEND, "Bob Ray"),
        ("Tell Ann Reed and Bob Ray that I am late", Risk.SEND, "Bob Ray"),
        ("Tell Ann Reed and Bob Ray to call me", Risk.SEND, "Bob Ray"),
        ("Sag Ann Reed und Bob Ray, dass sie mich anrufen sollen", Risk.SEND, "Bob Ray"),
        ("Delete these expenses: Club Dues, Pay Cheque, Atlas", Risk.DELETE, "Atlas"),
        ("Text Bob Ray 'hi' because I called Ann Reed, and delete her", Risk.DELETE, "Ann Reed"),
        ("Because Ann Reed has moved, delete her", Risk.DELETE, "Ann Reed"),
        ("Weil Ann Reed weggezogen ist, lösche sie", Risk.DELETE, "Ann Reed"),
        ("Puisque Ann Reed a déménagé, supprime son contact", Risk.DELETE, "Ann Reed"),
        ("Porque Ann Reed se ha mudado, borra su contacto", Risk.DELETE, "Ann Reed"),
        ("因为Ann Reed搬走了，删除她", Risk.DELETE, "Ann Reed"),
    ],
)
def test_an_order_that_names_nothing_itself_points_back_and_a_list_goes_on(text: str, kind: Risk, name: str) -> None:
    assert may_be(name, kind, text)


@pytest.mark.parametrize(
    "text",
    [
        "Open the note Plans and delete it, as I did with Ideas",
        "As I did with Ideas, open the note Plans and delete it",
        "Open the note Plans and delete it, as I did with Ideas, and then delete it from the bin",
        "Delete the notes here except Ideas, then delete it",
    ],
)
def test_an_order_that_points_back_excludes_exceptions_and_comparisons(
    text: str,
) -> None:
    assert not may_be("Ideas", Risk.DELETE, text)


def test_a_value_that_orders_nothing_counts_whole() -> None:
    assert may_be("Bob Ray", Risk.DELETE, "Delete everybody in 'names.txt'", "Ann Reed\nBob Ray")


@pytest.mark.parametrize(
    "text",
    [
        "Text Ann 'yes' and Bob 'no'",
        "Write 'yes' to Ann and 'no' to Bob",
        "Envoie 'yes' à Ann et 'no' à Bob",
        "Schreibe Ann 'yes' und schreibe Bob 'no'",
        'Text "Ann" "yes" and "Bob" "no"',
    ],
)
def test_each_message_is_for_its_own_recipients(text: str) -> None:
    (first, yes), (second, no) = messages([text])
    assert [says(one, name) for one in (first, second) for name in ("Ann", "Bob")] == [True, False, False, True]
    assert (yes[-1], no[-1]) == ("yes", "no")


def test_one_message_may_have_two_recipients_and_one_recipient_two_messages() -> None:
    assert [quotes for _, quotes in messages(["Text Ann and Bob 'hi'"])] == [("hi",)]
    assert [quotes for _, quotes in messages(["Text Ann 'yes', then 'no'"])] == [("yes", "no")]


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("Send 'a' and 'b' to Ann", [("a", "b")]),
        ("Send 'a' and 'b' to Ann, and 'c' to Bob", [("a", "b"), ("c",)]),
        ("Send 'a' to Ann, 'b' and 'c' to Bob", [("a",), ("b", "c")]),
        ("Send 'a' to Ann and 'b'", [("a", "b")]),
        ("Schicke 'a' und 'b' an Ann", [("a", "b")]),
        ("Text Ann 'a', 'b' and Bob 'c'", [("a", "b"), ("c",)]),
        ("Reply 'a', Bob 'b'", [("a",), ("b",)]),
    ],
)
def test_a_text_without_an_adjacent_name_goes_to_the_name_on_its_side(text: str, each: list[tuple[str, ...]]) -> None:
    assert [quotes for _, quotes in messages([text])] == each


def test_a_spared_thing_differs_from_a_condition() -> None:
    spared = {part.text: part.spared for part in portions("If Ann does not answer, delete 'a.md' and keep 'b.md'")}
    assert spared == {"If Ann does not answer": False, "delete “a.md”": False, "keep “b.md”": True}


def test_a_program_of_a_thousand_values_is_divided_once() -> None:
    values = [f"Bicycle light number {number}" for number in range(1000)]
    texts = (*values, ", ".join(values))
    kept, long = portions_module._divided_cached, portions_module._long
    before = kept.cache_info().misses, long.cache_info().misses
    for _ in range(2):
        assert about(texts, frozenset({Risk.SEND})) == texts
    assert kept.cache_info().misses - before[0] == len(values)
    assert long.cache_info().misses - before[1] == 1


def test_each_line_and_sentence_has_its_own_orders_and_quotations() -> None:
    text = "Tap 'Delete'\nText Ann 'hi'. Text Bob 'ho'.\nDelete 'a.md'"
    assert [(portion.text, sorted(portion.kinds & {Risk.SEND, Risk.DELETE})) for portion in portions(text)] == [
        ("Tap 'Delete'", [Risk.DELETE]),
        ("Text Ann “hi”", [Risk.SEND]),
        ("Text Bob “ho”", [Risk.SEND]),
        ("Delete “a.md”", [Risk.DELETE]),
    ]


def test_a_name_in_a_script_without_capitals_is_the_object_of_its_order() -> None:
    text = "给李四发短信'bye'，然后从通讯录删除 张三"
    assert about([text], frozenset({Risk.DELETE}), labels=LABELS) == ("从通讯录删除 张三",)
