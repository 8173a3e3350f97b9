from __future__ import annotations

from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

NOTEBOOK = "/sdcard/Documents/Markor"


def _files(phone: SimPhone) -> set[str]:
    return {f.name for f in phone.files.list(NOTEBOOK)}


def _new(hand: Hand, name: str, ext: str = ".md") -> None:
    hand.tap(desc="Create a new file or folder")
    hand.write(name, id="new_file_dialog__name")
    hand.write(ext, id="new_file_dialog__ext")


def test_a_note_is_created_written_and_saved_on_leaving(phone: SimPhone, hand: Hand) -> None:
    hand.open("Markor")
    _new(hand, "plan", ".txt")
    hand.tap("OK")
    assert hand.texts("note__activity__text_note_title") == ["plan"]
    hand.tap(id="document__fragment__edit__highlighting_editor")
    phone.keys.type("first line\nsecond")
    hand.press("back")
    hand.press("back")
    assert phone.files.read(f"{NOTEBOOK}/plan.txt") == b"first line\nsecond"
    assert hand.sees("plan.txt")


def test_an_existing_note_is_never_overwritten_by_creating_it(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/kept.md", b"old\n")
    hand.open("Markor")
    _new(hand, "kept")
    hand.tap("OK")
    assert hand.find(id="document__fragment__edit__highlighting_editor").text == "old\n"
    hand.press("back")
    hand.press("back")
    assert phone.files.read(f"{NOTEBOOK}/kept.md") == b"old\n"


def test_rows_speak_through_their_description_and_hide_their_text_from_compressed_trees(
    phone: SimPhone, hand: Hand
) -> None:
    from agentprog.phone.records import Dialect

    phone.files.write(f"{NOTEBOOK}/a.md", b"x" * 2048)
    hand.open("Markor")
    assert hand.sees(desc="File a.md 2023-10-15 15:34 · 2.0 KB")
    assert 'text="a.md"' in phone.accessibility.dump(Dialect.U2)
    assert 'text="a.md"' not in phone.accessibility.dump(Dialect.U2, compressed=True)


def test_folders_are_made_entered_and_left(phone: SimPhone, hand: Hand) -> None:
    hand.open("Markor")
    _new(hand, "trips", "")
    hand.tap("Folder")
    hand.tap("trips")
    assert hand.sees("> trips")
    _new(hand, "oslo")
    hand.tap("OK")
    hand.press("back")
    assert hand.sees("oslo.md")
    assert hand.sees("..")
    hand.press("back")
    assert not hand.sees("..")
    assert {f.name for f in phone.files.list(f"{NOTEBOOK}/trips")} == {"oslo.md"}


def test_rename_refuses_a_clash_then_works(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/one.md", b"1")
    phone.files.write(f"{NOTEBOOK}/two.md", b"2")
    hand.open("Markor")
    hand.hold("one.md")
    hand.tap(desc="Rename")
    phone.editor.replace("two.md")
    hand.tap("OK")
    assert hand.sees(id="dialog_message")
    phone.editor.replace("three.md")
    hand.tap("OK")
    assert {"two.md", "three.md"} <= _files(phone)
    assert "one.md" not in _files(phone)


def test_move_copy_and_delete(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/a.md", b"1")
    phone.files.mkdir(f"{NOTEBOOK}/box")
    hand.open("Markor")
    for verb in ("Copy", "Move"):
        if verb == "Move":
            phone.files.remove(f"{NOTEBOOK}/box/a.md")
        hand.hold("a.md")
        hand.tap(desc="More options")
        hand.tap(verb)
        hand.tap(desc="Folder box")
        assert hand.texts("ui__filesystem_dialog__title") == [f"{verb} → box"]
        hand.tap("Select this folder")
        assert phone.files.read(f"{NOTEBOOK}/box/a.md") == b"1"
        assert ("a.md" in _files(phone)) is (verb == "Copy")
    hand.hold("box")
    hand.tap(desc="Delete")
    assert hand.texts("alertTitle") == ["Confirm Delete"]
    hand.tap("Cancel")
    assert "box" in _files(phone)
    hand.tap(desc="Delete")
    hand.tap("OK")
    assert "box" not in _files(phone)


def test_undo_redo_and_view_mode(phone: SimPhone, hand: Hand) -> None:
    hand.open("Markor")
    _new(hand, "u")
    hand.tap("OK")
    hand.tap(id="document__fragment__edit__highlighting_editor")
    phone.keys.type("ab")
    phone.keys.type("c")
    hand.tap(desc="Undo")
    assert hand.sees("ab")
    hand.tap(desc="Redo")
    assert hand.sees("abc")
    hand.tap(desc="View mode")
    assert hand.sees(desc="Edit mode")
    assert not hand.sees(id="document__fragment__edit__highlighting_editor")
    hand.tap(desc="Edit mode")
    hand.tap(desc="Check list")
    assert hand.sees("- [ ] abc")


def test_sorting_by_date_brings_the_newest_first(phone: SimPhone, hand: Hand) -> None:
    phone.clock.advance(3600)
    phone.files.write(f"{NOTEBOOK}/zzz_newest.md", b"1")
    hand.open("Markor")
    assert hand.texts("opoc_filesystem_item__title")[0] != "zzz_newest.md"
    hand.tap(desc="Sort by")
    hand.tap("Date")
    assert hand.texts("opoc_filesystem_item__title")[0] == "zzz_newest.md"


def test_a_note_is_shared_to_the_messenger(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/hello.md", b"hello from a note")
    hand.open("Markor")
    hand.tap("hello.md")
    hand.tap(desc="More options")
    hand.tap("Share")
    hand.tap("SMS Messenger")
    phone.editor.commit("+15550003333")
    hand.tap(id="new_conversation_confirm")
    assert hand.find(id="thread_type_message").text == "hello from a note"
    hand.tap("SMS")
    hand.wait(3)
    rows = phone.providers.query("content://sms/sent", projection=("address", "body")).rows
    assert ("+15550003333", "hello from a note") in rows


def test_the_quick_note_tab_keeps_its_text(phone: SimPhone, hand: Hand) -> None:
    hand.open("Markor")
    hand.tap(desc="QuickNote")
    hand.write("remember the milk", id="document__fragment__edit__highlighting_editor")
    hand.tap(desc="Files")
    assert phone.files.read(f"{NOTEBOOK}/quicknote.md") == b"remember the milk"


def test_favourites_are_marked_and_found(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/fav.md", b"star")
    hand.open("Markor")
    hand.hold("fav.md")
    hand.tap(desc="Favourite")
    hand.tap(desc="Go to")
    hand.tap("Favourites")
    hand.tap("fav.md")
    assert hand.texts("note__activity__text_note_title") == ["fav"]


def test_the_editor_searches_and_marks_the_matches(phone: SimPhone, hand: Hand) -> None:
    phone.files.write(f"{NOTEBOOK}/find.md", b"one two one")
    hand.open("Markor")
    hand.tap("find.md")
    found = []
    for _ in range(2):
        hand.tap(desc="Search")
        phone.editor.commit("ONE")
        hand.tap("OK")
        editor = phone.editor.focused()
        assert editor is not None
        found.append(editor.selection)
    assert found == [(0, 3), (8, 11)]
    hand.tap(desc="Search")
    phone.editor.commit("three")
    hand.tap("OK")
    assert phone.toasts.last() == "No results"
