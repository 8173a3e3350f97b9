"""The benchmark's own oracle uses the six benchmark apps from outside; the phone's own storage decides.

Functions that only tests need of an app (searching, renaming, editing, drafts) are here, done with the oracle's
actions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest

from agentprog.bench.aw.holdings import Event, Expense, Recipe
from agentprog.bench.aw.oracle import Hand, datebook, kitchen, money, notebook, people
from agentprog.bench.aw.oracle.hand import OracleLost
from agentprog.phone.client import start_phone
from tests.conftest import AdbServer, SimPhone

Fingers = tuple[Hand, Any]
"""The oracle's actions, and the director, which reads the storage."""


@pytest.fixture(scope="module")
def quick(adb_server: AdbServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimPhone]:
    """A phone whose time runs four times as fast, because the tests wait for its animations."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with start_phone(lifetime="command", speed=4.0) as handle:
            adb_server.connect(handle.serial)
            yield SimPhone(handle, adb_server)
            adb_server.run("disconnect", handle.serial)


@pytest.fixture
def fingers(quick: SimPhone) -> Fingers:
    quick.handle.reset()
    quick.handle.advance(0.5)
    return Hand(quick.ui), quick.handle


def found(hand: Hand, app: str, button: str, words: str, **row: str) -> bool:
    """Whether the app's own search finds the text."""
    hand.open(app)
    hand.tap(id=button)
    hand.device.send_keys(words, clear=True)
    return bool(hand.find(**row).wait(timeout=1))


def test_contacts(fingers: Fingers) -> None:
    hand, handle = fingers
    query = "SELECT display_name AS name, number FROM contacts c JOIN phones p ON p.contact_id = c.id ORDER BY 1"
    rows: Callable[[], list[Any]] = lambda: handle.sql("com.android.providers.contacts", "contacts2", query)  # noqa: E731
    before = rows()
    people.add_contact(hand, "Hana Ferreira", "+10662908339")
    assert [row for row in rows() if row not in before] == [{"name": "Hana Ferreira", "number": "+10662908339"}]
    shown = {"desc": "Hana Ferreira", "className": "android.widget.TextView"}
    assert found(hand, people.CONTACTS, "open_search_bar", "Hana Ferreira", **shown)
    hand.tap(**shown)
    people.change_number(hand, "Hana Ferreira", hand.await_(id="header").get_text(), "+10662900000")
    assert {"name": "Hana Ferreira", "number": "+10662900000"} in rows()
    people.delete_contact(hand, "Hana Ferreira")
    assert rows() == before
    assert not found(hand, people.CONTACTS, "open_search_bar", "Hana Ferreira", **shown)


def test_messages(fingers: Fingers) -> None:
    hand, handle = fingers

    def rows() -> list[tuple[Any, ...]]:
        query = "SELECT address, body, type FROM sms ORDER BY _id"
        return [tuple(row.values()) for row in handle.sql("com.android.providers.telephony", "mmssms", query)]

    before = rows()
    people.send(hand, "+15550001111", "see you at six")
    assert [row for row in rows() if row not in before] == [("+15550001111", "see you at six", 2)]
    shown = {"id": "search_result_snippet", "textContains": "see you at six"}
    assert found(hand, people.MESSENGER, "top_toolbar_search", "see you at six", **shown)
    hand.tap(**shown)
    hand.write("or at sev", id="thread_type_message")
    _leave_conversation(hand)
    hand.tap("or at sev")
    people.say(hand, "make it seven")
    _leave_conversation(hand)
    assert [row for row in rows() if row not in before][1:] == [("+15550001111", "make it seven", 2)]
    hand.open(people.MESSENGER)
    hand.hold("make it seven", id="conversation_body_short")
    hand.tap(id="cab_delete")
    hand.tap("Yes")
    hand.until(lambda: not hand.sees("make it seven"), "the conversation to go")
    assert rows() == before
    shown["textContains"] = "make it seven"
    assert not found(hand, people.MESSENGER, "top_toolbar_search", "make it seven", **shown)


def _leave_conversation(hand: Hand) -> None:
    """A draft is saved, a sent text is dropped."""
    for _ in range(4):
        if hand.find(id="conversations_fab").wait(timeout=1):
            return
        hand.back()
    hand.await_(id="conversations_fab")


