"""A desk with runs of programs that need no phone, or the phone in memory, and a browser's place at its server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from agentprog.app.handiwork.naming import element_at
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.ports import Action, ActionResult, PointTarget, Tap
from agentprog.studio.desk import Desk, Seat
from agentprog.studio.guard import Guard
from agentprog.studio.site import Site
from tests.runtime.conftest import FakePhone

PORT = 8123
HERE = f"http://127.0.0.1:{PORT}"
ORIGIN = {"origin": HERE}
ASK = 'Ask user "Which day?", record as {day}\nSet {answer} to {day}\n'
TOUCH = 'Open the "Notes" app\nTap "New"\nType "Oats" into "Title"\n'


class Fingers(FakePhone):
    """The phone in memory under a finger: a touch reaches the element at its place."""

    def perform(self, action: Action) -> ActionResult:
        if isinstance(action, Tap) and isinstance(action.target, PointTarget):
            met = element_at(self.observe(), action.target.x, action.target.y)
            action = Tap(target=met) if met is not None else action
        return super().perform(action)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(Job(settings=Settings(run_dir=tmp_path / "runs")))
    yield made
    for one in made.live():
        seat = made.seat(one["seat"])
        assert seat is not None
        assert seat.session is not None
        seat.session.cancel("the test is over")
        seat.session.wait(10)


Begin = Callable[..., Seat]


@pytest.fixture
def begin(desk: Desk) -> Begin:
    """Runs a program on the desk; on the phone in memory where one is given. `held`: paused before its first line."""

    def begun(text: str, *, phone: FakePhone | None = None, held: bool = False) -> Seat:
        job = Job(settings=desk.job.settings, program=Program(text=text), device=phone)
        seat = desk.watch(RunSession(job))
        assert seat.session is not None
        if held:
            seat.session.pause()
        seat.session.start(launch)
        return seat

    return begun


@pytest.fixture
def guard(desk: Desk) -> Guard:
    return Guard(Site(desk).app, host="127.0.0.1", port=PORT)


@pytest.fixture
def outsider(guard: Guard) -> Iterator[TestClient]:
    """A browser that has not opened the link."""
    with TestClient(guard, base_url=HERE) as client:
        yield client


@pytest.fixture
def browser(guard: Guard) -> Iterator[TestClient]:
    """A client that has the cookie."""
    with TestClient(guard, base_url=HERE) as client:
        client.get("/enter", params={"token": guard.token})
        yield client


class Tab:
    """A tab's end of its socket."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.steps: dict[int, dict[str, Any]] = {}
        self.news: dict[str, Any] = {}
        self.frames: list[bytes] = []
        self._count = 0
        self._replies: dict[int, dict[str, Any]] = {}

    def read(self) -> None:
        message = self.socket.receive()
        if message.get("bytes") is not None:
            self.frames.append(message["bytes"])
            self.ask("drawn")
            return
        assert message["type"] == "websocket.send", message
        data = json.loads(message["text"])
        self.state = data.get("state", self.state)
        news = data.get("news", {})
        self.steps |= {step["number"]: step for step in news.get("steps", [])}
        self.news |= news
        if "id" in data:
            self._replies[data["id"]] = data

    def until(self, holds: Callable[[], Any]) -> None:
        """Reads until the condition holds; the test's own time limit ends an endless wait."""
        while not holds():
            self.read()

    def ask(self, order: str, **fields: Any) -> int:
        self._count += 1
        self.socket.send_json({"id": self._count, "do": order, **fields})
        return self._count

    def replied(self, id: int) -> bool:
        return id in self._replies

    def do(self, order: str, **fields: Any) -> dict[str, Any]:
        """Sends an order. Returns the reply."""
        id = self.ask(order, **fields)
        self.until(lambda: id in self._replies)
        return self._replies[id]


@pytest.fixture
def tab(browser: TestClient) -> Iterator[Callable[[Seat], Tab]]:
    """Opens a tab on a seat; it is closed at the end of the test, or when the test closes its socket."""
    with ExitStack() as stack:

        def opened(seat: Seat) -> Tab:
            url = f"ws://127.0.0.1:{PORT}/live/{seat.name}"
            return Tab(stack.enter_context(browser.websocket_connect(url, headers=ORIGIN)))

        yield opened
