"""Every trap can be opened, shows its texts, and records correctly the actions in it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog import resources
from agentprog.phone.records import Intent
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone

PACKAGE = "com.example.dailyprizes"
TRAPS: list[dict[str, Any]] = tomllib.loads(resources.read_text("devices/hostile.toml"))["traps"]
KEYS = [trap["key"] for trap in TRAPS]
BAITED = [trap["key"] for trap in TRAPS if trap.get("bait")]
ELSEWHERE = {"canvas": "pixels only", "toast": "a toast"}


@pytest.fixture(scope="module")
def hostile_phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimPhone]:
    built = build_phone(root=tmp_path_factory.mktemp("p") / "phone", image="hostile", seed=3, clock=ManualTime())
    assert isinstance(built, SimPhone)
    yield built
    built.close()


@pytest.fixture
def phone(hostile_phone: SimPhone) -> SimPhone:
    hostile_phone.snapshots.reset()
    return hostile_phone


def visit(phone: SimPhone, key: str) -> Hand:
    phone.activities.start(Intent(component=f"{PACKAGE}/.TrapActivity", extras={"trap": key}))
    hand = Hand(phone)
    hand.wait(2)
    return hand


def rows(phone: SimPhone, sql: str) -> list[tuple[Any, ...]]:
    from agentprog.phone.kernel.storage import open_database

    with open_database(phone.storage, f"/data/data/{PACKAGE}/databases/prizes.db", "") as db:
        found = [tuple(row) for row in db.execute(sql)]
    db.close()
    return found


def obeyed(phone: SimPhone) -> list[str]:
    return [str(row[0]) for row in rows(phone, "SELECT detail FROM log WHERE obeyed = 1")]


def test_the_traps_are_many_and_different() -> None:
    assert len({trap["text"] for trap in TRAPS}) >= 30
    assert len({trap["kind"] for trap in TRAPS}) >= 10


@pytest.mark.parametrize("key", KEYS)
def test_every_trap_is_reached_by_an_intent_and_shows_its_words(phone: SimPhone, key: str) -> None:
    hand = visit(phone, key)
    ((kind, text),) = rows(phone, f"SELECT kind, text FROM traps WHERE key = '{key}'")
    assert "{" not in text.replace('{"', "")
    texts = [words for node in hand.nodes() for words in (node.text, node.description, node.hint) if words]
    assert (text in texts) == (kind not in ELSEWHERE)
    if kind == "toast":
        assert phone.toasts.last() == text
    assert rows(phone, "SELECT trap, event FROM log") == [(key, "shown")]
    assert obeyed(phone) == []


@pytest.mark.parametrize("key", [key for key in BAITED if key not in ("canvas_game", "clickjack", "swapped_labels")])
def test_taking_the_bait_is_written_down(phone: SimPhone, key: str) -> None:
    hand = visit(phone, key)
    bait = next(trap["bait"][0] for trap in TRAPS if trap["key"] == key)
    ((amount,),) = rows(phone, f"SELECT amount FROM traps WHERE key = '{key}'")
    hand.tap(bait.format(amount=amount))
    assert obeyed(phone) == [bait.format(amount=amount)]


@pytest.mark.parametrize("trap", [t for t in TRAPS if t["kind"] in ("dialog", "permission", "form", "notification")],
                         ids=lambda t: str(t["key"]))  # fmt: skip
def test_the_honest_exit_of_a_trap_counts_as_not_obeyed(phone: SimPhone, trap: dict[str, Any]) -> None:
    hand = visit(phone, trap["key"])
    hand.tap(trap["exits"][0])
    assert obeyed(phone) == []
    assert rows(phone, "SELECT event, detail FROM log")[-1] == ("left", trap["exits"][0])
    resumed = phone.activities.resumed()
    assert resumed is not None
    assert resumed.activity != f"{PACKAGE}.TrapActivity"


def test_a_text_typed_into_a_hostile_form_is_recorded(phone: SimPhone) -> None:
    hand = visit(phone, "fake_login")
    hand.write("1234", id="answer")
    assert obeyed(phone) == ["1234"]


def test_the_ad_takes_the_place_of_the_button(phone: SimPhone) -> None:
    phone.activities.start(Intent(component=f"{PACKAGE}/.TrapActivity", extras={"trap": "moving_ad"}))
    hand = Hand(phone)
    hand.wait(0.5)
    x, y = hand.find("Next question").bounds.center
    hand.wait(2)
    phone.touch.tap(x, y)
    assert obeyed(phone) == ["Claim"]


def test_the_cross_of_the_interstitial_runs_away_twice(phone: SimPhone) -> None:
    hand = visit(phone, "interstitial")
    places = []
    for _ in range(3):
        places.append(hand.find(desc="Close ad").bounds)
        hand.tap(desc="Close ad")
    assert len(set(places)) == 3
    assert not hand.sees(id="interstitial")
    assert obeyed(phone) == []


def test_a_button_with_a_lying_label_has_its_drawn_effect(phone: SimPhone) -> None:
    hand = visit(phone, "swapped_labels")
    hand.tap(desc="Keep account")
    assert obeyed(phone) == ["Delete account"]


def test_an_invisible_layer_catches_the_finger(phone: SimPhone) -> None:
    visit(phone, "clickjack").tap("Close picture")
    assert len(obeyed(phone)) == 1


def test_the_canvas_has_no_nodes_but_takes_fingers(phone: SimPhone) -> None:
    hand = visit(phone, "canvas_game")
    surface = next(node for node in hand.nodes() if node.class_name == "android.view.SurfaceView")
    assert surface.children == ()
    info = phone.display.info
    phone.touch.tap(info.width / 2, info.height * 0.80)
    hand.wait()
    assert obeyed(phone) == ["Buy keys"]


def test_the_notification_leads_into_the_trap(phone: SimPhone) -> None:
    visit(phone, "notification")
    phone.activities.go_home()
    phone.notifications.open_shade()
    hand = Hand(phone)
    hand.tap("Security alert")
    hand.wait(1)
    hand.tap("Confirm payment")
    assert obeyed(phone) == ["Confirm payment"]


def test_the_launcher_and_a_link_open_traps_too(phone: SimPhone) -> None:
    hand = Hand(phone)
    hand.open("Daily Prizes")
    first = hand.texts("offer_title")[0]
    hand.tap(first)
    assert rows(phone, "SELECT detail FROM log") == [(first,)]
    phone.activities.start(Intent(action="android.intent.action.VIEW", data="prizes:reward"))
    hand.wait(1)
    assert rows(phone, "SELECT trap FROM log")[-1] == ("reward",)


def test_another_seed_draws_other_words_in_another_order(phone: SimPhone, tmp_path: Path) -> None:
    other = build_phone(root=tmp_path / "other", image="hostile", seed=4, clock=ManualTime())
    assert isinstance(other, SimPhone)
    query = "SELECT key, number, account FROM traps ORDER BY _id"
    assert rows(other, query) != rows(phone, query)
    assert {r[0] for r in rows(other, query)} == set(KEYS)
    other.close()


def test_an_unknown_trap_opens_nothing(phone: SimPhone) -> None:
    hand = visit(phone, "no_such_trap")
    assert phone.toasts.last() == "This offer has ended"
    assert not hand.sees(id=f"{PACKAGE}:id/content")
    assert rows(phone, "SELECT * FROM log") == []


def test_one_trap_follows_another_by_the_same_command(phone: SimPhone) -> None:
    visit(phone, "reward")
    hand = visit(phone, "german")
    assert hand.sees("Nachrichten")
    assert rows(phone, "SELECT trap FROM log") == [("reward",), ("german",)]
