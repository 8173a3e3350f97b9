"""Nothing is too large, too deep or too strange: no crash, and no more than linear work."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

import pytest

from agentprog.lang.check import check, check_text
from agentprog.lang.diagnostics import Names
from agentprog.lang.parser import parse
from agentprog.lang.table import compile_program
from agentprog.lang.visit import statements
from agentprog.lang.vocabulary.near import slips
from agentprog.lang.writing.unparse import unparse


@pytest.mark.parametrize(("mode", "levels"), [("strict", 1_500), ("lenient", 1_100)])
def test_thousands_of_levels_of_indentation_give_one_diagnostic(mode: str, levels: int) -> None:
    text = "\n".join(" " * level + "If {x} is 1:" for level in range(levels))
    parsed = parse(text, mode="lenient" if mode == "lenient" else "strict")
    assert [d.code for d in parsed.diagnostics] == ["STP104"]
    assert parsed.program is not None
    assert len(list(statements(parsed.program))) == levels
    check(parsed.program)
    compile_program(parsed.program)


def test_a_hundred_levels_are_fine_and_round_trip() -> None:
    text = "\n".join("  " * level + "If {x} is 1:" for level in range(100))
    parsed = parse(text)
    assert parsed.diagnostics == ()
    assert parsed.program is not None
    assert parse(unparse(parsed.program)).program == parsed.program


@pytest.mark.parametrize("count", [10, 1000])
def test_deep_expressions_are_plain_words_not_a_crash(count: int) -> None:
    for text in (
        "[" * count + "]" * count,
        "(" * count + "1" + ")" * count,
        "not " * count + "{x}",
        "1 + " * count + "1",
    ):
        parsed = parse(f'Set {{y}} to {text}\nIf {text}:\n    Tap "x"')
        assert parsed.program is not None
        assert len(parsed.program.body) == 2


HOSTILE = {
    "spaces": "x" + " " * 50_000 + "y",
    "commas": "if " + "a, " * 15_000,
    "braces": "{" * 50_000,
    "brackets": "Set {x} to " + "[" * 50_000,
    "quotes": '"' * 50_001,
    "escaped quotes": '"' + '\\"' * 100_000,
    "captures": "get x" + ", record as {y}" * 12_000,
    "record": "record " + "a as " * 40_000 + "{x}",
    "hashes": "# " * 100_000,
    "a long word": "a" * 200_000,
    "open lists": "Set {x} to [\n" * 1_500,
    "else lines": "else:\n" * 5_000,
    "pairs": "create an object {x} with " + '"a" as 1 and ' * 10_000,
}


@pytest.mark.parametrize("mode", ["strict", "lenient"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_no_more_than_linear_work(name: str, mode: str) -> None:
    start = time.process_time()
    parse(HOSTILE[name], mode="lenient" if mode == "lenient" else "strict")
    assert time.process_time() - start < 3  # quadratic work on these sizes takes far longer


def test_windows_line_ends_tabs_and_a_byte_order_mark_are_fine() -> None:
    parsed = parse('\ufeff---\r\napps: [A]\r\n---\r\nIf {x} is 1:\r\n\tTap "y"\r\nelse:\r\n\tTap "z"\r\n')
    assert parsed.diagnostics == ()
    assert parsed.program is not None
    assert parsed.program.header.apps == ("A",)
    assert len(parsed.program.body) == 1


@pytest.mark.parametrize("text", ["", "\n\n", "   ", "\ufeff", "# only a comment"])
def test_a_text_without_a_step_has_no_program(text: str) -> None:
    parsed = parse(text)
    assert parsed.program is None
    assert parsed.diagnostics == ()


def test_names_are_looked_through_once_however_many_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    class Counted(Names):
        def __init__(self, names: Iterable[str]) -> None:
            known = list(names)
            made.append(len(known))
            super().__init__(known)

    monkeypatch.setattr("agentprog.lang.check.values.names.Names", Counted)
    monkeypatch.setattr("agentprog.lang.check.values.calls.Names", Counted)
    known = [f"harbour_{number:03}" for number in range(200)]
    text = "".join(f"Set {{{name}}} to 1\n" for name in known)
    text += "".join(f"Tell user {{{name[1:]}}}\n" for name in known)
    text += "".join(f'Execute task "tsk {number}"\n' for number in range(200))
    text += 'Define a task named "task 1":\n  Stop\n'
    found = [d for d in check_text(text).diagnostics if d.code in ("STP201", "STP401")]
    assert len(found) == 400
    assert found[0].suggestion == "did you mean {harbour_000}?"
    assert made == [200, 1]


@pytest.mark.parametrize("count", [500, 2000])
def test_a_misspelt_name_is_compared_with_few_others_however_many_there_are(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def counted(word: str, other: str, *, most: int) -> int:
        compared.append(other)
        return slips(word, other, most=most)

    monkeypatch.setattr("agentprog.lang.vocabulary.near.slips", counted)
    names = Names(f"name_number_{number}" for number in range(count))
    for number in range(count):
        assert names.nearest(f"nme_number_{number}") == f"name_number_{number}"
    assert len(compared) < 6 * count


LONG = {
    "apps": 'In the "App{n}" app, write a note about {n} and save it',
    "variables": "Set {{v{n}}} to {{v{m}}} + 1",
    "unknown names": "Tell user {{some name {n}}}",
    "tasks": 'Define task "task {n}":\n    Tell user "x"\n\nDo task "task {n}"',
    "blocks": 'If {{v{n}}} is greater than 40:\n    Tell user "big {n}"\nOtherwise:\n    Tap "Save {n}"',
}


@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
def test_twice_as_many_lines_take_twice_the_calls(line: str) -> None:
    def calls(lines: int) -> int:
        """The functions that a check of so many lines calls, of Python's and of C's."""
        text = "\n".join(line.format(n=n, m=n - 1) for n in range(lines))
        made = 0

        def count(_frame: object, event: str, _of: object) -> None:
            nonlocal made
            made += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            check_text(text)
        finally:
            sys.setprofile(None)
        return made

    calls(20)  # the first reads the tables
    assert calls(160) < 2.1 * calls(80)
