"""The locator finds things without an element on the picture, in the coordinates of each model family."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from agentprog.agents import make_roles
from agentprog.agents.replies.seeing import PointReply
from agentprog.agents.seeing import SeeingLocator, look
from agentprog.errors import ModelReplyInvalid
from agentprog.models.cloud.openai import OpenAIModel
from agentprog.models.families import family
from agentprog.ports import Bounds, Capabilities, Element, Role, Screen, Screenshot, Space, Tap
from agentprog.runtime.roles import Act, Background, Goal, LocateContext, Seen, StepContext, StepDone, StepStuck
from tests.agents.models import Answering
from tests.examples import examples
from tests.models.doubles import Answer, Asked, Server, close_models, closed_later

WIDE, HIGH = 1080, 2400


def drawn() -> Screenshot:
    """A canvas with a red star at (810, 600), sent at half its size."""
    image = Image.new("RGB", (WIDE // 2, HIGH // 2), "white")
    ImageDraw.Draw(image).regular_polygon((405, 300, 20), 5, fill="red")
    out = io.BytesIO()
    image.save(out, format="PNG")
    return Screenshot(data=out.getvalue(), media_type="image/png", width=WIDE // 2, height=HIGH // 2)


def canvas(*elements: Element, screenshot: Screenshot | None = None) -> Screen:
    return Screen(
        package="org.draw",
        activity=".Canvas",
        width=WIDE,
        height=HIGH,
        taken_at=datetime(2026, 1, 1, tzinfo=UTC),
        elements=elements,
        screenshot=screenshot or drawn(),
    )


def element(index: int, label: str, bounds: Bounds) -> Element:
    return Element(index=index, role=Role.BUTTON, label=label, bounds=bounds, clickable=True)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    close_models()
    running.close()


def replying(text: str) -> Answer:
    return Answer.json({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})


def sees_the_star(asked: Asked) -> Answer:
    """A server with eyes: finds the red pixels of the picture that it was really sent, in its family's coordinates."""
    picture, question = asked.body["messages"][-1]["content"]
    assert "red star" in question["text"]
    with Image.open(io.BytesIO(base64.b64decode(picture["image_url"]["url"].partition(",")[2]))) as image:
        red = image.convert("RGB").point(lambda value: 255 if value > 128 else 0)
        mask = Image.composite(Image.new("L", red.size, 0), Image.new("L", red.size, 255), red.split()[1])
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        x, y = (left + right) / 2, (top + bottom) / 2
        last = {"qwen3-vl-4b": 1000, "glm-4.5v": 999}.get(asked.body["model"])
        if last:
            x, y = round(x / image.width * last), round(y / image.height * last)
    return replying(json.dumps({"point": [x, y]}))


@pytest.mark.parametrize(
    ("name", "words"),
    [("qwen3-vl-4b", "0 to 1000"), ("glm-4.5v", "0 to 999"), ("gpt-4o", "540 wide and 1200 high")],
)
def test_a_place_on_the_picture_becomes_a_place_on_the_phone(server: Server, name: str, words: str) -> None:
    server.reply = sees_the_star
    eyes = closed_later(OpenAIModel(name, base_url=f"{server.url}/v1"))
    found = look(eyes, canvas(), "the red star")
    assert found is not None
    x, y = found.bounds.center
    assert abs(x - 810) < 5
    assert abs(y - 600) < 5
    assert words in server.asked[0].body["messages"][0]["content"], "the prompt says which coordinates are meant"


def test_a_point_means_the_smallest_element_at_its_place(server: Server) -> None:
    server.reply = sees_the_star
    eyes = closed_later(OpenAIModel("gpt-4o", base_url=f"{server.url}/v1"))
    board, star = element(1, "board", Bounds(0, 0, WIDE, HIGH)), element(2, "", Bounds(780, 570, 840, 630))
    assert look(eyes, canvas(board, star), "the red star") == board, "without a label it is not listed"
    named = element(2, "star", star.bounds)
    assert look(eyes, canvas(board, named), "the red star") == named


@pytest.mark.parametrize("text", ['{"point": null}', '{"point": [5000, 10]}', '{"point": [-1, 10]}'])
def test_a_thing_that_is_not_on_the_picture_has_no_place(server: Server, text: str) -> None:
    server.reply = lambda _: replying(text)
    eyes = closed_later(OpenAIModel("gpt-4o", base_url=f"{server.url}/v1"))
    assert look(eyes, canvas(), "the red star") is None


@pytest.mark.parametrize(
    ("given_as", "point"),
    [([3, 4], [3, 4]), ({"x": 3, "y": 4}, [3, 4]), ([2, 3, 4, 5], [3, 4]), (None, None)],
)
def test_places_are_understood_as_models_write_them(given_as: Any, point: list[float] | None) -> None:
    assert PointReply.model_validate({"point": given_as}).point == point


