"""The compiled table: the possible next lines of each line, and who runs it."""

from __future__ import annotations

import re

import pytest

from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.show import show_table, show_tree, table_rows
from agentprog.lang.table import Table, compile_program
from agentprog.lang.visit import statements


def table(text: str) -> Table:
    program = parse(text).program
    assert program is not None
    return compile_program(program)


def edges(compiled: Table) -> list[tuple[str, int | None, int | None, int | None, int | None, int | None]]:
    return [(e.kind, e.parent, e.next, e.body, e.orelse, e.after) for e in compiled.rows]


def test_lines_follow_one_another_and_the_last_ends_the_program() -> None:
    assert edges(table('Tap "a"\nTap "b"')) == [
        ("command", None, 1, None, None, 1),
        ("command", None, None, None, None, None),
    ]


def test_the_last_line_of_a_loop_goes_back_to_the_loop() -> None:
    compiled = table('Repeat 3 times:\n    Tap "a"\n    Tap "b"\nTap "c"')
    assert edges(compiled) == [
        ("repeat", None, 3, 1, None, 3),
        ("command", 0, 2, None, None, 2),
        ("command", 0, None, None, None, 0),
        ("command", None, None, None, None, None),
    ]


def test_branches_are_tried_in_turn_and_lead_to_the_line_after_the_if() -> None:
    compiled = table('If {a}:\n    Tap "a"\nElse if {b}:\n    Tap "b"\nElse:\n    Tap "c"\nTap "d"')
    assert edges(compiled) == [
        ("if", None, 6, 1, 2, 6),
        ("command", 0, None, None, None, 6),
        ("else if", None, 6, 3, 4, 6),
        ("command", 2, None, None, None, 6),
        ("else", None, 6, 5, None, 6),
        ("command", 4, None, None, None, 6),
        ("command", None, None, None, None, None),
    ]


def test_a_branch_at_the_end_of_a_loop_goes_back_to_the_loop() -> None:
    compiled = table('While {a}:\n    If {b}:\n        Tap "b"')
    assert [entry.after for entry in compiled.rows] == [None, 0, 0]
    assert compiled.loop_around(2) == 0


def test_tasks_come_after_the_program_and_are_found_by_name() -> None:
    compiled = table('Define a task named "Greet"\n    Tell user "hi"\nExecute task "Greet"')
    assert compiled.start == 0
    assert compiled[0].kind == "run task"
    found = compiled.task("greet")
    assert found is not None
    assert found.index == 1
    assert compiled[2].task == "Greet"
    assert compiled[2].after is None
    assert compiled.task("nobody") is None


def test_a_program_of_tasks_alone_has_no_start() -> None:
    assert table('Define a task named "A"\n    Tap "x"').start is None


def test_every_line_knows_its_tier() -> None:
    compiled = table(
        'Set {a} to 3\nSet {b} to the longest of {a}\nSet {c} to the weather\nSend a message\nTap "x"\n'
        'If {a} > 3:\n    Tap "y"\nIf it rains:\n    Tap "z"\nVerify that "Sent" appears\n'
        'Ask AI "why?", record as {d}\n'
        "Read the title from the screen, record as {t}"
    )
    tiers = [entry.tier for entry in compiled.rows]
    exact, compute, semantic = "exact", "compute", "semantic"
    assert tiers == [
        exact, compute, semantic, semantic, exact, exact, exact, semantic, exact, exact, semantic, semantic,
    ]  # fmt: skip


def test_every_statement_has_an_entry_found_by_its_id() -> None:
    compiled = table('If {a}:\n    Tap "x"\nDefine a task named "A"\n    Tap "x"\nTap "x"')
    assert sorted(compiled.by_id.values()) == list(range(len(compiled)))


def apps(text: str) -> list[str | None]:
    program = parse(text).program or Program()
    found = resolve_apps(program)
    return [None if (app := found[s.id]) is None else str(app) for s in statements(program)]


def test_an_app_holds_for_its_block_and_the_blocks_inside() -> None:
    text = 'Do a\nIn the "A" app, do b\nDo c\nRepeat 2 times:\n    Do d\n    In the "B" app, do e\n    Do f\nDo g'
    assert apps(text) == [None, "A", "A", "A", "A", "B", "B", "A"]


def test_opening_an_app_sets_the_app_and_a_task_begins_without_one() -> None:
    assert apps('Open the "A" app\nDo a\nDefine a task named "T"\n    Do b\nDo c') == ["A", "A", "A", None, "A"]


def test_a_block_in_an_app_holds_it_for_its_lines() -> None:
    assert apps('In the "A" app:\n    Do a\n    If {x}:\n        Do b\nDo c') == ["A", "A", "A", "A", "A"]


def test_the_views_show_every_line() -> None:
    compiled = table(
        'For each {x} in {l}:\n    If {x}:\n        In the "A" app, go on\n            with care\n'
        "    Else:\n        Do b"
    )
    tree = show_tree(compiled.program)
    assert '└── step [semantic] In the "A" app, go on' in tree
    assert "· with care" in tree
    assert len(show_table(compiled).split("\n")) == len(compiled) + 1
    assert [row["kind"] for row in table_rows(compiled)] == ["for each", "if", "step", "else", "step"]


def test_the_views_use_the_docs_names_for_lines() -> None:
    compiled = table(
        'Define a task named "T":\n    Set {x} to 1\nIn the "A" app:\n    Tap "OK"\n    Get the name, record as {n}\n'
        'Execute task "T"\nFor each {y} in {n}:\n    Read the table "a.csv", record as {t}'
    )
    kinds = ["app", "command", "read screen", "run task", "for each", "read table", "task", "set"]
    assert [row.kind for row in compiled.rows] == kinds
    tree = show_tree(compiled.program)
    assert all(f" {kind} [" in tree for kind in kinds)
    assert not re.search(r"── [A-Z]", tree)


@pytest.mark.parametrize(
    ("line", "app"),
    [
        ("Do what this item says, in the app that it needs: {item}", None),
        ("Carry out this errand: {item}", None),
        ("do: {item}", None),
        ("Do what {item} asks", None),
        ('In the "Notes" app, do what this says: {item}', "Notes"),
        ("Mark as done: {item}", "Tasks"),
        ("Delete {item}", "Tasks"),
        ("Send {item} to Ana", "Tasks"),
    ],
)
def test_a_step_that_only_hands_on_an_order_is_in_no_app(line: str, app: str | None) -> None:
    text = f'In the "Tasks" app, get all tasks, record as {{items}}\nFor each {{item}} in {{items}}:\n    {line}\n'
    program = parse(text, known_apps=("Tasks", "Notes")).program
    assert program is not None
    step = list(statements(program))[-1]
    found = resolve_apps(program)[step.id]
    assert (str(found) if found is not None else None) == app
    assert "STP501" not in [finding.code for finding in check_text(text).diagnostics]
