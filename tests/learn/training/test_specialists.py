"""Actions of specialists on recorded screens, judged episode by episode: no model and no torch."""

from __future__ import annotations

from agentprog.agents.strategies.deed import Deed
from agentprog.learn.judging.voting import NoisyJudge, trust, unanimous
from agentprog.learn.training.specialists import Planned, judged, trajectory
from agentprog.learn.training.stage import Item
from tests.learn.steps import step


def plans(episode: str, *replies: str) -> list[Planned]:
    found = [step(0, episode=episode), step(1, Deed(kind="finished"), episode=episode)]
    return [Planned(step=one, item=Item(messages=()), reply=reply) for one, reply in zip(found, replies, strict=True)]


RIGHT = ('Thought: tap "Save"', "Thought: finish")


def test_a_trajectory_has_the_specialists_actions_and_the_recordings_verdict() -> None:
    right = trajectory(plans("a", *RIGHT), "ces")
    assert [one.action.kind for one in right] == ["click", "finished"]
    assert [one.low for one in right] == list(RIGHT)
    assert {one.verdict.score for one in right if one.verdict is not None} == {1.0}
    wrong = trajectory(plans("b", 'Thought: tap "Cancel"', "Thought: dance"), "ces")
    assert [one.action.kind for one in wrong] == ["click", "error"]
    assert {one.verdict.score for one in wrong if one.verdict is not None} == {0.0}


def test_only_the_plans_of_episodes_that_are_called_right_are_taught() -> None:
    found = [*plans("b", 'Thought: tap "Cancel"', "Thought: finish"), *plans("a", *RIGHT)]
    sure = unanimous([NoisyJudge(false_yes=0.0, false_no=0.0, seed=1)])
    assert judged(found, sure, "ces") == [2, 3]
    blind = unanimous([NoisyJudge(false_yes=1.0, false_no=0.0, seed=1)])
    assert judged(found, blind, "ces") == [2, 3, 0, 1]


def test_four_votes_teach_fewer_wrong_episodes_than_one() -> None:
    episodes = [
        plans(f"{n:03}", *(RIGHT if n % 2 else ('Thought: tap "Cancel"', "Thought: finish"))) for n in range(100)
    ]
    played = [trajectory(episode, "ces") for episode in episodes]
    noisy = NoisyJudge(false_yes=0.4, false_no=0.1, seed=3)
    one, four = (trust(unanimous([noisy], votes=votes), played) for votes in (1, 4))
    assert one.precision is not None
    assert four.precision is not None
    assert four.precision > one.precision + 0.1
