"""Places on a picture, in the coordinates of every family of models, and back to pixels of the screen."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.ports import Screen, Screenshot, Space

SIDES = st.integers(120, 4000)
SPACES = st.sampled_from(list(Space))


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    """A screen of any size and density, held any way, its picture sent whole, smaller or larger, or not at all."""
    short, long, rotation = draw(SIDES), draw(SIDES), draw(st.integers(0, 3))
    width, height = (short, long) if rotation % 2 == 0 else (long, short)
    scale = draw(st.one_of(st.none(), st.floats(0.2, 2.0)))
    shot = None
    if scale is not None:
        sent = max(1, round(width * scale)), max(1, round(height * scale))
        shot = Screenshot(data=b"", media_type="image/png", width=sent[0], height=sent[1])
    return Screen(
        package="", activity="", width=width, height=height, taken_at=datetime(2026, 5, 2, tzinfo=UTC), elements=(),
        rotation=rotation, screenshot=shot,
    )  # fmt: skip


@given(screen=screens(), space=SPACES, data=st.data())
def test_a_pixel_named_to_a_model_is_the_pixel_it_means(screen: Screen, space: Space, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, screen.width - 1)), data.draw(st.integers(0, screen.height - 1))
    across, down = screen.named(x, y, space)
    assert screen.native(across, down, space) == (x, y)


@given(screen=screens(), space=SPACES, data=st.data())
def test_whole_numbers_are_off_by_no_more_than_their_grid(screen: Screen, space: Space, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, screen.width - 1)), data.draw(st.integers(0, screen.height - 1))
    named = tuple(round(part) for part in screen.named(x, y, space))
    found = screen.native(*named, space)
    assert found is not None
    grid = screen.sent if space is Space.ABSOLUTE else (999, 999)
    for read, meant, side, cells in zip(found, (x, y), (screen.width, screen.height), grid, strict=True):
        assert 0 <= read < side
        assert abs(read - meant) <= math.ceil(side / cells / 2 + 0.5)


@given(screen=screens(), space=SPACES, across=st.floats(-2e4, 2e4), down=st.floats(-2e4, 2e4))
def test_every_converted_place_is_on_the_screen(screen: Screen, space: Space, across: float, down: float) -> None:
    found = screen.native(across, down, space)
    if found is not None:
        assert 0 <= found[0] < screen.width
        assert 0 <= found[1] < screen.height


@pytest.mark.parametrize(("space", "last"), [(Space.THOUSAND, "1000"), (Space.BELOW_THOUSAND, "999")])
def test_a_prompt_gives_the_grid_in_whole_numbers(space: Space, last: str) -> None:
    assert f"from 0 to {last} over" in space.words(1080, 2400)
    assert "1080 wide and 2400 high" in Space.ABSOLUTE.words(1080, 2400)


def test_not_a_number_is_no_place() -> None:
    screen = Screen(package="", activity="", width=9, height=9, taken_at=datetime(2026, 5, 2, tzinfo=UTC), elements=())
    for space in Space:
        assert screen.native(math.nan, 1.0, space) is None
        assert screen.native(math.inf, 1.0, space) is None
