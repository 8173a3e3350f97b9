"""A tab at a run: it sees every event, answers once, and its loss changes no open question."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from agentprog.ports import Action, ActionResult, OutcomeKind
from agentprog.runtime.journal.events import TookOver
from agentprog.studio.desk import Desk, Seat
from tests.runtime.conftest import FakePhone
from tests.studio.conftest import ASK, ORIGIN, PORT, TOUCH, Begin, Fingers, Tab

MakeTab = Callable[[Seat], Tab]
COUNT = "Set {n} to 0\nRepeat 3 times:\n    Calculate {n} + 1, record as {n}\nSet {answer} to {n}\n"
SEND = 'Open the "Notes" app\nTap "New"\n'


def tap(label: str, phone: FakePhone) -> dict[str, Any]:
    """A touch on the middle of the element with this label."""
    x, y = next(element.bounds.center for element in phone.observe().elements if element.label == label)
    return {"kind": "tap", "x": x, "y": y}


def test_a_tab_sees_the_paused_line_the_steps_and_the_values(begin: Begin, tab: MakeTab) -> None:
    seat = begin(COUNT, held=True)
    page = tab(seat)
    page.until(lambda: page.state.get("held"))
    assert page.state["held"]["line"] == 1
    page.until(lambda: page.news.get("program"))
    assert page.news["program"] == COUNT.splitlines()
    assert page.do("go_on")["ok"]
    page.until(lambda: page.state["ended"])
    page.until(lambda: page.news.get("head", {}).get("outcome"))
    assert page.news["head"]["answer"] == 3
    assert {one["name"]: one["preview"] for one in page.news["variables"]}["n"].startswith("{n} = 3 ")
    assert [step["line"] for step in page.steps.values()].count(3) == 3


def test_the_first_answer_wins_and_the_second_tab_gets_an_error(begin: Begin, tab: MakeTab) -> None:
    seat = begin(ASK)
    one, other = tab(seat), tab(seat)
    for page in (one, other):
        page.until(lambda page=page: page.state.get("questions"))
    question = one.state["questions"][0]
    given = {"question": question["id"], "seen": question["seen"]}
    assert one.do("answer", value="Monday", **given)["ok"]
    late = other.do("answer", value="Tuesday", **given)
    assert late["error"]["status"] == 409
    assert "Monday" in late["error"]["message"]
    assert seat.session is not None
    done = seat.session.wait(10)
    assert done is not None
    assert done.answer == "Monday"


def test_an_answer_counts_only_for_its_question(begin: Begin, tab: MakeTab) -> None:
    page = tab(begin(ASK))
    page.until(lambda: page.state.get("questions"))
    question = page.state["questions"][0]
    refused = page.do("answer", question=question["id"], seen="0" * 32, value="Monday")
    assert refused["error"]["status"] == 409
    assert page.state["questions"] == [question]


def test_a_question_waits_for_a_later_page(begin: Begin, browser: TestClient) -> None:
    seat = begin(ASK)
    url = f"ws://127.0.0.1:{PORT}/live/{seat.name}"
    with browser.websocket_connect(url, headers=ORIGIN) as socket:
        lost = Tab(socket)
        lost.until(lambda: lost.state.get("questions"))
    assert seat.session is not None
    assert not seat.session.ended
    with browser.websocket_connect(url, headers=ORIGIN) as socket:
        page = Tab(socket)
        page.until(lambda: page.state.get("questions"))
        question = page.state["questions"][0]
        assert page.do("answer", question=question["id"], seen=question["seen"], value="Friday")["ok"]
    done = seat.session.wait(10)
    assert done is not None
    assert done.answer == "Friday"


def test_actions_after_taking_over_are_recorded_as_the_persons(begin: Begin, tab: MakeTab) -> None:
    phone = FakePhone()
    seat = begin(TOUCH, phone=phone, held=True)
    assert seat.session is not None
    page = tab(seat)
    page.until(lambda: page.state.get("held"))
    seat.session.step()
    page.until(lambda: (page.state.get("held") or {}).get("line") == 2)
    assert page.do("touch", touch=tap("New", phone))["error"]["message"].startswith("this page has not taken")
    assert page.do("take_over")["ok"]
    assert page.do("touch", touch=tap("New", phone))["ok"]
    assert page.do("touch", touch={"kind": "key", "key": "back"})["ok"]
    assert page.do("hand_back", note="had a look")["ok"]
    seat.session.wait(10)
    (taken,) = [event.event for event in seat.session.events() if isinstance(event.event, TookOver)]
    assert taken.note == "had a look"
    assert [action["what"]["type"] for action in taken.actions] == ["Tap", "PressKey"]
    assert all(action["by"].startswith("page") for action in taken.actions)


def test_the_phone_is_handed_back_after_the_last_touch(begin: Begin, tab: MakeTab) -> None:
    class Slow(FakePhone):
        def perform(self, action: Action) -> ActionResult:
            done.wait(10)
            return super().perform(action)

    done = threading.Event()
    seat = begin(TOUCH, phone=Slow(), held=True)
    page = tab(seat)
    page.until(lambda: page.state.get("held"))
    assert page.do("take_over")["ok"]
    page.ask("touch", touch={"kind": "key", "key": "back"})
    handed = page.ask("hand_back")
    page.do("state")
    done.set()
    page.until(lambda: page.replied(handed))
    assert seat.session is not None
    seat.session.wait(10)
    (taken,) = [event.event for event in seat.session.events() if isinstance(event.event, TookOver)]
    assert [action["what"]["type"] for action in taken.actions] == ["PressKey"]


def test_only_the_tab_with_the_phone_in_hand_touches_it_or_continues_the_run(begin: Begin, tab: MakeTab) -> None:
    seat = begin(TOUCH, phone=FakePhone(), held=True)
    one, other = tab(seat), tab(seat)
    one.until(lambda: one.state.get("held"))
    assert one.do("take_over")["ok"]
    for order, fields in [
        ("take_over", {}),
        ("touch", {"touch": {"kind": "key", "key": "back"}}),
        ("hand_back", {}),
        ("go_on", {}),
        ("step", {}),
        ("over", {}),
        ("run_to", {"line": 2}),
    ]:
        assert other.do(order, **fields)["error"]["status"] == 409, order
    assert seat.session is not None
    assert seat.session.steering.in_hand


def test_a_tab_that_is_lost_with_the_phone_in_hand_leaves_the_run_held(begin: Begin, browser: TestClient) -> None:
    seat = begin(TOUCH, phone=FakePhone(), held=True)
    assert seat.session is not None
    url = f"ws://127.0.0.1:{PORT}/live/{seat.name}"
    with browser.websocket_connect(url, headers=ORIGIN) as socket:
        lost = Tab(socket)
        lost.until(lambda: lost.state.get("held"))
        assert lost.do("take_over")["ok"]
    with browser.websocket_connect(url, headers=ORIGIN) as socket:
        page = Tab(socket)
        page.until(lambda: page.state and not page.state["hand"]["taken"])
        assert page.state["held"]["line"] == 1
        assert page.state["in_hand"]
        assert page.do("take_over")["ok"]
        assert page.do("hand_back")["ok"]
    done = seat.session.wait(10)
    assert done is not None
    assert done.outcome.kind is not OutcomeKind.INTERRUPTED


def test_no_page_touches_the_phone_while_the_run_has_it(begin: Begin, tab: MakeTab) -> None:
    phone = FakePhone()
    seat = begin(ASK, phone=phone)
    page = tab(seat)
    page.until(lambda: page.state.get("questions"))
    seat.lease.take(page.state["hand"]["tab"])
    refused = page.do("touch", touch={"kind": "tap", "x": 1, "y": 1})
    assert "nobody has taken this phone over" in refused["error"]["message"]
    assert phone.actions == []


def test_a_malformed_request_is_refused_and_the_tab_stays_open(begin: Begin, tab: MakeTab) -> None:
    page = tab(begin(COUNT, held=True))
    page.socket.send_text("no json")
    page.socket.send_json({"do": "touch", "touch": {"kind": "shell", "text": "id"}, "id": 7})
    assert page.do("touch", touch={"kind": "shell"})["error"]["status"] == 400
    assert not page.do("unheard of")["ok"]
    assert page.do("state")["ok"]


def test_an_element_of_the_phone_is_shown_with_its_exact_lines(begin: Begin, tab: MakeTab) -> None:
    page = tab(begin(TOUCH, phone=FakePhone(), held=True))
    page.until(lambda: page.state.get("held"))
    assert page.do("take_over")["ok"]
    shown = page.do("look")["screen"]
    notes = next(one for one in shown["elements"] if one["label"] == "Notes")
    assert notes["reads"].endswith('"Notes"')
    found = page.do("lines", index=notes["index"])
    assert found["lines"][0] == {"line": 'Tap "Notes"', "how": "label"}
    assert found["matches"] == 1
    assert page.do("lines", index=999)["error"]["status"] == 409


def test_actions_by_hand_become_a_program(begin: Begin, tab: MakeTab) -> None:
    phone = Fingers()
    page = tab(begin(TOUCH, phone=phone, held=True))
    page.until(lambda: page.state.get("held"))
    assert page.do("recorded")["error"]["message"] == "nothing is recorded"
    assert page.do("take_over")["ok"]
    assert page.do("record", on=True)["ok"]
    assert page.do("touch", touch=tap("Notes", phone))["ok"]
    assert page.do("touch", touch=tap("New", phone))["ok"]
    assert page.do("expect", text="Title")["ok"]
    made = page.do("recorded")
    assert made["program"] == 'Open the "Notes" app\nTap "New"\nVerify that "Title" appears\n'
    assert (made["problems"], made["doubts"]) == ([], [])


def test_actions_by_hand_become_a_step_that_the_person_names(begin: Begin, tab: MakeTab) -> None:
    phone = Fingers()
    page = tab(begin(TOUCH, phone=phone, held=True))
    page.until(lambda: page.state.get("held"))
    assert page.do("take_over")["ok"]
    assert "nothing is recorded" in page.do("purpose", text="look")["error"]["message"]
    assert page.do("record", on=True)["ok"]
    for label in ("Notes", "New"):
        assert page.do("touch", touch=tap(label, phone))["ok"]
    assert page.do("purpose", text="begin a note")["ok"]
    found = page.do("recorded", steps=True, into="Press home\nPress back\n", before=2)
    assert found["program"] == (
        'Press home\nIn the "Notes" app, begin a note\n    exactly:\n        Tap "New"\nPress back\n'
    )
    assert found["problems"] == []


def test_an_element_of_a_recorded_screen_is_shown_with_its_exact_lines(
    begin: Begin, browser: TestClient, desk: Desk
) -> None:
    seat = begin(TOUCH, phone=FakePhone())
    assert seat.session is not None
    assert seat.session.wait(10) is not None
    record = min(path.stem for path in (desk.job.settings.run_dir / seat.session.name / "steps").glob("*.json"))
    here = f"/api/runs/{seat.session.name}/screens/{record}"
    shown = browser.get(here).json()
    notes = next(one for one in shown["elements"] if one["label"] == "Notes")
    found = browser.get(f"{here}/lines/{notes['index']}").json()
    assert found["lines"][0]["line"] == 'Tap "Notes"'
    assert browser.get(f"{here}/lines/999").status_code == 400
    assert browser.get(f"/api/runs/{seat.session.name}/screens/abc/lines/1").status_code == 400


def test_a_check_lists_the_inputs_and_a_too_short_secret_begins_no_run(browser: TestClient, desk: Desk) -> None:
    header = "---\ninputs:\n  pin: {type: text}\n  day: {type: date, description: when, default: 2026-01-31}\n---\n"
    text = f'{header}Tell user "{{pin}} {{day}}"\n'
    checked = browser.post("/api/check", json={"text": text}, headers=ORIGIN).json()
    assert checked["problems"] == []
    assert checked["inputs"] == [
        {"name": "pin", "type": "text", "description": "", "required": True},
        {"name": "day", "type": "date", "description": "when", "required": False},
    ]
    refused = browser.post("/api/begin", json={"text": text, "secrets": {"pin": "123"}}, headers=ORIGIN)
    assert refused.status_code == 400
    assert "shorter than 4" in refused.json()["error"]["message"]
    assert "123" not in refused.text
    assert desk.live() == []


def test_a_secret_that_the_page_gives_is_in_no_file_of_its_run(browser: TestClient, desk: Desk) -> None:
    text = '---\ninputs: {word: text}\n---\nSet {answer} to "it was {word}"\n'
    sent = {"text": text, "secrets": {"word": "Zebra-7431"}}
    assert browser.post("/api/begin", json=sent, headers=ORIGIN).status_code == 200
    seat = desk.seat("live-1")
    assert seat is not None
    assert seat.session is not None
    done = seat.session.wait(30)
    assert done is not None
    assert done.answer == "it was ⟨secret:word⟩"
    kept = [path.read_bytes() for path in desk.job.settings.run_dir.rglob("*") if path.is_file()]
    assert kept
    assert all(b"Zebra-7431" not in recipe for recipe in kept)
