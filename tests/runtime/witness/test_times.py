"""A report shows a finding in words: the evidence that the witness found, and why it proves the step or not."""

from __future__ import annotations

import pytest

from agentprog.identity import Record
from agentprog.identity.records import contact
from agentprog.ports import Screen, Store
from agentprog.runtime.witness.finding import Finding
from tests.runtime.witness.test_judging import ANN, JOANNA, NAMESAKE, PEOPLE, alarms, hidden, judged, notification, sms
from tests.runtime.witness.test_screens import chat, screen
from tests.runtime.witness.test_screens import judged as judged_on

SEND = 'In the "Messages" app, send "hi" to Ann Lee'
ANN_POE = contact("Ann Poe", id="5")
GREETING = sms(7, "+15550130001", "hi")


def in_words(found: Finding | None) -> str:
    assert found is not None
    return f"{found.verdict.value} by {found.witness}: {found.words}"


@pytest.mark.parametrize(
    ("sent", "finding"),
    [
        ([GREETING], 'proven by messages: "hi", "+15550130001" was sent'),
        (
            [sms(7, "+15550130002", "hi")],
            'contradicted by messages: "+15550130002" got it, and the step names "Ann Lee"',
        ),
        (
            [sms(7, "+15550130001", "bye")],
            'contradicted by messages: "bye" was sent, and is not in the step',
        ),
        ([GREETING, sms(8, "+15550130001", "hi")], 'contradicted by messages: "hi", "hi" 2 times instead of once'),
        ([sms(7, "+15550130001", "hi", box="failed")], 'contradicted by messages: "hi" could not be sent'),
        ([sms(7, "+15550130001", "hi", box="sending")], 'unknown by messages: "hi" is still to be sent'),
        ([sms(7, "", "hi")], 'unknown by messages: "hi" went to a recipient the phone does not show'),
    ],
)
def test_findings_about_messages_in_words(sent: list[Record], finding: str) -> None:
    sent = [one if any(one.numbers) else Record(kind=one.kind, labels=one.labels, facts=one.facts) for one in sent]
    before = {Store.CONTACTS: PEOPLE, Store.MESSAGES: ()}
    assert in_words(judged(SEND, ("hi",), before, before | {Store.MESSAGES: tuple(sent)})) == finding


def test_findings_about_an_unclear_recipient_and_a_loss_in_words() -> None:
    both: dict[Store, tuple[Record, ...]] = {Store.CONTACTS: (ANN, NAMESAKE), Store.MESSAGES: ()}
    assert in_words(judged(SEND, ("hi",), both, both | {Store.MESSAGES: (GREETING,)})) == (
        'unknown by messages: "hi", "+15550130001" and there are several of that name'
    )
    nobody = 'In the "Messages" app, send "hi"'
    assert in_words(judged(nobody, ("hi",), both, both | {Store.MESSAGES: (GREETING,)})) == (
        'unknown by messages: "hi", "+15550130001" and the step names nobody'
    )
    after = {Store.CONTACTS: (NAMESAKE,), Store.MESSAGES: (GREETING,)}
    assert in_words(judged(SEND, ("hi",), both, after)) == (
        'contradicted by messages: "Ann Lee" was removed, and nobody asked for it'
    )


@pytest.mark.parametrize(
    ("handles", "shown", "values", "finding"),
    [
        (["tel:*01"], ("Ann Lee",), (), 'proven by calls: "Ann Lee" is called, says the screen, and a call goes out'),
        (["tel:*02"], ("Ann Lee",), (), 'contradicted by calls: "...02" was called, which is another number'),
        (["tel:*01", "tel:*01"], (), (), "contradicted by calls: 2 calls were made instead of one"),
        (["tel:*01"], (), (), 'unknown by calls: "Ann Lee" may not be who is called: the number is hidden'),
    ],
)
def test_findings_about_calls_in_words(
    handles: list[str], shown: tuple[str, ...], values: tuple[str, ...], finding: str
) -> None:
    assert in_words(hidden(*handles, shown=shown, values=values)) == finding


