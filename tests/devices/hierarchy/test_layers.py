"""Facts that a person sees at a glance and a flat list loses: sides, selections, covered elements."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agentprog.devices.hierarchy import Reading, read_elements, read_hierarchy


def read(trees: SimpleNamespace, *children: str) -> Reading:
    return read_elements(read_hierarchy(trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), *children))))


def bubble(trees: SimpleNamespace, top: int, text: str, left: int, right: int) -> str:
    inner = trees.node("TextView", (left, top, right, top + 100), text=text, flags="long-clickable")
    return trees.node("RelativeLayout", (0, top, 1080, top + 100), inner)


def sides(reading: Reading) -> dict[str, str]:
    return {element.label: element.side for element in reading.elements}


@pytest.mark.parametrize("flags", ["", "scrollable"])
def test_the_bubbles_of_a_conversation_have_their_sides(trees: SimpleNamespace, flags: str) -> None:
    thread = trees.node(
        "androidx.recyclerview.widget.RecyclerView", (0, 200, 1080, 2000),
        trees.node("TextView", (440, 210, 640, 260), text="15:34"),
        bubble(trees, 300, "see you at six", 600, 1050),
        bubble(trees, 450, "fine", 30, 200),
        rid="thread", flags=flags,
    )  # fmt: skip
    found = sides(read(trees, thread))
    assert (found["15:34"], found["see you at six"], found["fine"]) == ("", "right", "left")


def test_a_conversation_of_own_messages_alone_is_on_the_right(trees: SimpleNamespace) -> None:
    rows = [bubble(trees, 300 + 120 * n, f"message {n}", 500, 1050) for n in range(3)]
    thread = trees.node("androidx.recyclerview.widget.RecyclerView", (0, 200, 1080, 2000), *rows)
    assert set(sides(read(trees, thread)).values()) >= {"right"}


def test_a_conversation_of_any_length_has_sides(trees: SimpleNamespace) -> None:
    rows = [
        trees.node("TextView", (500 if n % 2 else 30, 300 + 5 * n, 1050 if n % 2 else 580, 304 + 5 * n), text=f"no {n}")
        for n in range(300)
    ]
    thread = trees.node("androidx.recyclerview.widget.RecyclerView", (0, 200, 1080, 2000), *rows)
    found = sides(read(trees, thread))
    assert (found["no 298"], found["no 299"]) == ("left", "right")


@pytest.mark.parametrize(
    "rows",
    [
        [("Coffee", 30, 300, 0), ("$3.00", 900, 1050, 0), ("Tea", 30, 300, 1), ("$2.00", 900, 1050, 1)],
        [("Wi-Fi", 30, 300, 0), ("Bluetooth", 30, 400, 1), ("Display", 30, 500, 2)],
        [("واي فاي", 800, 1050, 0), ("بلوتوث", 700, 1050, 1)],
    ],
)
def test_a_list_with_rows_that_only_begin_at_an_edge_has_no_sides(
    trees: SimpleNamespace, rows: list[tuple[str, int, int, int]]
) -> None:
    made = [
        trees.node("TextView", (left, 300 + 150 * at, right, 400 + 150 * at), text=t) for t, left, right, at in rows
    ]
    shown = trees.node("androidx.recyclerview.widget.RecyclerView", (0, 200, 1080, 2000), *made, flags="scrollable")
    assert set(sides(read(trees, shown)).values()) == {""}


def test_a_tab_is_selected_if_an_element_around_or_inside_it_is(trees: SimpleNamespace) -> None:
    def tab(left: int, text: str, outer: str, inner: str, clickable: bool) -> str:
        word = trees.node("TextView", (left + 10, 2210, left + 200, 2290), text=text, flags=inner)
        flags = f"{outer} clickable" if clickable else outer
        return trees.node("android.view.View", (left, 2200, left + 270, 2300), word, flags=flags)

    bar = trees.node(
        "android.view.View", (0, 2200, 1080, 2300), tab(0, "Search", "selected", "", False),
        tab(270, "Saved", "", "", True), tab(540, "Inbox", "", "selected", True),
    )  # fmt: skip
    found = {element.label: element.selected for element in read(trees, bar).elements}
    assert found == {"Search": True, "Saved": False, "Inbox": True}


def test_a_selected_page_does_not_mark_its_elements_as_selected(trees: SimpleNamespace) -> None:
    tiles = [
        trees.node(
            "Switch", (100 * n, 200, 100 * n + 90, 300),
            trees.node("TextView", (100 * n, 200, 100 * n + 90, 250), text=f"tile {n}", flags="selected"),
            flags="clickable checkable",
        )
        for n in range(3)
    ]  # fmt: skip
    page = trees.node("android.view.ViewGroup", (0, 100, 1080, 1000), *tiles, flags="selected")
    assert not any(element.selected for element in read(trees, page).elements)


def rows(trees: SimpleNamespace, name: str, right: int, count: int = 6) -> list[str]:
    return [
        trees.node("TextView", (20, 200 + 200 * n, right - 20, 380 + 200 * n), text=f"{name} {n}", flags="clickable")
        for n in range(count)
    ]


def test_an_element_under_an_open_drawer_is_covered(trees: SimpleNamespace) -> None:
    page = trees.node("FrameLayout", (0, 100, 1080, 2400), *rows(trees, "mail", 800))
    drawer = trees.node("FrameLayout", (0, 100, 820, 2400), *rows(trees, "folder", 800))
    found = {element.label: element.covered for element in read(trees, page, drawer).elements}
    assert all(found[f"mail {n}"] for n in range(6))
    assert not any(found[f"folder {n}"] for n in range(6))


def test_a_button_over_a_list_covers_nothing(trees: SimpleNamespace) -> None:
    page = trees.node("FrameLayout", (0, 100, 1080, 2400), *rows(trees, "mail", 1080))
    button = trees.node("ImageButton", (850, 1200, 1050, 1390), desc="Compose", flags="clickable")
    over = trees.node("FrameLayout", (0, 100, 1080, 2400), button)
    assert not any(element.covered for element in read(trees, page, over).elements)


@pytest.mark.parametrize(
    ("columns", "left", "right"),
    [
        ([(0, 300), (310, 610), (620, 920), (930, 1080)], False, True),
        ([(0, 100), (110, 410), (420, 720), (730, 1030)], True, False),
        ([(20, 300), (310, 610)], False, False),
    ],
)
def test_a_strip_shows_where_it_goes_on(
    trees: SimpleNamespace, columns: list[tuple[int, int]], left: bool, right: bool
) -> None:
    chips = [
        trees.node("Button", (a, 400, b, 500), text=f"chip {n}", flags="clickable") for n, (a, b) in enumerate(columns)
    ]
    strip = trees.node("HorizontalScrollView", (0, 400, 1080, 500), *chips, flags="scrollable", rid="chips")
    found = next(element for element in read(trees, strip).elements if element.scrollable)
    assert (found.more_left, found.more_right) == (left, right)
    assert not found.more_below


def labels(reading: Reading) -> list[str]:
    return [element.descriptor for element in reading.elements]


def test_a_switch_beside_title_and_subtitle_is_called_by_the_title(trees: SimpleNamespace) -> None:
    shown = [
        trees.node("TextView", (40, 300, 300, 360), text="Dark theme"),
        trees.node("TextView", (40, 362, 800, 410), text="Saves the battery"),
        trees.node("Switch", (900, 310, 1040, 400), flags="clickable checkable"),
    ]
    assert 'switch "Dark theme"' in labels(read(trees, *shown))


def test_a_field_in_a_form_is_not_called_by_the_title_of_the_page(trees: SimpleNamespace) -> None:
    title = trees.node("TextView", (40, 100, 600, 190), text="New event")
    field = trees.node("EditText", (40, 200, 1040, 300), rid="event_title")
    form = trees.node("ScrollView", (0, 195, 1080, 2400), field, flags="scrollable")
    assert 'field "event title"' in labels(read(trees, title, form))


def test_a_page_with_tabs_in_its_id_makes_no_tabs_of_its_contents(trees: SimpleNamespace) -> None:
    mails = [
        trees.node("LinearLayout", (0, 300 + 200 * n, 1080, 480 + 200 * n), flags="clickable", desc=f"mail {n}")
        for n in range(5)
    ]
    tabs = [
        trees.node("FrameLayout", (360 * n, 2200, 360 * n + 360, 2400), desc=f"tab {n}", flags="clickable")
        for n in range(3)
    ]
    bar = trees.node("LinearLayout", (0, 2200, 1080, 2400), *tabs, rid="bottom_nav")
    page = trees.node("FrameLayout", (0, 100, 1080, 2400), *mails, bar, rid="bottom_nav_host")
    roles = [element.role.value for element in read(trees, page).elements]
    assert roles == ["button"] * 5 + ["tab"] * 3


def test_a_visible_text_beats_its_longer_description(trees: SimpleNamespace) -> None:
    word = trees.node("TextView", (10, 110, 190, 180), text="Inbox")
    button = trees.node("Button", (0, 100, 200, 190), word, desc="Inbox, 3 unread, double tap", flags="clickable")
    count = trees.node("TextView", (310, 110, 390, 180), text="1")
    cart = trees.node("Button", (300, 100, 400, 190), count, desc="Cart", flags="clickable")
    assert labels(read(trees, button, cart)) == ['button "Inbox"', 'button "Cart"']


def test_lines_of_a_description_that_repeat_an_earlier_one_are_left_out(trees: SimpleNamespace) -> None:
    card = trees.node("Button", (0, 100, 500, 190), desc="Mandala card, 3D. Tap.\n3D\nMandala card", flags="clickable")
    assert labels(read(trees, card)) == ['button "Mandala card, 3D. Tap."']


def sheet(trees: SimpleNamespace, *, dims: str) -> list[str]:
    songs = [
        trees.node("View", (0, 200 + 180 * n, 1080, 380 + 180 * n), desc=f"Song {n}", flags="clickable")
        for n in range(4)
    ]
    parts = [
        trees.node("View", (0, 0, 1080, 2400), *songs),
        trees.node("View", (0, 0, 1080, 2400), desc="Close", flags=dims),
        trees.node("View", (0, 1600, 1080, 2400), trees.node("Button", (0, 1700, 1080, 1800), text="Add to queue")),
    ]
    return [element.label for element in read(trees, *parts).elements if not element.covered]


def test_an_element_dimmed_under_a_sheet_is_covered(trees: SimpleNamespace) -> None:
    assert sheet(trees, dims="clickable") == ["Close", "Add to queue"]
    assert len(sheet(trees, dims="")) == 6


@pytest.mark.parametrize(("flags", "out"), [("clickable", 4), ("", 0)])
def test_a_drawer_that_takes_touches_covers_a_list_if_texts_overlap(
    trees: SimpleNamespace, flags: str, out: int
) -> None:
    mails = [
        trees.node(
            "View", (0, 200 * n, 800, 200 * n + 200),
            trees.node("TextView", (40, 200 * n + 20, 700, 200 * n + 80), text=f"Mail {n}"), flags="clickable",
        )
        for n in range(4)
    ]  # fmt: skip
    entries = [
        trees.node("View", (0, 300 + 150 * n, 800, 450 + 150 * n), desc=name, flags="clickable")
        for n, name in enumerate(("Inbox", "Sent", "Drafts"))
    ]
    drawer = trees.node("View", (0, 0, 800, 2400), *entries, flags=flags)
    shown = read(trees, trees.node("View", (0, 0, 1080, 2400), *mails), drawer)
    assert [element.label for element in shown.elements if element.covered] == [f"Mail {n}" for n in range(out)]


def test_a_button_stretched_over_the_words_of_a_card_covers_none(trees: SimpleNamespace) -> None:
    card = [
        trees.node("TextView", (40, 300, 900, 400), text="Lentil soup"),
        trees.node("View", (0, 0, 1080, 2400), desc="Open", flags="clickable"),
        trees.node("TextView", (40, 2100, 500, 2200), text="20 minutes"),
    ]
    assert [element.label for element in read(trees, *card).elements if element.covered] == []


def test_a_slider_without_a_number_is_listed_and_is_named_by_the_text_above(
    trees: SimpleNamespace,
) -> None:
    shown = [
        trees.node("TextView", (40, 300, 300, 360), text="Comfort"),
        trees.node("RatingBar", (40, 370, 640, 490), rid="rating"),
        trees.node("TextView", (40, 600, 300, 660), text="Text size"),
        trees.node("com.google.android.material.slider.Slider", (40, 670, 900, 740), desc="12 sp"),
        trees.node("SeekBar", (40, 1400, 900, 1460), desc="30 percent", rid="dial"),
    ]
    assert labels(read(trees, *shown)) == [
        'text "Comfort"', 'slider "Comfort"', 'text "Text size"', 'slider "Text size"', 'slider "30 percent"',
    ]  # fmt: skip


def test_a_switch_with_its_own_touch_has_the_title_of_its_row(trees: SimpleNamespace) -> None:
    words = [
        trees.node("TextView", (180, 330, 600, 390), text="VPN"),
        trees.node("TextView", (180, 395, 800, 450), text="Keine"),
    ]
    switch = trees.node("Switch", (900, 350, 1030, 430), rid="switchWidget", flags="clickable checkable")
    row = trees.node("LinearLayout", (0, 300, 1080, 480), *words, switch, flags="clickable")
    assert labels(read(trees, row)) == ['item "VPN, Keine"', 'switch "VPN"']


def test_a_checked_row_and_its_box_are_one_element(trees: SimpleNamespace) -> None:
    box = trees.node("View", (900, 350, 1030, 430), flags="checkable checked")
    word = trees.node("TextView", (180, 330, 600, 390), text="Dark mode")
    row = trees.node("View", (0, 300, 1080, 480), word, box, flags="clickable checkable checked")
    (shown,) = read(trees, row).elements
    assert (shown.label, shown.checked) == ("Dark mode", True)
    chosen = trees.node("View", (0, 300, 1080, 480), word, box, flags="clickable checkable")
    assert [element.checked for element in read(trees, chosen).elements] == [False, True]


def test_a_row_keeps_the_breaks_between_its_lines(trees: SimpleNamespace) -> None:
    words = [
        trees.node("TextView", (40, 310, 600, 370), text="Shopping"),
        trees.node("TextView", (40, 380, 600, 580), text="milk\nbread\n\ncheese"),
    ]
    (card,) = read(trees, trees.node("FrameLayout", (0, 300, 1080, 600), *words, flags="clickable")).elements
    assert (card.label, card.text) == ("Shopping, milk bread cheese", "Shopping, milk\nbread\n\ncheese")


def test_a_box_is_called_by_the_text_behind_it(trees: SimpleNamespace) -> None:
    shown = [
        trees.node("CheckBox", (40, 640, 140, 740), rid="cb", flags="clickable checkable"),
        trees.node("TextView", (160, 660, 900, 720), text="Keep me signed in"),
        trees.node("TextView", (40, 800, 300, 860), text="Dark theme"),
        trees.node("CheckBox", (320, 790, 420, 870), rid="dark", flags="clickable checkable"),
        trees.node("TextView", (900, 800, 1040, 860), text="beta"),
    ]
    assert [label for label in labels(read(trees, *shown)) if "checkbox" in label] == [
        'checkbox "Keep me signed in"', 'checkbox "Dark theme"',
    ]  # fmt: skip
