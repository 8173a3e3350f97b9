"""Decisions of a recorded run as files, made again on a like screen."""

from __future__ import annotations

from pathlib import Path

from agentprog.bench.standin.prompt import read_prompt
from benchmarks.calls import Again, Decision, Recorded, recorded_in

SYSTEM = "You operate an Android phone for a user\n- more: at most seven moves"
TAP = Decision(
    purpose="ground",
    about='delete the event "Choir"',
    seen=frozenset({"Choir, 9:00=", "New=", "Café="}),
    reply={"action": "tap", "element": 7, "more": [{"action": "tap", "element": None, "label": "Delete"}]},
    target="Choir, 9:00",
    alike=1,
)
ANSWER = Decision(purpose="query", about="On or off?", seen=frozenset(), reply={"answer": "on"})


def ground(*rows: str) -> tuple[str, str]:
    shown = "\n".join(f'[{at}] item "{row}"' for at, row in enumerate(rows, 1))
    return "user", f'Screen of Days (data):\n<<<\n{shown}\n>>>\n\nNow: line 2: delete the event "Choir"'


def test_decisions_of_an_episode_are_a_file_and_are_read_from_it(tmp_path: Path) -> None:
    one = Recorded(suite="aw-extend", task="Delete", seed=1, agent="ours", decisions=(TAP, ANSWER))
    one.save(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["aw-extend.Delete.1.ours.decisions.jsonl"]
    assert list(recorded_in(tmp_path)) == [one]


def test_a_decision_is_made_again_with_its_moves_where_its_element_has_another_number() -> None:
    policy = Again([TAP, ANSWER], "none")
    again = policy.answer(read_prompt([("system", SYSTEM), ground("Tea, 8:00", "Choir, 9:00")]))
    assert again == {**TAP.reply, "element": 2}
    asked = read_prompt([("system", "You answer one question of a program"), ("user", "Question: On or off?")])
    assert policy.answer(asked) == {"answer": "on"}
