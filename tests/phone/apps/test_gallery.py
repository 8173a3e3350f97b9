"""Simple Gallery Pro by touch: folders, one picture, copying, renaming, favourites, the Recycle Bin."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from agentprog.phone.system.agreement import disagreements
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

IMAGE = "androidworld"
DCIM, DOWNLOAD = "/sdcard/DCIM", "/sdcard/Download"
RED, BLUE = (200, 10, 10), (10, 10, 200)


def picture(color: tuple[int, int, int], size: tuple[int, int] = (60, 30)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


def names(phone: SimPhone, folder: str) -> set[str]:
    return {entry.name for entry in phone.files.list(folder)}


@pytest.fixture(autouse=True)
def pictures(phone: SimPhone) -> None:
    """A red picture, the newest, and an older blue one."""
    now = phone.clock.now_ms() // 1000
    phone.files.write(f"{DCIM}/boat.png", picture(BLUE), mtime=now - 500)
    phone.files.write(f"{DCIM}/bill.png", picture(RED), mtime=now)
    phone.files.write(f"{DCIM}/.hidden.png", picture(RED))
    phone.files.write(f"{DCIM}/notes.txt", b"no picture")


@pytest.fixture
def folder(hand: Hand) -> Hand:
    hand.open("Gallery")
    hand.tap("DCIM")
    return hand


def test_a_folder_shows_its_number_of_pictures_and_a_grid_no_names(folder: Hand, phone: SimPhone) -> None:
    assert len(folder.all(id="media_item_holder")) == 2
    assert not folder.sees("bill.png")
    folder.tap(desc="More options")
    folder.tap("Toggle filename visibility")
    assert folder.texts("medium_name") == ["bill.png", "boat.png"]
    folder.press("back")
    assert folder.texts("photo_cnt") == ["2"]
    assert not disagreements(phone)


def test_a_picture_is_seen_and_a_swipe_shows_the_next(folder: Hand, phone: SimPhone) -> None:
    folder.tap(id="media_item_holder")
    assert folder.sees("bill.png")
    assert phone.capture.image().getpixel((540, 1200)) == RED
    folder.swipe(0.8, 0.5, 0.2, 0.5)
    assert folder.sees("boat.png")
    assert phone.capture.image().getpixel((540, 1200)) == BLUE
    folder.tap(id="view_pager")
    assert not folder.sees("boat.png")


def test_a_broken_picture_file_is_drawn_black(folder: Hand, phone: SimPhone) -> None:
    phone.files.write(f"{DCIM}/bill.png", b"broken")
    folder.tap(id="media_item_holder")
    assert phone.capture.image().getpixel((540, 1200)) == (0, 0, 0)


def test_a_picture_is_copied_to_a_folder_without_pictures(folder: Hand, phone: SimPhone) -> None:
    folder.tap(id="media_item_holder")
    folder.tap(desc="More options")
    folder.tap("Copy to")
    folder.tap("Other folder")
    folder.tap("Internal")
    folder.scroll_to("Download")
    folder.tap("Download")
    folder.tap("OK")
    assert phone.files.read(f"{DOWNLOAD}/bill.png") == phone.files.read(f"{DCIM}/bill.png")


@pytest.mark.parametrize(
    ("answer", "left", "there"),
    [
        ("Skip", {"bill.png"}, {"bill.png": BLUE}),
        ("Overwrite", set(), {"bill.png": RED}),
        ("Keep both", set(), {"bill.png": BLUE, "bill(1).png": RED}),
    ],
)
def test_a_name_that_is_taken_is_asked_about(
    folder: Hand, phone: SimPhone, answer: str, left: set[str], there: dict[str, tuple[int, int, int]]
) -> None:
    phone.files.write(f"{DOWNLOAD}/bill.png", picture(BLUE))
    folder.hold(id="media_item_holder")
    assert folder.sees("1 / 2")
    folder.tap(desc="More options")
    folder.tap("Move to")
    folder.tap("Download")
    assert folder.sees('File "bill.png" already exists')
    folder.tap(answer)
    assert names(phone, DCIM) & {"bill.png"} == left
    assert {name: phone.files.read(f"{DOWNLOAD}/{name}") for name in there} == {
        name: picture(color) for name, color in there.items()
    }


def test_a_picture_is_moved_into_a_new_folder(folder: Hand, phone: SimPhone) -> None:
    folder.hold(id="media_item_holder")
    folder.tap(desc="More options")
    folder.tap("Move to")
    folder.tap("Other folder")
    folder.tap(desc="Create new folder")
    phone.editor.commit("Bills")
    folder.tap("OK")
    folder.tap("OK")
    assert names(phone, f"{DCIM}/Bills") == {"bill.png"}


def test_a_picture_gets_another_name_and_stays_a_favourite(folder: Hand, phone: SimPhone) -> None:
    folder.tap(id="media_item_holder")
    folder.tap(desc="Toggle favorite")
    folder.tap(desc="More options")
    folder.tap("Rename")
    phone.editor.commit("receipt")
    folder.tap("OK")
    assert folder.sees("receipt.png")
    assert {"receipt.png", "boat.png"} <= names(phone, DCIM)
    folder.press("back")
    folder.press("back")
    assert folder.texts("dir_name") == ["Favorites", "DCIM"]


def test_a_deleted_picture_is_in_the_recycle_bin_until_it_is_restored(folder: Hand, phone: SimPhone) -> None:
    folder.tap(id="media_item_holder")
    folder.tap(desc="Delete")
    assert folder.sees('Are you sure you want to move "bill.png" into the Recycle Bin?')
    folder.tap("Yes")
    assert "bill.png" not in names(phone, DCIM)
    folder.press("back")
    folder.press("back")
    folder.tap("Recycle Bin")
    folder.hold(id="media_item_holder")
    folder.tap(desc="More options")
    folder.tap("Restore selected files")
    assert phone.files.read(f"{DCIM}/bill.png") == picture(RED)
    folder.press("back")
    assert not folder.sees("Recycle Bin")


def test_the_bin_is_emptied(folder: Hand, phone: SimPhone) -> None:
    folder.hold(id="media_item_holder")
    folder.tap(desc="More options")
    folder.tap("Select all")
    folder.tap(desc="Delete")
    folder.tap("Yes")
    folder.press("back")
    folder.tap("Recycle Bin")
    folder.tap(desc="More options")
    folder.tap("Empty Recycle Bin")
    folder.tap("Yes")
    assert folder.sees("No media files have been found.")
    assert not names(phone, DCIM) & {"bill.png", "boat.png"}


def test_a_search_finds_a_picture_by_its_name(folder: Hand, phone: SimPhone) -> None:
    folder.tap(id="top_toolbar_search")
    phone.editor.commit("boa")
    assert len(folder.all(id="media_item_holder")) == 1


def test_the_pictures_are_sorted_as_asked(folder: Hand) -> None:
    folder.tap(desc="More options")
    folder.tap("Sort by")
    folder.tap("Name")
    folder.tap(id="media_item_holder", nth=1)
    assert folder.sees("boat.png")


def test_properties_show_the_path_and_the_size(folder: Hand) -> None:
    folder.tap(id="media_item_holder")
    folder.tap(desc="Properties")
    assert folder.texts("property_value")[:2] == ["bill.png", "/storage/emulated/0/DCIM"]


def test_files_opens_a_picture_here(hand: Hand, phone: SimPhone) -> None:
    phone.files.write(f"{DOWNLOAD}/tower.jpg", picture(BLUE))
    hand.open("Files")
    hand.tap("tower.jpg")
    assert phone.capture.image().getpixel((540, 1200)) == BLUE
    hand.press("back")
    assert hand.sees("Downloads")
