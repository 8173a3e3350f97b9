"""A step with a refused effect is not proven by a text on its screen."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agentprog.ports import Action, PressKey
from agentprog.runtime.grounding.doing import note
from agentprog.runtime.grounding.proving import _if_done
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.handset.done import Done, refused
from agentprog.runtime.roles import Act, Attempt
from agentprog.runtime.witness.finding import Finding, Verdict

JOIN: Action = PressKey(key="enter")


def step(sentence: str) -> SimpleNamespace:
    tree = SimpleNamespace(current=SimpleNamespace(actions=[]))
    belief = SimpleNamespace(options=SimpleNamespace(belief=False))
    return SimpleNamespace(
        record=SimpleNamespace(sentence=sentence, asks=sentence, app=""),
        course=SimpleNamespace(tree=tree),
        contexts=SimpleNamespace(acted=lambda attempt: None),
        options=belief.options,
    )


@pytest.mark.parametrize(
    ("sentence", "again", "risk", "proven"),
    [
        ('join the group "Rowing"', False, "join", False),
        ('join the group "Rowing"', True, "join", True),
        ('join the group "Rowing"', False, "stray", True),
        ("look up when chess is", False, "join", True),
    ],
)
def test_a_refused_effect_is_seen_nowhere(
    monkeypatch: pytest.MonkeyPatch, sentence: str, again: bool, risk: str, proven: bool
) -> None:
    monkeypatch.setattr("agentprog.runtime.grounding.doing.predict", lambda *given: ())
    pursuit, at = Pursuit(goal=sentence, literals=("Rowing",), effects=1), step(sentence)
    note(at, pursuit, Act(action=JOIN), refused(JOIN, "the policy forbids it", "s", risk))  # type: ignore[arg-type]
    if again:
        went = Done(attempt=Attempt(action=JOIN, ok=True, detail="", changed=True), before="s", after="t", risk=risk)
        note(at, pursuit, Act(action=JOIN), went)  # type: ignore[arg-type]
    seen = Finding(verdict=Verdict.PROVEN, found=("Rowing",), note="has appeared")
    assert _if_done(at, pursuit, seen).proven is proven  # type: ignore[arg-type]
    assert [one for _, one in pursuit.done] == ([""] if not again else ["", risk])
