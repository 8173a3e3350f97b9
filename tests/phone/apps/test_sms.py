from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.phone.records import Intent
from agentprog.phone.system.accessibility import Dialect
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone, build_phone

SMS = "com.simplemobiletools.smsmessenger"


def _box(phone: SimPhone, box: str) -> list[tuple[object, ...]]:
    return list(phone.providers.query(f"content://sms/{box}", projection=("address", "body"), sort="_id").rows)


def _text(hand: Hand, number: str, body: str) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversations_fab")
    hand.phone.editor.commit(number)
    hand.tap(id="new_conversation_confirm")
    hand.write(body, id="thread_type_message")
    hand.tap("SMS")


def test_a_text_is_sending_then_sent_with_the_phones_time(phone: SimPhone, hand: Hand) -> None:
    phone.stage.tune("sms_send_seconds", 3)
    before = _box(phone, "sent")
    _text(hand, "+15550001111", "see you at six")
    assert hand.sees("Sending…")
    assert _box(phone, "outbox") == [("+15550001111", "see you at six")]
    assert hand.find(id="thread_type_message").text == "Type a message…"
    hand.wait(3)
    assert not hand.sees("Sending…")
    assert hand.sees(id="thread_success")
    assert _box(phone, "sent") == [*before, ("+15550001111", "see you at six")]
    date = phone.providers.query("content://sms/sent", projection=("date",)).rows[0][0]
    assert isinstance(date, int)
    assert 0 < phone.clock.now_ms() - date < 10_000


def test_a_text_is_sent_even_when_the_app_dies(phone: SimPhone, hand: Hand) -> None:
    phone.stage.tune("sms_send_seconds", 5)
    _text(hand, "+15550001111", "on my way")
    phone.activities.kill(SMS)
    phone.clock.advance(6)
    assert ("+15550001111", "on my way") in _box(phone, "sent")


def test_a_failed_text_is_marked_and_sent_again_on_touch(phone: SimPhone, hand: Hand) -> None:
    phone.stage.tune("sms_fail_next", 1)
    _text(hand, "+15550001111", "hello")
    hand.wait(2)
    assert ("+15550001111", "hello") in _box(phone, "failed")
    hand.tap("Not sent. Touch to retry.")
    hand.wait(2)
    assert ("+15550001111", "hello") in _box(phone, "sent")


