"""A session controlled over its socket, and the requests that the socket refuses."""

from __future__ import annotations

import contextlib
import json
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.session import server
from agentprog.app.session.client import Refused, SessionClient, session_of
from agentprog.app.session.protocol import MOST
from agentprog.app.session.server import served, sessions_folder
from agentprog.app.session.session import RunSession
from agentprog.app.settings.model import Settings
from agentprog.errors import UsageError

PROGRAM = 'Ask user "Which day?", record as {day}\nSet {n} to 1\nSet {answer} to "{day} {n}"\n'


@pytest.fixture(params=["a Unix socket", "a port"])
def session(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunSession]:
    monkeypatch.setattr(server, "_LONGEST", 0 if request.param == "a port" else 1000)
    state = tmp_path / "s"
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(state))
    if request.param != "a port" and len(str(state / "sessions" / "12345678.sock")) > 100:
        short = Path("/tmp") / f"ap-{tmp_path.name[-12:]}"
        monkeypatch.setenv("AGENTPROG_STATE_DIR", str(short))
    made = RunSession(Job(settings=Settings(run_dir=tmp_path / "runs"), program=Program(text=PROGRAM)))
    yield made
    made.cancel("the test is over")
    if made.name and not made.ended:
        made.wait(10)


def test_a_run_is_watched_answered_changed_and_ended_from_outside(session: RunSession) -> None:
    with served(session) as note, SessionClient(note, name="a page") as page, SessionClient(note) as watcher:
        assert page.do("break_at", breakpoints=[{"line": 3}]) == {"id": 2, "ok": True}
        session.start(launch)
        seen: list[dict[str, Any]] = []
        changed: dict[str, Any] = {}
        for line in watcher.watch():
            seen.append(line)
            if "question" in line:
                page.do("answer", question=line["question"]["id"], value="Friday")
            if not changed and (line.get("state", {}).get("held") or {}).get("line") == 3:
                changed = page.do("set", name="n", value=7)
                page.do("go_on")
        done = session.wait(10)
        assert done is not None
        assert done.answer == "Friday 7"
        numbers = [line["n"] for line in seen if "n" in line]
        assert numbers == list(range(1, len(session.events()) + 1))
        assert {"question": "q1", "value": "Friday", "by": "a page"} in [line.get("answered") for line in seen]
        assert seen[-1]["ended"]["outcome"] == "completed"
        late = page.do("events", since=len(numbers) - 1)["events"]
        assert [one["event"]["type"] for one in late] == ["RunFinished"]


def test_a_second_answer_is_refused_with_the_first(session: RunSession) -> None:
    with served(session) as note, SessionClient(note, name="an editor") as one, SessionClient(note) as other:
        session.start(launch)
        session.wait_for_news(lambda: not session.questions.open, 10)
        one.do("answer", question="q1", value="Monday")
        with pytest.raises(Refused, match="an editor has answered already: Monday") as refused:
            other.do("answer", question="q1", value="Tuesday")
        assert refused.value.kind == "AnsweredAlready"


def test_a_question_outlives_the_page_that_showed_it(session: RunSession) -> None:
    """A closed page leaves the run as it is: the run waits for the next page."""
    with served(session) as note:
        with SessionClient(note) as page:
            session.start(launch)
            session.wait_for_news(lambda: not session.questions.open, 10)
            page.do("state")
        with SessionClient(note) as next_page:
            assert next_page.state["questions"][0]["text"] == "Which day?"
            next_page.do("pause")
            next_page.do("answer", question="q1", value="Sunday")
            session.wait_for_news(lambda: session.place is None, 10)
            next_page.do("tell", text="hurry")
            next_page.do("step")
            next_page.do("hand_back", note="done")
            next_page.do("cancel", reason="closed")
        done = session.wait(10)
        assert done is not None


def talk(note: Path, *lines: bytes) -> list[dict[str, Any]]:
    """The answers to these lines, until the connection ends or has no more."""
    reached = json.loads(note.read_text(encoding="utf-8"))
    made = socket.socket(socket.AF_UNIX if "socket" in reached else socket.AF_INET)
    made.settimeout(5)
    made.connect(reached.get("socket") or ("127.0.0.1", reached["port"]))
    with made, made.makefile("rb") as answers:
        found = []
        with contextlib.suppress(OSError):  # it has hung up
            for line in lines:
                made.sendall(line)
                if answer := answers.readline():
                    found.append(json.loads(answer))
        return found


def test_a_client_without_the_token_gets_nothing(session: RunSession) -> None:
    with served(session) as note:
        token = json.loads(note.read_text(encoding="utf-8"))["token"]
        for first in (
            b'{"do": "state"}\n',
            b'{"do": "hello", "version": 1, "token": "guessed"}\n',
            b"GET / HTTP/1.1\r\n",
            b"POST / HTTP/1.1\n",
            b"\xff\xfe\n",
            f'{{"do": "hello", "version": 2, "token": "{token}"}}\n'.encode(),
        ):
            (answer,) = talk(note, first, b'{"do": "state"}\n')
            assert not answer["ok"]
            assert token not in json.dumps(answer)
        too_long = b'{"do": "hello", "version": 1, "token": "' + b"x" * MOST + b'"}\n'
        assert not any(answer["ok"] for answer in talk(note, too_long, b'{"do": "state"}\n'))
        hello = f'{{"id": 1, "do": "hello", "version": 1, "token": "{token}"}}\n'.encode()
        greeted, wrong, odd, still = talk(
            note, hello, b'{"id": 2, "do": "format"}\n', b'{"id": 3, "do": "tell"}\n', b'{"id": 4, "do": "state"}\n'
        )
        assert (greeted["ok"], greeted["version"]) == (True, 1)
        assert not wrong["ok"]
        assert "text" in odd["error"]["message"]
        assert (still["id"], still["ok"]) == (4, True)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_a_session_socket_is_for_its_user_alone_and_leaves_no_file(session: RunSession) -> None:
    with served(session) as note:
        assert stat.S_IMODE(note.stat().st_mode) == 0o600
        assert stat.S_IMODE(note.parent.stat().st_mode) == 0o700
        assert session.attended
    assert not session.attended
    assert list(sessions_folder().iterdir()) == []
    with pytest.raises(UsageError, match="no session is reached"):
        SessionClient(note)


def test_the_session_of_a_run_is_found_by_its_name(session: RunSession) -> None:
    with served(session):
        (sessions_folder() / "0000.json").write_text('{"port": 1, "token": "of one that has gone"}', encoding="utf-8")
        session.start(launch)
        session.wait_for_news(lambda: not session.name, 10)
        with session_of(session.name) as found:
            assert found.state["run"] == session.name
        assert not (sessions_folder() / "0000.json").exists()
        with pytest.raises(UsageError, match="no session holds the run another"):
            session_of("another")
