"""The effects in the user's name, as journals record them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.runs.effects import Done, all_effects, effects_of
from agentprog.ports import Event
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    Manifested,
    ProgramAmended,
    RunStarted,
    StepFinished,
    StepStarted,
)
from agentprog.runtime.journal.folder import RunFolder

STARTED = RunStarted(at=0, run="r", instruction="", started_at="2026-05-02T10:00:00+00:00")
ORDERED = Manifested(at=0, manifest={"effects": [{"line": 3, "kind": "create"}, {"line": 4, "kind": "unknown"}]})


def step(
    status: str = "verified",
    *,
    line: int = 1,
    ok: bool = True,
    unknown: bool = False,
    witness: str = "messages",
    entry: str = "",
    **touch: Any,
) -> list[Event]:
    """One statement with one touch."""
    where = {"step": line, "node": "n"}
    return [
        StepStarted(at=1, line=line, kind="Action", text="  send it", **where),  # type: ignore[arg-type]
        ActionIntended(at=2, action=1, text='tap "Send"', package="org.sms", **where, **{"what": {}, **touch}),  # type: ignore[arg-type]
        ActionDone(at=3, action=1, ok=ok, changed=True, unknown=unknown, entry=entry, **where),  # type: ignore[arg-type]
        StepFinished(
            at=4,
            line=line,
            kind="Action",
            operation="",
            status=status,
            tier="semantic",
            seconds=1,
            witness=witness,
            **where,
        ),  # type: ignore[arg-type]
    ]


def _end(line: int, status: str, witness: str) -> StepFinished:
    done = {"kind": "Action", "operation": "", "tier": "semantic", "seconds": 1}
    return StepFinished(at=4, step=line, node="n", line=line, status=status, witness=witness, **done)  # type: ignore[arg-type]


def effects(*events: Event) -> tuple[Done, ...]:
    return effects_of("r", [STARTED, ORDERED, *events])


def test_an_effect_names_recipient_action_time_and_witness() -> None:
    (one,) = effects(*step(risk="send", to=["+15005550101 (ann reed)"], says="hi"))
    assert one == Done(
        run="r",
        when="2026-05-02T10:00:02+00:00",
        line=1,
        kind="send",
        what='tap "Send"',
        to=("+15005550101 (ann reed)",),
        says="hi",
        step="send it",
        app="org.sms",
        witness="messages",
        proven=True,
    )
    assert one.way_back == "none"


def test_an_effect_of_the_line_alone_counts_once_an_action_was_made_for_it() -> None:
    (one,) = effects(*step(line=3))
    assert (one.kind, one.what, one.way_back) == ("create", "send it", "delete what was made")


@pytest.mark.parametrize(
    "events",
    [
        step(risk=""),
        step(risk="stray"),
        step(line=4),
        step(risk="send", dry=True),
        step(risk="send", ok=False),
        step("failed", line=3),
        [ProgramAmended(at=1, step=1, node="n", line=2, reason="", diff="", text=""), *step(line=3)],
    ],
)
def test_a_harmless_undone_or_foreign_action_is_no_effect(events: list[Event]) -> None:
    assert effects(*events) == ()


def test_an_effect_without_a_witness_is_not_proven() -> None:
    assert [effect.proven for effect in effects(*step("unverified", risk="delete", witness=""))] == [False]


def test_an_action_that_may_have_been_done_is_listed_as_not_known() -> None:
    assert [effect.known for effect in effects(*step(risk="send", ok=False, unknown=True))] == [False]


def test_a_line_is_not_counted_beside_its_own_touch() -> None:
    assert [effect.kind for effect in effects(*step(line=3, risk="create"))] == ["create"]


FORM = [{"line": 1, "kind": "create"}, {"line": 2, "kind": "edit"}, {"line": 5, "kind": "create"}]
TYPED = {"what": {"type": "TypeText", "text": "Ada"}}


def _opens(line: int = 1, entry: str = "empty", **more: Any) -> list[Event]:
    return step(line=line, entry=entry, **{"witness": "screen", **more})


@pytest.mark.parametrize(
    ("events", "found"),
    [
        (_opens(), []),
        ([*_opens(), *step("done", line=4, entry="left")], []),
        ([*_opens(), *step(line=3, **TYPED), *step(line=5, entry="left")], [(5, "create")]),
        ([*_opens(), *step(line=3, **TYPED), *step("done", line=4, entry="left")], [(1, "create")]),
        ([*_opens(), *step(line=3, **TYPED)], [(1, "create")]),
        ([*_opens(), *step(line=3, **TYPED), *_opens(line=5)], [(1, "create")]),
        (_opens(entry="filled"), [(1, "create")]),
        (_opens(line=2, entry="filled"), []),
        (_opens(witness="contacts"), [(1, "create")]),
        (_opens(risk="send"), [(1, "send"), (1, "create")]),
    ],
)
def test_opening_a_form_counts_only_if_a_typed_form_is_left(events: list[Event], found: list[tuple[int, str]]) -> None:
    listed = effects_of("r", [STARTED, Manifested(at=0, manifest={"effects": FORM}), *events])
    assert [(one.line, one.kind) for one in listed] == found


def test_all_runs_are_listed_and_unreadable_runs_are_named(tmp_path: Path) -> None:
    for minute in (1, 2):
        folder = RunFolder.create(tmp_path, instruction="x", now=datetime(2026, 1, 1, 0, minute, tzinfo=UTC))
        for event in [STARTED, *step(risk="send")]:
            folder.append(event, durable=False)
        folder.close()
    (folder.path / "events.jsonl").write_text("{broken\n" * 3, encoding="utf-8")
    found, lost = all_effects(tmp_path)
    assert ([one.kind for one in found], lost) == (["send"], (folder.path.name,))
