"""The names of elements, as a person would call them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict
from types import SimpleNamespace

import pytest

from agentprog.agents.screen_text import element_line
from agentprog.devices.hierarchy import Reading, read_elements, read_hierarchy
from agentprog.ports import Bounds, Element, Role, Window


def read(trees: SimpleNamespace, *children: str, **how: object) -> Reading:
    return read_elements(read_hierarchy(trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), *children))), **how)


def only(reading: Reading, role: Role) -> Element:
    (found,) = [element for element in reading.elements if element.role is role]
    return found


def row(trees: SimpleNamespace, top: int, *texts: str, extra: str = "", **facts: object) -> str:
    parts = [
        trees.node("TextView", (40, top + 10 + 60 * i, 900, top + 60 + 60 * i), text=t) for i, t in enumerate(texts)
    ]
    return trees.node("LinearLayout", (0, top, 1080, top + 200), *parts, extra, flags="clickable", **facts)


def test_a_clickable_row_merges_its_texts_and_does_not_list_them_again(trees: SimpleNamespace) -> None:
    reading = read(trees, row(trees, 300, "Hana Ferreira", "hello there", "15:34"))
    (item,) = reading.elements
    assert (item.role, item.label) == (Role.ITEM, "Hana Ferreira, hello there, 15:34")
    assert item.clickable


def test_an_unlabelled_button_is_named_by_its_resource_id(trees: SimpleNamespace) -> None:
    fab = trees.node("ImageButton", (800, 2000, 1000, 2200), rid="conversations_fab", flags="clickable")
    assert only(read(trees, fab), Role.BUTTON).descriptor == 'button "conversations fab"'


@pytest.mark.parametrize(
    ("rid", "label"),
    [("btnSave", "btn save"), ("android:id/button1", "button1"), ("content", "unlabelled"), ("", "unlabelled")],
)
def test_names_from_resource_ids_read_as_words(trees: SimpleNamespace, rid: str, label: str) -> None:
    button = trees.node("ImageButton", (0, 500, 100, 600), rid=rid, flags="clickable")
    assert only(read(trees, button), Role.BUTTON).label == label


def test_an_icon_is_named_by_its_description(trees: SimpleNamespace) -> None:
    icon = trees.node("ImageView", (0, 100, 100, 200), desc="Search", rid="x", flags="clickable")
    assert only(read(trees, icon), Role.BUTTON).descriptor == 'button "Search"'


def test_a_compose_button_is_a_button_called_by_the_icon_inside(trees: SimpleNamespace) -> None:
    inner = trees.node("android.view.View", (20, 120, 60, 160), desc="Back")
    mark = trees.node("Button", (10, 110, 90, 190))
    assert only(read(trees, trees.node("android.view.View", (0, 100, 100, 200), inner, mark, flags="clickable")),
                Role.BUTTON).label == "Back"  # fmt: skip


def test_an_empty_field_whose_text_is_its_hint_is_empty(trees: SimpleNamespace) -> None:
    field = trees.node("EditText", (0, 100, 900, 200), text="First name", hint="First name", flags="clickable focused")
    found = only(read(trees, field), Role.FIELD)
    assert (found.label, found.text, found.hint) == ("First name", "", "First name")
    assert found.editable
    assert found.focused


def test_a_filled_field_keeps_its_name(trees: SimpleNamespace) -> None:
    field = trees.node("EditText", (0, 100, 900, 200), text="Hana", hint="First name", flags="clickable")
    found = only(read(trees, field), Role.FIELD)
    assert (found.label, found.text) == ("First name", "Hana")


@pytest.mark.parametrize("where", [(40, 100, 400, 160), (40, 190, 300, 280)], ids=["above", "left"])
def test_a_field_without_hint_is_named_by_the_text_beside_it(
    trees: SimpleNamespace, where: tuple[int, int, int, int]
) -> None:
    label = trees.node("TextView", where, text="Street")
    left = 40 if where[1] == 100 else 320
    field = trees.node("EditText", (left, 180, 1000, 290), text="Main St", rid="f", flags="clickable")
    assert only(read(trees, label, field), Role.FIELD).label == "Street"


def test_a_compose_field_takes_the_text_inside_as_its_hint(trees: SimpleNamespace) -> None:
    inside = trees.node("TextView", (10, 110, 500, 190), text="Ask about this page")
    found = only(read(trees, trees.node("EditText", (0, 100, 900, 200), inside, flags="clickable")), Role.FIELD)
    assert (found.label, found.text) == ("Ask about this page", "")


def test_password_content_is_never_shown(trees: SimpleNamespace) -> None:
    field = trees.node("EditText", (0, 100, 900, 200), text="hunter2", hint="Password", flags="clickable password")
    found = only(read(trees, field), Role.FIELD)
    assert found.text == "•" * 7
    assert "hunter2" not in repr(found)


def test_a_row_with_a_passive_switch_is_one_switch(trees: SimpleNamespace) -> None:
    switch = trees.node("Switch", (900, 340, 1040, 400), flags="checkable checked")
    found = only(read(trees, row(trees, 300, "Airplane mode", extra=switch)), Role.SWITCH)
    assert (found.label, found.checkable, found.checked) == ("Airplane mode", True, True)
    assert found.bounds.width == 1080


def test_a_switch_of_its_own_is_named_by_the_text_of_its_row(trees: SimpleNamespace) -> None:
    label = trees.node("TextView", (40, 300, 600, 380), text="All-day")
    switch = trees.node("Switch", (900, 300, 1040, 380), rid="onoff", flags="checkable clickable")
    assert only(read(trees, label, switch), Role.SWITCH).label == "All-day"


def test_a_button_inside_a_row_is_listed_apart_with_its_row(trees: SimpleNamespace) -> None:
    rows = [
        row(
            trees,
            top,
            name,
            extra=trees.node("Button", (900, top + 20, 1040, top + 120), desc="Delete", flags="clickable"),
        )
        for top, name in ((300, "Bob"), (520, "Eve"))
    ]
    buttons = [e for e in read(trees, *rows).elements if e.role is Role.BUTTON]
    assert [b.descriptor for b in buttons] == ["button \"Delete\" (row of 'Bob')", "button \"Delete\" (row of 'Eve')"]


def test_equal_elements_without_rows_are_counted(trees: SimpleNamespace) -> None:
    down = [trees.node("Button", (0, t, 100, t + 90), text="Edit", flags="clickable") for t in (100, 300, 500)]
    assert [e.place for e in read(trees, *down).elements] == ["1st from top", "2nd from top", "3rd from top"]
    across = [trees.node("Button", (x, 100, x + 90, 200), text="Edit", flags="clickable") for x in (0, 300)]
    assert [e.place for e in read(trees, *across).elements] == ["1st from left", "2nd from left"]


def test_reading_order_is_top_to_bottom_in_any_document_order(trees: SimpleNamespace) -> None:
    body = trees.node("TextView", (0, 500, 900, 600), text="body")
    bar = trees.node("LinearLayout", (0, 0, 1080, 200), trees.node("TextView", (0, 50, 500, 150), text="title"))
    assert [e.label for e in read(trees, body, bar).elements] == ["title", "body"]


def test_elements_know_their_list(trees: SimpleNamespace) -> None:
    items = [row(trees, top, f"row {top}") for top in (400, 600, 800)]
    inside = trees.node("androidx.recyclerview.widget.RecyclerView", (0, 400, 1080, 1000), *items, flags="scrollable")
    reading = read(trees, trees.node("TextView", (0, 100, 400, 200), text="head"), inside)
    scroller = only(reading, Role.LIST)
    assert [e.container for e in reading.elements] == [None, None, *[scroller.index] * 3]


@pytest.mark.parametrize(
    ("tops", "above", "below"),
    [((400, 600, 800), False, True), ((400, 460, 660), True, False), ((430, 630), False, False)],
    ids=["begins and is cut", "ends", "fits"],
)
def test_a_list_shows_where_it_goes_on(trees: SimpleNamespace, tops: tuple[int, ...], above: bool, below: bool) -> None:
    items = [trees.node("TextView", (0, t, 1080, t + 200), text=f"r{t}", flags="clickable") for t in tops]
    lists = trees.node("ListView", (0, 400, 1080, 1000), *items, flags="scrollable")
    found = only(read(trees, lists), Role.LIST)
    assert (found.more_above, found.more_below) == (above, below)


def test_a_sideways_scroller_claims_nothing_above_or_below(trees: SimpleNamespace) -> None:
    chips = [trees.node("Button", (x, 400, x + 300, 500), text=f"c{x}", flags="clickable") for x in (0, 320, 640)]
    found = only(read(trees, trees.node("HorizontalScrollView", (0, 400, 1080, 500), *chips, flags="scrollable")),
                 Role.LIST)  # fmt: skip
    assert (found.more_above, found.more_below) == (False, False)


def test_an_invisible_element_is_not_listed(trees: SimpleNamespace) -> None:
    hidden = [
        trees.node("Button", (0, 0, 0, 0), text="zero", flags="clickable"),
        trees.node("Button", (500, 500, 100, 100), text="inverted", flags="clickable"),
        trees.node("Button", (0, 2500, 100, 2600), text="below", flags="clickable"),
        trees.node("Button", (-300, 100, -10, 200), text="left", flags="clickable"),
        trees.node("Button", (0, 100, 100, 200), text="invisible", flags="clickable", visible=False),
    ]
    assert read(trees, *hidden).elements == ()


def test_a_partly_visible_element_is_clipped_to_its_touchable_part(trees: SimpleNamespace) -> None:
    button = trees.node("Button", (0, 2300, 100, 2600), text="half", flags="clickable")
    assert only(read(trees, button), Role.BUTTON).bounds.bottom == 2400


def test_an_element_under_the_keyboard_is_not_listed(trees: SimpleNamespace) -> None:
    app = trees.node(
        "FrameLayout",
        (0, 0, 1080, 2400),
        trees.node("Button", (0, 100, 500, 200), text="seen", flags="clickable"),
        trees.node("Button", (0, 2000, 500, 2100), text="covered", flags="clickable"),
    )
    reading = read_elements(read_hierarchy(trees.dump(app, trees.keyboard(1500))))
    assert reading.keyboard_shown
    assert [(e.label, e.window) for e in reading.elements] == [("seen", Window.APP), ("q", Window.KEYBOARD)]


def test_the_app_is_found_behind_overlays_that_come_first(trees: SimpleNamespace) -> None:
    app = trees.node("FrameLayout", (0, 0, 1080, 2400), trees.node("TextView", (0, 100, 500, 200), text="App"))
    for roots in ((trees.status_bar(), trees.keyboard(), app), (app, trees.status_bar(), trees.keyboard())):
        reading = read_elements(read_hierarchy(trees.dump(*roots)))
        assert reading.package == "org.example.app"
        assert [e.window for e in reading.elements] == [Window.APP, Window.KEYBOARD, Window.SYSTEM]


def test_a_dialog_comes_before_the_app_it_covers(trees: SimpleNamespace) -> None:
    def ok(top: int, package: str = "org.example.app") -> str:
        return trees.node("Button", (100, top, 300, top + 90), text="OK", flags="clickable", package=package)

    app = trees.node("FrameLayout", (0, 0, 1080, 2400), ok(2000))
    dialog = trees.node("FrameLayout", (60, 900, 1020, 1500), ok(1300, "android"), package="android")
    reading = read_elements(read_hierarchy(trees.dump(app, dialog)))
    assert [(e.window, e.place) for e in reading.elements] == [(Window.DIALOG, ""), (Window.APP, "behind the dialog")]
    assert reading.package == "android"


def test_the_open_notification_shade_counts_as_the_app_window(trees: SimpleNamespace) -> None:
    note = trees.node("TextView", (0, 300, 900, 400), text="New message", package="com.android.systemui")
    shade = trees.node("FrameLayout", (0, 0, 1080, 2400), note, package="com.android.systemui")
    (element,) = read_elements(read_hierarchy(trees.dump(shade))).elements
    assert element.window is Window.APP


def test_only_system_bars_is_an_unreadable_screen(trees: SimpleNamespace) -> None:
    assert not read_elements(read_hierarchy(trees.dump(trees.status_bar())), size=(1080, 2400)).readable
    assert not read_elements(read_hierarchy("")).readable


def test_a_clickable_page_keeps_its_texts_apart(trees: SimpleNamespace) -> None:
    pins = [trees.node("android.view.View", (0, 100 * i, 90, 100 * i + 80), desc=f"pin {i}") for i in range(15)]
    page = trees.node("android.view.View", (0, 0, 1080, 2400), *pins, desc="Map", flags="clickable")
    reading = read(trees, page)
    assert [e.role for e in reading.elements] == [Role.OTHER] + [Role.TEXT] * 15
    assert reading.elements[0].label == "Map"


def test_a_long_text_is_cut_in_the_label_and_whole_in_the_text(trees: SimpleNamespace) -> None:
    long = "word " * 3200
    found = only(read(trees, trees.node("TextView", (0, 100, 900, 2000), text=long)), Role.TEXT)
    assert len(found.label) <= 120
    assert found.text == long


def test_icon_font_glyphs_are_no_text(trees: SimpleNamespace) -> None:
    glyph = trees.node("TextView", (0, 100, 90, 190), text="\uf47f")
    assert read(trees, glyph).elements == ()
    named = trees.node("Button", (0, 300, 90, 390), glyph, desc="Cart", flags="clickable")
    assert only(read(trees, named), Role.BUTTON).label == "Cart"


def test_tabs_are_recognised_by_their_bar_or_by_the_selected_tab(trees: SimpleNamespace) -> None:
    def tabs(rid: str, selected: str) -> str:
        parts = [
            trees.node("FrameLayout", (360 * i, 2200, 360 * i + 360, 2400), desc=name,
                       flags="clickable" + (" selected" if name == selected else ""))
            for i, name in enumerate(("Chats", "Calls", "You"))
        ]  # fmt: skip
        return trees.node("LinearLayout", (0, 2200, 1080, 2400), *parts, rid=rid)

    assert [e.role for e in read(trees, tabs("bottom_nav", "")).elements] == [Role.TAB] * 3
    assert [e.role for e in read(trees, tabs("", "Calls")).elements] == [Role.TAB] * 3
    assert [e.role for e in read(trees, tabs("", "")).elements] == [Role.BUTTON] * 3


def test_a_container_around_one_button_is_not_listed(trees: SimpleNamespace) -> None:
    inner = trees.node("Button", (0, 100, 500, 200), text="Go", flags="clickable")
    (found,) = read(trees, trees.node("FrameLayout", (0, 100, 500, 200), inner, flags="clickable")).elements
    assert found.label == "Go"


def test_a_widget_keeps_its_name_when_it_cannot_be_used(trees: SimpleNamespace) -> None:
    labels = {
        only(
            read(trees, trees.node("Button", (0, 100, 90, 190), text="SMS", desc="OK", flags=flags)), Role.BUTTON
        ).label
        for flags in ("", "clickable")
    }
    assert labels == {"SMS"}


def test_indexes_count_from_one_in_the_order_of_the_list(trees: SimpleNamespace) -> None:
    reading = read(trees, *[row(trees, t, f"r{t}") for t in (100, 400, 700)])
    assert [e.index for e in reading.elements] == [1, 2, 3]


def test_every_fact_of_a_node_is_that_of_its_element(trees: SimpleNamespace) -> None:
    words = "clickable long-clickable checkable checked focused selected password"
    node = trees.node("CheckBox", (10, 20, 30, 40), text="Text", desc="Name", rid="org.x:id/box", flags=words)
    (made,) = read(trees, node).elements
    expected = Element(
        index=1, role=Role.CHECKBOX, label="Name", bounds=Bounds(10, 20, 30, 40), text="Text", description="Name",
        resource_id="org.x:id/box", class_name=made.class_name, package=made.package, clickable=True,
        long_clickable=True, checkable=True, checked=True, focused=True, selected=True, password=True,
    )  # fmt: skip
    assert made.class_name.endswith("CheckBox")
    assert asdict(made) == asdict(expected)
    assert (made, hash(made), repr(made), type(made)) == (expected, hash(expected), repr(expected), Element)
    with pytest.raises(FrozenInstanceError):
        made.label = "another"  # type: ignore[misc]


def test_a_slider_is_called_by_its_name_and_not_by_its_number(trees: SimpleNamespace) -> None:
    described = trees.node("SeekBar", (40, 300, 900, 380), text="40.0", desc="Media volume")
    bare = trees.node("SeekBar", (40, 600, 900, 680), text="70.0", flags="clickable")
    above = trees.node("TextView", (40, 540, 400, 590), text="Ring volume")
    sliders = [e for e in read(trees, described, above, bare).elements if e.role is Role.SLIDER]
    assert [(e.label, e.text) for e in sliders] == [("Media volume", "40.0"), ("Ring volume", "70.0")]


def test_a_spinner_is_named_by_a_text_near_it_and_shows_its_value(trees: SimpleNamespace) -> None:
    def spinner(top: int, value: str, *, left: int = 40, desc: str = "") -> str:
        inner = trees.node("TextView", (left + 20, top + 10, 800, top + 90), text=value, rid="text1")
        return trees.node("Spinner", (left, top, 1040, top + 100), inner, desc=desc, flags="clickable")

    shown = [
        trees.node("TextView", (40, 200, 400, 250), text="Land"),
        spinner(260, "Deutschland"),
        trees.node("TextView", (40, 510, 400, 590), text="Currency"),
        spinner(500, "EUR", left=500),
        trees.node("View", (20, 800, 1060, 910), spinner(800, "Rura"), desc="From"),
        spinner(1200, "Inbox", desc="Folder"),
        spinner(1500, "Weekly"),
        trees.node("Spinner", (40, 1700, 1040, 1800), text="Medium", desc="Size", flags="clickable"),
    ]
    found = [e for e in read(trees, *shown).elements if e.role is Role.SPINNER]
    assert [element_line(e, whole=True) for e in found] == [
        'spinner "Land": Deutschland', 'spinner "Currency": EUR', 'spinner "From": Rura', 'spinner "Folder": Inbox',
        'spinner "Weekly"', 'spinner "Size": Medium',
    ]  # fmt: skip
    assert "Deutschland" in found[0].texts