@pytest.mark.parametrize(
    ("sentence", "before", "after", "finding"),
    [
        ("Set an alarm for 7:30 am", "", "07:30", 'proven by alarms: "07:30" is set'),
        ("Set an alarm for 7:30", "", "19:30", 'unknown by alarms: "19:30" is set, and another may be meant'),
        (
            "Set an alarm for 7:30",
            "",
            "08:30",
            'contradicted by alarms: "08:30" is set, and the step names another time',
        ),
        (
            "Set an alarm for 7:30",
            "",
            "07:30 19:30",
            'contradicted by alarms: "07:30", "19:30" 2 alarms are set instead of 1',
        ),
        (
            "Set an alarm for 7:30",
            "06:00 09:00",
            "07:30 09:00",
            'unknown by alarms: "06:00" is off now, which the step does not say',
        ),
        ("Delete the 7:00 alarm", "07:00 08:00", "08:00", 'proven by alarms: "07:00" is off now'),
        (
            "Delete the 7:00 alarm",
            "07:00 08:00",
            "07:00",
            'contradicted by alarms: "08:00" is off now, and is not named',
        ),
        (
            "Delete the 7:00 alarm",
            "07:00 19:00",
            "07:00",
            'unknown by alarms: "19:00" is off now, and another may be meant',
        ),
        (
            "Delete the alarms at 7:00 and 8:00",
            "07:00 08:00",
            "08:00",
            'unknown by alarms: "07:00" is off now, and others are named',
        ),
        ("Delete all alarms", "07:00 08:00", "", 'proven by alarms: "07:00", "08:00" none is set'),
    ],
)
def test_findings_about_alarms_in_words(sentence: str, before: str, after: str, finding: str) -> None:
    stores = [{Store.ALARMS: alarms(*times.split())} for times in (before, after)]
    assert in_words(judged(sentence, (), *stores)) == finding


def test_findings_about_notifications_in_words() -> None:
    before = {Store.NOTIFICATIONS: (notification("org.one"), notification("org.two"))}
    assert (
        in_words(judged("Dismiss all notifications", (), before, {Store.NOTIFICATIONS: ()}))
        == "proven by notifications: 2 are gone, and none is left"
    )


@pytest.mark.parametrize(
    ("sentence", "values", "before", "after", "finding"),
    [
        ('Delete "Ann Lee"', ("Ann Lee",), PEOPLE, PEOPLE[1:], 'proven by contacts: "Ann Lee" is gone'),
        (
            'Delete "Ann Lee"',
            ("Ann Lee",),
            (ANN, NAMESAKE),
            (NAMESAKE,),
            'unknown by contacts: "Ann Lee" is still there',
        ),
        (
            'Delete "Ann Lee"',
            ("Ann Lee",),
            (ANN, JOANNA),
            (ANN,),
            'contradicted by contacts: "Joanna Poe" was removed, and the step does not name it',
        ),
        (
            'Delete "Ann Lee"',
            ("Ann Lee",),
            (ANN, JOANNA),
            (),
            'contradicted by contacts: "Joanna Poe" was removed, and the step does not name it',
        ),
        (
            'Delete "Ann"',
            ("Ann",),
            (ANN, ANN_POE),
            (ANN_POE,),
            'unknown by contacts: "Ann Lee", "Ann Poe" are several of that name',
        ),
        (
            "Delete all contacts",
            (),
            (ANN, JOANNA),
            (),
            'proven by contacts: "Ann Lee", "Joanna Poe" was removed, and nothing is left',
        ),
        (
            "Delete a contact",
            (),
            (ANN, JOANNA),
            (ANN,),
            'unknown by contacts: "Joanna Poe" was removed, and the step does not name it',
        ),
        (
            'Call "Ann Lee"',
            ("Ann Lee",),
            PEOPLE,
            PEOPLE[1:],
            'contradicted by contacts: "Ann Lee" was removed, and nobody asked for it',
        ),
        (
            'Create a contact named "Ann Poe"',
            ("Ann Poe",),
            PEOPLE,
            (*PEOPLE, ANN_POE),
            'proven by contacts: "Ann Poe" is there now',
        ),
        (
            'Create a contact named "Bo"',
            ("Bo",),
            PEOPLE,
            (*PEOPLE, ANN_POE),
            'unknown by contacts: "Ann Poe" is new or changed, and not in the step',
        ),
        (
            'Create a contact named "Ann Poe" with "+1555"',
            ("Ann Poe", "+1555"),
            PEOPLE,
            (*PEOPLE, ANN_POE),
            'unknown by contacts: "+1555" is in no new record',
        ),
    ],
)
def test_findings_about_contacts_in_words(
    sentence: str, values: tuple[str, ...], before: tuple[Record, ...], after: tuple[Record, ...], finding: str
) -> None:
    assert in_words(judged(sentence, values, {Store.CONTACTS: before}, {Store.CONTACTS: after})) == finding


@pytest.mark.parametrize(
    ("then", "now", "finding"),
    [
        (chat(), chat("Yes"), 'proven by screen: "Yes", "Ann" has appeared'),
        (chat("Yes"), chat("Yes"), 'unknown by screen: "Yes" was on the screen before'),
        (chat(), chat("Yes", head="Joanna"), 'unknown by screen: "Ann" is not the person of this page'),
        (chat(), chat("Yesterday"), 'unknown by screen: not on the screen: "Yes"'),
        (chat(), chat("Yes, please"), 'unknown by screen: "Yes" is part of a longer text'),
        (chat(), chat(field="Yes"), 'unknown by screen: "Yes" is still in its field'),
        (
            chat(),
            chat("Yes", "Not sent. Tap to try again"),
            'unknown by screen: "Not sent. Tap to try again" says the screen',
        ),
        (chat(), chat("Yes", "Sending..."), 'unknown by screen: "Sending..." says the screen'),
    ],
)
def test_findings_about_a_sent_text_on_the_screen_in_words(then: Screen, now: Screen, finding: str) -> None:
    assert in_words(judged_on('Send "Yes" to Ann', ("Yes",), then, now)) == finding


