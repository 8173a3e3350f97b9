"""Sliders set in one move: by share or by value, in any direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.agents.acting import action_of
from agentprog.agents.moves import possible_moves
from agentprog.agents.replies.acting import MoveReply
from agentprog.agents.screen_text import element_line
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.phone.facade import Dialect
from agentprog.phone.system.hand import ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone
from agentprog.ports import Bounds, Drag, Element, PointTarget, Role, Screen

LYING, UPRIGHT = Bounds(100, 400, 1000, 460), Bounds(500, 300, 560, 1300)


def slider(bounds: Bounds, text: str = "", label: str = "Volume") -> Element:
    return Element(index=3, role=Role.SLIDER, label=label, text=text, bounds=bounds, clickable=True)


def words(text: str, left: int, top: int) -> Element:
    return Element(index=8, role=Role.TEXT, label=text, text=text, bounds=Bounds(left, top, left + 60, top + 50))


def page(*elements: Element) -> Screen:
    return Screen(
        package="org.example", activity="", width=1080, height=2400, taken_at=datetime(2026, 5, 2, tzinfo=UTC),
        elements=tuple(replace(e, index=n) for n, e in enumerate(elements, start=1)),
    )  # fmt: skip


def dragged(screen: Screen, text: str) -> PointTarget:
    target = next(e for e in screen.elements if e.role is Role.SLIDER)
    action = action_of(MoveReply(judgement="", action="drag", text=text), screen, target)
    assert isinstance(action, Drag)
    assert action.start == target
    assert isinstance(action.end, PointTarget)
    return action.end


@pytest.mark.parametrize(("text", "x"), [("0%", 100), ("30%", 370), ("100 %", 999), ("250%", 999), ("30", 370)])
def test_a_slider_is_dragged_to_a_share_of_its_way(text: str, x: int) -> None:
    assert dragged(page(slider(LYING, "55.0"), words("Settings", 40, 100)), text) == PointTarget(x=x, y=430)


def test_an_upright_slider_is_dragged_upwards() -> None:
    assert dragged(page(slider(UPRIGHT)), "75%") == PointTarget(x=530, y=550)


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        ([slider(LYING), words("0", 90, 470), words("15", 950, 470)], PointTarget(x=400, y=430)),
        ([slider(LYING), words("15", 90, 470), words("0", 950, 470)], PointTarget(x=699, y=430)),
        ([slider(LYING, "10 of 15")], PointTarget(x=400, y=430)),
        ([slider(LYING), words("-5 °C", 20, 405), words("25 °C", 1010, 405)], PointTarget(x=400, y=430)),
        ([slider(UPRIGHT), words("15", 600, 300), words("0", 600, 1250)], PointTarget(x=530, y=966)),
    ],
    ids=["numbers at its ends", "the most at the left", "two numbers of its own", "below zero", "upright"],
)
def test_a_value_of_its_own_scale_is_reached_in_one_move(shown: list[Element], place: PointTarget) -> None:
    assert dragged(page(*shown), "5") == place


@pytest.mark.parametrize(
    ("name", "beside", "x"),
    [("الصوت", "Alarms", 729), ("Volume", "الصوت", 370), ("7", "الصوت", 729), ("7", "Alarms", 370)],
)
def test_the_script_of_a_sliders_name_or_page_gives_its_direction(name: str, beside: str, x: int) -> None:
    assert dragged(page(slider(LYING, label=name), words(beside, 100, 100)), "30%") == PointTarget(x=x, y=430)


def test_a_value_beyond_its_ends_is_refused_with_the_ends() -> None:
    screen = page(slider(LYING), words("1", 90, 470), words("15", 950, 470))
    with pytest.raises(ValueError, match="goes from 1 to 15, not to 40"):
        dragged(screen, "40")


@pytest.mark.parametrize("text", ["", "a bit more"])
def test_a_text_that_is_no_slider_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a slider a value in text"):
        dragged(page(slider(LYING)), text)


def test_numbers_far_from_the_ends_of_a_slider_are_not_its_range() -> None:
    screen = page(slider(LYING), words("3", 90, 700), words("8", 950, 700))
    assert dragged(screen, "50") == PointTarget(x=550, y=430)


def test_a_small_model_is_offered_the_values_within_a_sliders_range() -> None:
    screen = page(slider(LYING), words("0", 90, 470), words("15", 950, 470))
    moves = {move.words: move.action for move in possible_moves(screen, values=["5", "40", "Hana"])}
    slides = {words: action for words, action in moves.items() if words.startswith("slide")}
    assert list(slides) == [f'slide slider "Volume" to {end}' for end in ("its highest value", "its lowest value", "5")]
    assert slides['slide slider "Volume" to 5'] == Drag(start=screen.elements[0], end=PointTarget(x=400, y=430))


Build = Callable[[str], SimPhone]


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Build]:
    made: list[SimPhone] = []

    def one(profile: str) -> SimPhone:
        phone = build_phone(root=tmp_path / profile, image="default", seed=7, clock=ManualTime(), profile=profile)
        assert isinstance(phone, SimPhone)
        phone.notifications.open_shade(quick_settings=True)
        phone.clock.advance(2)
        made.append(phone)
        return phone

    yield one
    for phone in made:
        phone.close()


def shown(phone: SimPhone) -> Screen:
    reading, size = read_elements(read_hierarchy(phone.accessibility.dump(Dialect.U2))), phone.display.info
    return replace(page(*reading.elements), width=size.width, height=size.height)


@pytest.mark.parametrize("profile", ["pixel", "pixel-ar"])
@pytest.mark.parametrize("wanted", [0, 30, 70, 100])
def test_one_move_sets_a_slider_of_the_phone_whichever_way_its_layout_runs(
    build: Build, profile: str, wanted: int
) -> None:
    phone = build(profile)
    end = dragged(shown(phone), str(wanted))
    start = next(e for e in shown(phone).elements if e.role is Role.SLIDER).bounds.center
    phone.touch.swipe([start, (end.x, end.y)], duration=0.4)
    phone.clock.advance(1)
    (line,) = [element_line(e) for e in shown(phone).elements if e.role is Role.SLIDER]
    assert abs(float(line.rpartition(": ")[2]) - wanted) < 1
