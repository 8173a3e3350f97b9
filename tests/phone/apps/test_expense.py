from __future__ import annotations

import pytest

from agentprog.phone.apps.expense.store import SCHEMA, Expense, ExpenseStore
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

PACKAGE = "com.arduia.expense"
PATH = f"/data/data/{PACKAGE}/databases/accounting.db"


@pytest.fixture
def store(phone: SimPhone) -> ExpenseStore:
    made = ExpenseStore(open_database(phone.storage, PATH, SCHEMA))
    made.db.execute("DELETE FROM expense")
    return made


def _fill(phone: SimPhone, store: ExpenseStore, count: int) -> None:
    for i in range(count):
        when = phone.clock.now_ms() - i * 7_200_000
        store.save(Expense(name=f"Item {i:02d}", amount=1000 + i, category=3, created=when, modified=when))


def test_an_expense_is_stored_in_cents_with_its_category(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    hand.open("Pro Expense")
    add = hand.find(id="fb_main_add")
    assert (add.text, add.description) == ("", "")
    hand.tap(id="fb_main_add")
    hand.tap("Save")
    assert hand.sees("Expense Entry")
    hand.write("Bus", id="edt_name")
    hand.write("12.34", id="edt_amount")
    hand.write("Paid by card", id="edt_note")
    hand.press("back")
    for _ in range(6):
        if hand.sees("Transportation"):
            break
        row = hand.find(id="rv_category").bounds
        phone.touch.swipe([(row.right - 250, row.center[1]), (row.left + 250, row.center[1])], duration=4)
        hand.wait(2)
    hand.tap("Transportation")
    assert hand.find(id="cd_category").checked
    assert hand.texts("tv_name")[0] == "Transportation"
    hand.tap("Save")
    assert hand.texts("snackbar_text") == ["Saved!"]
    e = store.all()[0]
    assert (e.name, e.amount, e.category, e.note) == ("Bus", 1234, 7, "Paid by card")
    assert 0 <= phone.clock.now_ms() - e.modified < 120_000
    hand.wait(4)
    assert not hand.sees(id="snackbar_text")


def test_the_lock_keeps_the_form_for_the_next(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    hand.open("Pro Expense")
    hand.tap(id="fb_main_add")
    hand.tap(id="cv_lock")
    for amount in ("1", "2"):
        hand.write(amount, id="edt_amount")
        hand.press("back")
        hand.tap("Next")
    assert sorted(e.amount for e in store.all()) == [100, 200]
    assert hand.sees("Expense Entry")


def test_home_shows_four_and_more_leads_to_the_logs(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    _fill(phone, store, 12)
    hand.open("Pro Expense")
    hand.swipe(0.5, 0.8, 0.5, 0.2)
    assert hand.texts("tv_name") == ["Item 00", "Item 01", "Item 02", "Item 03"]
    hand.tap("More")
    assert hand.sees("Expense Logs")
    assert hand.scroll_to("Item 11").resource_id.endswith("tv_name")


def test_several_are_deleted_after_a_long_press(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    _fill(phone, store, 5)
    hand.open("Pro Expense")
    hand.swipe(0.5, 0.8, 0.5, 0.2)
    hand.tap("More")
    hand.hold("Item 01")
    hand.tap("Item 03")
    assert hand.sees("2  items")
    hand.tap(desc="Delete")
    assert hand.texts("tv_items") == ["2 Items"]
    hand.tap("Confirm")
    assert [e.name for e in store.all()] == ["Item 00", "Item 02", "Item 04"]


def test_a_swiped_row_offers_delete_and_undo_brings_it_back(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    _fill(phone, store, 3)
    hand.open("Pro Expense")
    hand.swipe(0.5, 0.8, 0.5, 0.2)
    hand.tap("More")
    row = hand.find("Item 01").bounds
    phone.touch.swipe([(900, row.center[1]), (200, row.center[1])], duration=0.3)
    hand.tap(id="tv_undo")
    assert len(store.all()) == 2
    hand.tap(id="snackbar_action")
    assert [e.name for e in store.all()] == ["Item 00", "Item 01", "Item 02"]


def test_the_detail_sheet_edits_and_deletes(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    _fill(phone, store, 1)
    hand.open("Pro Expense")
    hand.swipe(0.5, 0.8, 0.5, 0.2)
    hand.tap("Item 00")
    assert hand.texts("tv_name_value") == ["Item 00"]
    hand.tap("Edit")
    assert hand.sees("Update Data")
    hand.write("Renamed", id="edt_name")
    hand.press("back")
    hand.tap("Update")
    assert [e.name for e in store.all()] == ["Renamed"]
    hand.wait(4)
    hand.tap("Renamed")
    hand.tap(id="btn_delete")
    hand.tap("Confirm")
    assert store.all() == []


def test_an_empty_amount_is_refused_on_the_field(phone: SimPhone, hand: Hand, store: ExpenseStore) -> None:
    hand.open("Pro Expense")
    hand.tap(id="fb_main_add")
    hand.tap("Save")
    assert store.all() == []
    assert hand.sees("Expense Entry")


def test_first_run_is_next_then_continue(phone: SimPhone, hand: Hand) -> None:
    phone.packages.clear(PACKAGE)
    hand.open("Pro Expense")
    hand.tap("NEXT")
    hand.tap("CONTINUE")
    assert hand.sees(id="fb_main_add")
