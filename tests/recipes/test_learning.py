"""The facts that two executions of a step show: its values, the intended elements, the common course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agentprog.errors import UsageError
from agentprog.lang import ast
from agentprog.lang.parser import parse
from agentprog.ports import (
    Action,
    Bounds,
    DoubleTap,
    Element,
    LongPress,
    PointTarget,
    PressKey,
    Role,
    Screen,
    Scroll,
    ScrollTo,
    Tap,
    TypeText,
    Window,
)
from agentprog.recipes.aiming import aims_at, meets, place_of
from agentprog.recipes.book import Book
from agentprog.recipes.explaining import explain
from agentprog.recipes.filing import recipe_data, recipe_from
from agentprog.recipes.form import Aim, Move, Recipe, Text, Use, Way
from agentprog.recipes.making import Ended, Made, NotGeneral, course_of, moves_of
from agentprog.recipes.proving import taken_in
from agentprog.recipes.sentence import Sentence, sentence_of

ONE, TWO = Use(slot=1), Use(slot=2)


def sentence(line: str) -> Sentence:
    program = parse(line).program
    assert program is not None
    return sentence_of(next(node for node in program.body if isinstance(node, ast.Action)))


def element(index: int, role: Role, label: str, *, top: int | None = None, **more: Any) -> Element:
    at = index * 100 if top is None else top
    bounds = more.pop("bounds", Bounds(0, at, 1080, at + 90))
    return Element(index=index, role=role, label=label, bounds=bounds, **({"clickable": True} | more))


def screen(*elements: Element) -> Screen:
    now = datetime(2030, 1, 1, tzinfo=UTC)
    return Screen(package="p", activity="a", width=1080, height=2400, taken_at=now, elements=elements)


def made(*pairs: tuple[Action, Screen]) -> list[Made]:
    return [Made(action=action, before=before, came=True, lasting=False) for action, before in pairs]


# ------------------------------------------------------------------------------------------------ sentences


def test_steps_with_the_same_words_and_other_values_have_one_key() -> None:
    key = sentence('Send "hello" to +1 555 0100').key
    assert key == sentence('Send "bye, {x}" to {person.number}').key
    assert key != sentence('Send "hello" to 3 people').key
    assert key != sentence('Send "hello" to +1 555 0100, record as {answer}').key


def test_words_that_look_like_a_slot_are_no_slot() -> None:
    assert sentence("Send <1> to {x}").key != sentence("Send {x} to {x}").key
    assert "<1>" not in sentence("Send <1> to Ann").key


def test_values_are_quotes_references_and_long_numbers_each_once() -> None:
    found = sentence('Send "hello, {person.name}" to {person.number}, not to {person.name}, 2 times')
    assert [str(slot.template) for slot in found.slots] == ["hello, {person.name}", "{person.number}", "{person.name}"]
    assert [slot.ref is not None for slot in found.slots] == [False, True, True]
    assert found.needed == (1, 2, 3), "a name that also stands in a quote is needed for its own sake"
    assert sentence('Send "hello, {person.name}" to {person.number}').needed == (1, 2)


# ------------------------------------------------------------------------------------------------ texts


def test_a_text_that_is_a_value_is_that_value() -> None:
    found = explain("Ann", {ONE: "Ann", TWO: "+1555"}, "")
    assert (found.ways, found.sure) == ((Text.of(ONE),), True)


def test_of_two_equal_values_either_may_explain_a_text() -> None:
    assert explain("x", {ONE: "x", TWO: "x"}, "").ways == (Text.of(ONE), Text.of(TWO))


@pytest.mark.parametrize("text", ["Hi Ann!", "Dear all", "Annabel"])
def test_a_composed_text_is_not_sure_after_one_execution(text: str) -> None:
    assert not explain(text, {ONE: "Ann"}, "greet").sure


def test_only_whole_words_of_a_text_are_a_value() -> None:
    assert explain("Ann and Annabel", {ONE: "Ann"}, "").ways == (Text.of(ONE, " and Annabel"),)


def test_a_text_of_the_sentence_itself_is_constant() -> None:
    assert explain("Groceries", {ONE: "Ann"}, "put … on the list Groceries").sure


@pytest.mark.parametrize("value", ["", "👋🏽", "שלום עולם", "two\nlines", "a.*(b)?[c]\\d{2}$"])
def test_a_typed_value_of_any_script_explains_its_text(value: str) -> None:
    assert explain(value, {ONE: value, TWO: "other"}, "").ways == (Text.of(ONE),)


# ------------------------------------------------------------------------------------------------ elements


def test_a_row_is_found_by_its_value_at_any_position() -> None:
    rows = [element(n, Role.ITEM, name, container=9) for n, name in enumerate(("Ann", "Bo", "Cy"), 1)]
    found = aims_at(rows[1], screen(*rows), {ONE: "Bo"}, touch=True)
    assert found.sure
    moved = screen(*(element(n, Role.ITEM, name, container=9) for n, name in enumerate(("Di", "Cy", "Ann"), 1)))
    met = meets(found.aims[0], {ONE: "Ann"}, moved)
    assert met is not None
    assert met.index == 3


@pytest.mark.parametrize(
    ("label", "aims", "sure"),
    [
        ("Ann Lee, +15550100", (Text.of(ONE, ", ", TWO),), True),
        ("Ann Lee, 9:41, +15550100", (Text.of(ONE), Text.of("Ann Lee, 9:41, +15550100")), False),
        ("Ann Lee, Home", (Text.of(ONE), Text.of("Ann Lee, Home")), False),
    ],
)
def test_a_row_of_several_values_is_found_by_all_of_them(label: str, aims: tuple[Text, ...], sure: bool) -> None:
    row = element(1, Role.ITEM, label)
    values = {ONE: "Ann Lee", TWO: "+15550100"}
    (move,) = moves_of(made((Tap(target=row), screen(row))), Ended(screen=screen()), values, "")
    assert (tuple(aim.label for aim in move.aims), move.settled(values)) == (aims, sure)


def test_neither_of_two_namesakes_and_no_longer_name_is_met() -> None:
    aim = Aim(label=Text.of(ONE), role="item")
    twins = screen(element(1, Role.ITEM, "Ann"), element(2, Role.ITEM, "Ann"))
    assert meets(aim, {ONE: "Ann"}, twins) is None
    longer = screen(element(1, Role.ITEM, "Ann Lee"), element(2, Role.ITEM, "Joanne"))
    assert meets(aim, {ONE: "Ann"}, longer) is None
    assert meets(aim, {ONE: ""}, longer) is None


def test_a_button_that_is_called_as_a_value_happens_to_be_is_not_sure() -> None:
    shown = screen(element(1, Role.FIELD, "Message", editable=True, text="Send"), element(2, Role.BUTTON, "Send"))
    found = aims_at(shown.elements[1], shown, {ONE: "Send"}, touch=True)
    assert not found.sure
    assert {aim.label for aim in found.aims} == {Text.of(ONE), Text.of("Send")}


def test_an_element_that_several_rows_have_is_found_by_its_row() -> None:
    def rows(*names: str) -> Screen:
        found: list[Element] = []
        for at, name in enumerate(names):
            top = 100 + at * 100
            found += [
                element(2 * at + 1, Role.TEXT, name, top=top, clickable=False, container=99),
                element(2 * at + 2, Role.CHECKBOX, "Done", top=top, checkable=True, container=99),
            ]
        return screen(*found)

    before = rows("Milk", "Eggs")
    found = aims_at(before.elements[3], before, {ONE: "Eggs"}, touch=True)
    assert found.aims[0].row == Text.of(ONE)
    met = meets(found.aims[0], {ONE: "Tea"}, rows("Tea", "Milk", "Eggs"), touch=True)
    assert met is not None
    assert met.index == 2
    assert meets(found.aims[0], {ONE: "Rice"}, rows("Tea"), touch=True) is None, "the only one is another row's"


def test_a_field_is_found_by_its_hint_or_id_and_not_by_its_content() -> None:
    field = element(1, Role.FIELD, "old draft", editable=True, text="old draft", hint="Title")
    found = aims_at(field, screen(field), {ONE: "Milk"})
    assert [aim.label for aim in found.aims] == [Text.of("Title")]


def test_indistinguishable_fields_are_in_no_recipe() -> None:
    fields = [element(n, Role.FIELD, "", editable=True) for n in (1, 2)]
    with pytest.raises(NotGeneral):
        moves_of(made((TypeText(text="x", target=fields[0]), screen(*fields))), Ended(screen=screen()), {ONE: "x"}, "")


def test_a_row_without_a_name_of_its_own_is_found_by_the_text_inside() -> None:
    """As apps without ids draw it: the element around the text takes the touch."""

    def rows(*names: str) -> Screen:
        return screen(*(
            one for n, name in enumerate(names)
            for one in (
                element(2 * n + 1, Role.ITEM, "", bounds=Bounds(0, 100 * n, 1080, 100 * n + 90)),
                element(2 * n + 2, Role.TEXT, name, clickable=False, bounds=Bounds(9, 100 * n + 10, 600, 100 * n + 80)),
            )
        ))  # fmt: skip

    before = rows("Ann", "Bo")
    found = aims_at(before.elements[3], before, {ONE: "Bo"}, touch=True)
    met = meets(found.aims[0], {ONE: "Cy"}, rows("Di", "Bo", "Cy"), touch=True)
    assert met is not None
    assert met.bounds.top // 100 == 2


# ------------------------------------------------------------------------------------------------ courses


def course(*names: str, typed: str = "", values: dict[Use, str] | None = None) -> tuple[Move, ...]:
    shown = screen(
        *(element(n, Role.BUTTON, name) for n, name in enumerate(names, 1)), element(50, Role.FIELD, "F", editable=True)
    )
    pairs: list[tuple[Action, Screen]] = []
    for n, name in enumerate(names, 1):
        pairs.append(
            (Tap(target=shown.elements[n - 1]), screen(*shown.elements, element(70 + n, Role.TEXT, name + "!")))
        )
    if typed:
        pairs.append((TypeText(text=typed, target=shown.elements[-1]), shown))
    return moves_of(made(*pairs), Ended(screen=shown), values or {}, "")


def recipe(moves: tuple[Move, ...]) -> Recipe:
    return Recipe(key="k", app="a", begins="p/a", moves=moves)


def learned(*executions: tuple[tuple[Move, ...], Sequence[str]]) -> Recipe:
    book = Book()
    for moves, values in executions:
        book.learn(recipe(moves), tuple(values))
    return next(iter(book))


def test_another_execution_separates_two_equal_values() -> None:
    first = course(typed="x", values={ONE: "x", TWO: "x"})
    once = learned((first, ("x", "x")))
    assert once.lines() == ()
    assert once.lines({ONE: "y", TWO: "z"}) == ()
    assert len(once.lines({ONE: "y", TWO: "y"})) == 1, "either says the same now"
    second = course(typed="b", values={ONE: "a", TWO: "b"})
    found = learned((first, ("x", "x")), (second, ("a", "b")))
    assert found.lines()[0].texts == (Text.of(TWO),)


def test_a_composed_text_that_agrees_with_other_values_is_constant() -> None:
    first = course(typed="Hi Ann!", values={ONE: "Ann"})
    second = course(typed="Hi Bob!", values={ONE: "Bob"})
    assert not learned((first, ("Ann",))).lines()
    assert learned((first, ("Ann",)), (second, ("Bob",))).lines()[0].texts == (Text.of("Hi ", ONE, "!"),)
    again = course(typed="Hi Ann!", values={ONE: "Ann"})
    assert not learned((first, ("Ann",)), (again, ("Ann",))).lines(), "the same values prove nothing"


def test_a_row_with_another_role_in_each_execution_is_found_by_its_name_alone() -> None:
    """The first name of a letter is beside its letter; the others are alone."""

    def opened(name: str, role: Role, **more: Any) -> tuple[Move, ...]:
        list_, row = (
            element(1, Role.LIST, "", bounds=Bounds(0, 0, 1080, 2000)),
            element(2, role, name, container=1, **more),
        )
        return moves_of(made((Tap(target=row), screen(list_, row))), Ended(screen=screen(row)), {ONE: name}, "")

    ann, bo, cy = opened("Ann", Role.ITEM), opened("Bo", Role.BUTTON), opened("Cy", Role.ITEM)
    found = learned((ann, ("Ann",)), (bo, ("Bo",)), (cy, ("Cy",)))
    assert [move.aims for move in found.lines({ONE: "Di"})] == [(Aim(label=Text.of(ONE)),)]
    both = screen(element(1, Role.ITEM, "Di"), element(2, Role.BUTTON, "Di"))
    assert meets(found.moves[0].aims[0], {ONE: "Di"}, both) is None, "of two of one name it is neither"
    ticked = opened("Bo", Role.CHECKBOX, checkable=True)
    assert not learned((ann, ("Ann",)), (ticked, ("Bo",))).lines({ONE: "Di"})


def test_a_number_that_no_value_explains_is_found_each_time() -> None:
    """The end of a meeting is an hour after its start: a button with a time is not a fixed button of the app."""

    def ended(hour: str, step: str = "", **values: str) -> tuple[Move, ...]:
        clock = screen(*(element(n, Role.BUTTON, label) for n, label in enumerate(("17", "18", "OK"), 1)))
        then = screen(element(1, Role.BUTTON, "OK"))
        at = next(element for element in clock.elements if element.label == hour)
        taps = made((Tap(target=at), clock), (Tap(target=then.elements[0]), then))
        return moves_of(taps, Ended(screen=then), {ONE: values.get("at", "")}, step)

    for moves in (ended("18", at="17"), learned((ended("18", at="17"), ("a",)), (ended("18", at="17"), ("b",))).moves):
        assert [move.settled({ONE: "17"}) for move in moves] == [False, True]
    assert ended("18", at="18")[0].aims[0].label == Text.of(ONE)
    assert all(move.settled() for move in ended("18", step="end it at 18"))


@pytest.mark.parametrize(("then", "kept"), [(PressKey(key="back"), True), (None, True), ("other", False)])
def test_a_last_touch_without_a_visible_change_stays_in_the_recipe(then: Any, kept: bool) -> None:
    """It may have saved. Touches without effect before the right button are not part of the recipe."""
    shown = screen(element(1, Role.BUTTON, "Save"), element(2, Role.BUTTON, "Done"))
    after = [Tap(target=shown.elements[1])] if then == "other" else [then] if then else []
    save = Made(action=Tap(target=shown.elements[0]), before=shown, came=False, lasting=False, taken=True)
    moves = moves_of([save, *made(*((one, shown) for one in after))], Ended(screen=shown), {}, "")
    assert (Text.of("Save") in [move.aims[0].label for move in moves if move.aims]) is kept


def test_a_move_of_only_one_execution_is_optional() -> None:
    found = learned((course("New", "Save"), ("a",)), (course("New", "Later", "Save"), ("b",)))
    assert [(move.aims[0].label, move.maybe) for move in found.moves] == [
        (Text.of("New"), False), (Text.of("Later"), True), (Text.of("Save"), False),
    ]  # fmt: skip


def test_a_renamed_button_takes_its_new_name() -> None:
    found = learned((course("New", "Save"), ("a",)), (course("New", "Keep"), ("b",)))
    assert found.moves[1].aims[0].label == Text.of("Keep")
    assert found.whole()


def test_detours_that_came_back_are_left_out() -> None:
    home, other = screen(element(1, Role.BUTTON, "A")), screen(element(1, Role.BUTTON, "B"))
    moves = moves_of(
        made(
            (Tap(target=home.elements[0]), home), (PressKey(key="back"), other), (Tap(target=home.elements[0]), home)
        ),
        Ended(screen=other), {}, "",
    )  # fmt: skip
    assert [move.command for move in moves] == ["tap"]


def test_every_form_of_searching_a_row_is_one_move() -> None:
    row = element(1, Role.ITEM, "Ann", container=9)
    for search in (Scroll(direction="down"), ScrollTo(text="Ann", direction="down")):
        moves = moves_of(
            made((search, screen()), (Tap(target=row), screen(row))), Ended(screen=screen()), {ONE: "Ann"}, ""
        )
        assert [(move.command, move.aims[0].label) for move in moves] == [
            ("scroll to", Text.of(ONE)), ("tap", Text.of(ONE)),
        ]  # fmt: skip
    alone = moves_of(made((ScrollTo(text="Ann", direction="up"), screen())), Ended(screen=screen()), {ONE: "Ann"}, "")
    assert [(move.command, move.direction, move.sure) for move in alone] == [("scroll to", "up", True)]


def test_a_row_of_a_list_that_goes_on_is_searched_for_downwards() -> None:
    rows = screen(
        element(1, Role.ITEM, "Ann", container=9), element(9, Role.LIST, "people", scrollable=True, more_below=True)
    )
    moves = moves_of(made((Tap(target=rows.elements[0]), rows)), Ended(screen=rows), {ONE: "Ann"}, "")
    assert [(move.command, move.direction) for move in moves] == [("scroll to", "down"), ("tap", None)]


@pytest.mark.parametrize(("action", "command"), [(Tap, "tap"), (DoubleTap, "double tap"), (LongPress, "long press")])
def test_each_kind_of_touch_is_its_own_command(action: Any, command: str) -> None:
    row = element(1, Role.ITEM, "Ann")
    (move,) = moves_of(made((action(target=row), screen(row))), Ended(screen=screen()), {ONE: "Ann"}, "")
    assert (move.command, move.aims[0].label) == (command, Text.of(ONE))


@pytest.mark.parametrize(("text", "sure"), [("Ann", True), ("Dear all", False)])
def test_a_text_typed_at_the_cursor_is_as_sure_as_its_words(text: str, sure: bool) -> None:
    (move,) = moves_of(made((TypeText(text=text), screen())), Ended(screen=screen()), {ONE: "Ann"}, "")
    assert (move.command, move.aims, move.sure) == ("type", (), sure)


def test_an_import_is_confirmed_only_by_the_same_commands_on_the_same_elements() -> None:
    row, other = element(1, Role.ITEM, "Ann"), element(1, Role.ITEM, "Bo")
    one, pressed, elsewhere = (
        recipe(moves_of(made((action, screen(row, other))), Ended(screen=screen()), {}, "Ann Bo"))
        for action in (Tap(target=row), LongPress(target=row), Tap(target=other))
    )
    foreign = replace(one, proven=0)
    assert [each.proven for each in taken_in([foreign], one, distinct=True)] == [2]
    for unlike in (pressed, elsewhere):
        assert [each.proven for each in taken_in([foreign], unlike, distinct=True)] == [1, 0]


def test_an_action_without_an_exact_line_is_in_no_recipe() -> None:
    with pytest.raises(NotGeneral, match="no exact line says this"):
        moves_of(made((Tap(target=PointTarget(x=1, y=1)), screen())), Ended(screen=screen()), {}, "")


def test_a_field_that_is_called_after_a_value_is_read_by_that_name() -> None:
    def editor(name: str, text: str) -> Screen:
        return screen(element(1, Role.TEXT, name), element(2, Role.FIELD, name, editable=True, text=text))

    stem = Use(slot=1, path=("name without ending",))
    values = [{ONE: f"{name}.md", stem: name} for name in ("plan", "list")]
    ended = [Ended(screen=editor(*one), value=one[1]) for one in (("plan", "Buy milk"), ("list", "Call Ann"))]
    first, second = (moves_of([], one, of, "") for one, of in zip(ended, values, strict=True))
    found = learned((first, ("plan.md",)), (second, ("list.md",)))
    assert found.lines() == found.moves
    assert meets(found.moves[0].aims[0], {ONE: "to-do.md", stem: "to-do"}, editor("to-do", "x")) is not None


def test_a_read_element_is_found_by_its_row_and_never_by_its_own_text() -> None:
    name = element(1, Role.TEXT, "Ann", top=100, clickable=False, bounds=Bounds(0, 100, 500, 190))
    balance = element(2, Role.TEXT, "12.50", top=100, clickable=False, text="12.50", bounds=Bounds(500, 100, 1080, 190))
    other = element(3, Role.TEXT, "Bo", top=300, clickable=False, bounds=Bounds(0, 300, 500, 390))
    bos = element(4, Role.TEXT, "7.00", top=300, clickable=False, text="7.00", bounds=Bounds(500, 300, 1080, 390))
    shown = screen(name, balance, other, bos)
    moves = moves_of([], Ended(screen=shown, value="12.50"), {ONE: "Ann"}, "")
    assert [move.command for move in moves] == ["read"]
    assert moves[0].aims[0].label is None
    assert meets(moves[0].aims[0], {ONE: "Bo"}, shown) is bos


# ------------------------------------------------------------------------------------------------ the book


def test_a_recipe_that_fails_twice_in_a_row_is_used_no_more() -> None:
    book = Book([recipe(course("New"))])
    for left in (True, False):
        chosen = book.choose("k", "a", lambda _one: True)
        assert chosen is not None
        book.missed(chosen)
        assert (book.choose("k", "a", lambda _one: True) is not None) is left


def test_a_new_proof_restores_the_trust_in_a_recipe() -> None:
    book = Book([recipe(course("New"))])
    for _time in range(4):
        chosen = book.choose("k", "a", lambda _one: True)
        assert chosen is not None
        book.missed(chosen)
        chosen = book.choose("k", "a", lambda _one: True)
        assert chosen is not None
        book.proved(chosen, (str(_time),))


def test_a_recipe_that_ignores_one_of_its_values_is_not_trusted() -> None:
    moves = course("New", typed="Ann", values={ONE: "Ann"})
    assert replace(recipe(moves), key="add <1>").trusted
    assert not replace(recipe(moves), key="add <1> at <2>").trusted


def test_an_execution_from_the_middle_of_a_course_gives_another_beginning() -> None:
    pages = [replace(screen(element(n, Role.BUTTON, name)), activity=name) for n, name in enumerate(("A", "B", "C"), 1)]

    def executed(*at: int, back: bool = False) -> Recipe:
        pairs: list[tuple[Action, Screen]] = [(Tap(target=pages[n].elements[0]), pages[n]) for n in at]
        if back:
            pairs.insert(0, (PressKey(key="back"), replace(pages[0], activity="Z")))
        found = course_of(made(*pairs), Ended(screen=pages[2]), {}, sentence("do it"), pairs[0][1])
        return Recipe(key="k", app="a", begins=found.begins, moves=found.moves, ways=found.ways)

    for executions in ((executed(0, 1, 2), executed(1, 2, back=True)), (executed(1, 2, back=True), executed(0, 1, 2))):
        book = Book()
        for values, execution in enumerate(executions):
            book.learn(execution, (str(values),))
        found = next(iter(book))
        assert (found.begins, found.proven, len(list(book))) == ("p/A", 2, 1)
        assert set(found.ways) == {Way(begins="p/B", joins=1), Way(begins="p/Z", backs=1, joins=1)}
        assert [move.command for move in found.lines({}, Way(begins="p/Z", backs=1, joins=1))] == [
            "press",
            "tap",
            "tap",
        ]
        assert next(iter(found.lines({}, Way(begins="p/Z", backs=1, joins=1)))).place == "p/Z"


def test_with_the_keyboard_or_a_window_a_page_is_another_to_go_back_from() -> None:
    ok = element(1, Role.BUTTON, "OK", window=Window.DIALOG)
    pages = [screen(), replace(screen(), keyboard_shown=True), screen(ok), screen(ok, replace(ok, index=2, label="No"))]
    assert len({place_of(page) for page in pages}) == len(pages)
    assert place_of(screen(replace(ok, role=Role.ITEM, label="Ann"))) == place_of(
        screen(replace(ok, role=Role.ITEM, label="Bo"))
    ), "a row in a window is named by its user"


def test_a_recipe_survives_being_written_down() -> None:
    moves = (*course("New", typed="Hi Ann!", values={ONE: "Ann"}), Move(command="press", key="back", maybe=True))
    whole = replace(recipe(moves), ways=(Way(begins="p/b", backs=1, joins=1),))
    assert recipe_from(recipe_data(whole)) == whole


@pytest.mark.parametrize(
    "change", [{"moves": "x"}, {"extra": 1}, {"proven": -1}, {"moves": [{"do": "format the disk"}]}, {"step": 3}]
)
def test_a_malformed_recipe_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="this is no recipe"):
        recipe_from(recipe_data(recipe(course("New"))) | change)
