from __future__ import annotations

from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


def _device(hand: Hand) -> None:
    hand.open("Files")
    hand.tap(desc="Show roots")
    hand.tap("sdk_gphone_x86_64")


def test_a_file_is_deleted_after_the_question(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Podcasts/talk.mp3", b"x" * 2500)
    phone.files.write("/sdcard/Podcasts/kept.mp3", b"y")
    _device(hand)
    hand.scroll_to("Podcasts")
    hand.tap("Podcasts")
    assert hand.texts("metadata") == ["Oct 15, 1 B, MP3 file", "Oct 15, 2.50 kB, MP3 file"]
    hand.hold("talk.mp3")
    hand.tap(desc="Delete")
    assert hand.sees('Delete "talk.mp3"?')
    hand.tap("OK")
    assert [f.name for f in phone.files.list("/sdcard/Podcasts")] == ["kept.mp3"]


def test_a_file_is_moved_and_another_copied(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Download/a.txt", b"1")
    phone.files.write("/sdcard/Download/b.txt", b"2")
    hand.open("Files")
    for name, verb in (("a.txt", "Move"), ("b.txt", "Copy")):
        hand.hold(name)
        hand.tap(desc="More options")
        hand.tap(f"{verb} to…")
        hand.tap(desc="Show roots")
        hand.tap("sdk_gphone_x86_64")
        hand.tap("Documents")
        hand.tap(verb)
        assert phone.files.read(f"/sdcard/Documents/{name}") in (b"1", b"2")
        hand.tap(desc="Show roots")
        hand.tap("Downloads")
    assert [f.name for f in phone.files.list("/sdcard/Download")] == ["b.txt"]


def test_folders_are_made_renamed_searched_and_crumbs_lead_back(phone: SimPhone, hand: Hand) -> None:
    _device(hand)
    hand.tap(desc="More options")
    hand.tap("New folder")
    phone.editor.commit("trips")
    hand.tap("OK")
    hand.scroll_to("trips")
    hand.tap("trips")
    assert hand.texts("breadcrumb_text") == ["sdk_gphone_x86_64", "trips"]
    assert hand.sees("No items")
    hand.tap("sdk_gphone_x86_64")
    hand.scroll_to("trips")
    hand.hold("trips")
    hand.tap(desc="More options")
    hand.tap("Rename")
    phone.editor.replace("journeys")
    hand.tap("OK")
    assert phone.files.stat("/sdcard/journeys") is not None
    hand.tap(id="option_menu_search")
    phone.editor.commit("journ")
    assert hand.texts("title")[:1] == ["journeys"]


def test_recent_and_kinds_filter(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Download/pic.png", b"1")
    phone.files.write("/sdcard/Download/note.txt", b"1")
    hand.open("Files")
    hand.tap("Images")
    assert hand.texts("android:id/title") == ["pic.png"]
    hand.tap("Images")
    hand.tap(desc="Grid view")
    assert sorted(hand.texts("android:id/title")) == ["note.txt", "pic.png"]
    assert hand.sees(desc="List view")


def test_a_text_opens_in_markor(phone: SimPhone, hand: Hand) -> None:
    phone.files.write("/sdcard/Download/note.txt", b"from downloads")
    hand.open("Files")
    hand.tap("note.txt")
    hand.wait(1)
    assert hand.sees("from downloads")
