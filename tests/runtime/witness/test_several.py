"""If a step names several things in a list, one alone proves nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.identity import quoted
from agentprog.identity.records import contact
from agentprog.ports import Bounds, Element, Role, Screen, Store
from tests.runtime.witness.test_judging import ANN, JOANNA, PEOPLE, judged, sent, sms, verdict
from tests.runtime.witness.test_screens import chat, screen
from tests.runtime.witness.test_screens import verdict as seen
from tests.runtime.witness.test_states import judged as set_so
from tests.runtime.witness.test_times import alarms, hidden, in_words

TO_ANN, TO_JOANNA, TO_SAMIR = (sms(at, f"+1555013000{number}", "hi") for at, number in ((7, 1), (8, 2), (9, 4)))
BYE = sms(8, "+15550130002", "bye")


def after(sentence: str, *new: object) -> str:
    return verdict(sent(*new, sentence=sentence, values=tuple(quoted(sentence))))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "sentence",
    [
        'Send "hi" to Ann Lee and Joanna Poe',
        'Send "hi" to Ann Lee, Joanna Poe',
        'Send "hi" to Ann Lee und Joanna Poe',
        'Send "hi" to Ann Lee y Joanna Poe',
        'Send "hi" to Ann Lee & Joanna Poe',
        'Send "hi" to Ann Lee as well as Joanna Poe',
        'Send "hi" to Ann Lee and then also to Joanna Poe',
        'Send "hi" to Ann Lee and joanna poe',
        'Send "hi" to "Ann Lee" and "Joanna Poe"',
        'Send "hi" to +15550130001 and +15550130002',
        'Send "hi" to Ann Lee and +15550130002',
        'Send "hi" to "Ann Lee" and "+15550130002"',
        'Send Ann Lee and Joanna Poe "hi"',
        'Text Ann Lee and Joanna Poe "hi"',
        '给Ann Lee和Joanna Poe发送"hi"',
    ],
)
def test_each_of_several_recipients_must_get_the_text(sentence: str) -> None:
    assert after(sentence, TO_ANN) == "unknown"
    assert after(sentence, TO_JOANNA) == "unknown"
    assert after(sentence, TO_ANN, TO_JOANNA) == "proven"
    assert after(sentence, TO_ANN, TO_JOANNA, TO_SAMIR) == "contradicted"
    assert after(sentence, TO_ANN, replace(TO_ANN, id="9")) == "unknown"


def test_each_of_three_recipients_must_get_the_message() -> None:
    sentence = 'Send "hi" to Ann Lee, Joanna Poe and Samir Tanaka'
    assert in_words(sent(TO_ANN, TO_JOANNA, sentence=sentence)) == 'unknown by messages: "Samir Tanaka" got nothing'
    assert after(sentence, TO_ANN, TO_JOANNA, TO_SAMIR) == "proven"


def test_one_message_to_a_group_reaches_all_its_members() -> None:
    group = replace(TO_ANN, numbers=("+15550130001", "+15550130002"))
    assert after('Send "hi" to Ann Lee and Joanna Poe', group) == "proven"
    assert after('Send "hi" to Ann Lee and Samir Tanaka', group) == "contradicted"


def test_the_address_book_separates_names_of_a_script_without_spaces() -> None:
    people = (contact("王芳", "+15550130001", id="1"), contact("李雷", "+15550130002", id="2"))
    sentence = '给王芳和李雷发送"hi"'
    assert verdict(sent(TO_ANN, sentence=sentence, people=people)) == "unknown"
    assert verdict(sent(TO_ANN, TO_JOANNA, sentence=sentence, people=people)) == "proven"
    one = (contact("王芳和李雷", "+15550130001", id="1"),)
    assert verdict(sent(TO_ANN, sentence=sentence, people=one)) == "proven"


@pytest.mark.parametrize("words", ["{} and {} asap", "{} and {}", "{}, {} immediately", "{} and {}, then stop",
                                   "{} and {} and wait"])  # fmt: skip
def test_names_in_small_letters_are_those_of_the_address_book(words: str) -> None:
    for names in (("Ann", "joanna"), ("ann", "joanna"), ("ann lee", "Joanna Poe")):
        sentence = f'Send "hi" to {words.format(*names)}'
        assert after(sentence, TO_ANN) == "unknown"
        assert after(sentence, TO_ANN, TO_JOANNA) == "proven"
        assert after(sentence, TO_ANN, TO_SAMIR) == "contradicted"


@pytest.mark.parametrize("sentence", ['Send "hi" to ann', 'Text ann "hi"', 'Send "hi" to Ann, then stop',
                                      'Send "hi" to ann and wait', 'Send "hi" to ann as soon as possible'])  # fmt: skip
def test_a_name_in_small_letters_or_before_another_order_is_the_recipient(sentence: str) -> None:
    assert after(sentence, TO_ANN) == "proven"
    assert after(sentence, TO_JOANNA) == "contradicted"
    assert after(sentence, TO_ANN, TO_JOANNA) == "contradicted"


@pytest.mark.parametrize("sentence", ['发"hi"给安', '给安发"hi"'])
def test_a_verb_of_one_sign_sends_the_text_after_it(sentence: str) -> None:
    people = (contact("安", "+15550130001", id="1"), contact("李雷", "+15550130002", id="2"))
    assert verdict(sent(TO_ANN, sentence=sentence, people=people)) == "proven"
    assert verdict(sent(TO_JOANNA, sentence=sentence, people=people)) == "contradicted"


@pytest.mark.parametrize("other", ["Zed Quill", "my sister", "mom", '"Zed Quill"'])
def test_a_recipient_outside_the_contacts_leaves_the_step_unproven(other: str) -> None:
    sentence = f'Send "hi" to Ann Lee and {other}'
    missing = f'unknown by messages: "{other.strip(chr(34))}" got nothing'
    assert in_words(sent(TO_ANN, sentence=sentence, values=tuple(quoted(sentence)))) == missing
    assert after(sentence, TO_ANN, TO_JOANNA) == "unknown"


def test_a_person_named_for_another_reason_is_no_recipient() -> None:
    sentence = 'Send "hi" about Joanna Poe to Ann Lee'
    assert after(sentence, TO_ANN) == "proven"
    assert after(sentence, TO_ANN, TO_JOANNA) == "unknown"


def test_each_gets_the_text_that_is_for_them_and_several_texts_are_all_sent() -> None:
    for sentence in ('Send "hi" to Ann Lee and "bye" to Joanna Poe', 'Text Ann Lee "hi" and Joanna Poe "bye"'):
        assert after(sentence, TO_ANN) == "unknown"
        assert after(sentence, TO_ANN, BYE) == "proven"
        assert after(sentence, TO_ANN, TO_JOANNA) == "contradicted"
        assert after(sentence, replace(TO_ANN, labels=("bye",)), TO_JOANNA) == "contradicted"
    both = 'Send "hi" and "bye" to Ann Lee'
    assert after(both, TO_ANN) == "unknown"
    assert after(both, TO_ANN, replace(BYE, numbers=TO_ANN.numbers)) == "proven"
    assert after(both, TO_ANN, replace(TO_ANN, id="8")) == "unknown"


@pytest.mark.parametrize("name", ["Ann Lee", '"Ann Lee"', "+15550130001"])
def test_two_texts_for_one_person_may_be_one_message_to_them_alone(name: str) -> None:
    one = replace(TO_ANN, labels=("hi there, see you",))
    assert after(f'Send "hi there" and "see you" to {name}', one) == "proven"
    assert after(f'Send "hi there" and "see you" to {name}', replace(one, labels=("hi there",))) == "unknown"
    sentence = f'Send "hi there" and "see you" to {name}, and "bye" to Joanna Poe'
    assert after(sentence, one, BYE) == "proven"
    assert after(sentence, replace(one, labels=("hi there",)), replace(TO_ANN, labels=("see you",)), BYE) == "unknown"
    assert after(sentence, replace(one, numbers=TO_JOANNA.numbers), BYE) == "contradicted"
    assert after(sentence, one, replace(BYE, labels=("see you",))) == "contradicted"


@pytest.mark.parametrize(
    "sentence",
    [
        'Send "hi" to Ann Lee or Joanna Poe',
        'Text either Ann Lee or Joanna Poe "hi"',
        'Send "hi" to "Ann Lee" or "Joanna Poe"',
        'Schicke "hi" an Ann Lee oder Joanna Poe',
        'Envía "hi" a Ann Lee o Joanna Poe',
        'Text Ann Lee or text Joanna Poe "hi"',
        'Send "hi" to ann or joanna',
        'Send "hi" to +15550130001 or +15550130002',
    ],
)
def test_a_choice_of_recipients_is_proven_by_one_and_contradicted_by_both(sentence: str) -> None:
    assert after(sentence, TO_ANN) == "proven"
    assert after(sentence, TO_JOANNA) == "proven"
    assert after(sentence, TO_ANN, TO_JOANNA) == "contradicted"
    assert after(sentence, TO_SAMIR) == "contradicted"


def test_a_text_to_the_person_of_a_choice_to_call_is_not_proven() -> None:
    assert after('Text Ann Lee "hi" or call Joanna Poe', TO_ANN) == "proven"
    assert after('Text Ann Lee "hi" or call Joanna Poe', TO_JOANNA) == "unknown"


def test_a_choice_of_three_recipients_is_proven_by_one() -> None:
    sentence = 'Send "hi" to Ann Lee, Joanna Poe or Samir Tanaka'
    for one in (TO_ANN, TO_JOANNA, TO_SAMIR):
        assert after(sentence, one) == "proven"
    assert after(sentence, TO_ANN, TO_SAMIR) == "contradicted"


def test_each_of_several_must_be_called() -> None:
    sentence = "Call Ann Lee and Joanna Poe"
    assert in_words(hidden("tel:*01", sentence=sentence, shown=("Ann Lee",))) == (
        'unknown by calls: "Joanna Poe" are to be called too, and the phone hides whom it called'
    )
    assert verdict(hidden("tel:*01", "tel:*02", sentence=sentence, shown=("Ann Lee",))) == "unknown"


def test_each_of_several_alarms_must_be_set() -> None:
    def after_setting(times: str) -> str:
        sentence, now = "Set alarms for 7:00 am, 8:00 am and 9:00 am", {Store.ALARMS: alarms(*times.split())}
        return in_words(judged(sentence, (), {Store.ALARMS: ()}, now))

    assert after_setting("07:00 08:00") == 'unknown by alarms: "9:00 am" is not set'
    assert after_setting("07:00 08:00 09:00") == 'proven by alarms: "07:00", "08:00", "09:00" is set'


@pytest.mark.parametrize("sentence", ['Delete "Ann Lee" and "Zed Quill"', "Delete the contacts Ann Lee and Zed Quill"])
def test_a_contact_that_never_existed_is_not_seen_to_go(sentence: str) -> None:
    found = judged(sentence, tuple(quoted(sentence)), {Store.CONTACTS: PEOPLE}, {Store.CONTACTS: PEOPLE[1:]})
    assert in_words(found) == 'unknown by contacts: "Zed Quill" was not seen to be removed'


def test_each_of_several_contacts_must_be_made_though_the_screen_shows_the_name() -> None:
    sentence, names = 'Create the contacts "Ann Lee" and "Joanna Poe"', ("Ann Lee", "Joanna Poe")
    made = judged(sentence, names, {Store.CONTACTS: ()}, {Store.CONTACTS: (ANN,)}, shown=("Joanna Poe",))
    assert in_words(made) == 'unknown by contacts: "Joanna Poe" is in no new record'
    assert verdict(judged(sentence, names, {Store.CONTACTS: ()}, {Store.CONTACTS: (ANN, JOANNA)})) == "proven"


@pytest.mark.parametrize(
    ("step", "before", "now", "finding"),
    [
        ("Turn on Wi-Fi and Bluetooth", "00", "11", 'proven: "bluetooth" is 1'),
        ("Turn on Wi-Fi and Bluetooth", "00", "01", 'unknown: "Wi-Fi" is not known to be in that state'),
        ("Turn on Wi-Fi and Bluetooth", "00", "10", 'unknown: "bluetooth" is 0'),
        ("Turn on Wi-Fi and Bluetooth", "11", "11", 'proven: "bluetooth" is 1, already so'),
        ("Turn on Bluetooth and tethering", "00", "01", 'unknown: "tethering" is not known to be in that state'),
        ("Turn on Bluetooth and go back", "00", "01", 'proven: "bluetooth" is 1'),
    ],
)
def test_each_of_several_settings_must_have_its_ordered_state(step: str, before: str, now: str, finding: str) -> None:
    then, after_it = ({"wifi_on": both[0], "bluetooth_on": both[1]} for both in (before, now))
    assert set_so(step, then, after_it) == finding


def test_each_of_several_switches_must_have_its_ordered_state() -> None:
    def page(**switches: bool) -> Screen:
        return replace(screen(), elements=tuple(
            Element(index=at, role=Role.SWITCH, label=name, bounds=Bounds(0, 300, 9, 310), checkable=True, checked=on)
            for at, (name, on) in enumerate(switches.items())
        ))  # fmt: skip

    step = "Turn on Location and Bluetooth"
    assert seen(step, (), page(Location=True, Bluetooth=True)) == "proven"
    assert seen(step, (), page(Location=False, Bluetooth=True)) == "unknown"
    assert seen(step, (), page(Bluetooth=True)) == "unknown"
    assert seen("Turn on Bluetooth, then go back", (), page(Bluetooth=True)) == "proven"


def test_the_page_of_one_recipient_does_not_prove_the_other() -> None:
    sentence, values = 'Send "hi" to Ann and Bo', ("hi",)
    assert seen(sentence, values, chat("hello"), chat("hello", "hi")) == "unknown"
    assert seen(sentence, values, chat("hello", head="Ann, Bo"), chat("hello", "hi", head="Ann, Bo")) == "proven"
    assert seen('Send "hi" to Ann', values, chat("hello"), chat("hello", "hi")) == "proven"
