from __future__ import annotations

from agentprog.phone.records import Rect
from agentprog.phone.widgets.base import MATCH, Metrics, Widget, pad
from agentprog.phone.widgets.controls import Text
from agentprog.phone.widgets.layout import Column, Flow, Row, Stack
from agentprog.phone.widgets.scroll import ListView, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

M = Metrics(160)
ROOM = Rect(0, 0, 400, 800)


def box(width: float = 50, height: float = 20, **options: float) -> Widget:
    made = Widget(width=width, height=height)
    made.weight = options.get("weight", 0)
    return made


def test_a_column_shares_the_remaining_room_by_weight() -> None:
    a, b, c = box(), box(MATCH, 0, weight=1), box(MATCH, 0, weight=3)
    Column([a, b, c], gap=10).place(M, ROOM)
    assert a.rect == Rect(0, 0, 50, 20)
    assert b.rect == Rect(0, 30, 400, 220)
    assert c.rect == Rect(0, 230, 400, 800)


def test_a_row_centres_its_children_and_honours_margins() -> None:
    a, b = box(), box(0, 40, weight=1)
    a.margin = pad(5)
    Row([a, b], width=MATCH).place(M, Rect(0, 0, 400, 100))
    assert a.rect == Rect(5, 40, 55, 60)
    assert b.rect == Rect(60, 30, 400, 70)


def test_a_stack_places_by_alignment_and_density_scales_everything() -> None:
    a = box()
    a.align, a.align_vertical, a.margin = "end", "end", pad(10, 10)
    Stack([a]).place(Metrics(320), ROOM)
    assert a.rect == Rect(280, 740, 380, 780)


def test_a_flow_breaks_rows() -> None:
    cells = [box(150, 20) for _ in range(3)]
    Flow(cells, gap=10).place(M, ROOM)
    assert [c.rect[:2] for c in cells] == [(0, 0), (160, 0), (0, 30)]


def test_text_wraps_in_its_width_and_grows() -> None:
    text = Text("one two three four five six seven eight nine ten", size=20)
    narrow, wide = text.measure(M, 100, 10_000), Text(text.text, size=20).measure(M, 1000, 10_000)
    assert narrow[0] <= 100
    assert narrow[1] > wide[1] * 3


def test_a_list_builds_only_the_rows_in_sight() -> None:
    built: list[int] = []

    def row(i: int) -> Widget:
        built.append(i)
        return Text(str(i))

    state = ScrollState()
    rows = ListView(row, count=1000, row_height=40, scroll=state)
    rows.place(M, ROOM)
    assert built == list(range(20))
    assert state.limit == 1000 * 40 - 800
    state.offset = 4010
    again = ListView(row, count=1000, row_height=40, scroll=state)
    again.place(M, ROOM)
    assert [c.text for c in again.children][:2] == ["100", "101"]
    assert again.children[0].rect.top == -10


def test_scroll_clamps_when_content_shrinks_and_reveals_a_row() -> None:
    state = ScrollState(offset=5000)
    ListView(lambda i: Text(str(i)), count=30, row_height=40, scroll=state).place(M, ROOM)
    assert state.offset == 400
    state.reveal = 3
    ListView(lambda i: Text(str(i)), count=30, row_height=40, scroll=state).place(M, ROOM)
    assert state.offset == 120


def test_a_scroll_view_stretches_short_content_when_asked() -> None:
    child = box(MATCH, 100)
    ScrollView(child, scroll=ScrollState(), fill_view=True).place(M, ROOM)
    assert child.rect == ROOM


def test_a_fast_fling_goes_further_than_a_slow_one_and_both_stop() -> None:
    reached = []
    for velocity in (500, 5000):
        state = ScrollState(limit=1e9)
        state.throw(velocity, 0.0, 420)
        assert state.animate(0.01)
        assert not state.animate(10.0)
        reached.append(state.offset)
    assert 0 < reached[0] < reached[1] / 5


def test_editing_respects_selection_type_and_length() -> None:
    edit = EditState(text="hello")
    edit.start, edit.end = 1, 4
    edit.insert("ipp")
    assert (edit.text, edit.start) == ("hippo", 4)
    edit.delete(1)
    assert edit.text == "hipo"
    number = EditState(input_type="number", max_length=3)
    number.insert("1a2b3c4")
    assert number.text == "123"
    single, many = EditState(), EditState(multi_line=True)
    for state in (single, many):
        state.insert("a\nb")
    assert (single.text, many.text) == ("a b", "a\nb")
    secret = EditState(text="abc", input_type="password")
    assert secret.shown() == "•••"
