"""Elements that save, send or remove something are found by their place; harmless apps are left alone."""

from __future__ import annotations

import pytest

from agentprog.errors import NeedsHuman
from agentprog.ports import App, Element, PressKey, Role, Screen, Tap, TypeText, Window
from agentprog.runtime.safety.committing import Shape, shape_of
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.risk import Risk
from tests.runtime.safety.pages import HARMLESS, NETWORK, at, judged, shown

WIDE = at(60, 2100, 960, 140, "Weiter zum Ziel")
TITLE = at(200, 150, 400, 80, "Cart", Role.TEXT)
SUM = at(60, 1500, 400, 80, "€ 49.90", Role.TEXT)
BACK = at(0, 100, 140, 140, "Navigate up")
ROW = at(0, 600, 1080, 160, "Hana Ferreira", Role.ITEM)
PICKED = at(0, 600, 1080, 160, "Hana Ferreira", Role.ITEM, selected=True)
BIN = at(900, 120, 120, 120, "z9")
FIELD = at(60, 2100, 800, 120, "Say something", Role.FIELD, editable=True, text="hello")
ARROW = at(900, 2100, 120, 120, "arrow")
SEARCH = at(60, 300, 800, 120, "Search", Role.FIELD, editable=True, text="hello")


def sheet(left: int, top: int, label: str, **more: object) -> Element:
    return at(left, top, 200, 100, label, window=Window.DIALOG, **more)


ASKED = at(200, 1000, 600, 90, "Everything goes to the moon, for good?", Role.TEXT, window=Window.DIALOG)
NO, YES = sheet(500, 1200, "Nay"), sheet(750, 1200, "Yea")


@pytest.mark.parametrize(
    ("target", "around", "shape"),
    [
        (WIDE, (TITLE,), Shape.MAIN),
        (WIDE, (TITLE, SUM), Shape.PAYMENT),
        (ARROW, (FIELD,), Shape.BESIDE),
        (at(60, 2260, 300, 100, "Ab die Post"), (FIELD,), Shape.FORM),
        (at(800, 100, 200, 100, "Ab"), (FIELD,), Shape.FORM),
        (at(60, 300, 300, 100, "Ansicht"), (FIELD,), None),
        (at(800, 100, 200, 100, "z9"), (at(60, 300, 300, 100, "Chip", selected=True),), None),
        (at(60, 1500, 960, 140, "Row"), (at(60, 1640, 960, 140, "Row too"),), None),
        (BIN, (PICKED, ROW), Shape.SELECTION),
        (YES, (ASKED, NO), Shape.DIALOG),
        (sheet(500, 1200, "x", resource_id="android:id/button1"), (ASKED, NO), Shape.DIALOG),
        (sheet(500, 300, "In den Eimer"), (sheet(500, 400, "Umbenennen"),), Shape.COMMAND),
        (at(60, 600, 900, 100, "Loud", Role.SWITCH, checkable=True), (), Shape.SWITCH),
        (BACK, (FIELD,), None),
        (ROW, (FIELD, PICKED), None),
        (BIN, (ROW,), None),
        (NO, (ASKED, YES), None),
        (sheet(500, 1200, "x", resource_id="android:id/button2"), (ASKED, YES), None),
        (at(200, 2200, 120, 120, "Home", Role.TAB), (FIELD,), None),
        (ARROW, (SEARCH,), None),
        (at(780, 2130, 60, 60, "Clear"), (FIELD,), None),
        (at(60, 500, 960, 140, "Weiter"), (TITLE,), None),
        (at(900, 2100, 120, 120, "+"), (ROW,), None),
    ],
)
def test_the_place_of_an_element_decides_whether_its_touch_commits(
    target: Element, around: tuple[Element, ...], shape: Shape | None
) -> None:
    assert shape_of(target, shown(target, *around)) is shape


def test_in_a_dialog_from_right_to_left_the_way_out_is_on_the_right() -> None:
    no, yes = sheet(750, 1200, "لا"), sheet(500, 1200, "نعم")
    assert shape_of(yes, shown(ASKED, no, yes)) is Shape.DIALOG
    assert shape_of(no, shown(ASKED, no, yes)) is None


# ------------------------------------------------------------ forms


NAME = at(60, 300, 900, 120, "Name", Role.FIELD, editable=True, text="Nadia Holm", resource_id="org.people:id/name")
PHONE = at(60, 600, 900, 120, "Phone", Role.FIELD, editable=True, resource_id="org.people:id/phone")
KEEP = at(800, 100, 200, 100, "Save")
ADD = "Add Nadia Holm, +1 500 555 0160, to my contacts"


