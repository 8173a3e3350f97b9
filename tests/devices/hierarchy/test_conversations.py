"""Details that messengers show beside the text: the author in a group, unread marks, the number on a badge."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agentprog.agents.screen_text import element_line
from agentprog.devices.hierarchy import Reading, read_elements, read_hierarchy
from agentprog.ports import Element

_LIST = "androidx.recyclerview.widget.RecyclerView"


def read(trees: SimpleNamespace, *rows: str, flags: str = "scrollable") -> Reading:
    listed = trees.node(_LIST, (0, 200, 1080, 2000), *rows, rid="thread", flags=flags)
    return read_elements(read_hierarchy(trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), listed))))


def lines_of(reading: Reading) -> list[str]:
    return [element_line(element, whole=True) for element in reading.elements if not element.scrollable]


def bubble(trees: SimpleNamespace, at: int, body: str, *, by: str = "", own: bool = False, held: bool = False) -> str:
    """A message: in the middle of its row a name, if there is one, and its text; `held`: the row reacts to a long
    press."""
    top, (left, right) = 220 + 160 * at, ((500, 1050) if own else (30, 560))
    parts = [trees.node("TextView", (left, top, right, top + 50), text=by, rid="group_sender")] if by else []
    parts.append(trees.node("TextView", (left, top + 50, right, top + 140), text=body, rid="body"))
    flags = "long-clickable" if held else ""
    return trees.node("ViewGroup", (0, top, 1080, top + 150), *parts, rid="message", flags=flags)


def thread(trees: SimpleNamespace, *, held: bool) -> list[str]:
    return [
        bubble(trees, 0, "cut off above", held=held),
        bubble(trees, 1, "I bring bread", own=True, held=held),
        bubble(trees, 2, "then I bring cheese", by="Nadia", held=held),
        bubble(trees, 3, "and olives", held=held),
        bubble(trees, 4, "late as ever", by="Teo", held=held),
        bubble(trees, 5, "no hurry", own=True, held=held),
        bubble(trees, 6, "good", by="Nadia", held=held),
    ]


@pytest.mark.parametrize("held", [False, True], ids=["texts", "rows to hold"])
def test_in_a_group_every_message_has_its_author(trees: SimpleNamespace, held: bool) -> None:
    found = lines_of(read(trees, *thread(trees, held=held)))
    notes_of = {line.split('"')[1]: line.partition(" (")[2] for line in found}
    own = {key.rpartition(", ")[2]: notes for key, notes in notes_of.items()}
    assert own["cut off above"] == "on the left)"
    assert own["I bring bread"] == own["no hurry"] == "on the right)"
    assert own["then I bring cheese"] == own["and olives"] == own["good"] == "on the left, by Nadia)"
    assert own["late as ever"] == "on the left, by Teo)"


def test_a_conversation_of_two_names_nobody(trees: SimpleNamespace) -> None:
    rows = [bubble(trees, n, f"line {n}", own=n % 2 == 1) for n in range(6)]
    assert {element.said_by for element in read(trees, *rows).elements} == {""}


def test_words_over_only_some_messages_are_nobodys_name(trees: SimpleNamespace) -> None:
    rows = [bubble(trees, n, f"line {n}", own=n % 2 == 1, by="Forwarded" if n == 2 else "") for n in range(6)]
    assert {element.said_by for element in read(trees, *rows).elements} == {""}


def conversation(trees: SimpleNamespace, at: int, name: str, *signs: str) -> str:
    top = 220 + 160 * at
    texts = [
        trees.node("TextView", (200, top, 700, top + 60), text=name, rid="name"),
        trees.node("TextView", (200, top + 70, 800, top + 130), text="the last line", rid="snippet"),
    ]
    line = trees.node("View", (0, top + 148, 1080, top + 150), rid="row_divider") if at < 3 else ""
    return trees.node(
        "ViewGroup", (0, top, 1080, top + 150), *texts, *signs, line, rid="row", flags="clickable long-clickable"
    )


def sign(trees: SimpleNamespace, at: int, rid: str, text: str = "", left: int = 980) -> str:
    top = 220 + 160 * at
    kind = "TextView" if text else "ImageView"
    return trees.node(kind, (left, top + 70, left + 60, top + 130), text=text, rid=rid)


def rows_of(reading: Reading) -> dict[str, Element]:
    return {element.label.partition(", ")[0]: element for element in reading.elements if element.clickable}


def test_a_row_shows_the_signs_that_not_all_rows_have(trees: SimpleNamespace) -> None:
    face = [sign(trees, at, "contact_photo", left=40) for at in range(4)]
    shown = read(
        trees,
        conversation(trees, 0, "Nadia", face[0], sign(trees, 0, "unread_count", "3")),
        conversation(trees, 1, "Teo", face[1], sign(trees, 1, "muteIndicator", left=900)),
        conversation(trees, 2, "Ines", face[2]),
        conversation(trees, 3, "Paul", face[3], sign(trees, 3, "unreadDot")),
    )
    marks = {name: row.marks for name, row in rows_of(shown).items()}
    assert marks == {"Nadia": ("unread count 3",), "Teo": ("mute indicator",), "Ines": (), "Paul": ("unread dot",)}
    assert element_line(rows_of(shown)["Nadia"], whole=True).endswith("(unread count 3)")


def test_a_sign_without_a_readable_name_marks_nothing(trees: SimpleNamespace) -> None:
    shown = read(trees, conversation(trees, 0, "Nadia", sign(trees, 0, "b7")), conversation(trees, 1, "Teo"))
    assert {row.marks for row in rows_of(shown).values()} == {()}


def test_a_sign_of_all_rows_marks_none(trees: SimpleNamespace) -> None:
    rows = [conversation(trees, n, name, sign(trees, n, "chevron")) for n, name in enumerate(("Nadia", "Teo", "Ines"))]
    assert {row.marks for row in rows_of(read(trees, *rows)).values()} == {()}


def expense(trees: SimpleNamespace, top: int) -> str:
    """A row with a picture on its left, so that its words are further to the right."""
    name = trees.node("TextView", (240, top, 700, top + 150), text=f"tea {top}", rid="name")
    amount = trees.node("TextView", (760, top, 1050, top + 150), text=f"{top}.50", rid="amount")
    return trees.node("ViewGroup", (0, top, 1080, top + 150), name, amount, rid="row", flags="clickable")


def test_rows_of_a_list_have_no_side_if_one_is_cut_off_at_its_edge(trees: SimpleNamespace) -> None:
    whole = [expense(trees, 240 + 160 * n) for n in range(4)]
    cut = trees.node("TextView", (30, 200, 300, 240), text="Oct 06", rid="name")
    first = trees.node("ViewGroup", (0, 200, 1080, 240), cut, rid="row", flags="clickable")
    assert {element.side for element in read(trees, first, *whole).elements} == {""}


def test_a_message_keeps_its_side_if_its_quotation_can_be_tapped(trees: SimpleNamespace) -> None:
    def answer(at: int, body: str, quoted: str, *, own: bool) -> str:
        top, (left, right) = 220 + 300 * at, ((420, 1050) if own else (30, 640))
        quote = trees.node("TextView", (left + 40, top + 50, right - 40, top + 110), text=quoted, rid="quoted")
        frame = trees.node("View", (left + 10, top + 40, right - 10, top + 120), quote, rid="frame", flags="clickable")
        words = trees.node("TextView", (left + 20, top + 130, right - 20, top + 200), text=body, rid="body")
        return trees.node("ViewGroup", (0, top, 1080, top + 220), frame, words, rid="message", flags="long-clickable")

    shown = lines_of(
        read(
            trees,
            bubble(trees, 0, "are you coming?", held=True),
            answer(1, "at eight", "are you coming?", own=True),
            answer(2, "bring bread", "at eight", own=False),
        )
    )
    assert shown == [
        'element "are you coming?" (on the left)',
        'element "at eight" (on the right)',
        'button "are you coming?" (on the right, in the message above)',
        'element "bring bread" (on the left)',
        'button "at eight" (on the left, in the message above)',
    ]


@pytest.mark.parametrize("held", [False, True], ids=["texts", "rows to hold"])
def test_a_messages_quotation_is_separated_from_its_own_words(trees: SimpleNamespace, held: bool) -> None:
    def message(at: int, body: str, *quoted: str, own: bool) -> str:
        top, (left, right) = 220 + 300 * at, ((420, 1050) if own else (30, 640))
        parts = [
            trees.node("TextView", (left + 40, top + 40 * n, right - 40, top + 40 * n + 40), text=text, rid=f"quote{n}")
            for n, text in enumerate(quoted)
        ]
        words = trees.node("TextView", (left + 20, top + 100, right - 20, top + 170), text=body, rid="body")
        time = trees.node("TextView", (right - 200, top + 180, right - 20, top + 210), text=f"10:2{at} AM", rid="date")
        row = (0, top, 1080, top + 240)
        return trees.node("ViewGroup", row, *parts, words, time, rid="row", flags="long-clickable" if held else "")

    image = trees.node("TextView", (440, 1450, 1030, 1480), text="10:25 AM", rid="date")
    shown = lines_of(
        read(
            trees,
            message(0, "are you coming?", own=False),
            message(1, "at eight", "Nadia", "are you coming?", own=True),
            message(2, "bring bread", "You", "at eight", own=False),
            trees.node("ViewGroup", (0, 1400, 1080, 1500), image, rid="row", flags="long-clickable" if held else ""),
        )
    )
    if held:
        assert [line.partition(" (on the ")[2] for line in shown[1:3]] == [
            'right, in it, maybe another\'s words: "Nadia, are you coming?")',
            'left, in it, maybe another\'s words: "You, at eight")',
        ]
        return
    marked = [line.partition(" (on")[0] for line in shown if "in the message below, maybe another's words" in line]
    assert [line.split('"')[1] for line in marked] == ["Nadia", "are you coming?", "You", "at eight"]
    assert not [line for line in shown if "message above" in line]
    assert 'text "bring bread" (on the left)' in shown


def test_a_message_without_words_has_a_side_and_its_slider_is_listed(trees: SimpleNamespace) -> None:
    parts = [
        trees.node("ImageButton", (450, 560, 540, 640), desc="Play", flags="clickable"),
        trees.node("SeekBar", (560, 560, 940, 640), text="0.0", rid="seek"),
        trees.node("TextView", (950, 560, 1040, 640), text="0:12"),
    ]
    voice = trees.node("ViewGroup", (0, 540, 1080, 660), *parts, rid="message", flags="long-clickable")
    shown = lines_of(read(trees, bubble(trees, 0, "call me?", held=True), bubble(trees, 1, "later", held=True), voice))
    assert shown[2:] == [
        'element "0:12" (on the right)',
        'button "Play" (on the right, in the message above)',
        'slider "seek": 0.0 (on the right, in the message above)',
    ]


def test_a_button_beside_the_words_of_a_row_gives_it_no_side(trees: SimpleNamespace) -> None:
    def row(at: int, left: int) -> str:
        top = 220 + 160 * at
        word = trees.node("TextView", (left, top, left + 200, top + 100), text=f"row {at}", rid="word")
        star = trees.node("ImageView", (900, top, 1000, top + 100), desc="Star", rid="star", flags="clickable")
        return trees.node("ViewGroup", (0, top, 1080, top + 150), word, star, flags="clickable")

    shown = read(trees, row(0, 40), row(1, 600), row(2, 40))
    assert {element.side for element in shown.elements} == {""}
