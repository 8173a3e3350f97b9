"""Each move of a recipe as a line of a program, with the step's own words in its slots."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agentprog.lang import ast
from agentprog.recipes.form import Aim, Column, Move, Recipe, RowForm, Rows, Sign, Text, Use, Way
from agentprog.recipes.writing import (
    Parts,
    Unsayable,
    block_of,
    condition_of,
    entrance,
    lines_said,
    parts_of,
    plainly,
    said,
)

ONE, TWO = Use(slot=1), Use(slot=2)
STEM, NAME = Use(slot=1, path=("name without ending",)), Use(slot=2, path=("name",))
SLOTS = {1: ast.Template.of("plan.md"), 2: ast.Template.of(ast.Ref(name="person"))}
NEW = Aim(label=Text.of("New"), role="button", resource="org:id/new", window="dialog")
TAPPED = Move(command="tap", aims=(NEW,))
LATER = Move(command="tap", aims=(Aim(label=Text.of("Later"), role="text"),), maybe=True)
READ = Move(command="read", aims=(Aim(role="text", resource="sum"),))
TIMED = Move(command="read", aims=READ.aims, texts=(Text.of(Use(slot=0, path=("time",))),))


def lines(statements: Sequence[ast.Statement]) -> list[str]:
    """The lines of a program with these statements; a branch's lines come below its condition."""
    found = []
    for statement in statements:
        found.append(said(statement))
        if isinstance(statement, ast.If):
            found += [f"    {line}" for branch in statement.branches for line in lines(branch.body)]
    return found


def written(*moves: Move, capture: str | None = None) -> list[str]:
    return lines(block_of(moves, SLOTS, ast.Ref(name=capture) if capture else None).body)


def recipe(*moves: Move, **more: object) -> Recipe:
    return Recipe(key="k", app="a", begins="p", moves=moves, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "line", "numbered"),
    [
        (Move(command="open app", texts=(Text.of("Notes"),)), 'Open the "Notes" app', None),
        (TAPPED, 'Tap the button "New" with id "org:id/new" in the dialog', None),
        (
            Move(command="double tap", aims=(Aim(label=Text.of("Done"), row=Text.of(ONE)),)),
            'Double tap the "Done" in the row of "plan.md"',
            'Double tap the "Done" in the row of "<1>"',
        ),
        (
            Move(command="type", aims=(Aim(role="field"),), texts=(Text.of(TWO),)),
            "Type {person} into the field",
            'Type "<2>" into the field',
        ),
        (Move(command="type", texts=(Text.of("Hi ", ONE),)), 'Type "Hi plan.md"', 'Type "Hi <1>"'),
        (Move(command="type", texts=(Text.of(NAME),)), "Type {person.name}", 'Type "<2.name>"'),
        (Move(command="press", key="enter"), "Press enter", None),
        (Move(command="scroll", direction="up"), "Scroll up", None),
        (
            Move(command="scroll to", aims=(Aim(label=Text.of(ONE)),), direction="up"),
            'Scroll up to the "plan.md"',
            'Scroll up to the "<1>"',
        ),
        (
            Move(command="stands", texts=(Text.of(ONE),)),
            'Verify that "plan.md" appears',
            'Verify that "<1>" appears',
        ),
        (
            Move(command="shows", texts=(Text.of(TWO),)),
            'Verify that "{person}" appears',
            'Verify that "<2>" appears',
        ),
        (
            Move(command="gone", texts=(Text.of(STEM),)),
            'Verify that not "plan" appears',
            'Verify that not "<1.name without ending>" appears',
        ),
        (READ, 'Read the screen text of the text with id "sum", record as {it}', None),
        (TIMED, 'Read the screen text of the text with id "sum", record as {it} (time)', None),
        (Move(command="open notifications"), "Open notifications", None),
        (Move(command="tap", aims=(Aim(role="item"),)), "Tap the item", None),
        (Move(command="tap", aims=(Aim(label=Text.of("Chart"), role="chart"),)), 'Tap the "Chart"', None),
    ],
)
def test_a_move_is_one_line(move: Move, line: str, numbered: str | None) -> None:
    assert written(move) == [line]
    assert lines_said(recipe(move)) == [numbered or line]


def test_a_read_value_goes_into_the_variable_of_the_step() -> None:
    assert written(READ, capture="total") == ['Read the screen text of the text with id "sum", record as {total}']


