"""All suites behind one interface, and the rules of their judgement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.bench.agents import AGENTS, agents_called
from agentprog.bench.attacks.suite import attacks
from agentprog.bench.aw.checks import All, ContactThere, Mean, MessageSent
from agentprog.bench.episode import Rules
from agentprog.bench.proof import is_solvable
from agentprog.bench.suites import SUITES, _ruled, select, suite_called
from agentprog.errors import UsageError


def test_the_suites_are_whole() -> None:
    assert {name: len(suite.tasks) for name, suite in SUITES.items()} == {
        "demo": 1,
        "errands": 10,
        "short": 30,
        "fresh": 29,
        "aw-extend": 19,
        "treeless": 11,
        "attacks": len(attacks().tasks),
    }
    names = [task.name for suite in SUITES.values() for task in suite.tasks]
    assert len(set(names)) == len(names)


def test_the_papers_means_are_of_fourteen_and_five_tasks() -> None:
    """Its table 4: 129.6 steps overall, 138.5 iterative, 104.6 compositional."""
    kinds = [task.kind for task in SUITES["aw-extend"].tasks]
    iterative, compositional = kinds.count("iterative"), kinds.count("compositional")
    assert (iterative, compositional) == (14, 5)
    assert round((138.5 * iterative + 104.6 * compositional) / 19, 1) == 129.6


def test_the_short_suite_has_every_level() -> None:
    assert {task.level for task in SUITES["short"].tasks} == {"easy", "medium", "hard"}


def test_no_two_errands_of_a_seed_share_a_phone() -> None:
    phones = [task.phone(5) for task in SUITES["errands"].tasks]
    assert phones == [("default", 5 + number) for number in range(10)]
    assert SUITES["short"].tasks[0].phone(5) == ("empty", 5)


def test_the_rules_for_messages_reach_every_part_of_a_check() -> None:
    message, contact = MessageSent(number="+1", body="x"), ContactThere(name="A", number="+1")
    check = Mean(parts=(contact, All(parts=(message, message))))
    loose = replace(message, window=None, in_front=False)
    assert _ruled(check, Rules(sms_window=None, messenger_in_front=False)) == Mean(
        parts=(contact, All(parts=(loose, loose)))
    )
    assert _ruled(check, Rules()) == check, "the defaults are the original's"


def test_tasks_are_selected_once_in_the_order_they_are_named() -> None:
    suite = suite_called("short")
    assert [task.name for task in select(suite, ["SmsSend", "NoteMove", "SmsSend"])] == ["SmsSend", "NoteMove"]
    assert select(suite, []) == suite.tasks


def test_a_wrong_name_lists_the_existing_names() -> None:
    with pytest.raises(UsageError, match="There are: demo, errands, short, fresh, aw-extend"):
        suite_called("long")
    with pytest.raises(UsageError, match=r"no task 'X'\n`agentprog bench list` lists the tasks"):
        select(suite_called("short"), ["X"])
    with pytest.raises(UsageError, match="Did you mean ContactAdd"):
        select(suite_called("short"), ["contactad"])
    with pytest.raises(UsageError, match="There are: ours, ours-separate"):
        agents_called(["theirs"])


def test_the_agents_are_ours_its_ablations_and_the_papers_baselines() -> None:
    left_out = [agent.name for agent in AGENTS.values() if agent not in agents_called(["window", "all"])]
    assert left_out == ["ces", "swirl", "coda"]
    assert agents_called(["all", "ces"])[-1] == AGENTS["ces"]
    assert {next(iter(agent.settings.without)) for agent in AGENTS.values() if agent.settings.without} == {
        "tree",
        "variables",
        "retrieval",
        "belief",
    }
    assert {agent.settings.context for agent in AGENTS.values()} == {"ours", "summary", "window", "plan"}
    assert [agent.name for agent in AGENTS.values() if agent.settings.strategy != "ours"] == ["ces", "swirl", "coda"]
    assert [agent.name for agent in AGENTS.values() if agent.settings.mode == "separate"] == ["ours-separate"]


def test_the_oracle_takes_the_suites_that_it_knows_and_no_other() -> None:
    assert {name for name, suite in SUITES.items() if is_solvable(suite)} == {"short", "fresh", "aw-extend", "treeless"}