def test_a_form_without_a_refused_value_is_not_saved() -> None:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ADD), NobodyThere())
    form = shown(KEEP, NAME, PHONE, package="org.people")

    def does(action: TypeText | Tap) -> bool:
        return made.pass_(action, form, step=ADD, apps=(), described="it", permissions=NETWORK).allowed

    assert does(Tap(target=KEEP))
    assert not does(TypeText(text="+1 900 555 0199", target=PHONE))
    assert not does(Tap(target=KEEP))
    assert does(TypeText(text="+1 500 555 0160", target=PHONE))
    assert does(Tap(target=KEEP))


@pytest.mark.parametrize(
    ("ask", "choice", "allowed"),
    [
        ("Create an event 'Dentist', once", "Weekly", False),
        ("Create an event 'Dentist'", "Weekly", False),
        ("Create an event 'Dentist' that repeats every week", "Weekly", True),
        ("Create a weekly event 'Dentist'", "Weekly", True),
        ("Create an event 'Dentist'", "10 minutes before", True),
    ],
)
def test_a_choice_of_a_form_has_to_be_in_the_words(ask: str, choice: str, allowed: bool) -> None:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    repeats = at(60, 900, 900, 100, "No repetition")
    form = shown(NAME, KEEP, repeats, package="org.dates")

    def taps(target: Element, on: Screen) -> bool:
        step = "create the event"
        return made.pass_(Tap(target=target), on, step=step, apps=(), described="it", permissions=NETWORK).allowed

    for role, checkable in ((Role.RADIO, True), (Role.ITEM, False)):
        rows = [
            at(
                100,
                900 + 100 * i,
                600,
                90,
                one,
                role,
                checkable=checkable,
                checked=checkable and not i,
                window=Window.DIALOG,
            )
            for i, one in enumerate(("No repetition", choice))
        ]
        over = shown(*rows, package="org.dates")
        assert taps(repeats, form)
        assert taps(rows[0], over)
        assert taps(repeats, form)
        assert taps(rows[1], over) is allowed


# ------------------------------------------------------------ the gate


READING = "Tell me what the newest message says"
CASES = [
    (READING, WIDE, shown(TITLE, WIDE), Risk.CHANGE),
    ("Find the cheapest cable", WIDE, shown(TITLE, SUM, WIDE), Risk.PAY),
    ("Order the cable for 20 euros", WIDE, shown(TITLE, SUM, WIDE), Risk.PAY),
    (READING, ARROW, shown(TITLE, FIELD, ARROW), Risk.CHANGE),
    ("Delete Grete Hermann", BIN, shown(BIN, PICKED, ROW), Risk.CHANGE),
    (READING, YES, shown(ASKED, NO, YES), Risk.AGREE),
]


@pytest.mark.parametrize(("ask", "target", "on", "risk"), CASES)
def test_a_button_of_unknown_words_is_stopped_in_an_app_that_can_do_harm(
    ask: str, target: Element, on: Screen, risk: Risk
) -> None:
    for permissions in (NETWORK, None):
        with pytest.raises(NeedsHuman):
            judged(ask, target, on, permissions)
        refused = judged(ask, target, on, permissions, default=Rule.DENY)
        assert (refused.allowed, refused.risk) == (False, risk)


@pytest.mark.parametrize(("ask", "target", "on", "risk"), CASES[:5])
def test_an_app_that_can_do_no_harm_is_left_alone(ask: str, target: Element, on: Screen, risk: Risk) -> None:
    del risk
    assert judged(ask, target, on, HARMLESS).allowed


@pytest.mark.parametrize(
    ("ask", "target", "on"),
    [
        ("Order the cable for 49.90 euros", WIDE, shown(TITLE, SUM, WIDE)),
        ("Create an event on Friday", WIDE, shown(TITLE, WIDE)),
        ("Remove Hana Ferreira", BIN, shown(BIN, PICKED, ROW)),
        ("Keep in mind: hello", ARROW, shown(TITLE, FIELD, ARROW)),
        (READING, ROW, shown(TITLE, ROW)),
        (READING, BACK, shown(BACK, TITLE, ROW)),
        (READING, ARROW, shown(TITLE, SEARCH, ARROW)),
        (READING, at(900, 2100, 120, 120, "+"), shown(TITLE, ROW)),
    ],
)
def test_an_ordered_action_and_a_mere_navigation_pass(ask: str, target: Element, on: Screen) -> None:
    assert judged(ask, target, on, NETWORK).allowed


def test_an_app_card_overrides_the_place_of_an_element() -> None:
    icon = at(500, 900, 120, 120, "z9", resource_id="org.files:id/menu_move")
    wide = at(60, 2100, 960, 140, "z9", resource_id="org.files:id/show_list")
    app = App(package="org.files", label="Files", commits=("menu_move",), opens=("show_list",))

    def passes(target: Element, *apps: App) -> bool:
        made = Gate(Policy(default=Rule.DENY), Authority(instruction=READING), NobodyThere())
        on = shown(TITLE, target, package="org.files")
        return made.pass_(Tap(target=target), on, step=READING, apps=apps, described="it", permissions=NETWORK).allowed

    assert [passes(icon), passes(wide)] == [True, False]
    assert [passes(icon, app), passes(wide, app)] == [False, True]