def test_markor(fingers: Fingers) -> None:
    hand, handle = fingers
    folder = "/sdcard/Documents/Markor"

    def files() -> set[str]:
        return {str(file["name"]) for file in handle.list_files(folder)}

    before = files()
    notebook.write_note(hand, "zebra_plan.txt", "first line\nzweite Zeile, größer")
    assert handle.read_file(f"{folder}/zebra_plan.txt").decode() == "first line\nzweite Zeile, größer"
    notebook.rewrite_note(hand, "zebra_plan.txt", "all new")
    hand.scroll_to(descriptionStartsWith="File zebra_plan.txt").long_click(duration=0.8)
    hand.tap(id="action_rename_selected_item")
    hand.write("zebra_final.md", id="new_name")
    hand.tap("OK")
    hand.await_(descriptionStartsWith="File zebra_final.md")
    assert files() - before == {"zebra_final.md"}
    assert handle.read_file(f"{folder}/zebra_final.md") == b"all new"
    notebook.delete_note(hand, "zebra_final.md")
    assert files() == before
    with pytest.raises(OracleLost, match="scrolled to the end"):
        notebook.read_note(hand, "zebra_final.md")


def test_calendar(fingers: Fingers) -> None:
    hand, handle = fingers

    def rows() -> list[dict[str, Any]]:
        return list(handle.sql(datebook.CALENDAR, "events.db", "SELECT * FROM events ORDER BY id"))

    before, day = rows(), date(2023, 10, 20)
    wanted = Event(day=day, hour=19, minutes=45, title="Call with Ola", description="We will talk.")
    datebook.add_event(hand, wanted)
    (event,) = (row for row in rows() if row not in before)
    start = int(datetime(2023, 10, 20, 19, tzinfo=UTC).timestamp())
    assert (event["title"], event["description"], event["start_ts"]) == ("Call with Ola", "We will talk.", start)
    assert event["end_ts"] - start == 45 * 60
    shown = {"id": "event_item_title", "text": "Call with Ola"}
    assert found(hand, datebook.CALENDAR, "top_toolbar_search", "Call with Ola", **shown)
    hand.tap(**shown)
    hand.write("Harbour café", id="event_location")
    hand.tap(id="save")
    hand.until(lambda: not hand.sees(id="event_location"), "the editor to close")
    assert next(row for row in rows() if row["id"] == event["id"])["location"] == "Harbour café"
    datebook.delete_one(hand, wanted)
    assert rows() == before
    assert not found(hand, datebook.CALENDAR, "top_toolbar_search", "Call with Ola", **shown)


def test_expenses(fingers: Fingers) -> None:
    hand, handle = fingers

    def rows() -> list[tuple[Any, ...]]:
        query = "SELECT name, amount, category, note FROM expense ORDER BY expense_id"
        return [tuple(row.values()) for row in handle.sql(money.EXPENSE, "accounting.db", query)]

    before, name = rows(), "Ferry to the island"
    money.add(hand, Expense(name=name, cents=1234, category=7, note="Paid by card", hours=0))
    assert rows() == [*before, (name, 1234, 7, "Paid by card")]
    money.open_logs(hand)
    hand.scroll_to(name).click()
    hand.tap(id="btn_edit")
    hand.write("15", id="edt_amount")
    hand.leave_keyboard()
    hand.tap(id="btn_save")
    hand.until(lambda: not hand.sees(id="edt_amount"), "the form to close")
    assert rows() == [*before, (name, 1500, 7, "Paid by card")]
    money.delete(hand, [name])
    assert rows() == before
    with pytest.raises(OracleLost, match="not among the expenses: Ferry"):
        money.delete(hand, [name])


def test_recipes(fingers: Fingers) -> None:
    hand, handle = fingers

    def rows() -> list[dict[str, Any]]:
        return list(handle.sql(kitchen.BROCCOLI, "broccoli", "SELECT * FROM recipes ORDER BY 1"))

    before = rows()
    wanted = Recipe(
        title="Zwieback soup",
        description="Odd but good.",
        servings="2 servings",
        time="20 mins",
        ingredients="1 l milk\n4 slices",
        directions="Boil.\nSoak.",
    )
    kitchen.add(hand, wanted)
    (recipe,) = (row for row in rows() if row not in before)
    fields = ("title", "description", "servings", "preparationTime", "ingredients", "directions")
    assert tuple(recipe[name] for name in fields) == dataclasses.astuple(wanted)
    shown = {"id": "card_text_view_title", "text": "Zwieback soup"}
    assert found(hand, kitchen.BROCCOLI, "action_search", "Zwieback", **shown)
    hand.tap(**shown)
    hand.tap(desc="More options")
    hand.tap("Edit")
    hand.scroll_to(id="new_servings")
    hand.write("8 servings", id="new_servings")
    hand.leave_keyboard()
    hand.tap(id="button_save_recipe")
    hand.await_(id="details_title")
    assert next(row for row in rows() if row not in before)["servings"] == "8 servings"
    kitchen.delete(hand, "Zwieback soup")
    assert rows() == before
    assert not found(hand, kitchen.BROCCOLI, "action_search", "Zwieback", **shown)
