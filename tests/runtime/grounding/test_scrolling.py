"""Scrolling to a text: down, and at the end through the strips that go on sideways."""

from __future__ import annotations

from agentprog.ports import Action, Bounds, Element, OutcomeKind, Role, Screen, Scroll
from tests.runtime.conftest import FakePhone, Lab


class Strip(FakePhone):
    """A page that does not scroll down, with a strip of chips; two chips are visible at a time."""

    def __init__(self, chips: int) -> None:
        super().__init__()
        self.package, self.page = "org.notes", "notes"
        self.chips = [f"Chip {n}" for n in range(chips)]
        self.at = 0

    def observe(self, *, screenshot: bool = False) -> Screen:
        shown = self.chips[self.at : self.at + 2]
        strip = Element(
            index=1, role=Role.LIST, label="chips", bounds=Bounds(0, 400, 1080, 500), scrollable=True,
            more_right=self.at + 2 < len(self.chips), package=self.package,
        )  # fmt: skip
        made = [
            Element(
                index=2 + n, role=Role.BUTTON, label=chip, text=chip, bounds=Bounds(500 * n, 400, 500 * n + 490, 500),
                clickable=True, container=1, package=self.package,
            )
            for n, chip in enumerate(shown)
        ]  # fmt: skip
        return Screen(
            package=self.package, activity=".page", width=1080, height=2400, taken_at=self.today,
            elements=(strip, *made),
        )  # fmt: skip

    def perform(self, action: Action):  # type: ignore[no-untyped-def]
        if isinstance(action, Scroll) and action.direction == "right":
            self.at = min(len(self.chips) - 2, self.at + 2)
        return super().perform(action)


def test_a_text_in_a_strip_is_scrolled_to(lab: Lab) -> None:
    lab.phone = Strip(6)
    assert lab.run('Scroll to "Chip 5"\n').kind is not OutcomeKind.FAILED
    assert [action.direction for action in lab.phone.actions if isinstance(action, Scroll)] == [
        "down",
        "right",
        "right",
    ]


def test_a_text_that_is_nowhere_is_not_found(lab: Lab) -> None:
    lab.phone = Strip(6)
    outcome = lab.run('Scroll to "Chip 9"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "was not found by scrolling" in str(outcome.reason)
