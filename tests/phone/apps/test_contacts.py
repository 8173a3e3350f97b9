from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agentprog.phone.apps.contacts.store import SCHEMA, ContactStore, Person
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.records import Intent
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone

CONTACTS = "com.google.android.contacts"


def _rows(phone: SimPhone) -> set[tuple[object, ...]]:
    return set(phone.providers.query("content://contacts/phones/", projection=("display_name", "number")).rows)


def _create(hand: Hand, first: str, last: str, number: str) -> None:
    hand.tap(desc="Create contact")
    hand.write(first, "First name")
    hand.write(last, "Last name")
    hand.write(number, "Phone")
    hand.tap("Save")


def test_a_contact_made_by_taps_is_in_the_provider_and_in_the_file(phone: SimPhone, hand: Hand) -> None:
    import sqlite3

    before = _rows(phone)
    hand.open("Contacts")
    _create(hand, "Ilse", "Brandt", "+49 30 1234567")
    assert phone.toasts.last() == "Ilse Brandt saved"
    assert _rows(phone) - before == {("Ilse Brandt", "+49 30 1234567")}
    path = phone.storage.host_path(phone.storage.databases()["contacts2"])
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT given_name, family_name FROM contacts ORDER BY id DESC").fetchone() == (
            "Ilse",
            "Brandt",
        )
    db.close()
    assert hand.texts("large_title") == ["Ilse Brandt"]


def test_the_phone_label_is_named_as_clients_rely_on(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    assert [n.text for n in hand.nodes() if n.class_name == "android.widget.EditText"][:5] == [
        "First name", "Last name", "Company", "Phone", "Email",
    ]  # fmt: skip
    hand.write("5551234", "Phone")
    hand.tap(desc="Mobile Phone")
    hand.tap("Work")
    assert hand.sees("Work", desc="Work Phone")
    assert hand.find("5551234").hint == "Phone"


def test_editing_starring_and_deleting_change_the_rows(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    _create(hand, "Ilse", "Brandt", "123456")
    hand.tap(desc="Edit contact")
    hand.write("Brandt-Kuhn", "Brandt")
    hand.tap("Save")
    assert hand.texts("large_title") == ["Ilse Brandt-Kuhn"]
    hand.tap(id="menu_star")
    people = phone.providers.query("content://com.android.contacts/contacts", projection=("display_name", "starred"))
    assert ("Ilse Brandt-Kuhn", 1) in people.rows
    hand.tap(desc="More options")
    hand.tap("Delete")
    hand.tap("Delete")
    assert "Ilse Brandt-Kuhn" not in {r[0] for r in _rows(phone)}
    assert hand.sees("Search contacts")


def test_leaving_with_changes_asks_and_discard_stores_nothing(phone: SimPhone, hand: Hand) -> None:
    before = _rows(phone)
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    phone.keys.type("Nobody")
    hand.press("back")
    hand.press("back")
    assert hand.sees("Discard changes?")
    hand.tap("Discard")
    assert _rows(phone) == before
    assert hand.sees("Search contacts")


def test_search_finds_by_name_and_number_and_selection_deletes_several(phone: SimPhone, hand: Hand) -> None:
    name, number = sorted(_rows(phone))[0]
    hand.open("Contacts")
    hand.tap("Search contacts")
    phone.editor.replace(str(name)[:5])
    assert hand.sees(desc=str(name))
    phone.editor.replace(str(number)[-6:])
    assert [n.description for n in hand.nodes() if n.description in {r[0] for r in _rows(phone)}] == [name]
    phone.editor.replace("zzzz")
    assert hand.sees("No matching contacts")
    hand.press("back")
    hand.press("back")
    hand.hold(desc=str(name))
    hand.tap(desc="More options")
    hand.tap("Select all")
    hand.tap(desc="Delete")
    hand.tap("Delete")
    assert _rows(phone) == set()
    assert hand.texts("text1") == ["No contacts yet"]


def test_state_survives_the_death_of_the_process(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    _create(hand, "Ilse", "Brandt", "123456")
    assert phone.activities.kill(CONTACTS)
    hand.open("Contacts")
    assert hand.scroll_to("Ilse Brandt").class_name == "android.widget.TextView"


def test_an_insert_intent_fills_the_editor(phone: SimPhone, hand: Hand) -> None:
    extras = {"name": "Ada Byron", "phone": "987"}
    phone.activities.start(
        Intent(action="android.intent.action.INSERT", mime_type="vnd.android.cursor.dir/contact", extras=extras)
    )
    hand.wait(1)
    assert [n.text for n in hand.nodes() if n.editable][:4] == ["Ada", "Byron", "Company", "987"]


def test_first_run_is_skipped_then_asks_for_notifications(tmp_path: Path) -> None:
    phone = build_phone(root=tmp_path / "p", image="empty", clock=ManualTime())
    hand = Hand(phone)
    assert phone.packages.clear(CONTACTS)
    hand.open("Contacts")
    hand.tap("Skip")
    assert hand.texts("permission_message") == ["Allow Contacts to send you notifications?"]
    hand.tap("Don’t allow")
    assert hand.texts("text1") == ["No contacts yet"]
    phone.close()


def test_clearing_the_provider_empties_the_list(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    assert phone.packages.clear("com.android.providers.contacts")
    hand.press("home")
    assert _rows(phone) == set()
    phone.activities.force_stop(CONTACTS)
    hand.open("Contacts")
    assert hand.texts("text1") == ["No contacts yet"]


def test_an_edit_rewrites_only_the_changed_rows(phone: SimPhone) -> None:
    """A comparison of the provider's rows before and after must show exactly the changed row."""
    path = phone.storage.host_path(phone.storage.databases()["contacts2"])
    store = ContactStore(open_database(phone.disk, str(path.relative_to(phone.disk.folder)), SCHEMA))

    def data() -> set[tuple[object, ...]]:
        return set(phone.providers.query("content://com.android.contacts/data", projection=("_id", "data1")).rows)

    number = store.save(Person(given="Ida", phones=(("111", "Mobile"), ("222", "Home"), ("333", "Work"))))
    person, before = store.get(number), data()
    assert person is not None
    store.save(replace(person, phones=(("111", "Mobile"), ("444", "Home"), ("333", "Work"))))
    (gone,), (come,) = before - data(), data() - before
    assert (gone[0], gone[1], come[1]) == (come[0], "222", "444")
    middle = data()
    store.save(replace(person, phones=(("444", "Home"), ("333", "Work"))))
    assert {value for _, value in middle - data()} == {"111"}
    assert data() - middle == set()
