"""A recipe reads a value where several elements show it, where its element shows something else, or on another page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from agentprog.ports import Action, Element, PressKey, Role, Tap
from agentprog.runtime.roles import Act, Move, Roles, StepContext, StepDone
from tests.runtime.conftest import FakePhone, Lab
from tests.runtime.recalling.test_seeking import asked

Widget = tuple[Role, str, dict[str, Any]]
NAMES = ("Milk", "Eggs", "Tea", "Rice", "Oil")


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


class Bills(FakePhone):
    """Each note opens a page of texts with ids; `above` is on the page of the list too."""

    def __init__(self, pages: Mapping[str, Mapping[str, str]], above: Mapping[str, str] | None = None) -> None:
        super().__init__(notes=list(pages))
        self.pages, self.above = pages, above or {}

    def _texts(self, texts: Mapping[str, str]) -> list[Widget]:
        return [
            (Role.TEXT, text or id_, {"text": text, "resource_id": f"org.notes:id/{id_}"})
            for id_, text in texts.items()
        ]

    def _widgets(self) -> list[Widget]:
        if self.page == "notes":
            return [*super()._widgets(), *self._texts(self.above)]
        if self.page != "note":
            return super()._widgets()
        return [(Role.TEXT, self.note, {"text": self.note}), *self._texts(self.pages[self.note])]


class Reader:
    """Opens the note and reads the total on its page; `reads` gives the value for each note."""

    def __init__(self, reads: Mapping[str, str]) -> None:
        self.reads = reads

    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        name = context.goal.literals[0]
        if "New" not in shown and name in shown:
            return StepDone(reason="there it is", value=self.reads[name])
        return Act(action=Tap(target=shown[name]) if name in shown else PressKey(key="back"))


def read(phone: FakePhone, reads: Mapping[str, str], *, kind: str = "") -> Lab:
    lab = Lab(phone=phone, roles=Roles(grounder=Reader(reads), tells=lambda: True))
    names = ", ".join(f'"{name}"' for name in reads)
    lab.run(
        f'for each {{x}} in [{names}]:\n    In the "Notes" app, find the total in the note "{{x}}", record as '
        f"{{total}}{kind}\n    Tell user {{total}}\n"
    )
    return lab


def bills(*rows: Sequence[str], ids: Sequence[str] = ("subtotal", "total")) -> dict[str, dict[str, str]]:
    return {name: dict(zip(ids, row, strict=True)) for name, row in zip(NAMES, rows, strict=False)}


def test_of_two_elements_with_the_value_the_recipe_reads_the_consistent_one() -> None:
    """Without tax the subtotal equals the total."""
    pages = bills(("5.00", "5.00"), ("6.00", "6.00"), ("7.00", "8.40"), ("9.00", "10.80"), ("1.00", "1.20"))
    reads = {name: page["total"] for name, page in pages.items()}
    lab = read(Bills(pages), reads)
    assert lab.person.told == list(reads.values())
    assert asked(lab)[4:] == [0]


def test_a_number_that_a_badge_shows_too_is_no_reading_of_the_badge() -> None:
    pages = bills(
        ("3", "3 items in it"),
        ("4", "9 items in it"),
        ("5", "7 items in it"),
        ("6", "8 items in it"),
        ids=("badge", "count"),
    )
    reads = {name: page["count"].split()[0] for name, page in pages.items()}
    lab = read(Bills(pages), reads)
    assert lab.person.told == list(reads.values())


def test_a_text_that_is_cut_off_is_not_the_value() -> None:
    whole = "Alexandria Maria von Hohenstein"
    pages = bills(("Ann", "-"), ("Bo", "-"), ("Cy", "-"), ("Alexandria Mar…", whole), ids=("name", "more"))
    reads = {**{name: page["name"] for name, page in pages.items()}, "Rice": whole}
    lab = read(Bills(pages), reads)
    assert lab.person.told[-1] == whole


def test_an_element_without_a_text_is_not_read_by_the_name_of_its_id() -> None:
    pages = bills(("5.00", "-"), ("6.00", "-"), ("7.00", "-"), ("", "0.00"), ids=("total", "more"))
    reads = {**{name: page["total"] for name, page in pages.items()}, "Rice": "0.00"}
    lab = read(Bills(pages), reads)
    assert lab.person.told == list(reads.values())


@pytest.mark.parametrize(("shown", "kind"), [("—", ""), ("Loading…", ""), ("free", " (number)")])
def test_a_text_that_is_no_value_of_its_kind_is_left_to_the_model(shown: str, kind: str) -> None:
    pages = bills(("5.00", "-"), ("6.00", "-"), ("7.00", "-"), (shown, "0.00"), ids=("total", "more"))
    reads = {**{name: page["total"] for name, page in pages.items()}, "Rice": "0.00"}
    lab = read(Bills(pages), reads, kind=kind)
    assert [float(text) for text in lab.person.told] == [5.0, 6.0, 7.0, 0.0]


class Forms(Bills):
    """The texts are in fields with hints."""

    def _texts(self, texts: Mapping[str, str]) -> list[Widget]:
        return [
            (
                Role.FIELD,
                text or "Amount",
                {"text": text, "editable": True, "hint": "Amount", "resource_id": f"org.notes:id/{id_}"},
            )
            for id_, text in texts.items()
        ]


def test_an_empty_field_is_not_its_value() -> None:
    pages = bills(("5.00", "-"), ("6.00", "-"), ("7.00", "-"), ("", "0.00"), ids=("total", "more"))
    reads = {**{name: page["total"] for name, page in pages.items()}, "Rice": "0.00"}
    lab = read(Forms(pages), reads)
    assert lab.person.told == list(reads.values())


def test_a_touch_that_did_not_open_the_page_reads_nothing_of_the_page_before() -> None:
    pages = bills(("5.00",), ("6.00",), ("7.00",), ("8.00",), ids=("total",))
    reads = {name: page["total"] for name, page in pages.items()}
    phone = Bills(pages, above={"total": "26.00"})
    dropped: list[str] = []

    def late(action: Action) -> bool:
        target = getattr(action, "target", None)
        if isinstance(target, Element) and target.label == "Tea" and not dropped:
            dropped.append("Tea")
            return False
        return True

    phone.before_action = late
    lab = read(phone, reads)
    assert lab.person.told == list(reads.values())


def test_the_number_of_another_notation_is_the_same_number() -> None:
    pages = bills(("$5.00",), ("$6.00",), ("$1,250.50",), ("1.250,50 €",), ids=("total",))
    reads = {"Milk": "5.00", "Eggs": "6.00", "Tea": "1250.50", "Rice": "1250.50"}
    lab = read(Bills(pages), reads, kind=" (number)")
    assert [float(text) for text in lab.person.told] == [5.0, 6.0, 1250.5, 1250.5]


def test_a_value_that_is_also_a_label_is_read_from_its_own_element() -> None:
    pages = bills(("Kind", "Kind"), ("Kind", "Cold"), ("Kind", "Warm"), ("Kind", "Mild"), ids=("label", "value"))
    reads = {name: page["value"] for name, page in pages.items()}
    lab = read(Bills(pages), reads)
    assert lab.person.told == list(reads.values())


class Tabs(Bills):
    """The step of a switch without a value: another switch shows the same word."""

    def __init__(self) -> None:
        super().__init__({})
        self.switches = {"Alarm": False, "Bell": True}

    def _notes(self) -> list[Widget]:
        words = [(Role.TEXT, f"{name} is {'on' if on else 'off'}", {}) for name, on in self.switches.items()]
        return [*super()._notes(), *words, (Role.TEXT, "on", {"text": "on"})]

    def _tap(self, label: str) -> None:
        if label in self.switches:
            self.switches[label] = not self.switches[label]
        else:
            super()._tap(label)


class Switching:
    def next_move(self, context: StepContext) -> Move:
        shown = {element.label: element for element in context.seen.screen.elements}
        if shown["Alarm"].checked:
            return StepDone(reason="it is on", evidence="on")
        return Act(action=Tap(target=shown["Alarm"]))


def test_a_step_without_an_action_leaves_no_recipe() -> None:
    phone = Tabs()
    phone.switches["Alarm"] = True
    lab = Lab(phone=phone, roles=Roles(grounder=Switching()))

    class Turning(type(lab.person)):  # type: ignore[misc]
        def tell(self, text: str) -> None:
            phone.switches["Alarm"] = text != "off"

    lab.person = Turning()
    line = 'In the "Notes" app, switch the alarm on\n'
    lab.run(f'{line}tell user "on"\n{line}tell user "off"\n{line}')
    assert phone.switches["Alarm"], [type(e).__name__ for e in lab.events.all]
