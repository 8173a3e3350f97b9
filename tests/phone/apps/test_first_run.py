"""The questions of each app at its first start, on a phone out of the box."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone


@pytest.fixture(scope="module")
def new_phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimPhone]:
    built = build_phone(root=tmp_path_factory.mktemp("p") / "phone", image="first-run", clock=ManualTime())
    assert isinstance(built, SimPhone)
    yield built
    built.close()


@pytest.mark.parametrize(
    ("app", "answers", "sign"),
    [
        ("Contacts", ("Skip", "Don’t allow"), "No contacts yet"),
        ("SMS Messenger", ("SMS Messenger", "Set as default"), "No stored conversations have been found"),
        ("Pro Expense", ("NEXT", "CONTINUE"), "Expenses in this Week"),
        ("Chrome", ("Use without an account", "No thanks"), "Search or type URL"),
        ("Broccoli", (), "No recipes found."),
    ],
)
def test_first_questions_are_asked_and_answered(
    new_phone: SimPhone, app: str, answers: tuple[str, ...], sign: str
) -> None:
    hand = Hand(new_phone)
    hand.open(app)
    for answer in answers:
        assert not hand.sees(sign)
        hand.tap(answer, nth=len(hand.all(answer)) - 1)
    assert hand.sees(sign)


def test_markor_asks_for_all_files_on_a_page_of_settings(new_phone: SimPhone) -> None:
    hand = Hand(new_phone)
    hand.open("Markor")
    for _ in range(4):
        hand.tap("NEXT")
    hand.tap("DONE")
    hand.tap("OK")
    hand.tap("Allow access to manage all files")
    assert new_phone.packages.get("net.gsantner.markor").permissions["android.permission.MANAGE_EXTERNAL_STORAGE"]  # type: ignore[union-attr]
    hand.press("back")
    assert hand.sees(desc="Create a new file or folder")


def test_the_calendar_warns_before_its_first_reminder(new_phone: SimPhone) -> None:
    hand = Hand(new_phone)
    hand.open("Calendar")
    for question in ("Don’t allow", "Allow"):
        if hand.sees(question):
            hand.tap(question)
    hand.tap(desc="New Event")
    hand.tap("Event")
    hand.write("Dentist", id="event_title")
    hand.press("back")
    hand.tap(desc="Save")
    hand.tap("OK")
    assert hand.sees(desc="New Event")
