"""OpenTracks by touch: the list, one track's figures, editable fields, sums, recording."""

from __future__ import annotations

import pytest

from agentprog.phone.apps.opentracks.store import SCHEMA, Track, TrackStore, day, distance, elapsed
from agentprog.phone.kernel.storage import open_database
from agentprog.phone.system.agreement import disagreements
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

IMAGE = "androidworld"
PATH = "/data/data/de.dennisguse.opentracks/databases/database.db"
HOUR = 3_600_000


@pytest.fixture
def store(phone: SimPhone) -> TrackStore:
    return TrackStore(open_database(phone.storage, PATH, SCHEMA))


@pytest.fixture
def three(phone: SimPhone, store: TrackStore) -> TrackStore:
    """Two runs and a swim, the swim yesterday."""
    store.delete([track.id for track in store.all()])
    now = phone.clock.now_ms()
    run = {"category": "running", "total": HOUR // 2, "moving": HOUR // 2}
    store.add(Track(name="Short run", start=now - HOUR, distance=5000.0, **run))  # type: ignore[arg-type]
    store.add(Track(name="Swim", category="swimming", start=now - 24 * HOUR, total=HOUR, moving=HOUR, distance=400.0))
    store.add(Track(name="Old run", start=now - 50 * HOUR, distance=3046.7, **run))  # type: ignore[arg-type]
    return store


def test_the_image_holds_tracks_of_its_seed(hand: Hand, store: TrackStore) -> None:
    hand.open("OpenTracks")
    assert len(store.all()) == 6
    assert hand.sees(store.all()[0].name)


@pytest.mark.usefixtures("three")
def test_the_list_shows_duration_distance_and_date_and_not_the_category(hand: Hand) -> None:
    hand.open("OpenTracks")
    assert hand.sees("30:00 (3.11mi)")
    assert hand.sees("1:00:00 (1,312.34ft)")
    assert hand.sees("Today")
    assert hand.sees("Yesterday")
    assert hand.sees("Friday")
    assert not hand.sees("running")


@pytest.mark.usefixtures("three")
def test_the_search_finds_a_kind_and_back_ends_it(hand: Hand, phone: SimPhone) -> None:
    hand.open("OpenTracks")
    hand.tap(desc="Search")
    phone.editor.commit("swim")
    phone.editor.action()
    assert hand.sees("Swim")
    assert not hand.sees("Short run")
    hand.press("back")
    assert hand.sees("Short run")


@pytest.mark.usefixtures("three")
def test_a_tracks_page_shows_its_figures(hand: Hand, phone: SimPhone) -> None:
    hand.open("OpenTracks")
    hand.tap("Short run")
    for text in ("Distance", "3.11", "Total time", "30:00", "Avg speed", "6.2", "mph"):
        assert hand.sees(text), text
    assert not disagreements(phone)


def test_an_edited_category_is_saved(hand: Hand, phone: SimPhone, three: TrackStore) -> None:
    hand.open("OpenTracks")
    hand.tap("Swim")
    hand.tap(desc="More options")
    hand.tap("Edit")
    hand.tap(id="track_edit_activity_type")
    phone.editor.replace("rowing")
    hand.press("back")
    hand.tap("Save")
    assert next(track.category for track in three.all() if track.name == "Swim") == "rowing"


def test_a_track_is_deleted_after_a_question(hand: Hand, three: TrackStore) -> None:
    hand.open("OpenTracks")
    hand.tap("Swim")
    for answer, left in (("Cancel", 3), ("OK", 2)):
        hand.tap(desc="More options")
        hand.tap("Delete")
        assert hand.sees("Delete track?")
        hand.tap(answer)
        assert len(three.all()) == left
    assert hand.sees("Old run")


def test_selected_tracks_are_summed_by_category(hand: Hand, three: TrackStore) -> None:
    hand.open("OpenTracks")
    hand.tap(id="aggregated_stats_button")
    for text in ("running", "(2)", "5.00", "1:00:00", "swimming", "(1)"):
        assert hand.sees(text), text
    hand.press("back")
    hand.hold("Old run")
    hand.tap("Swim")
    hand.tap(desc="Aggregated stats")
    assert hand.sees("1.89")
    assert not hand.sees("5.00")
    hand.press("back")
    hand.hold("Old run")
    hand.tap(desc="Delete")
    hand.tap("OK")
    assert {track.name for track in three.all()} == {"Short run", "Swim"}


def test_a_recording_runs_until_the_stop_button_is_held_and_is_saved_with_a_name(
    hand: Hand, phone: SimPhone, three: TrackStore
) -> None:
    hand.open("OpenTracks")
    hand.tap(desc="Record")
    phone.clock.advance(90)
    assert hand.sees("Recording…")
    hand.tap(desc="Hold to stop")
    hand.press("back")
    assert hand.sees("Recording…")
    hand.tap("Recording…")
    hand.hold(desc="Hold to stop")
    hand.tap(id="track_edit_name")
    phone.editor.replace("To the shop")
    hand.press("back")
    hand.tap("Finish")
    newest = three.all()[0]
    assert newest.name == "To the shop"
    assert 90_000 <= newest.total < 120_000
    assert hand.sees("To the shop")


def test_words_for_times_and_distances(phone: SimPhone) -> None:
    today = phone.clock.now().date()
    assert (elapsed(65_000), elapsed(3 * HOUR + 4000)) == ("01:05", "3:00:04")
    assert (distance(499.0)[1], distance(500.0)) == ("ft", ("0.31", "mi"))
    assert [day(today.replace(day=n), today) for n in (15, 14, 10, 8)] == ["Today", "Yesterday", "Tuesday", "8 Oct"]
    assert day(today.replace(year=2022), today) == "15 Oct 2022"