def test_an_optional_move_is_made_if_its_element_is_shown() -> None:
    assert written(LATER) == ['If "Later" appears:', '    Tap the text "Later"']
    assert lines_said(recipe(LATER)) == ['Tap the text "Later" (if it is there)']
    nameless = Move(command="tap", aims=(Aim(role="button"),), maybe=True)
    assert written(nameless) == ["Tap the button"], "without a name no condition can ask for it"


def test_a_text_in_a_list_is_searched_for_before_it_is_checked() -> None:
    assert written(Move(command="shows", texts=(Text.of(ONE),), direction="up")) == [
        'If not "plan.md" appears:', '    Scroll up to "plan.md"', 'Verify that "plan.md" appears',
    ]  # fmt: skip
    gone = Move(command="gone", texts=(Text.of(ONE),), direction="down")
    assert written(gone) == ['Verify that not "plan.md" appears']


def test_a_piece_of_a_text_with_a_reference_in_it_needs_its_value() -> None:
    slots = {1: ast.Template.of("plan of ", ast.Ref(name="day"))}
    move = Move(command="type", texts=(Text.of(STEM),))
    with pytest.raises(Unsayable, match=r"no line says the name without ending of `plan of \{day\}`"):
        block_of([move], slots, None)
    assert lines(parts_of(recipe(move), None, slots, None, {STEM: "plan"}).block.body) == ['Type "plan"']
    unnumbered = Move(command="type", texts=(Text.of(Use(slot=1, path=("only number",))),))
    assert written(unnumbered) == ['Type ""']


def test_a_read_value_goes_into_the_variable_of_the_step_also_as_a_part() -> None:
    found = parts_of(recipe(READ), None, SLOTS, ast.Ref(name="total"), {})
    assert lines(found.block.body) == written(READ, capture="total")


# ------------------------------------------------------------------------------------------------ parts


def parts(*moves: Move, way: Way | None = None) -> Parts:
    return parts_of(recipe(*moves), way, SLOTS, None, {ONE: "plan.md"})


def left(found: Parts) -> list[str]:
    """The lines that a model does."""
    return lines([gap[0] for gap in found.gaps])


UNSURE = Move(command="type", aims=(Aim(role="field"),), texts=(Text.of(ONE), Text.of(TWO)), sure=False)
BACK = Move(command="press", key="back")


def test_a_models_move_is_a_line_with_its_words_left_open() -> None:
    found = parts(TAPPED, UNSURE, BACK)
    assert lines(found.block.body) == [*written(TAPPED), 'Type "…" into the field', "Press back"]
    assert left(found) == ['Type "…" into the field']
    assert found.whole
    unknown = parts(Move(command="tap", aims=(Aim(label=Text.of(TWO)), NEW), sure=False))
    assert left(unknown) == written(TAPPED), "the first description whose values are known"
    nameless = parts(Move(command="tap", aims=(Aim(label=Text.of(TWO)),), sure=False))
    assert left(nameless) == ['Tap the "…"']


@pytest.mark.parametrize(
    "move",
    [
        Move(command="tap", aims=(NEW,), sure=False, maybe=True),
        Move(command="clear", aims=(NEW,), sure=False),
        Move(command="press", key="back", sure=False),
    ],
)
def test_the_lines_end_before_a_move_that_no_line_can_express(move: Move) -> None:
    found = parts(TAPPED, UNSURE, move, BACK)
    assert lines(found.block.body) == [*written(TAPPED), 'Type "…" into the field']
    assert left(found) == ['Type "…" into the field']
    assert found.whole is False


def test_going_back_in_the_middle_is_skipped_if_the_next_element_is_shown() -> None:
    found = parts(UNSURE, BACK, TAPPED)
    assert lines(found.block.body)[1:3] == ['If not "New" appears:', "    Press back"]
    assert lines(parts(TAPPED, BACK, UNSURE).block.body)[1] == "Press back"


def test_a_scroll_that_is_not_sure_is_left_out() -> None:
    found = parts(TAPPED, Move(command="scroll", direction="up", sure=False), BACK)
    assert (lines(found.block.body), found.gaps, found.whole) == ([*written(TAPPED), "Press back"], (), True)


def test_the_lines_of_another_beginning_go_back_first_and_join_later() -> None:
    found = parts(TAPPED, BACK, way=Way(begins="z", backs=2, joins=1))
    assert lines(found.block.body) == ["Press back"] * 3
    back = ['If not "New" appears:', "    Press back"]
    assert lines(parts(TAPPED, way=Way(begins="z", backs=2)).block.body) == [*back, *back, *written(TAPPED)]


