"""Joplin by touch: notebooks, notes, to-dos, search, order."""

from __future__ import annotations

import pytest

from agentprog.phone.apps.joplin.page import checked
from agentprog.phone.apps.joplin.store import SCHEMA, JoplinStore, Note
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.agreement import disagreements
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

IMAGE = "androidworld"
PATH = "/data/data/net.cozic.joplin/databases/joplin.sqlite"


@pytest.fixture
def store(phone: SimPhone) -> JoplinStore:
    return JoplinStore(open_database(phone.storage, PATH, SCHEMA))


def _note(hand: Hand, phone: SimPhone, title: str, body: str, *, kind: str = "New note") -> None:
    hand.tap(desc="Add new")
    hand.tap(desc=kind)
    phone.editor.commit(title)
    hand.tap("Add body")
    phone.editor.commit(body)
    _leave(hand)


def _leave(hand: Hand) -> None:
    """Back closes the keyboard, then shows the page, then the list."""
    for _ in range(3):
        hand.press("back")


def _go(hand: Hand, place: str) -> None:
    hand.tap(desc="Sidebar")
    hand.tap(place)


def _titles(store: JoplinStore, place: str) -> set[str]:
    folders = {title: number for number, title in store.folders()}
    return {note.title for note in store.notes() if note.folder == folders[place]}


def test_the_image_holds_notes_of_its_seed(hand: Hand, store: JoplinStore) -> None:
    hand.open("Joplin")
    assert hand.sees("All notes")
    assert len(store.notes()) == 8
    assert [title for _, title in store.folders()] == ["Home", "Ideas", "Work"]


def test_a_note_made_by_hand_is_in_its_notebook_and_can_be_found(
    hand: Hand, phone: SimPhone, store: JoplinStore
) -> None:
    hand.open("Joplin")
    _go(hand, "Ideas")
    _note(hand, phone, "Garden", "# Beds\n- tomatoes\n- *early* beans")
    (made,) = [note for note in store.notes() if note.title == "Garden"]
    assert (made.body, made.todo) == ("# Beds\n- tomatoes\n- *early* beans", False)
    assert "Garden" in _titles(store, "Ideas")
    _go(hand, "Work")
    assert not hand.sees("Garden")
    hand.tap(desc="Search")
    phone.editor.commit("tomat")
    hand.tap("Garden")
    assert hand.sees("Beds")
    assert hand.sees("early beans")


def test_a_page_becomes_text_and_the_text_a_page(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "Home")
    _note(hand, phone, "Trip", "Passport")
    hand.tap("Trip")
    assert [node.text for node in hand.nodes() if node.editable] == ["Trip"]
    hand.tap(desc="Edit")
    phone.editor.commit("\nTickets")
    hand.press("back")
    hand.press("back")
    assert hand.sees("Tickets")
    assert next(note.body for note in store.notes() if note.title == "Trip") == "Passport\nTickets"


def test_an_empty_new_note_is_discarded(hand: Hand, store: JoplinStore) -> None:
    before = len(store.notes())
    hand.open("Joplin")
    hand.tap(desc="Add new")
    hand.tap(desc="New note")
    hand.press("back")
    hand.press("back")
    assert hand.sees("All notes")
    assert len(store.notes()) == before


