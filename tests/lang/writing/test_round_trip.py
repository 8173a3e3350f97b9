"""Text and tree are equivalent: a written tree is read back equal, and any text can be read."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from agentprog.lang.ast import Program
from agentprog.lang.check import check_text
from agentprog.lang.jsonform import from_json, to_json
from agentprog.lang.parser import parse
from agentprog.lang.table import compile_program
from agentprog.lang.visit import walk
from agentprog.lang.writing.fmt import format_text
from agentprog.lang.writing.unparse import unparse
from tests.examples import examples
from tests.lang.strategies import FREE, PROGRAMS, SENTENCES

# Larger counts are for manual runs: 3,000 programs and 10,000 texts passed in one run before the first release.
_PROGRAMS = examples(50)
_TEXTS = examples(200)

STARTS = [
    "if {x} > 3", "If ", "For each {x} in {l}", "otherwise", "else if ", "repeat 3 times", "Set {x} to ",
    'define a task named "N"', "task input: {a} (text)", 'call "N" with a = 1', "verify that ", "wait until ",
    'In the "A" app, ', "In `B`,", "do: ", 'print("x")', "iterate over {l}, record as {y}", "- ", "1. ", "```", "---",
    "get the first item of {l}, record as {z}", "# c", 'create an object {p} with "a" as 1', 'save {t} to "y.csv"',
    'scroll down to "x"', "calculate {a} + {b}, record as {c}", "如果{x}大于3", "将{x}设为“你好”", "Set {x} to [",
    "Filter {l} where {item.a} > 3", "tell user ", "record the total as {t}", "end if", "<think>",
]  # fmt: skip
LINES = st.builds(
    lambda depth, start, text, end: "    " * depth + start + text + end,
    st.integers(0, 3), st.sampled_from(STARTS), st.one_of(st.just(""), SENTENCES, FREE),
    st.sampled_from(["", ":", " :", "：", ".", " # c"]),
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(LINES, max_size=8).map("\n".join),
    st.text(max_size=80),
    st.lists(st.one_of(LINES, FREE, SENTENCES), max_size=6).map("\r\n".join),
    st.binary(max_size=80).map(lambda data: data.decode("utf-8", "surrogateescape")),
    st.text(alphabet=st.sampled_from("\x00\u202e\u2028\x85\ufeff \t\r\n:#{}[]()\"'`\\-"), max_size=60),
)
MODES = st.sampled_from(["strict", "lenient"])


@_PROGRAMS
@given(PROGRAMS)
def test_a_program_written_and_read_is_the_same(program: Program) -> None:
    again = parse(unparse(program)).program or Program()
    assert again.body == program.body
    assert again.header == program.header


@_PROGRAMS
@given(PROGRAMS)
def test_a_program_survives_its_json_form(program: Program) -> None:
    assert from_json(to_json(program)) == program


@_PROGRAMS
@given(PROGRAMS)
def test_ids_are_unique_and_the_same_after_formatting(program: Program) -> None:
    first = parse(unparse(program)).program
    if first is None:
        return
    ids = [node.id for node in walk(first)]
    assert len(set(ids)) == len(ids)
    second = parse(unparse(first)).program
    assert second is not None
    assert [node.id for node in walk(second)] == ids


@_TEXTS
@given(TEXTS, MODES)
def test_any_text_is_parsed_checked_and_compiled_without_a_crash(text: str, mode: str) -> None:
    report = check_text(text, mode="lenient" if mode == "lenient" else "strict")
    report.render()
    if report.parsed.program is not None:
        compile_program(report.parsed.program)


@_TEXTS
@given(TEXTS, MODES)
@example('create variable {count}, initial value so, read table "s.csv" as {t}', "strict")
def test_any_parsed_text_can_be_written_and_read(text: str, mode: str) -> None:
    program = parse(text, mode="lenient" if mode == "lenient" else "strict").program or Program()
    again = parse(unparse(program)).program or Program()
    assert (again.header, again.body) == (program.header, program.body)


@_TEXTS
@given(TEXTS)
def test_formatting_twice_changes_nothing_more(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once


@_TEXTS
@given(TEXTS)
@example("0\t:\x0c#0")
def test_formatting_keeps_every_comment(text: str) -> None:
    program = parse(text).program
    if program is None or not parse(text).ok:
        return
    again = parse(format_text(text)).program or Program()
    assert _comments(again) == _comments(program)


def _comments(program: Program) -> list[str]:
    found = [*program.header.comments, *program.comments]
    for node in walk(program):
        found += [text for text in getattr(node, "before", ()) if text]
        found += [text for text in (getattr(node, "beside", ""),) if text]
        found += [text for text in getattr(node, "after", ()) if text]
    return sorted(found)