def test_going_back_to_the_beginning_names_the_apps_first_element() -> None:
    ways = (Way(begins="z", backs=2), Way(begins="y", backs=3, joins=1), Way(begins="x", backs=1))
    back = ['If not "New" appears:', "    Press back"]
    assert lines(entrance(recipe(TAPPED, ways=ways), SLOTS)) == back * 2
    assert entrance(recipe(TAPPED, ways=ways[:1]), SLOTS)[0].branches[0].body == (
        ast.DirectUI(command="press", key="back"),
    )  # type: ignore[attr-defined]
    assert entrance(recipe(TAPPED), SLOTS) == ()
    assert entrance(recipe(TAPPED, ways=ways[1:2]), SLOTS) == ()
    assert entrance(recipe(ways=ways), SLOTS) == ()
    assert entrance(recipe(BACK, ways=ways), SLOTS) == ()
    assert entrance(recipe(Move(command="tap", aims=(Aim(label=Text.of(ONE)),)), ways=ways), SLOTS) == ()
    assert entrance(recipe(READ, ways=ways), SLOTS) == ()


# ------------------------------------------------------------------------------------------------ signs, rows

SHOWN = Sign(kind="shown", aim=Aim(label=Text.of(ONE)), yes=2, no=2)
CALLED = Sign(kind="called", aim=Aim(label=Text.of(ONE)), so=False, yes=2, no=2)
ON = Sign(kind="checked", aim=Aim(label=Text.of("Sync"), role="switch"), yes=2, no=2)
SAYS = Sign(kind="says", aim=Aim(role="text", resource="from"), says=Text.of(TWO), yes=2, no=2)


def test_signs_are_described_with_their_decision() -> None:
    assert lines_said(recipe(TAPPED, signs=(SHOWN, CALLED, ON, SAYS))) == [
        'It holds where the "<1>" can be read',
        'It does not hold where the "<1>" is there',
        'It holds where the switch "Sync" is on',
        'It holds where the text with id "from" says "<2>"',
    ]
    assert lines_said(recipe(signs=(Sign(kind="shown", aim=SHOWN.aim, yes=2, no=1),))) == []


def test_only_one_sign_that_a_text_can_be_read_is_an_exact_condition() -> None:
    there = ast.OnScreen(text=SLOTS[1])
    assert condition_of([SHOWN], SLOTS) == there
    assert condition_of([Sign(kind="shown", aim=SHOWN.aim, so=False, yes=2, no=2)], SLOTS) == ast.Not(operand=there)
    assert condition_of([SHOWN, Sign(kind="called", aim=ON.aim, yes=1, no=2)], SLOTS) == there
    in_a_row = Sign(kind="shown", aim=Aim(label=Text.of(ONE), role="item"), yes=2, no=2)
    for signs in ([CALLED], [ON], [SHOWN, SAYS], [in_a_row], []):
        assert condition_of(signs, SLOTS) is None


def test_the_rows_of_a_list_are_described_with_the_first_way_to_each_value() -> None:
    columns = (Column(name="who", ways=((0,),)), Column(name="", ways=((2, "time"), (1,))))
    rows = Rows(resource="", forms=(RowForm(role="item", cells=3, columns=columns),))
    assert lines_said(recipe(rows=rows)) == ["Read the rows with 3 parts: who is part 1, the value is part 3"]


def test_a_branch_is_described_by_its_condition() -> None:
    branch = ast.Branch(condition=ast.OnScreen(text=SLOTS[1]), body=(ast.DirectUI(command="press", key="back"),))
    assert said(branch) == 'If "plan.md" appears:'


def test_a_model_sees_an_id_only_if_nothing_else_describes_the_element() -> None:
    by_id = Move(command="tap", aims=(Aim(role="button", resource="org:id/new"),))
    moves = (TAPPED, by_id, Move(command="press", key="back"))
    assert [plainly(line) for line in block_of(moves, SLOTS, None).body] == [
        'Tap the button "New" in the dialog', 'Tap the button with id "org:id/new"', "Press back",
    ]  # fmt: skip
    search = Move(command="scroll to", aims=(Aim(label=Text.of("Tea")),))
    assert [plainly(line) for line in block_of((search,), SLOTS, None).body] == written(search)
