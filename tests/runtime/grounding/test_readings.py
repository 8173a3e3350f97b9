"""Readings with parts: one call for each screen, and the next call lists the refused parts of an answer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from agentprog.ports import OutcomeKind, Role, Scroll
from agentprog.runtime.journal.events import StepFinished
from agentprog.runtime.roles import ConditionContext, ExtractContext, Reading, Roles, Verdict
from tests.runtime.conftest import Lab
from tests.runtime.grounding.test_rows import ListPhone, LongList

ROWS = [f"Item {n:02}, {n}.50 USD" for n in range(1, 25)]
IN_NOTES = 'In the "Notes" app, '


@dataclass
class Parts:
    """Reads rows as objects for parts. `cold` answers are refused before one counts; `off` is refused in each."""

    cold: int = 0
    off: tuple[str, ...] = ()
    asked: list[ExtractContext] = field(default_factory=list)

    def read(self, context: ExtractContext) -> Reading:
        self.asked.append(context)
        if self.cold:
            self.cold -= 1
            return Reading(value=None, refused=('"Item 99" is not on this screen',))
        rows = [e.text for e in context.seen.screen.elements if e.role is Role.ITEM]
        if "with" not in context.kind:
            return Reading(value=rows or None, refused=self.off)
        made = [dict(zip(("name", "price"), row.split(", "), strict=True)) for row in rows]
        return Reading(value=made if context.kind.startswith("list") else made[0])


def run(lab: Lab, program: str, *, offset: int = 0, cold: int = 0, rows: list[str] | None = None) -> tuple[Any, Parts]:
    reader = Parts(cold=cold)
    lab.phone, lab.roles = ListPhone(LongList(rows or ROWS, offset=offset)), Roles(extractor=reader)
    return lab.run(program), reader


class Painted:
    """Sees a text on the picture that no element has."""

    def read(self, _context: ExtractContext) -> Reading:
        return Reading(value="Level 7", evidence="Level 7", pictured=True)

    def judge(self, _context: ConditionContext) -> Verdict:
        return Verdict(holds=True, evidence="a red lamp", pictured=True)


def test_a_list_read_off_the_phone_has_the_parts_that_the_loop_uses(lab: Lab) -> None:
    program = (
        f"{IN_NOTES}get all items of the list, record as {{items}}\nSet {{answer}} to 0\n"
        "For each {item} in {items}:\n    If {item.price} > 20:\n        Set {answer} to {answer} + {item.price}\n"
        "        Tell user {item.name}\n"
    )
    outcome, reader = run(lab, program)
    assert outcome.answer == 20.5 + 21.5 + 22.5 + 23.5 + 24.5
    assert reader.asked[0].kind == "list of objects with price as number and name"


def test_several_variables_take_the_parts_of_one_reading(lab: Lab) -> None:
    program = f"{IN_NOTES}read name and price, record as {{name}} and {{price}}\n"
    program += "Set {answer} to [{name}, {price} * 2]\n"
    assert run(lab, program)[0].answer == ["Item 01", 3]


def test_several_variables_take_the_columns_of_a_list(lab: Lab) -> None:
    program = (
        f"{IN_NOTES}read all names and prices, record as {{name}} and {{price}}\n"
        "Set {answer} to [the number of items in {name}, the sum of {price}]\n"
    )
    assert run(lab, program)[0].answer == [24, sum(n + 0.5 for n in range(1, 25))]


def test_the_reader_gets_the_program_and_the_line(lab: Lab) -> None:
    program = f"{IN_NOTES}get all items of the list, record as {{items}} (list of text)\nTell user {{items}}\n"
    reader = run(lab, program)[1]
    assert "Tell user {items}" in reader.asked[0].program
    assert reader.asked[0].line == 1


def test_each_screen_of_a_list_is_read_once(lab: Lab) -> None:
    program = f"{IN_NOTES}get all items of the list, record as {{answer}} (list of text)\n"
    outcome, reader = run(lab, program)
    scrolls = sum(isinstance(action, Scroll) for action in lab.phone.actions)
    assert outcome.answer == ROWS
    assert len(reader.asked) == scrolls + 1


def test_reading_a_list_of_unnamed_kind_begins_at_its_top(lab: Lab) -> None:
    outcome, _ = run(lab, f"{IN_NOTES}get the rows, record as {{answer}}\n", offset=1500)
    assert outcome.answer == ROWS


def test_a_refused_value_is_reported_once_for_the_same_screen(lab: Lab) -> None:
    outcome, reader = run(lab, f"{IN_NOTES}get all items, record as {{answer}} (list of text)\n", cold=1)
    assert outcome.answer == ROWS
    assert reader.asked[1].seen.screen.signature == reader.asked[0].seen.screen.signature
    assert reader.asked[1].hints[-1] == '"Item 99" is not on this screen'


def test_rows_that_stay_refused_leave_a_list_incomplete(lab: Lab) -> None:
    lab.phone, lab.roles = ListPhone(LongList(ROWS)), Roles(extractor=Parts(off=('"Item 99" is not on this screen',)))
    outcome = lab.run(f"{IN_NOTES}get all items, record as {{answer}} (list of text)\n")
    assert outcome.kind is OutcomeKind.UNVERIFIED
    step = lab.events.of(StepFinished)[-1]
    assert step.status == "incomplete"
    assert '"Item 99" is not on this screen' in step.detail


@pytest.mark.parametrize(
    "line", [f"{IN_NOTES}read the level, record as {{answer}}", f"{IN_NOTES}verify that the lamp is red"]
)
def test_a_value_seen_only_in_the_picture_is_taken_and_proves_nothing(lab: Lab, line: str) -> None:
    lab.roles = Roles(extractor=Painted(), navigator=Painted())
    outcome = lab.run(f"{line}\n")
    assert outcome.kind is OutcomeKind.UNVERIFIED
    assert outcome.answer == ("Level 7" if "record" in line else None)
    step = lab.events.of(StepFinished)[-1]
    assert (step.status, step.witness) == ("unverifiable", "picture")


def test_a_list_inside_an_object_is_doubted_if_the_screen_goes_on(lab: Lab) -> None:
    class Whole:
        def read(self, context: ExtractContext) -> Reading:
            rows = [e.text for e in context.seen.screen.elements if e.role is Role.ITEM]
            return Reading(value={"shop": "Moon", "tags": rows})

    program = (
        f"{IN_NOTES}read the order, record as {{order}}\nFor each {{tag}} in {{order.tags}}:\n"
        '    Tell user "{order.shop} {tag}"\n'
    )
    for rows, ended in ((ROWS, OutcomeKind.UNVERIFIED), (ROWS[:3], OutcomeKind.COMPLETED)):
        lab.phone, lab.roles = ListPhone(LongList(rows)), Roles(extractor=Whole())
        assert lab.run(program).kind is ended


@dataclass
class Careless(Parts):
    """Omits some rows; `heeds` are the omitted rows that it adds after a correction."""

    out: frozenset[str] = frozenset()
    heeds: bool = False

    def read(self, context: ExtractContext) -> Reading:
        found = super().read(context)
        left = self.out - set(context.hints[-1].split('"') if self.heeds and context.hints else ())
        return replace(found, value=[row for row in found.value if row not in left] or None)


def careless(lab: Lab, wanted: str, *, heeds: bool = False, out: int = 3) -> Any:
    reader = Careless(out=frozenset((ROWS[out],)), heeds=heeds)
    lab.phone, lab.roles = ListPhone(LongList(ROWS)), Roles(extractor=reader)
    return lab.run(f"{IN_NOTES}{wanted}, record as {{answer}} (list of text)\n")


@pytest.mark.parametrize("out", [3, 13, 23], ids=["first screen", "a middle one", "last screen"])
@pytest.mark.parametrize("wanted", ["get all items", "read all the names", "list every entry of the list"])
def test_reading_all_rows_reports_an_unread_row_as_missing(lab: Lab, wanted: str, out: int) -> None:
    outcome = careless(lab, wanted, out=out)
    assert outcome.kind is OutcomeKind.UNVERIFIED
    step = lab.events.of(StepFinished)[-1]
    assert step.status == "incomplete"
    assert f'these were not read: "{ROWS[out]}"' in step.detail


def test_a_reader_that_omits_a_row_hears_of_it_once(lab: Lab) -> None:
    outcome = careless(lab, "get all items", heeds=True)
    assert (outcome.kind, outcome.answer) == (OutcomeKind.COMPLETED, ROWS)


@pytest.mark.parametrize(
    "wanted", ["get all items over 20 USD", "get all items that cost more", "get all the cheap items"]
)
def test_a_selective_reading_omits_and_counts_the_other_rows(lab: Lab, wanted: str) -> None:
    outcome = careless(lab, wanted)
    assert outcome.answer == [row for row in ROWS if row != ROWS[3]]
    assert f'1 rows left out ("{ROWS[3]}")' in lab.events.of(StepFinished)[-1].detail
