"""Each action of an execution as a move of a recipe, and the additions from the step's end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import (
    Action,
    Bounds,
    ClearText,
    Element,
    OpenApp,
    OpenNotifications,
    OpenQuickSettings,
    PressKey,
    Role,
    Scroll,
    ScrollTo,
    Swipe,
    Tap,
    TypeText,
    Wait,
)
from agentprog.recipes.aiming import aims_at, meets, place_of
from agentprog.recipes.form import Aim, Move, Text, Use, Values, Way
from agentprog.recipes.making import Course, Ended, Made, NotGeneral, course_of, moves_of

from .test_learning import element, made, screen, sentence

ONE, TWO = Use(slot=1), Use(slot=2)
FIELD = element(1, Role.FIELD, "Title", editable=True)
SAVE = element(2, Role.BUTTON, "Save")
FORM = screen(FIELD, SAVE)
PLACE = FORM.place


def moves(*actions: Action, ended: Ended | None = None, values: Values | None = None, step: str = "",
          needed: tuple[int, ...] = ()) -> list[Move]:  # fmt: skip
    """The moves of these actions on the form, each on a screen of its own."""
    on = [(action, replace(FORM, elements=(*FORM.elements, element(9 + at, Role.TEXT, f"state {at}"))))
          for at, action in enumerate(actions)]  # fmt: skip
    return list(moves_of(made(*on), ended or Ended(screen=FORM), values or {}, step, needed=needed))


# ------------------------------------------------------------------------------------------------ one action

OF_TITLE = (Aim(label=Text.of("Title"), role="field"),)
OF_SAVE = (Aim(label=Text.of("Save"), role="button"),)


@pytest.mark.parametrize(
    ("action", "move"),
    [
        (Tap(target=SAVE), Move(command="tap", aims=OF_SAVE, place=PLACE)),
        (ClearText(target=FIELD), Move(command="clear", aims=OF_TITLE, place=PLACE)),
        (TypeText(text="Ann", target=FIELD), Move(command="type", aims=OF_TITLE, texts=(Text.of(ONE),), place=PLACE)),
        (
            TypeText(text="Hi Ann", target=FIELD),
            Move(command="type", aims=OF_TITLE, texts=(Text.of("Hi ", ONE),), sure=False, place=PLACE),
        ),
        (TypeText(text="Dear all"), Move(command="type", texts=(Text.of("Dear all"),), place=PLACE)),
        (PressKey(key="enter"), Move(command="press", key="enter", place=PLACE)),
        (OpenApp(name="Notes"), Move(command="open app", texts=(Text.of("Notes"),), place=PLACE)),
        (OpenApp(name="Ann"), Move(command="open app", texts=(Text.of(ONE),), place=PLACE)),
        (OpenNotifications(), Move(command="open notifications", place=PLACE)),
        (Scroll(direction="up"), Move(command="scroll", direction="up")),
        (Swipe(direction="up"), Move(command="scroll", direction="down")),
        (Swipe(direction="down"), Move(command="scroll", direction="up")),
        (Swipe(direction="left"), Move(command="scroll", direction="right")),
        (Swipe(direction="right"), Move(command="scroll", direction="left")),
        (
            ScrollTo(text="Ann", direction="up"),
            Move(command="scroll to", aims=(Aim(label=Text.of(ONE)),), direction="up"),
        ),
        (
            ScrollTo(text="Dear all"),
            Move(command="scroll to", aims=(Aim(label=Text.of("Dear all")),), direction="down"),
        ),
        (
            ScrollTo(text="Hello all"),
            Move(command="scroll to", aims=(Aim(label=Text.of("Hello all")),), direction="down", sure=False),
        ),
    ],
)
def test_an_action_is_one_move(action: Action, move: Move) -> None:
    assert moves(action, values={ONE: "Ann"}, step="write … Dear all") == [move]


def test_waits_and_actions_without_effect_are_no_moves() -> None:
    assert moves(Wait(seconds=1)) == []
    nothing = Made(action=Tap(target=SAVE), before=FORM, came=False, lasting=False)
    assert moves_of([nothing], Ended(screen=FORM), {}, "") == ()


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (OpenQuickSettings(), "no exact line says this: open quick settings"),
        (TypeText(text="x", target=FIELD, replace=False), "no exact line says this: "),
        (Tap(target=element(3, Role.BUTTON, "")), 'no property distinguishes button "" from the others for certain'),
        (
            TypeText(text="x", target=element(3, Role.FIELD, "", editable=True)),
            'no property distinguishes field "" from the other fields for certain',
        ),
    ],
)
def test_an_action_without_an_exact_line_is_named_in_the_error(action: Action, why: str) -> None:
    twins = tuple(element(at, role, "", editable=role is Role.FIELD)
                  for at, role in ((3, Role.BUTTON), (4, Role.BUTTON), (3, Role.FIELD), (4, Role.FIELD)))  # fmt: skip
    with pytest.raises(NotGeneral) as refused:
        moves_of(made((action, screen(*twins))), Ended(screen=FORM), {}, "")
    assert str(refused.value).startswith(why)


def test_a_tap_on_a_number_is_unsure_unless_the_step_has_the_number() -> None:
    clock = screen(element(1, Role.BUTTON, "18"), element(2, Role.BUTTON, "OK"))

    def tapped(step: str, action: Action | None = None) -> Move:
        return moves_of(made((action or Tap(target=clock.elements[0]), clock)), Ended(screen=clock), {}, step)[0]

    assert (tapped("").aims, tapped("").sure) == ((), False)
    assert (tapped("end it at 18").aims[0].label, tapped("end it at 18").sure) == (Text.of("18"), True)


# ------------------------------------------------------------------------------------------------ searches


def test_scrolls_before_a_touch_search_for_its_element_and_others_stay() -> None:
    found = moves(Scroll(direction="up"), Scroll(direction="left"), Tap(target=SAVE))
    assert [(one.command, one.direction, one.aims) for one in found] == [
        ("scroll to", "left", OF_SAVE), ("tap", None, OF_SAVE),
    ]  # fmt: skip
    kept = moves(Scroll(direction="up"), PressKey(key="back"), Scroll(direction="down"))
    assert [(recipe.command, recipe.direction) for recipe in kept] == [
        ("scroll", "up"),
        ("press", None),
        ("scroll", "down"),
    ]
    unsure = moves(Scroll(direction="up"), TypeText(text="Hi Ann", target=FIELD), values={ONE: "Ann"})
    assert [(one.command, one.sure) for one in unsure] == [("scroll to", False), ("type", False)]
    apart = moves(Scroll(direction="up"), Tap(target=SAVE), Tap(target=SAVE))
    assert [one.command for one in apart] == ["scroll to", "tap", "tap"]


@pytest.mark.parametrize(
    ("list_", "row", "searched"),
    [
        ({"more_below": True}, {}, True),
        ({"more_above": True}, {}, True),
        ({}, {}, False),
        ({"more_below": True}, {"container": None}, False),
        ({"more_below": True}, {"label": "New list"}, False),
    ],
)
def test_only_a_row_named_by_a_value_in_a_list_that_goes_on_is_searched(
    list_: dict[str, bool], row: dict[str, object], searched: bool
) -> None:
    around = element(9, Role.LIST, "people", scrollable=True, **list_)
    target = element(1, Role.ITEM, str(row.pop("label", "Ann")), **({"container": 9} | row))
    shown = screen(target, around)
    found = moves_of(made((Tap(target=target), shown)), Ended(screen=shown), {ONE: "Ann"}, "")
    assert [one.command for one in found] == [*(["scroll to"] if searched else []), "tap"]


# ------------------------------------------------------------------------------------------------ detours


def steps(*screens: tuple[str, Action], lasting: tuple[int, ...] = ()) -> list[str]:
    """The commands of actions on named pages."""
    pages = {name: screen(element(1, Role.TEXT, name), SAVE) for name in "ABC"}
    done = [
        Made(action=action, before=pages[name], came=True, lasting=at in lasting)
        for at, (name, action) in enumerate(screens)
    ]
    return [
        f"{move.command} {move.key}".strip() for move in moves_of(done, Ended(screen=pages["A"]), {}, "")
    ]  # fmt: skip


TAP, BACK = Tap(target=SAVE), PressKey(key="back")


def test_a_detour_is_left_out_unless_it_changed_something() -> None:
    detour = (("A", TAP), ("B", BACK), ("A", PressKey(key="enter")))
    assert steps(*detour) == ["press enter"]
    assert steps(*detour, lasting=(0,)) == ["tap", "press back", "press enter"]
    assert steps(*detour, lasting=(1,)) == ["tap", "press back", "press enter"]
    assert steps(("C", TAP), *detour, lasting=(0,)) == ["tap", "press enter"]


@pytest.mark.parametrize(("then", "kept"), [(BACK, True), (OpenApp(name="Notes"), True), (TAP, False)])
def test_a_touch_without_a_visible_change_stays_before_a_key_or_an_app(then: Action, kept: bool) -> None:
    found = steps(("A", TAP), ("A", then))
    assert len(found) == 2 if kept else found == ["tap"]
    assert len(steps(("A", TAP), ("B", TAP), ("A", BACK))) == 1, "only the touch right before it may have saved"


# ------------------------------------------------------------------------------------------------ the end


def test_the_text_that_proved_the_step_is_checked_at_the_end() -> None:
    listed = element(1, Role.ITEM, "Ann", container=9)
    for shown, way in ((screen(listed), "down"), (screen(replace(listed, container=None)), None), (screen(), None)):
        (found,) = moves(ended=Ended(screen=shown, evidence="Ann"), values={ONE: "Ann"})
        assert found == Move(command="shows", texts=(Text.of(ONE),), direction=way)  # type: ignore[arg-type]
    (composed,) = moves(ended=Ended(screen=screen(), evidence="Saved for Ann"), values={ONE: "Ann"})
    assert (composed.texts, composed.sure) == ((Text.of("Saved for ", ONE),), False)
    (own,) = moves(ended=Ended(screen=screen(), evidence="Saved"), step="until it is Saved")
    assert (own.texts, own.sure) == ((Text.of("Saved"),), True)
    both = moves(ended=Ended(screen=screen(listed), evidence="Ann", gone="Eve"), values={ONE: "Ann", TWO: "Eve"})
    assert [(one.command, one.texts, one.direction) for one in both] == [
        ("shows", (Text.of(ONE),), "down"), ("gone", (Text.of(TWO),), None),
    ]  # fmt: skip
    (gone,) = moves(ended=Ended(screen=screen(listed), gone="Ann"), values={ONE: "Ann"})
    assert (gone.command, gone.direction) == ("gone", None)


def test_a_value_that_no_move_uses_must_appear_on_the_screen_from_some_move_on() -> None:
    chats = [screen(element(1, Role.TEXT, title), SAVE, element(3, Role.TEXT, f"step {at}"))
             for at, title in enumerate(("Chats", "Anna", "Anna"))]  # fmt: skip
    done = made(*((TAP, chat) for chat in chats))
    values = {ONE: "Anna", TWO: "Bo"}

    def commands(**more: tuple[int, ...]) -> list[str]:
        return [move.command for move in moves_of(done, Ended(screen=FORM), values, "", **more)]

    assert commands() == ["tap", "tap", "tap"]
    assert commands(needed=(1,)) == ["tap", "stands", "tap", "tap"]
    assert commands(needed=(2,)) == ["tap", "tap", "tap"], "too short"
    assert commands(needed=(7,)) == ["tap", "tap", "tap"], "this execution had no value for it"
    stands = moves_of(done, Ended(screen=FORM), values, "", needed=(1,))[1]
    assert stands == Move(command="stands", texts=(Text.of(ONE),))
    values[ONE] = "Otto"
    assert commands(needed=(1,)) == ["tap", "tap", "tap"]
    first = made((TypeText(text="Anna", target=FIELD), FORM), *((TAP, chat) for chat in chats))
    values[ONE] = "Anna"
    typed = moves_of(first, Ended(screen=FORM), values, "", needed=(1,))
    assert [one.command for one in typed] == ["type", "tap", "tap", "tap"], "a move uses it"


# ------------------------------------------------------------------------------------------------ reading


def read(value: str, *elements: Element, sought: bool = False) -> list[Move]:
    ended = Ended(screen=screen(*elements), value=value, sought=sought)
    return list(moves_of([], ended, {ONE: "Ann"}, ""))


SUM = element(1, Role.TEXT, "12.50", text="12.50", clickable=False, resource_id="org:id/sum")
DATED = element(2, Role.TEXT, "Plan of today", text="Plan of today", clickable=False, resource_id="org:id/when")


def test_a_value_is_read_from_an_element_that_equals_it_or_contains_it() -> None:
    assert read(" 12.50 ", DATED, SUM) == [
        Move(command="read", aims=(Aim(role="text", resource="org:id/sum"),), place="p/a")
    ]
    (piece,) = read("Plan", SUM, DATED)
    assert piece.aims == (Aim(role="text", resource="org:id/when"),)
    assert (piece.texts, piece.sure) == ((Text.of(Use(slot=0, path=("first word",))),), False)
    whole = replace(SUM, index=3, label="Plan", text="Plan", resource_id="org:id/title")
    assert read("Plan", DATED, whole)[0].aims == (Aim(role="text", resource="org:id/title"),), "the whole text first"


def test_a_value_that_no_element_has_is_a_gap_only_if_the_step_sought_it() -> None:
    assert read("9.99", SUM) == []
    assert read("9.99", SUM, sought=True) == [Move(command="read", sure=False)]
    assert read("", SUM, sought=True) == []


def test_a_field_is_read_by_its_content_and_an_image_by_its_label() -> None:
    field = element(1, Role.FIELD, "12.50", editable=True, text="7.00", hint="Sum")
    assert read("12.50", field) == []
    assert read("7.00", field)[0].aims == (Aim(label=Text.of("Sum"), role="field"),)
    image = element(1, Role.IMAGE, "sunny", clickable=False, resource_id="org:id/sky")
    assert read("sunny", image)[0].aims == (Aim(role="image", resource="org:id/sky"),)


# ------------------------------------------------------------------------------------------------ courses


def test_going_back_at_the_beginning_is_another_way_to_begin() -> None:
    home, other = screen(SAVE), replace(screen(SAVE), activity="b", keyboard_shown=True)
    pairs = [(BACK, other), (PressKey(key="back"), replace(other, activity="c")), (TAP, home)]
    step = sentence("do it")
    found = course_of(made(*pairs), Ended(screen=home), {}, step, other)
    assert found == Course(
        moves=(Move(command="tap", aims=OF_SAVE, place=home.place),), begins=home.place,
        ways=(Way(begins="p/b with the keyboard", backs=2),),
    )  # fmt: skip
    straight = course_of(made((TAP, home), (PressKey(key="enter"), other)), Ended(screen=home), {}, step, home)
    assert (straight.begins, straight.ways, len(straight.moves)) == (home.place, (), 2)
    entered = course_of(made((PressKey(key="enter"), home)), Ended(screen=home), {}, step, home)
    assert (entered.ways, len(entered.moves)) == ((), 1)
    only = course_of(made((BACK, home)), Ended(screen=home), {}, step, home)
    assert (only.begins, only.ways, [move.key for move in only.moves]) == (home.place, (), ["back"])
    checked = Ended(screen=screen(element(1, Role.TEXT, "Anna")), evidence="Anna")
    looked = course_of(made((BACK, home)), checked, {}, step, home)
    assert (looked.ways, [move.command for move in looked.moves]) == ((), ["press", "shows"])


def test_a_course_checks_the_values_that_its_moves_leave_open() -> None:
    chat = screen(element(1, Role.TEXT, "Anna"), SAVE)
    found = course_of(made((TAP, chat)), Ended(screen=chat), {ONE: "Anna"}, sentence('Greet "Anna"'), chat)
    assert [move.command for move in found.moves] == ["stands", "tap"]


# ------------------------------------------------------------------------------------------------ nested elements


ROW = element(1, Role.ITEM, "", bounds=Bounds(0, 0, 1080, 90), resource_id="org:id/row")
TEXT = element(2, Role.TEXT, "Ann", clickable=False, bounds=Bounds(9, 10, 600, 80))


def known(target: Element, *elements: Element) -> bool:
    """True if a touch of this element has a description."""
    return bool(aims_at(target, screen(*elements), {ONE: "Ann"}, touch=True).aims)


def test_a_text_in_a_row_represents_the_row_if_the_row_takes_its_touch() -> None:
    assert known(TEXT, ROW, TEXT)
    assert not known(TEXT, TEXT), "nothing takes the touch"
    bare = replace(TEXT, label="", text="")
    assert not known(bare, bare, replace(bare, index=3))


def test_a_page_with_its_keyboard_or_a_window_has_another_name() -> None:
    assert place_of(FORM) == "p/a"
    assert place_of(replace(FORM, keyboard_shown=True)) == "p/a with the keyboard"


def test_a_description_meets_nothing_where_its_value_is_missing_or_only_resembles() -> None:
    aim = Aim(label=Text.of(ONE))
    shown = screen(element(1, Role.ITEM, "Ann"), element(2, Role.ITEM, "Ann Lee"))
    met = meets(aim, {ONE: "Ann"}, shown)
    assert met is not None
    assert met.index == 1
    for name in ("Lee", " ", "Eve"):
        assert meets(aim, {ONE: name}, shown) is None
    assert meets(aim, {}, shown) is None
    part = element(1, Role.TEXT, "555 0100, Mobile")
    mobile = Aim(label=Text.of("Mobile"))
    assert meets(mobile, {}, screen(part)) is None
    assert meets(mobile, {}, screen(part), reads=True) is part


def test_a_value_is_checked_on_the_page_of_the_row_that_another_value_names() -> None:
    """The page shows the amount of one of two expenses with one name; the question after it shows neither."""
    row = element(1, Role.ITEM, "Rice, Oct 03, - 418.75, $", container=9)
    other = element(1, Role.ITEM, "Tea, Oct 03, - 418.75, $", container=9)
    delete = element(2, Role.BUTTON, "Delete")
    pages = [screen(element(3, Role.TEXT, text), delete) for text in ("- 418.75", "Are you sure?")]
    values = {ONE: "Rice", TWO: "418.75"}

    def commands(touched: Element, sum: str = "418.75") -> list[str]:
        done = made((Tap(target=touched), screen(touched)), *((Tap(target=delete), page) for page in pages))
        found = moves_of(done, Ended(screen=screen()), {**values, TWO: sum}, "", needed=(1, 2))
        return [one.command for one in found]

    assert commands(row) == ["tap", "stands", "tap", "tap"]
    assert commands(row, "18.75") == ["tap", "tap", "tap"]
    assert commands(other) == ["tap", "tap", "tap"]