def test_send_is_dead_without_text_and_its_parts_are_named_as_in_the_app(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversation_frame")
    send = hand.find(id="thread_send_message")
    assert (send.text, send.description, send.clickable, send.enabled) == ("SMS", "OK", False, False)
    assert hand.find(id="thread_add_attachment").description == "Attachment"
    hand.press("back")
    fab = hand.find(id="conversations_fab")
    assert (fab.text, fab.description, fab.class_name) == ("", "", "android.widget.ImageButton")


def test_names_come_from_contacts_and_picking_a_contact_opens_the_thread(phone: SimPhone, hand: Hand) -> None:
    name, number = phone.providers.query("content://contacts/phones", projection=("display_name", "number")).rows[0]
    hand.open("SMS Messenger")
    hand.tap(id="conversations_fab")
    hand.phone.editor.commit(str(name)[:6])
    assert hand.texts("item_contact_number") == [number]
    hand.tap(id="item_contact_frame")
    assert hand.sees(str(name))
    hand.write("hi", id="thread_type_message")
    hand.tap("SMS")
    hand.wait(3)
    assert (number, "hi") in _box(phone, "sent")


def test_incoming_texts_notify_and_the_notification_opens_the_thread(phone: SimPhone, hand: Hand) -> None:
    phone.stage.incoming_sms("+15559876543", "Your code is 4711")
    assert [(n.title, n.text) for n in phone.notifications.list()] == [("+15559876543", "Your code is 4711")]
    assert ("+15559876543", "Your code is 4711") in _box(phone, "inbox")
    phone.notifications.open_shade()
    hand.tap("Your code is 4711")
    hand.wait(1)
    assert hand.texts("thread_message_body") == ["Your code is 4711"]
    read = phone.providers.query("content://sms/inbox", projection=("read",), where="address=?", args=("+15559876543",))
    assert read.rows == ((1,),)
    phone.stage.incoming_sms("+15559876543", "and 4712")
    assert hand.texts("thread_message_body") == ["Your code is 4711", "and 4712"]
    assert phone.notifications.list() == ()


def test_of_two_texts_that_arrive_at_once_the_last_is_the_newest(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    before = len(hand.texts("conversation_address"))
    numbers = [f"+1555987654{place}" for place in range(4)]
    for number in numbers:
        phone.stage.incoming_sms(number, "Hello")
    assert hand.texts("conversation_address")[: len(numbers)] == numbers[::-1]
    assert len(hand.texts("conversation_address")) == before + len(numbers)


def test_deleting_a_conversation_asks_and_removes_its_rows(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    count = len(hand.all(id="conversation_frame"))
    address = hand.texts("conversation_address")[0]
    hand.hold(id="conversation_frame")
    assert hand.sees(f"1 / {count}")
    hand.tap(id="cab_delete")
    assert hand.texts("message") == ["Are you sure you want to delete 1 conversation?"]
    hand.tap("No")
    assert len(_box(phone, "")) > 0
    hand.tap(id="cab_delete")
    hand.tap("Yes")
    assert address not in hand.texts("conversation_address")
    assert len(hand.all(id="conversation_frame")) == count - 1
    threads = phone.providers.query("content://sms/conversations").rows
    assert len(threads) == count - 1


def test_drafts_archive_pin_and_search(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    last = hand.texts("conversation_address")[-1]
    hand.tap(last)
    hand.write("not yet", id="thread_type_message")
    hand.press("back")
    hand.press("back")
    assert hand.sees(id="draft_indicator")
    assert "not yet" in hand.texts("conversation_body_short")
    other = hand.texts("conversation_address")[1]
    hand.hold(other)
    hand.tap(id="cab_archive")
    assert other not in hand.texts("conversation_address")
    hand.tap(desc="More options")
    hand.tap("Show archived conversations")
    assert hand.texts("conversation_address") == [other]
    hand.press("back")
    bottom = hand.texts("conversation_address")[-1]
    hand.hold(bottom)
    hand.tap(desc="More options")
    hand.tap("Pin to the top")
    assert hand.texts("conversation_address")[0] == bottom
    hand.tap(desc="Search")
    phone.editor.commit("zzzz")
    assert hand.texts("search_placeholder") == ["No items found."]
    phone.editor.replace(bottom[:4])
    assert bottom in hand.texts("search_result_title")


def test_a_message_can_be_copied_and_deleted(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversation_frame")
    body = hand.texts("thread_message_body")[-1]
    hand.hold(body)
    hand.tap(id="cab_copy_to_clipboard")
    assert phone.clipboard.get() == body
    hand.hold(body)
    hand.tap(id="cab_delete")
    hand.tap("Yes")
    assert body not in hand.texts("thread_message_body")
    assert body not in {row[1] for row in _box(phone, "")}


@pytest.mark.parametrize(
    "intent",
    [
        Intent(action="android.intent.action.SENDTO", data="smsto:+15550002222", extras={"sms_body": "from outside"}),
        Intent(action="android.intent.action.VIEW", data="sms:+15550002222", extras={"sms_body": "from outside"}),
    ],
)
def test_links_open_a_thread_with_the_text(phone: SimPhone, hand: Hand, intent: Intent) -> None:
    assert phone.activities.start(intent).ok
    hand.wait(1)
    assert hand.find(id="thread_type_message").text == "from outside"
    hand.tap("SMS")
    hand.wait(3)
    assert ("+15550002222", "from outside") in _box(phone, "sent")


def test_blocked_numbers_no_longer_arrive(phone: SimPhone, hand: Hand) -> None:
    phone.stage.incoming_sms("+15559876543", "spam")
    hand.open("SMS Messenger")
    hand.hold("+15559876543")
    hand.tap(desc="More options")
    hand.tap("Block number")
    hand.tap("Yes")
    phone.stage.incoming_sms("+15559876543", "more spam")
    assert "+15559876543" not in {row[0] for row in _box(phone, "")}


def test_a_due_message_is_sent_before_provider_and_file_are_read(tmp_path: Path) -> None:
    class Steered:
        now = 0.0

        def monotonic(self) -> float:
            return self.now

    source = Steered()
    phone = build_phone(root=tmp_path / "p", image="empty", clock=source)
    assert isinstance(phone, SimPhone)
    hand = Hand(phone)
    _text(hand, "+15550001111", "due")
    source.now += 30
    assert _box(phone, "sent") == [("+15550001111", "due")]
    phone.close()


def test_a_conversation_gives_the_side_of_each_message(phone: SimPhone, hand: Hand) -> None:
    _text(hand, "+15550001111", "see you at six")
    hand.wait(3)
    phone.stage.incoming_sms("+15550001111", "fine, bring the umbrella")
    hand.wait(2)
    reading = read_elements(read_hierarchy(phone.accessibility.dump(Dialect.U2)))
    sides = {element.label: element.side for element in reading.elements if element.side}
    assert sides == {"see you at six": "right", "fine, bring the umbrella": "left"}
