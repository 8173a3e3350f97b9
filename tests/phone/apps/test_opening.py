"""The dialog that chooses an app for a file: no answer without a choice, and each answer for its own kind of file."""

from __future__ import annotations

import pytest

from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


@pytest.fixture
def files(phone: SimPhone, hand: Hand) -> SimPhone:
    for name in ("a.html", "b.html"):
        phone.files.write(f"/sdcard/Download/{name}", f"<h1>Page {name}</h1>".encode())
    hand.open("Files")
    return phone


def enabled(hand: Hand) -> set[str]:
    return {node.text for node in hand.nodes() if node.text in ("Just once", "Always") and node.enabled}


@pytest.mark.usefixtures("files")
def test_both_answers_need_a_chosen_app(hand: Hand) -> None:
    hand.tap("a.html")
    assert hand.sees("Open with")
    assert enabled(hand) == set()
    hand.tap("Chrome")
    assert enabled(hand) == {"Just once", "Always"}


def test_just_once_asks_again_and_always_answers_for_this_kind_alone(files: SimPhone, hand: Hand) -> None:
    hand.tap("a.html")
    hand.tap("Chrome")
    hand.tap("Just once")
    assert hand.sees("Page a.html")
    assert not files.settings.get("secure", "preferred_activity text/html")
    hand.press("home")
    hand.open("Files")
    hand.tap("b.html")
    assert hand.sees("Open with")
    hand.tap("Chrome")
    hand.tap("Always")
    assert hand.sees("Page b.html")
    assert files.settings.get("secure", "preferred_activity text/html") == "com.android.chrome"


@pytest.mark.usefixtures("files")
def test_back_from_the_dialog_opens_no_file(hand: Hand) -> None:
    hand.tap("a.html")
    hand.press("back")
    assert not hand.sees("Open with")
    assert hand.sees("b.html")