def test_enter_in_a_filled_field_has_the_risk_of_the_button_beside_it() -> None:
    field = at(60, 2100, 800, 120, "Say something", Role.FIELD, editable=True, focused=True, text="hello")
    on = shown(TITLE, field)
    denied = Gate(Policy(default=Rule.DENY), Authority(instruction=READING), NobodyThere())
    enter = denied.pass_(PressKey(key="enter"), on, step=READING, apps=(), described="enter", permissions=NETWORK)
    assert (enter.allowed, enter.risk) == (False, Risk.CHANGE)


# ------------------------------------------------------------ the edges of each place


def shape(target: Element, *around: Element, selection: bool = False) -> Shape | None:
    return shape_of(target, shown(target, *around), selection=selection)


def place(left: int, top: int, width: int, height: int, label: str = "z9", **more: object) -> Element:
    return at(left, top, width, height, label, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("target", "main"),
    [
        (place(60, 2100, 594, 140), True),
        (place(60, 2100, 593, 140), False),
        (place(60, 2100, 960, 288), True),
        (place(60, 2100, 960, 289), False),
        (place(60, 960, 960, 140), True),
        (place(60, 959, 960, 140), False),
        (place(60, 2100, 960, 140, role=Role.CHECKBOX), False),
        (place(60, 2100, 960, 140, role=Role.ITEM), False),
        (place(60, 2100, 960, 140, role=Role.TAB), False),
        (place(60, 2100, 960, 140, window=Window.SYSTEM), False),
        (place(60, 2100, 960, 140, window=Window.KEYBOARD), False),
    ],
)
def test_the_main_button_is_wide_flat_and_in_the_lower_part(target: Element, main: bool) -> None:
    assert shape(target) is (Shape.MAIN if main else None)


def test_a_button_among_buttons_of_its_size_below_each_other_is_a_row() -> None:
    below = place(60, 2240, 960, 140)
    assert shape(WIDE, below) is None
    for other in (
        place(61, 2240, 960, 140),
        place(60, 2240, 959, 140),
        place(60, 2240, 960, 139),
        place(60, 2240, 960, 140, clickable=False),
    ):
        assert shape(WIDE, other) is Shape.MAIN


def test_a_sum_with_a_currency_makes_a_payment_and_a_bare_number_does_not() -> None:
    assert shape(place(60, 2100, 960, 140, "Pay $20")) is Shape.PAYMENT
    assert shape(WIDE, at(60, 1500, 400, 80, "20 items", Role.TEXT)) is Shape.MAIN
    assert shape(WIDE, at(60, 1500, 400, 80, "Total 49.90", Role.TEXT)) is Shape.MAIN
    assert shape(WIDE, at(60, 1500, 400, 80, "$20", Role.TEXT, window=Window.SYSTEM)) is Shape.MAIN


@pytest.mark.parametrize(
    ("bounds", "on_bar"),
    [
        ((500, 236, 120, 100), True),
        ((500, 237, 120, 100), False),
        ((500, 2064, 120, 100), True),
        ((500, 2063, 120, 100), False),
    ],
)
def test_an_action_on_a_selection_is_on_a_bar(bounds: tuple[int, int, int, int], on_bar: bool) -> None:
    assert shape(place(*bounds), PICKED) is (Shape.SELECTION if on_bar else None)
    assert shape(place(*bounds), ROW) is None
    assert shape(place(*bounds), ROW, selection=True) is (Shape.SELECTION if on_bar else None)


def test_a_selected_row_is_an_item_or_can_be_held() -> None:
    chip = at(60, 600, 300, 100, "Chip", selected=True)
    assert shape(BIN, chip) is None
    assert shape(BIN, at(60, 600, 300, 100, "Chip", selected=True, long_clickable=True)) is Shape.SELECTION


@pytest.mark.parametrize(
    ("target", "back"),
    [
        (place(0, 100, 194, 236), True),
        (place(0, 100, 195, 236), False),
        (place(0, 100, 194, 237), False),
        (place(886, 100, 194, 236), False),
        (place(886, 100, 194, 236, "رجوع"), True),
        (place(885, 100, 194, 236, "رجوع"), False),
        (place(0, 100, 194, 236, "رجوع"), True),
    ],
)
def test_the_way_back_is_a_small_element_in_the_top_corner(target: Element, back: bool) -> None:
    assert (shape(target, PICKED, selection=True) is None) is (back or target.bounds.bottom > 336)


