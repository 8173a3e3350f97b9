"""Added, removed and changed rows of a phone's stores, compared with the order of a step."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agentprog.identity import Kind, Record
from agentprog.identity.records import contact, file, folder
from agentprog.ports import Store, Unread
from agentprog.runtime.witness.case import Case
from agentprog.runtime.witness.finding import Finding, Verdict
from agentprog.runtime.witness.intent import intent_of, stores_for
from agentprog.runtime.witness.judging import judge_stores

ANN = contact("Ann Lee", "+15550130001", id="1")
JOANNA = contact("Joanna Poe", "+15550130002", id="2")
NAMESAKE = contact("Ann Lee", "+15550130003", id="3")
SAMIR = contact("Samir Tanaka", "+15550130004", id="4")
PEOPLE = (ANN, JOANNA, SAMIR)


def sms(id_: int, number: str, body: str, box: str = "sent") -> Record:
    return Record(kind=Kind.MESSAGE, labels=(body,), numbers=(number,), facts={"box": box}, id=str(id_))


def judged(
    sentence: str,
    values: tuple[str, ...],
    before: Mapping[Store, tuple[Record, ...]],
    after: Mapping[Store, tuple[Record, ...]],
    *,
    texts: Mapping[str, str] | None = None,
    shown: tuple[str, ...] = (),
) -> Finding | None:
    intent = intent_of(sentence, goal=sentence, values=values, apps=("Contacts", "Messages"))
    case = Case(
        intent=intent, before=before, after=after, text_of=lambda one: (texts or {}).get(one.id),
        readable=lambda text: text in shown,
    )  # fmt: skip
    return judge_stores(case)


def verdict(found: Finding | None) -> str:
    return found.verdict.value if found is not None else "nothing"


# ---------------------------------------------------------------- sending

_SEND = 'In the "Messages" app, send "hi" to Ann Lee'


def sent(*new: Record, sentence: str = _SEND, values: tuple[str, ...] = ("hi",), people: tuple[Record, ...] = PEOPLE,
         old: tuple[Record, ...] = ()) -> Finding | None:  # fmt: skip
    stores = {Store.CONTACTS: people, Store.MESSAGES: old}
    return judged(sentence, values, stores, {Store.CONTACTS: people, Store.MESSAGES: (*old, *new)})


def test_a_message_with_the_quoted_text_to_the_named_recipient_is_proven() -> None:
    found = sent(sms(7, "+1 555-013-0001", "hi"))
    assert found is not None
    assert (found.verdict, found.witness, found.words) == (
        Verdict.PROVEN, "messages", '"hi", "+1 555-013-0001" was sent',
    )  # fmt: skip


def test_sending_the_same_text_a_second_time_is_proven_too() -> None:
    assert verdict(sent(sms(8, "+15550130001", "hi"), old=(sms(7, "+15550130001", "hi"),))) == "proven"


@pytest.mark.parametrize(
    "new",
    [
        (sms(7, "+15550130002", "hi"),),
        (sms(7, "+15550130001", "this is junk"),),
        (sms(7, "+15550130001", "hi there"),),
        (sms(7, "+15550130001", "hi"), sms(8, "+15550130001", "hi")),
        (sms(7, "+15550130001", "hi"), sms(8, "+15550130002", "hi")),
        (sms(7, "+15550130001", "hi", box="failed"),),
    ],
)
def test_a_wrong_person_a_wrong_text_twice_or_a_failure_contradicts(new: tuple[Record, ...]) -> None:
    assert verdict(sent(*new)) == "contradicted"


def test_an_outgoing_message_is_unproven_and_an_incoming_message_is_no_evidence() -> None:
    assert verdict(sent(sms(7, "+15550130001", "hi", box="sending"))) == "unknown"
    assert verdict(sent(sms(7, "+15550130001", "hi", box="received"))) == "nothing"


@pytest.mark.parametrize(
    "sentence",
    [
        'Send "hi" to both Ann Lee and Joanna Poe',
        'Text both Ann Lee and Joanna Poe "hi"',
        'Send "hi" to Ann Lee and joanna now',
        'Send "hi" to Ann Lee now and Joanna Poe, please',
        'Schick "hi" an Ann Lee und Joanna Poe',
        'Sende "hi" an Ann Lee und an Joanna Poe',
        'Envía "hi" a Ann Lee y a Joanna Poe',
        'Manda "hi" a Ann Lee y Joanna Poe',
        '给Ann Lee和Joanna Poe发短信"hi"',
    ],
)
def test_both_recipients_of_a_list_count_in_every_language(sentence: str) -> None:
    to_ann, to_joanna = sms(8, "+15550130001", "hi"), sms(9, "+15550130002", "hi")
    assert verdict(sent(to_ann, to_joanna, sentence=sentence)) == "proven"
    assert verdict(sent(to_ann, sentence=sentence)) == "unknown"
    assert verdict(sent(to_joanna, sentence=sentence)) == "unknown"
    assert verdict(sent(to_ann, sms(9, "+15550130004", "hi"), sentence=sentence)) in ("contradicted", "unknown")


def test_a_name_of_two_contacts_leaves_the_recipient_unknown() -> None:
    assert verdict(sent(sms(7, "+15550130001", "hi"), people=(ANN, NAMESAKE))) == "unknown"
    by_number = 'Send "hi" to +15550130001'
    values = ("+15550130001", "hi")
    assert verdict(sent(sms(7, "+15550130001", "hi"), people=(ANN, NAMESAKE), sentence=by_number, values=values)) == (
        "proven"
    )


def test_an_unquoted_message_may_have_any_text_but_only_the_named_recipient() -> None:
    greet = "Send a short, friendly greeting to +15550130001"
    assert verdict(sent(sms(7, "+15550130001", "Hello!"), sentence=greet, values=("+15550130001",))) == "proven"
    assert verdict(sent(sms(7, "+15550130002", "Hello!"), sentence=greet, values=("+15550130001",))) == "contradicted"


def test_no_new_message_proves_nothing_since_an_app_may_keep_its_own() -> None:
    assert sent() is None


def test_a_call_to_the_named_person_is_proven_by_the_call_log() -> None:
    def called(number: str) -> str:
        one = Record(kind=Kind.CALL, labels=(), numbers=(number,), facts={"box": "made"}, id="1")
        stores = {Store.CONTACTS: PEOPLE, Store.CALLS: ()}
        return verdict(judged("Call Ann Lee", (), stores, {Store.CONTACTS: PEOPLE, Store.CALLS: (one,)}))

    assert called("5550130001") == "proven"
    assert called("+15550130002") == "contradicted"


# ---------------------------------------------------------------- removing


def removed(sentence: str, values: tuple[str, ...], *gone: Record, people: tuple[Record, ...] = PEOPLE) -> str:
    left = tuple(person for person in people if person not in gone)
    return verdict(judged(sentence, values, {Store.CONTACTS: people}, {Store.CONTACTS: left}))


def test_deleting_exactly_the_named_contact_is_proven() -> None:
    delete = 'In the "Contacts" app, delete the contact "Ann Lee"'
    assert removed(delete, ("Ann Lee",), ANN) == "proven"
    assert removed(delete, ("Ann Lee",), JOANNA) == "contradicted"
    assert removed(delete, ("Ann Lee",), ANN, JOANNA) == "contradicted"
    assert removed(delete, ("Ann Lee",)) == "nothing"
    assert removed("Delete the contact Ann Lee", (), ANN) == "proven"


def test_samir_is_not_sam() -> None:
    assert removed('Delete the contact "Sam"', ("Sam",), SAMIR) == "contradicted"


def test_a_deletion_among_two_namesakes_needs_a_number_to_be_proven() -> None:
    both = (ANN, NAMESAKE)
    assert removed('Delete the contact "Ann Lee"', ("Ann Lee",), ANN, people=both) == "unknown"
    which = 'Delete the contact "Ann Lee" with the number +15550130001'
    values = ("+15550130001", "Ann Lee")
    assert removed(which, values, ANN, people=both) == "proven"
    assert removed(which, values, NAMESAKE, people=both) == "contradicted"


def test_a_part_of_a_name_that_fits_several_is_unclear() -> None:
    poe = contact("Ann Poe", id="5")
    assert removed('Delete the contact "Ann"', ("Ann",), ANN, people=(ANN, poe)) == "unknown"
    assert removed('Delete the contact "Ann"', ("Ann",), ANN, poe, people=(ANN, poe)) == "unknown"
    assert removed('Delete the contact "Ann"', ("Ann",), ANN) == "proven"


def test_each_of_several_contacts_must_be_deleted() -> None:
    delete = 'Delete "Ann Lee" and "Joanna Poe"'
    assert removed(delete, ("Joanna Poe", "Ann Lee"), ANN, JOANNA) == "proven"
    assert removed(delete, ("Joanna Poe", "Ann Lee"), ANN) == "unknown"


def test_deleting_all_messages_of_one_person_is_proven() -> None:
    texts = (sms(1, "+15550130001", "a"), sms(2, "+15550130001", "b", "received"), sms(3, "+15550130002", "c"))
    before = {Store.CONTACTS: PEOPLE, Store.MESSAGES: texts}
    delete = 'Delete the conversation with "Ann Lee"'
    for left, how in ((texts[2:], "proven"), (texts[1:], "unknown"), ((), "contradicted")):
        after = {Store.CONTACTS: PEOPLE, Store.MESSAGES: left}
        assert verdict(judged(delete, ("Ann Lee",), before, after)) == how


def test_an_unordered_deletion_contradicts_any_other_step() -> None:
    stores = {Store.CONTACTS: PEOPLE}
    assert verdict(judged('Call "Ann Lee"', ("Ann Lee",), stores, {Store.CONTACTS: PEOPLE[1:]})) == "contradicted"


# ---------------------------------------------------------------- making


def test_a_new_contact_must_have_all_the_steps_values() -> None:
    create = "Create a contact named Hana Ferreira with the number +10662908339"
    values = ("+10662908339", "Hana Ferreira")
    for new, how in (
        (contact("Hana Ferreira", "+1 066 290 8339", id="9"), "proven"),
        (contact("Hana Ferreira", "+1 066 290 8338", id="9"), "unknown"),
        (contact("Hana Ferreira", id="9"), "unknown"),
        (contact("Somebody Else", "+1999", id="9"), "unknown"),
    ):
        found = judged(create, values, {Store.CONTACTS: PEOPLE}, {Store.CONTACTS: (*PEOPLE, new)})
        assert verdict(found) == how


def test_a_contact_that_was_edited_has_the_new_value() -> None:
    edit = 'Change the number of "Ann Lee" to +15550139999'
    values = ("+15550139999", "Ann Lee")
    for new, how in ((contact("Ann Lee", "+15550139999", id="1"), "proven"), (contact("Ann", id="1"), "unknown")):
        after = {Store.CONTACTS: (new, *PEOPLE[1:])}
        assert verdict(judged(edit, values, {Store.CONTACTS: PEOPLE}, after)) == how


def made(sentence: str, values: tuple[str, ...], *new: Record, **texts: str) -> str:
    by_id = {one.id: texts["text"] for one in new} if texts else {}
    return verdict(judged(sentence, values, {Store.FILES: ()}, {Store.FILES: new}, texts=by_id))


def test_a_note_is_no_folder_and_a_name_without_its_suffix_is_another() -> None:
    note, bare = file("Documents/lucky_candle.md", id="a"), file("Documents/note", id="b")
    assert made('Create a folder called "lucky_candle"', ("lucky_candle",), note) == "contradicted"
    assert made('Create a folder called "lucky_candle"', ("lucky_candle",), folder("lucky_candle", id="c")) == "proven"
    assert made('Create a note called "note.txt"', ("note.txt",), bare) == "unknown"
    assert made('Create a note called "lucky_candle.md"', ("lucky_candle.md",), note) == "proven"


def test_the_text_of_a_file_is_compared_with_the_step() -> None:
    note = file("Documents/plan.md", id="a")
    create = 'Create a note "plan.md" with the text "buy milk"'
    assert made(create, ("buy milk", "plan.md"), note, text="Buy milk!\n") == "proven"
    assert made(create, ("buy milk", "plan.md"), note, text="buy milkshakes\n") == "unknown"


def test_a_second_event_of_one_name_is_new() -> None:
    starts = {"1": "2026-03-07 11:00", "2": "2026-04-07 09:30"}
    old, new = (Record(kind=Kind.EVENT, labels=("Dentist",), facts={"start": at}, id=id) for id, at in starts.items())
    found = judged('Create the event "Dentist" on 2026-04-07 at 9:30', ("2026-04-07", "9:30", "Dentist"),
                   {Store.CALENDAR: (old,)}, {Store.CALENDAR: (old, new)})  # fmt: skip
    assert verdict(found) == "proven"


def test_an_unreadable_store_gives_no_finding() -> None:
    intent = intent_of(_SEND, goal=_SEND, values=("hi",))
    stores = {Store.MESSAGES: Unread(why="refused")}
    assert judge_stores(Case(intent=intent, before=stores, after=stores)) is None


def test_the_stores_of_a_step_are_those_of_its_app_and_of_its_words() -> None:
    assert stores_for(intent_of(_SEND, goal=_SEND, values=()), "org.chat") == (Store.MESSAGES, Store.CONTACTS)
    assert stores_for(intent_of("Tap", goal="Tap", values=()), "com.android.contacts") == (Store.CONTACTS,)
    create = intent_of('Create a folder "x"', goal="", values=())
    assert stores_for(create, "net.gsantner.markor") == (Store.FILES,)
    assert stores_for(intent_of("Tap", goal="Tap", values=()), "org.game") == ()


# ---------------------------------------------------------------- calls whose number is hidden


def hidden(*handles: str, sentence: str = "Call Ann Lee", values: tuple[str, ...] = (), shown: tuple[str, ...] = (),
           people: tuple[Record, ...] = PEOPLE) -> Finding | None:  # fmt: skip
    made = tuple(
        Record(kind=Kind.CALL, labels=(), facts={"box": "made", "handle": handle}, id=f"TC@{at}")
        for at, handle in enumerate(handles)
    )
    before: dict[Store, tuple[Record, ...]] = {Store.CONTACTS: people, Store.CALLS: ()}
    return judged(sentence, values, before, {Store.CONTACTS: people, Store.CALLS: made}, shown=shown)


def test_a_call_with_a_hidden_number_is_proven_by_the_name_on_the_screen() -> None:
    found = hidden("tel:************", shown=("Ann Lee",))
    assert found is not None
    assert (found.verdict, found.witness, found.found) == (Verdict.PROVEN, "calls", ("Ann Lee",))
    assert verdict(hidden("tel:**********01", shown=("Ann Lee",))) == "proven"
    by_number = 'Call "+15550130001"'
    shown = ("+15550130001",)
    assert verdict(hidden("tel:**********01", sentence=by_number, values=shown, shown=shown)) == "proven"


@pytest.mark.parametrize(
    ("handles", "shown", "people", "expected"),
    [
        (("tel:************",), (), PEOPLE, "unknown"),
        (("tel:**********02",), ("Ann Lee",), PEOPLE, "contradicted"),
        (("tel:**********01", "tel:**********01"), ("Ann Lee",), PEOPLE, "contradicted"),
        (("tel:************",), ("Ann Lee",), (ANN, NAMESAKE), "unknown"),
        ((), ("Ann Lee",), PEOPLE, "nothing"),
    ],
    ids=["nobody named on the screen", "other last digits", "twice", "namesakes", "no call"],
)
def test_a_hidden_call_that_may_be_to_another_is_not_proven(
    handles: tuple[str, ...], shown: tuple[str, ...], people: tuple[Record, ...], expected: str
) -> None:
    assert verdict(hidden(*handles, shown=shown, people=people)) == expected


def test_a_message_to_several_needs_each_of_them_to_be_named() -> None:
    group = Record(kind=Kind.MESSAGE, labels=("hi",), numbers=("+15550130001", "+15550130004"),
                   facts={"box": "sent"}, id="mms/1")  # fmt: skip
    both = 'Send "hi" to Ann Lee and Samir Tanaka'
    assert verdict(sent(group, sentence=both)) == "proven"
    assert verdict(sent(group)) == "contradicted"


# ---------------------------------------------------------------- alarms, notifications, photos


def alarms(*times: str) -> tuple[Record, ...]:
    return tuple(
        Record(kind=Kind.ALARM, labels=(time,), facts={"at": f"2026-03-07 {time}"}, id=f"clock@{time}")
        for time in times
    )


@pytest.mark.parametrize(
    ("sentence", "before", "after", "expected"),
    [
        ("Set an alarm for 7:30 am", (), ("07:30",), "proven"),
        ("Set an alarm for 7 pm", ("07:00",), ("07:00", "19:00"), "proven"),
        ("Stelle einen Wecker auf 6 Uhr", (), ("06:00",), "proven"),
        ("Set an alarm for 7:30", (), ("19:30",), "unknown"),
        ("Set an alarm for 7:30 am", (), ("19:30",), "contradicted"),
        ("Set an alarm for 7:30", (), ("08:30",), "contradicted"),
        ("Set an alarm for 7:30", (), ("07:30", "08:30"), "contradicted"),
        ("Set an alarm for 7:30", ("06:00",), ("07:30",), "proven"),
        ("Set an alarm for 7:30", ("06:00", "09:00"), ("07:30", "09:00"), "unknown"),
        ("Set an alarm for 7:30", ("07:30",), ("07:30",), "nothing"),
        ("Set an alarm in ten minutes", (), ("07:30",), "nothing"),
        ("Change the 7:00 alarm to 8:00", ("07:00", "09:00"), ("08:00", "09:00"), "proven"),
        ("Change the 7:00 alarm to 8:00", ("08:00", "09:00"), ("07:00", "09:00"), "unknown"),
        ("Delete the 7:00 alarm", ("07:00", "08:00"), ("08:00",), "proven"),
        ("Delete the 7:00 alarm", ("07:00", "08:00"), ("07:00",), "contradicted"),
        ("Turn off the 7:00 alarm", ("07:00", "08:00"), (), "contradicted"),
        ("Turn off the 7:00 alarm", ("07:00", "19:00"), ("07:00",), "unknown"),
        ("Delete all alarms", ("07:00", "08:00"), (), "proven"),
        ("Delete all alarms", ("07:00", "08:00"), ("08:00",), "nothing"),
    ],
)
def test_an_alarm_is_proven_by_its_time_and_no_other(
    sentence: str, before: tuple[str, ...], after: tuple[str, ...], expected: str
) -> None:
    found = judged(sentence, (), {Store.ALARMS: alarms(*before)}, {Store.ALARMS: alarms(*after)})
    assert verdict(found) == expected


def notification(package: str, *, lasting: bool = False) -> Record:
    facts = {"lasting": "yes"} if lasting else {}
    return Record(kind=Kind.NOTIFICATION, labels=(package,), facts=facts, id=f"{package}|1")


def test_dismissing_notifications_is_proven_if_no_dismissible_one_is_left() -> None:
    one, two, music = notification("org.one"), notification("org.two"), notification("org.music", lasting=True)
    before = {Store.NOTIFICATIONS: (one, two, music)}

    def after(sentence: str, *left: Record, values: tuple[str, ...] = ()) -> str:
        return verdict(judged(sentence, values, before, {Store.NOTIFICATIONS: left}))

    assert after("Dismiss all notifications", music) == "proven"
    assert after("Dismiss all notifications", two, music) == "nothing"
    assert after("Open the newest notification", music) == "nothing"
    assert after('Dismiss all notifications of "One"', music, values=("One",)) == "nothing"


def test_a_single_new_photo_proves_that_it_was_taken() -> None:
    def photo(name: str) -> Record:
        return Record(kind=Kind.PHOTO, labels=(name,), id=f"/storage/emulated/0/DCIM/{name}")

    one, two = photo("PXL_1.jpg"), photo("PXL_2.jpg")
    for after, expected in (((one,), "proven"), ((one, two), "unknown"), ((), "nothing")):
        stores: dict[Store, tuple[Record, ...]] = {Store.MEDIA: after, Store.FILES: ()}
        assert verdict(judged("Take a photo", (), {Store.MEDIA: (), Store.FILES: ()}, stores)) == expected
    assert verdict(judged("Record a video", (), {Store.MEDIA: ()}, {Store.MEDIA: (one,)})) == "unknown"


def test_a_contact_with_other_accents_may_be_the_named_one() -> None:
    rene, bo = contact("René Roy", "+15550130009", id="9"), contact("Bo", "+15550130008", id="8")
    delete, people = 'Delete the contact "Rene Roy"', (rene, bo)
    found = judged(delete, ("Rene Roy",), {Store.CONTACTS: people}, {Store.CONTACTS: (bo,)})
    assert found is not None
    assert (found.verdict, found.stands) == (Verdict.UNKNOWN, True)
    assert found.note == 'was removed, and "René Roy" is written with other accents than "Rene Roy"'
    exact = (*people, contact("Rene Roy", "+15550130007", id="7"))
    assert verdict(judged(delete, ("Rene Roy",), {Store.CONTACTS: exact}, {Store.CONTACTS: exact[1:]})) == (
        "contradicted"
    )
    send = 'In the "Messages" app, send "hi" to Rene Roy'
    message = sent(sms(7, "+15550130009", "hi"), sentence=send, people=people)
    assert message is not None
    assert (message.verdict, message.stands) == (Verdict.UNKNOWN, True)
    assert verdict(sent(sms(7, "+15550130008", "hi"), sentence=send, people=people)) == "contradicted"
