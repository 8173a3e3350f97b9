"""Judges of episodes: their prompts, their answers, and the effect of votes on their precision."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.agents.strategies.deed import Deed, NotADeed
from agentprog.cli.main import status_of
from agentprog.learn.judging.judge import Judgement, ModelJudge, judge_prompt, read_judgement
from agentprog.learn.judging.voting import NoisyJudge, Trust, single, trust, unanimous
from agentprog.learn.trajectories.records import Step, Verdict
from agentprog.learn.trajectories.store import write_steps
from agentprog.ports import Capabilities, ImagePart, ModelRequest
from tests.agents.models import Answering
from tests.learn.steps import look, step

GOOD = "Correctness: True\nRedundant: []\nFirst Error Step: None"


def episode(name: str, *, right: bool) -> tuple[Step, ...]:
    verdict = Verdict(by="storage", score=float(right))
    return (
        step(0, episode=name, verdict=verdict),
        step(1, Deed(kind="finished"), episode=name, verdict=verdict, low="finish"),
    )


MANY = [episode(f"e{n:03}", right=n % 2 == 0) for n in range(200)]


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (GOOD, Judgement(correct=True)),
        ("**Correctness**: true\nRedundant: [2, 5]\nFirst Error Step: none", Judgement(correct=True, redundant=(2, 5))),
        ("Correctness: False\nRedundant: none\nFirst Error Step: Step 3", Judgement(correct=False, first_error=3)),
        ("It went well.\n- Correctness: True\n- Redundant: []\n- First Error Step: None", Judgement(correct=True)),
    ],
)
def test_a_judgement_is_read(reply: str, found: Judgement) -> None:
    assert read_judgement(reply) == found


@pytest.mark.parametrize(
    "reply", ["", "Correctness: True", "Correctness: maybe\nRedundant: []\nFirst Error Step: None"]
)
def test_a_reply_without_its_three_lines_is_refused(reply: str) -> None:
    with pytest.raises(NotADeed):
        read_judgement(reply)


def test_only_a_correct_answer_without_redundant_steps_is_positive() -> None:
    assert Judgement(correct=True).positive
    assert not Judgement(correct=True, redundant=(1,)).positive
    assert not Judgement(correct=True, first_error=2).positive
    assert not Judgement(correct=False).positive


def test_a_judge_sees_every_screen_and_fewer_lines_where_the_resolution_is_low() -> None:
    seen = look(*[f"Row {n}" for n in range(30)])
    steps = [step(0, seen=seen), step(1, Deed(kind="finished"), seen=seen, low="finish")]
    whole = judge_prompt(steps, low=False)[-1].text
    few = judge_prompt(steps, low=True)[-1].text
    assert whole.count('"Row 29"') == 2
    assert "Row 29" not in few
    assert few.count('"Row 3"') == 2
    assert "Step 2. Screen:" in few
    assert "Action: finish" in few


def test_votes_are_asked_by_chance_and_a_single_one_is_not() -> None:
    asked: list[ModelRequest] = []

    def reply(request: ModelRequest) -> str:
        asked.append(request)
        return GOOD

    judge = ModelJudge(Answering(reply=reply))
    assert single(judge)(MANY[0])
    assert unanimous([judge], votes=3)(MANY[0])
    assert [request.temperature for request in asked] == [0.0, 1.0, 1.0, 1.0]


def test_a_model_that_sees_gets_the_pictures_smaller_where_the_resolution_is_low() -> None:
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (80, 40)).save(out, format="PNG")
    kept = {"d1": out.getvalue()}
    sizes: list[tuple[int, int]] = []

    def reply(request: ModelRequest) -> str:
        parts = [part for message in request.messages for part in message.parts if isinstance(part, ImagePart)]
        sizes.extend(Image.open(BytesIO(part.data)).size for part in parts)
        return GOOD

    first = step(0)
    shown = first.model_copy(update={"observation": first.observation.model_copy(update={"picture": "d1"})})
    judge = ModelJudge(Answering(reply=reply, capabilities=Capabilities(context=4096, vision=True)), kept.get)
    judge.judge([shown], low=False, vote=0)
    judge.judge([shown], low=True, vote=0)
    assert sizes == [(80, 40), (20, 10)]


def test_the_first_no_ends_the_asking() -> None:
    replies = iter([GOOD, GOOD.replace("True", "False"), GOOD])
    model = Answering(reply=lambda _: next(replies))
    assert not unanimous([ModelJudge(model)], votes=3)(MANY[0])
    assert len(model.requests) == 2


def test_two_judges_take_turns() -> None:
    one, other = Answering(reply=lambda _: GOOD), Answering(reply=lambda _: GOOD)
    unanimous([ModelJudge(one), ModelJudge(other)], votes=4)(MANY[0])
    assert (len(one.requests), len(other.requests)) == (2, 2)


def test_voting_raises_the_precision_of_a_noisy_judge_and_costs_recall() -> None:
    for seed in range(5):
        judge = NoisyJudge(false_yes=0.4, false_no=0.05, seed=seed)
        alone, voted = trust(single(judge), MANY), trust(unanimous([judge], votes=4), MANY)
        assert alone.precision is not None
        assert voted.precision is not None
        assert voted.precision > alone.precision + 0.1
        assert voted.recall is not None
        assert alone.recall is not None
        assert voted.recall < alone.recall
    same = NoisyJudge(false_yes=0.4, false_no=0.05, seed=4)
    assert trust(single(same), MANY) == alone


def test_precision_and_recall_by_hand() -> None:
    found = trust(lambda each: each[0].episode in ("e000", "e001", "e002"), MANY[:8])
    assert found == Trust(episodes=8, right=4, called=3, both=2)
    assert (found.precision, found.recall) == (2 / 3, 0.5)
    nothing = trust(lambda each: False, MANY[:2])
    assert (nothing.precision, nothing.recall) == (None, 0.0)


def test_the_command_counts_the_control_against_the_evaluators(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "steps.jsonl"
    write_steps(path, [one for each in MANY for one in each])
    assert status_of(["learn", "judge", str(path), "--noise", "0.4", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["one vote"]["episodes"] == 200
    assert summary["4 votes"]["precision"] > summary["one vote"]["precision"]
    assert status_of(["learn", "judge", str(path)]) == 0
    assert "200 episodes, 100 of them right" in capsys.readouterr().out