def test_a_note_without_a_title_is_called_by_its_first_line(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    hand.tap(desc="Add new")
    hand.tap(desc="New note")
    hand.tap("Add body")
    phone.editor.commit("## Buy paint\nwhite")
    _leave(hand)
    assert hand.sees("Buy paint")
    assert "Buy paint" in {note.title for note in store.notes()}


def test_a_typed_note_is_saved_when_the_app_leaves_the_front(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    hand.tap(desc="Add new")
    hand.tap(desc="New note")
    phone.editor.commit("Half a thought")
    hand.press("home")
    hand.wait(1)
    assert "Half a thought" in {note.title for note in store.notes()}


def test_a_to_do_is_completed_in_the_list_and_in_its_note(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "Home")
    _note(hand, phone, "Call the plumber", "before noon", kind="New to-do")
    hand.tap(desc="to-do: Call the plumber")
    (made,) = [note for note in store.notes() if note.title == "Call the plumber"]
    assert made.todo
    assert made.completed > 0
    hand.tap("Call the plumber")
    box = next(node for node in hand.nodes() if node.checkable)
    assert box.checked
    phone.touch.tap(*box.bounds.center)
    hand.wait(0.5)
    assert [note.completed for note in store.notes() if note.title == "Call the plumber"] == [0]


def test_a_note_becomes_a_to_do_and_moves_to_another_notebook(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "Home")
    _note(hand, phone, "Paint", "the door")
    hand.tap("Paint")
    hand.tap(desc="Actions")
    hand.tap("Convert to todo")
    hand.tap("Home")
    hand.tap("Work")
    assert "Paint" in _titles(store, "Work")
    assert next(note.todo for note in store.notes() if note.title == "Paint")
    hand.tap(desc="Actions")
    hand.tap("Delete")
    hand.tap("Cancel")
    hand.tap(desc="Actions")
    hand.tap("Delete")
    hand.tap("OK")
    assert "Paint" not in {note.title for note in store.notes()}
    assert store.search("paint") == []


def test_a_box_on_the_page_is_checked_by_a_touch(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "Home")
    _note(hand, phone, "Shopping", "- [ ] milk\n- [x] bread")
    hand.tap("Shopping")
    assert [node.checked for node in hand.nodes() if node.checkable] == [False, True]
    hand.tap("milk")
    assert next(note.body for note in store.notes() if note.title == "Shopping") == "- [x] milk\n- [x] bread"


def test_a_line_without_a_box_stays_as_it_is() -> None:
    assert checked("- [ ] a\nplain", 1) == "- [ ] a\nplain"
    assert checked("- [X] a\nplain", 0) == "- [ ] a\nplain"


def test_notebooks_are_made_renamed_and_deleted_with_their_notes(
    hand: Hand, phone: SimPhone, store: JoplinStore
) -> None:
    hand.open("Joplin")
    _go(hand, "New Notebook")
    phone.editor.commit("home")
    hand.press("enter")
    assert hand.sees('A notebook with this title already exists: "home"')
    hand.tap("OK")
    phone.editor.commit("stead")
    hand.press("enter")
    assert hand.sees("There are currently no notes. Create one by clicking on the (+) button.")
    _note(hand, phone, "Roof", "tiles")
    hand.tap(desc="Sidebar")
    hand.hold("homestead")
    hand.tap("Edit")
    phone.editor.commit("s")
    hand.tap(desc="Back")
    assert "homestead" in [title for _, title in store.folders()]
    hand.tap(desc="Sidebar")
    hand.hold("homestead")
    hand.tap("Delete")
    hand.tap("OK")
    assert "homestead" not in [title for _, title in store.folders()]
    assert "Roof" not in {note.title for note in store.notes()}


def test_the_list_is_in_the_order_that_was_asked_for(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "New Notebook")
    phone.editor.commit("Zoo")
    hand.press("enter")
    for title, kind in (("Bear", "New note"), ("Ape", "New to-do"), ("Cow", "New note")):
        _note(hand, phone, title, "x", kind=kind)
        hand.wait(2)
    assert _order(hand) == ["Ape", "Cow", "Bear"]
    _sort(hand, "[X] Uncompleted to-dos on top")
    assert _order(hand) == ["Cow", "Ape", "Bear"]
    _sort(hand, "Title")
    _sort(hand, "[X] Reverse sort order")
    assert _order(hand) == ["Ape", "Bear", "Cow"]
    hand.tap(desc="to-do: Ape")
    _sort(hand, "[X] Show completed to-dos")
    assert _order(hand) == ["Bear", "Cow"]


def _order(hand: Hand) -> list[str]:
    return [node.text for node in hand.nodes() if node.text in ("Ape", "Bear", "Cow")]


def _sort(hand: Hand, row: str) -> None:
    hand.tap(desc="Sort notes by")
    hand.tap(row)


def test_several_are_moved_and_deleted_at_once(hand: Hand, phone: SimPhone, store: JoplinStore) -> None:
    hand.open("Joplin")
    _go(hand, "New Notebook")
    phone.editor.commit("Zoo")
    hand.press("enter")
    for title in ("Ape", "Bear", "Cow"):
        _note(hand, phone, title, "x")
    hand.hold("Ape")
    hand.tap("Bear")
    hand.tap("Move to notebook...")
    hand.tap("Ideas")
    assert hand.sees('Move 2 notes to notebook "Ideas"?')
    hand.tap("OK")
    assert {"Ape", "Bear"} <= _titles(store, "Ideas")
    hand.hold("Cow")
    hand.tap(desc="Delete")
    hand.tap("OK")
    assert _titles(store, "Zoo") == set()


def test_tree_picture_and_touch_agree_on_every_screen(hand: Hand, phone: SimPhone) -> None:
    hand.open("Joplin")
    _go(hand, "Ideas")
    assert disagreements(phone) == []
    hand.tap(desc="Add new")
    assert disagreements(phone) == []
    hand.tap(desc="New to-do")
    phone.editor.commit("Garden")
    hand.tap("Add body")
    phone.editor.commit("# Beds\n- [ ] tomatoes\n1. beans\nplain **bold** text")
    assert disagreements(phone) == []
    hand.press("back")
    hand.press("back")
    assert disagreements(phone) == []
    hand.press("back")
    hand.hold("Garden")
    assert disagreements(phone) == []
    hand.press("back")
    hand.tap(desc="Sidebar")
    assert disagreements(phone) == []


def test_words_are_found_by_how_they_begin(store: JoplinStore) -> None:
    store.save(Note(title="Straße", body="Größe (neu)"), 5)
    assert [note.title for note in store.search("stra neu")] == ["Straße"]
    assert store.search("raße") == []
    assert store.search("") == []