@pytest.mark.parametrize(
    ("target", "keeps"),
    [
        (place(702, 100, 200, 236), True),
        (place(701, 100, 200, 236), False),
        (place(702, 100, 200, 237), False),
        (place(200, 100, 178, 236, "حفظ"), True),
        (place(200, 100, 179, 236, "حفظ"), False),
        (place(702, 100, 180, 236, "حفظ"), False),
    ],
)
def test_the_end_of_the_top_bar_saves_a_form(target: Element, keeps: bool) -> None:
    form = at(60, 600, 800, 120, "Name", Role.FIELD, editable=True, text="Ann")
    assert shape(target, form) is (Shape.FORM if keeps else None)
    assert shape(target, at(60, 600, 800, 120, "Name", Role.FIELD, editable=True, text=" ")) is None
    assert shape(target, at(60, 600, 800, 120, "Search", Role.FIELD, editable=True, text="Ann")) is None


def test_a_button_saves_a_form_only_below_all_of_its_fields() -> None:
    first = at(60, 600, 800, 120, "Name", Role.FIELD, editable=True, text="Ann")
    second = at(60, 900, 800, 120, "Number", Role.FIELD, editable=True, text="5")
    assert shape(place(60, 1100, 200, 100), first, second) is Shape.FORM
    assert shape(place(60, 750, 200, 100), first, second) is None
    assert shape(place(60, 750, 200, 100), first) is Shape.FORM


@pytest.mark.parametrize(
    ("top", "height", "beside"),
    [(600, 120, True), (660, 120, True), (661, 120, False), (540, 120, True), (539, 120, False), (590, 400, True)],
)
def test_a_button_on_the_line_of_a_filled_field_counts_as_beside_it(top: int, height: int, beside: bool) -> None:
    field = at(60, 600, 800, 120, "Say", Role.FIELD, editable=True, text="hi")
    found = shape(place(900, top, 120, height), field)
    assert (found is Shape.BESIDE) is beside


def test_a_touch_inside_of_a_field_or_of_a_passive_element_has_no_risk() -> None:
    field = at(60, 600, 800, 120, "Say", Role.FIELD, editable=True, text="hi")
    assert shape(place(700, 620, 80, 80), field) is None
    for role in (Role.TAB, Role.FIELD, Role.LIST, Role.SLIDER, Role.SPINNER, Role.TEXT):
        assert shape(at(900, 600, 120, 120, "z9", role, clickable=True), field) is None
    assert shape(place(900, 600, 120, 120, editable=True), field) is None
    assert shape(place(900, 600, 120, 120, checkable=True), field) is Shape.SWITCH


# ------------------------------------------------------------ dialogs


def question(*others: Element, target: Element = YES) -> Shape | None:
    return shape(target, ASKED, *others)


def test_the_standard_buttons_of_a_dialog_are_known_by_their_ids() -> None:
    for name, found in (("button1", Shape.DIALOG), ("button2", None), ("button3", None)):
        assert question(target=sheet(500, 1200, "x", resource_id=f"android:id/{name}")) is found
    assert question(NO, target=sheet(500, 1200, "x", resource_id="org:id/button1")) is None


def test_the_first_of_several_buttons_on_one_line_is_the_way_out() -> None:
    assert question(NO) is Shape.DIALOG
    assert question(YES, target=NO) is None
    assert question(NO, sheet(200, 1200, "Later"), target=YES) is Shape.DIALOG
    assert question(YES, sheet(200, 1200, "Later"), target=NO) is Shape.DIALOG
    assert question() is None, "its only button"
    assert question(sheet(500, 1200, "Name", editable=True)) is None
    assert question(sheet(500, 1200, "Row", role=Role.ITEM)) is None


def test_the_last_of_stacked_buttons_is_the_way_out() -> None:
    upper, lower = sheet(500, 1200, "Yea"), sheet(500, 1300, "Nay")
    assert question(lower, target=upper) is Shape.DIALOG
    assert question(upper, target=lower) is None
    near = sheet(500, 1299, "Nay")
    assert question(near, target=upper) is None, "they overlap"


def test_a_window_without_a_text_is_a_menu() -> None:
    entry, other = sheet(500, 1200, "Bin it"), sheet(500, 1300, "More")
    assert shape(entry, other) is Shape.COMMAND
    assert shape(entry) is None
    assert shape(sheet(500, 1200, "Bin it", checkable=True), other) is None
    assert shape(sheet(500, 1200, "Row", role=Role.ITEM), other) is Shape.COMMAND
    scrolled = at(200, 1000, 600, 90, "list", Role.LIST, window=Window.DIALOG, clickable=False, scrollable=True)
    assert shape(entry, scrolled) is Shape.COMMAND
    assert question(NO, target=sheet(750, 1200, "Yea", checkable=True)) is None
    assert question(NO, target=sheet(750, 1200, "Yea", role=Role.ITEM)) is None