@pytest.mark.parametrize(
    ("then", "now", "finding"),
    [
        (screen(), screen("Dentist, 9:30 AM"), 'proven by screen: "Dentist" has appeared'),
        (screen(), screen("Dentist"), 'unknown by screen: not on the screen: "9:30"'),
        (
            screen("Dentist, 9:30"),
            screen("Dentist, 9:30"),
            'unknown by screen: "Dentist", "9:30" was on the screen before',
        ),
    ],
)
def test_findings_about_a_created_thing_in_words(then: Screen, now: Screen, finding: str) -> None:
    assert in_words(judged_on('Create the event "Dentist" at 9:30', ("Dentist", "9:30"), then, now)) == finding


@pytest.mark.parametrize(
    ("sentence", "then", "now", "finding"),
    [
        ('Delete "Ann"', screen("Al", "Ann", "Bo"), screen("Al", "Bo"), 'proven by screen: "Ann" gone from the screen'),
        (
            'Delete "Ann"',
            screen("Al", "Ann", "Bo"),
            screen("Al"),
            'unknown by screen: "Bo" disappeared too, and the step does not name it',
        ),
        (
            'Delete "Ann" and "Bo"',
            screen("Al", "Ann", "Bo"),
            screen("Al", "Bo"),
            'unknown by screen: "Bo" not seen to disappear',
        ),
        (
            'Delete "Ann"',
            screen("Al", "Änn", "Bo"),
            screen("Al", "Bo"),
            'unknown by screen: "Änn" disappeared, and is written with other accents than "Ann"',
        ),
    ],
)
def test_findings_about_a_vanished_row_in_words(sentence: str, then: Screen, now: Screen, finding: str) -> None:
    values = tuple(name for name in ("Ann", "Bo") if name in sentence)
    assert in_words(judged_on(sentence, values, then, now)) == finding


# ---------------------------------------------------------------- of screens


@pytest.mark.parametrize(
    ("sentence", "values", "then", "now", "finding"),
    [
        (
            'Delete "Ann"',
            ("Ann",),
            screen("Ann", "Bo", head="People"),
            screen("Cy", head="People"),
            'unknown by screen: "Bo" disappeared too, and the step does not name it',
        ),
        (
            'Delete "Ann" and "Bo"',
            ("Ann", "Bo"),
            screen("Al", "Ann", "Bo"),
            screen("Al", "Bo"),
            'unknown by screen: "Bo" not seen to disappear',
        ),
        (
            'Delete "Ann" of 2023-10-28',
            ("Ann", "2023-10-28"),
            screen("Al", "Ann", "Bo"),
            screen("Al", "Bo"),
            'unknown by screen: "2023-10-28" may be of another row',
        ),
        ('Delete "Ann"', ("Ann",), screen("Al", "Ann"), screen("Al"), 'proven by screen: "Ann" gone from the screen'),
        ('Send "hi" to Ann', ("hi",), chat("hi"), chat("hi"), 'unknown by screen: "hi" was on the screen before'),
        (
            'Send "hi" to Ann',
            ("hi",),
            chat(),
            chat("hi there"),
            'unknown by screen: "hi" is part of a longer text',
        ),
        (
            'Send "hi" to Bo',
            ("hi",),
            chat(),
            chat("hi"),
            'unknown by screen: "Bo" is not the person of this page',
        ),
        (
            'Send "hi" to Ann',
            ("hi",),
            chat(),
            chat(field="hi"),
            'unknown by screen: "hi" is still in its field',
        ),
        ('Send "hi" to Ann', ("hi",), chat(), chat("hi"), 'proven by screen: "hi", "Ann" has appeared'),
    ],
)
def test_a_finding_compares_the_dates_and_rows_of_the_screen(
    sentence: str, values: tuple[str, ...], then: Screen, now: Screen, finding: str
) -> None:
    assert in_words(judged_on(sentence, values, then, now)) == finding


def test_a_finding_on_a_vanished_row_has_the_found_and_the_missing_texts() -> None:
    found = judged_on(
        'Delete "Ann" of 2023-10-28', ("Ann", "2023-10-28"), screen("Al", "Ann", "Bo"), screen("Al", "Bo")
    )
    assert (found.found, found.missing) == (("Ann",), ("2023-10-28",))
    both = judged_on('Delete "Ann" and "Bo"', ("Ann", "Bo"), screen("Al", "Ann", "Bo"), screen("Al", "Bo"))
    assert (both.found, both.missing) == (("Ann",), ("Bo",))
