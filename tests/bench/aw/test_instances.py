"""Instances are pure functions of (task, seed), can be put on a phone, and are not right before the first action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agentprog.bench.aw.checks import End
from agentprog.bench.aw.provision import provision
from agentprog.bench.aw.state import read_state
from agentprog.bench.aw.task import Task
from agentprog.bench.aw.tasks import AW_EXTEND, FRESH, SHORT
from agentprog.phone.client import PhoneHandle, start_phone

ALL = (*AW_EXTEND, *SHORT, *FRESH)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHandle]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("state")))
        with start_phone(image="empty", lifetime="command") as started:
            yield started


def test_the_suites_have_their_sizes_and_no_name_twice() -> None:
    assert (len(AW_EXTEND), len(SHORT), len(FRESH)) == (19, 30, 29)
    assert len({task.name for task in ALL}) == 78


@pytest.mark.parametrize("task", ALL, ids=lambda task: task.name)
def test_a_seed_is_an_instance(task: Task) -> None:
    kinds = {str(task.instance(seed).as_data()) for seed in range(12)}
    assert str(task.instance(5).as_data()) in kinds
    assert len(kinds) > 1


@pytest.mark.parametrize("task", ALL, ids=lambda task: task.name)
def test_the_phone_holds_the_setup_and_nothing_is_done_yet(task: Task, phone: PhoneHandle) -> None:
    instance = task.instance(7)
    phone.reset()
    provision(phone, instance.setup)
    state = read_state(phone)
    setup = instance.setup
    assert sorted(str(row["title"]) for row in state.events) == sorted(event.title for event in setup.events)
    assert [row["name"] for row in state.expenses] == [expense.name for expense in setup.expenses]
    assert [row["title"] for row in state.recipes] == [recipe.title for recipe in setup.recipes]
    assert {(row["name"], row["number"]) for row in state.contacts} == {(p.name, p.number) for p in setup.people}
    assert [row["body"] for row in state.messages] == [text.body for text in setup.texts]
    assert {file.path: file.text for file in setup.files}.items() <= state.files.items()
    found = instance.check.score(End(before=state, after=state))
    assert found.value == 0.0
    assert found.wrong