def test_the_picture_is_only_looked_at_if_no_element_fits() -> None:
    eyes = Answering(reply=lambda _: '{"point": [1, 1]}')
    save = element(1, "Save", Bounds(0, 0, 100, 100))
    locator = SeeingLocator(eyes)
    assert locator.locate(LocateContext(description="save", screen=canvas(save))) == save
    assert eyes.requests == []
    found = locator.locate(LocateContext(description="the red star", screen=canvas(save)))
    assert found is not None
    assert len(eyes.requests) == 1


def test_a_place_can_be_named_beside_words_that_were_read_off_the_picture(server: Server) -> None:
    server.reply = sees_the_star
    eyes = closed_later(OpenAIModel("qwen3-vl-4b", base_url=f"{server.url}/v1"))
    move = '{"judgement": "", "action": "tap", "place": "the red star", "expectation": ""}'
    writer = Answering(reply=lambda _: move, capabilities=Capabilities(context=9000, schema=True))
    word = Element(index=1, role=Role.TEXT, label="Play", bounds=Bounds(0, 0, 90, 90), clickable=True, origin="ocr")
    grounder = make_roles(writer, eyes=eyes).grounder
    assert grounder is not None
    act = grounder.next_move(step(canvas(word)))
    assert isinstance(act, Act)
    assert isinstance(act.action, Tap)
    assert act.action.target.bounds.contains(810, 600)
    assert 'say in the field "place"' in writer.requests[0].messages[-1].text
    strict = make_roles(writer, eyes=eyes).grounder
    assert strict is not None
    with pytest.raises(ModelReplyInvalid):
        strict.next_move(step(canvas(element(1, "Play", Bounds(0, 0, 90, 90)))))
    assert 'say in the field "place"' not in writer.requests[-1].messages[-1].text


def test_a_writing_model_describes_the_place_on_a_screen_without_elements(server: Server) -> None:
    server.reply = sees_the_star
    eyes = closed_later(OpenAIModel("qwen3-vl-4b", base_url=f"{server.url}/v1"))
    move = '{"judgement": "it is drawn", "action": "tap", "place": "the red star", "expectation": ""}'
    writer = Answering(reply=lambda _: move, capabilities=Capabilities(context=9000, schema=True))
    roles = make_roles(writer, eyes=eyes)
    assert roles.grounder is not None
    act = roles.grounder.next_move(step(canvas()))
    assert isinstance(act, Act)
    assert isinstance(act.action, Tap)
    assert isinstance(act.action.target, Element)
    assert abs(act.action.target.bounds.center[0] - 810) < 5
    assert 'field "place"' in writer.requests[0].messages[-1].text
    with_elements = canvas(element(1, "Save", Bounds(0, 0, 9, 9)))
    with pytest.raises(Exception, match="number"):
        roles.grounder.next_move(step(with_elements))
    assert 'field "place"' not in writer.requests[-1].messages[-1].text


def test_a_small_model_passes_the_step_itself_to_the_seeing_model() -> None:
    eyes = Answering(reply=lambda r: '{"point": [270, 600]}' if "tap the red star" in r.messages[-1].text else "")
    roles = make_roles(Answering(), eyes=eyes)
    assert roles.grounder is not None
    act = roles.grounder.next_move(step(canvas()))
    assert isinstance(act, Act)
    assert isinstance(act.action, Tap)
    blind = make_roles(Answering(), eyes=Answering(reply=lambda _: '{"point": null}'))
    assert blind.grounder is not None
    assert isinstance(blind.grounder.next_move(step(canvas())), StepStuck)
    assert not isinstance(act, StepDone)


def step(screen: Screen) -> StepContext:
    return StepContext(
        goal=Goal(instruction="", program="1 tap the red star", line=1, step="tap the red star", literals=()),
        seen=Seen(app="Draw", screen=screen, now=datetime(2026, 1, 1, tzinfo=UTC)),
        background=Background(apps=("Draw",)),
    )


@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("qwen3-vl-8b-instruct", Space.THOUSAND),
        ("qwen2.5-vl-7b-instruct", Space.ABSOLUTE),
        ("zai-org/GLM-4.5V", Space.BELOW_THOUSAND),
        ("gemini-2.5-flash", Space.THOUSAND),
        ("gpt-5-mini", Space.ABSOLUTE),
    ],
)
def test_a_family_has_its_coordinates(name: str, space: Space) -> None:
    assert family(name).space is space
    assert family(name).vision


@examples(60)
@given(
    space=st.sampled_from(list(Space)),
    screen=st.tuples(st.integers(100, 4000), st.integers(100, 4000)),
    sent=st.tuples(st.integers(100, 4000), st.integers(100, 4000)),
    at=st.tuples(st.floats(0, 0.9999), st.floats(0, 0.9999)),
)
def test_naming_a_pixel_and_finding_it_agree(
    space: Space, screen: tuple[int, int], sent: tuple[int, int], at: tuple[float, float]
) -> None:
    x, y = int(at[0] * screen[0]), int(at[1] * screen[1])
    assert space.native(*space.model(x, y, sent=sent, screen=screen), sent=sent, screen=screen) == (x, y)
