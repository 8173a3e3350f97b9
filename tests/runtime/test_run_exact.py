from __future__ import annotations

import os

import pytest

from agentprog.errors import ModelNotConfigured, ModelReplyCut, NoDevice, RunError, UsageError
from agentprog.ports import OutcomeKind
from agentprog.runtime.journal.events import Asked, StepFinished, Told, VariableSet
from agentprog.runtime.roles import ComputeContext, Roles
from agentprog.runtime.safety.limits import Limits


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ('record list "b", "a", "c" as {answer}\nsort {answer}\n', ["a", "b", "c"]),
        ("set {l} to [3, 10, 2]\nsort {l} descending\nset {answer} to {l}\n", [10, 3, 2]),
        ("set {l} to [3, 10, 2]\nget the first item of {l}, record as {answer}\n", 3),
        ('create an object {p} with "name" as "Laptop" and "price" as 1200\nset {answer} to {p.price}\n', 1200),
        ('set {p} to {"a": 1}\nset {p.b} to 2\nset {answer} to {p}\n', {"a": 1, "b": 2}),
        ("set {l} to [1, 2]\nadd 3 to {l}\nset {answer} to {l}\n", [1, 2, 3]),
        ("set {n} to 1\nadd 3 to {n}\nset {answer} to {n}\n", 4),
        ("set {l} to [1, 2, 1]\nremove 1 from {l}\nset {answer} to {l}\n", [2, 1]),
        ("calculate 0.1 + 0.2, record as {answer}\n", 0.3),
        ('set {x} to {"k": [{"n": "z"}]}\nset {answer} to {x.k[0].n}\n', "z"),
        ("set {answer} to 2026-05-02\n", None),
        ('set {x} to ""\nset {answer} to "b"\nif {x} is nothing, set {answer} to "a"\n', "a"),
        ('set {x} to nothing\nset {answer} to "b"\nif {x} is "", set {answer} to "a"\n', "a"),
        ('set {x} to "here"\nset {answer} to "b"\nif {x} is not nothing, set {answer} to "a"\n', "a"),
        ('set {x} to " "\nset {answer} to "b"\nswitch {x}:\n    case nothing:\n        set {answer} to "a"\n', "a"),
        ('set {l} to [{"n": ""}, {"n": "z"}]\nfilter {l} where "n" is not nothing\nset {answer} to count of {l}\n', 1),
        ('set {l} to [{"n": nothing}, {"n": "z"}]\nfilter {l} where "n" is ""\nset {answer} to count of {l}\n', 1),
    ],
)
def test_exact_statements_need_no_model_and_no_phone(lab, program: str, answer: object) -> None:
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    if answer is not None:
        assert outcome.answer == answer
    assert {event.tier for event in lab.events.of(StepFinished)} == {"exact"}


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ('set {a} to "soon"\ncalculate {a} - 1, record as {b}\n', r'line 2: "soon" \(text\) is not a number'),
        ('set {p} to {"name": 1}\nset {b} to {p.price}\n', r"line 2: \{p\} has no 'price': it has name"),
        ("set {l} to [1]\nset {b} to {l[4]}\n", r"line 2: \{l\} has 1 items: there is no \[4\]"),
        ("repeat 2.5 times:\n    set {a} to 1\n", "line 1: 2.5 .a number. is not a number of times"),
    ],
)
def test_a_failed_value_fails_the_run_naming_value_kind_and_line(lab, program: str, words: str) -> None:
    outcome = lab.exact(program)
    assert outcome.kind is OutcomeKind.FAILED
    assert isinstance(outcome.error, RunError)
    assert outcome.exit_code == 1
    with pytest.raises(RunError, match=words):
        raise outcome.error


def test_a_step_in_plain_words_without_a_model_names_its_line_and_the_remedy(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('set {a} to 1\nIn the "Notes" app, add the note "Milk"\n')
    assert isinstance(outcome.error, ModelNotConfigured)
    assert outcome.exit_code == 4
    assert "line 2" in outcome.reason
    assert "--model" in outcome.error.hint
    assert lab.phone.actions == []


def test_a_run_without_a_model_is_refused_before_it_touches_the_phone(lab) -> None:
    lab.roles = Roles()
    program = """---
inputs: {x: {type: list, default: [1]}}
---
open the "Notes" app
tap "New"
if "Save" appears:
    In the "Notes" app, add the note "Milk"
press back
sort {x} by how nice they are
"""
    outcome = lab.run(program)
    assert isinstance(outcome.error, ModelNotConfigured)
    assert outcome.reason.startswith("lines 7, 9 of the program ask a model, and this run has none: nothing was done")
    assert (lab.phone.actions, lab.phone.observations) == ([], 0)


def test_a_step_on_the_phone_without_one_names_the_line(lab) -> None:
    outcome = lab.run('set {a} to 1\nopen the "Notes" app\n', phone=False)
    assert isinstance(outcome.error, NoDevice)
    assert outcome.exit_code == 3
    assert "line 2" in outcome.reason
    assert "--sim" in outcome.error.hint


def test_a_program_of_exact_lines_opens_no_phone(lab) -> None:
    opened: list[int] = []
    lab.phone = lambda: opened.append(1)  # type: ignore[assignment]
    assert lab.run("set {answer} to 1\n").kind is OutcomeKind.COMPLETED
    assert opened == []


def test_a_message_is_shown_once_and_recorded(lab) -> None:
    lab.run('set {n} to 2\ntell user "there are {n}"\nprint("bye")\n')
    assert lab.person.told == ["there are 2", "bye"]
    assert [event.text for event in lab.events.of(Told)] == ["there are 2", "bye"]


def test_a_question_gets_the_persons_words(lab) -> None:
    lab.person.answers["How many"] = "3"
    outcome = lab.run('ask user "How many?", record as {n} (number)\nset {answer} to {n} + 1\n')
    assert outcome.answer == 4
    assert [event.question for event in lab.events.of(Asked)] == ["How many?"]
    assert lab.events.of(VariableSet)[0].provenance == "user"


def test_a_question_without_a_person_needs_a_human(lab) -> None:
    outcome = lab.exact('ask user "How many?", record as {n}\n')
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert outcome.exit_code == 6
    assert "How many?" in outcome.reason


def test_inputs_are_coerced_to_their_type_and_missing_ones_are_named(lab, new_lab) -> None:
    program = "---\ninputs:\n  n: {type: number}\n  who: {type: text, default: you}\n---\nset {answer} to {n} + 1\n"
    assert lab.exact(program, inputs={"n": "41"}).answer == 42
    missing = new_lab().exact(program)
    assert isinstance(missing.error, UsageError)
    assert "{n}" in missing.reason
    wrong = new_lab().exact(program, inputs={"n": "many"})
    assert wrong.exit_code == 2
    unknown = new_lab().exact(program, inputs={"n": 1, "m": 2})
    assert "has no input m" in unknown.reason


def test_a_loop_without_end_runs_out_of_budget(lab, new_lab) -> None:
    outcome = lab.exact("set {a} to 0\nwhile {a} < 1:\n    set {b} to 1\n", limits=Limits(iterations=50))
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert outcome.exit_code == 5
    assert "line 2" in outcome.reason
    header = "---\nbudget: {iterations: 3}\n---\nrepeat 5 times:\n    set {b} to 1\n"
    assert "3 times" in new_lab().exact(header).reason


def test_time_is_a_budget(lab) -> None:
    outcome = lab.exact("wait 3 seconds\nwait 3 seconds\nset {answer} to 1\n", limits=Limits(seconds=5))
    assert outcome.kind is OutcomeKind.OUT_OF_BUDGET
    assert outcome.answer is None


def test_endless_recursion_is_a_failure_with_its_depth(lab) -> None:
    program = 'define a task named "T"\n    task input: {n}\n    if {n} is -1:\n        return 0\n'
    program += '    execute task "T", {n} is {n} + 1\n    return 1\nexecute task "T", {n} is 1\n'
    outcome = lab.exact(program, limits=Limits(depth=50))
    assert outcome.kind is OutcomeKind.FAILED
    assert "50 deep" in outcome.reason


def test_cancelling_ends_the_run_before_its_next_statement(lab) -> None:
    class Canceller:
        def on_event(self, event: object) -> None:
            if isinstance(event, Told):
                lab.cancel.cancel("the user pressed stop")

    lab.events.all.clear()
    listener = Canceller()
    original = lab.events.on_event
    lab.events.on_event = lambda event: (original(event), listener.on_event(event))  # type: ignore[method-assign]
    outcome = lab.run('tell user "a"\ntell user "b"\n')
    assert outcome.kind is OutcomeKind.INTERRUPTED
    assert outcome.exit_code == 130
    assert outcome.reason == "the user pressed stop"
    assert lab.person.told == ["a"]


def test_a_listener_that_fails_never_breaks_the_run(lab, caplog) -> None:
    def explode(event: object) -> None:
        raise ZeroDivisionError

    lab.events.on_event = explode  # type: ignore[method-assign]
    assert lab.exact("set {answer} to 1\n").answer == 1
    assert "a run listener failed" in caplog.text


def test_compute_code_is_written_once_and_reused(lab) -> None:
    lab.coder.codes["vowels"] = ["sum(c in 'aeiou' for c in w)"]
    program = 'for each {w} in ["banana", "kiwi"]:\n    calculate the number of vowels in {w}, record as {answer}\n'
    outcome = lab.run(program)
    assert outcome.answer == 2
    assert len(lab.coder.asked) == 1
    assert "compute" in {event.tier for event in lab.events.of(StepFinished)}


def test_code_that_fails_is_rewritten_with_its_error(lab) -> None:
    lab.coder.codes["vowels"] = ["undefined_name + 1", "3"]
    outcome = lab.run('set {w} to "banana"\ncalculate the number of vowels in {w}, record as {answer}\n')
    assert outcome.answer == 3
    assert "undefined_name" in lab.coder.asked[1].error
    assert lab.coder.asked[1].code == "undefined_name + 1"


def test_half_a_code_is_never_run(lab) -> None:
    """Cut code may be valid with another meaning: here the sum of all but the first."""
    lab.coder.codes["vowels"] = ["w.count('a')", "3"]
    written = lab.coder.write

    def cut_once(context: ComputeContext) -> str:
        code = written(context)
        if len(lab.coder.asked) == 1:
            raise ModelReplyCut("the answer broke off", evidence=code)
        return code

    lab.coder.write = cut_once
    outcome = lab.run('set {w} to "banana"\ncalculate the number of vowels in {w}, record as {answer}\n')
    assert outcome.answer == 3
    assert "broke off" in lab.coder.asked[1].error


def test_code_that_never_works_fails_the_run(lab) -> None:
    lab.coder.codes["vowels"] = ["1 / 0", "1 / 0 + 0", "[][1]"]
    outcome = lab.run('set {w} to "b"\ncalculate the number of vowels in {w}, record as {answer}\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert "line 2" in outcome.reason


def test_code_outlives_the_run_in_a_folder(lab, new_lab, tmp_path) -> None:
    program = 'set {w} to "banana"\ncalculate the number of vowels in {w}, record as {answer}\n'
    lab.coder.codes["vowels"] = ["sum(c in 'aeiou' for c in w)"]
    lab.run(program, code_folder=tmp_path / "code")
    second = new_lab()
    assert second.run(program, code_folder=tmp_path / "code").answer == 3
    assert second.coder.asked == []


COUNTED = 'set {w} to "banana"\ncalculate the number of vowels in {w}, record as {answer}\n'


def test_the_same_program_with_other_data_reuses_stored_code(lab, new_lab, tmp_path) -> None:
    lab.coder.codes["vowels"] = ["sum(c in 'aeiou' for c in w)"]
    lab.run(COUNTED, code_folder=tmp_path / "code")
    second = new_lab()
    assert second.run(COUNTED.replace("banana", "kiwi"), code_folder=tmp_path / "code").answer == 2
    assert second.coder.asked == []


def test_code_that_holds_its_result_is_not_reused_for_another_value(lab, new_lab, tmp_path) -> None:
    looped = COUNTED.replace('set {w} to "banana"\n', 'for each {w} in ["fig", "ice"]:\n    ', 1)
    lab.coder.codes["vowels"] = ["1"]
    lab.run(looped, code_folder=tmp_path / "code")
    assert len(lab.coder.asked) == 2
    assert not list((tmp_path / "code").glob("*.py"))


def test_stored_code_with_a_result_of_another_kind_is_written_anew(lab, new_lab, tmp_path) -> None:
    lab.coder.codes["vowels"] = ["sum(c in 'aeiou' for c in w) or 'none'"]
    lab.run(COUNTED, code_folder=tmp_path / "code")
    for asked in (1, 0):
        other = new_lab()
        other.coder.codes["vowels"] = lab.coder.codes["vowels"]
        assert other.run(COUNTED.replace("banana", "myth"), code_folder=tmp_path / "code").answer == "none"
        assert len(other.coder.asked) == asked, "once it is written again, it gives both"


@pytest.mark.parametrize(
    ("program", "author"), [(COUNTED, "model-2"), ("# otherwise\n" + COUNTED, "model-1")], ids=["author", "program"]
)
def test_stored_code_belongs_to_its_author_and_its_program(lab, new_lab, tmp_path, program: str, author: str) -> None:
    lab.coder.codes["vowels"] = ["w.count('a')"]
    lab.run(COUNTED, code_folder=tmp_path / "code", code_author="model-1")
    other = new_lab()
    other.coder.codes["vowels"] = ["4"]
    assert other.run(program, code_folder=tmp_path / "code", code_author=author).answer == 4


def test_code_of_a_failed_run_is_not_stored(lab, tmp_path) -> None:
    """The code gave a value, but maybe a wrong value that made the run fail."""
    lab.coder.codes["vowels"] = ["'many'"]
    assert lab.run(COUNTED + "set {x} to {answer.nothing}\n", code_folder=tmp_path / "code").kind is OutcomeKind.FAILED
    assert not list((tmp_path / "code").glob("*.py"))


def test_stored_code_that_fails_is_deleted(lab, new_lab, tmp_path) -> None:
    lab.coder.codes["vowels"] = ["sum(c in 'aeiou' for c in w)"]
    lab.run(COUNTED, code_folder=tmp_path / "code")
    (kept,) = (tmp_path / "code").glob("*.py")
    gives, _, _code = kept.read_text(encoding="utf-8").partition("\n")
    kept.write_text(f"{gives}\n1 / 0", encoding="utf-8")
    second = new_lab()
    second.coder.codes["vowels"] = ["1 / 0 + 0", "1 / 0 + 1", "1 / 0 + 2"]
    assert second.run(COUNTED, code_folder=tmp_path / "code").kind is OutcomeKind.FAILED
    assert not kept.exists()


@pytest.mark.parametrize("planted", ["link", "pipe", "folder", "no text", "other text"])
def test_a_foreign_file_in_place_of_stored_code_is_neither_run_nor_fatal(lab, new_lab, tmp_path, planted: str) -> None:
    lab.coder.codes["vowels"] = ["w.count('a')"]
    lab.run(COUNTED, code_folder=tmp_path / "code")
    (kept,) = (tmp_path / "code").iterdir()
    kept.unlink()
    theirs = tmp_path / "theirs.py"
    theirs.write_text("99", encoding="utf-8")
    if planted == "link":
        kept.symlink_to(theirs)
    elif planted == "pipe":
        os.mkfifo(kept)
    elif planted == "folder":
        kept.mkdir()
    elif planted == "other text":
        kept.write_text("99", encoding="utf-8")
    else:
        kept.write_bytes(b"\xff\xfe")
    second = new_lab()
    second.coder.codes["vowels"] = ["4"]
    assert second.run(COUNTED, code_folder=tmp_path / "code").answer == 4
    assert theirs.read_text(encoding="utf-8") == "99"


def test_a_tool_of_the_embedding_program_is_called(lab) -> None:
    outcome = lab.exact('use tool "double" with n = 4, record as {answer}\n', tools={"double": lambda n: n * 2})
    assert outcome.answer == 8
    assert lab.events.of(VariableSet)[0].provenance == "tool"


def test_a_tool_that_fails_or_is_missing_fails_the_run_by_name(lab, new_lab) -> None:
    broken = lab.exact('use tool "t" with n = 4\n', tools={"t": lambda n: n / 0})
    assert 'the tool "t" failed' in broken.reason
    missing = new_lab().exact('use tool "u" with n = 4\n', tools={"t": lambda n: n})
    assert isinstance(missing.error, RunError)
    assert 'Tools of this run: "t"' in missing.error.hint


def test_a_model_is_asked_in_words(lab) -> None:
    outcome = lab.run('ask AI "the capital of France", record as {answer}\n', phone=False)
    assert outcome.answer == "about the capital of France"
    assert lab.events.of(VariableSet)[0].provenance == "model"


def test_files_are_read_and_written_in_the_workspace_only(lab, new_lab, tmp_path) -> None:
    (tmp_path / "in.csv").write_text("name,age\nAnn,30\nBob,9\n", encoding="utf-8")
    program = (
        'read table "in.csv" as {t}\nsort {t} by "age"\nsave {t} to "out.csv"\n'
        'if file "out.csv" exists:\n    set {answer} to {t[0].name}\n'
    )
    assert lab.exact(program, workspace=tmp_path).answer == "Bob"
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "name,age\nBob,9\nAnn,30\n"
    outside = new_lab().exact('set {f} to "../x.txt"\nsave "a" to "{f}"\n', workspace=tmp_path / "inner")
    assert outside.kind is OutcomeKind.FAILED
    assert "outside the workspace" in outside.reason
    assert not (tmp_path / "x.txt").exists()


@pytest.mark.parametrize("planted", ["out.txt", "out.txt.new"])
def test_writing_follows_no_link_out_of_the_workspace(lab, tmp_path, planted: str) -> None:
    """`out.txt.new`, the temporary file, led out."""
    precious = tmp_path / "precious.txt"
    precious.write_text("kept", encoding="utf-8")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / planted).symlink_to(precious)
    lab.exact('save "x" to "out.txt"\n', workspace=inner)
    assert precious.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("kind", ["pipe", "folder", "too deep", "circle"])
def test_a_pipe_a_folder_or_a_link_in_place_of_a_file_is_an_error(lab, tmp_path, kind: str) -> None:
    """A pipe without a writer blocked the run for ever; endless brackets were a traceback."""
    path = tmp_path / "in.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "circle":
        path.symlink_to(path)
    else:
        path.write_text("[" * 100_000, encoding="utf-8")
    outcome = lab.exact('read table "in.json" as {t}\n', workspace=tmp_path)
    assert outcome.kind is OutcomeKind.FAILED
    assert "in.json" in outcome.reason


def test_a_file_statement_without_a_workspace_is_an_error(lab) -> None:
    assert "no workspace folder" in lab.exact('read the text of "a.md", record as {x}\n').reason


def test_provenance_is_that_of_the_least_trusted_part_of_a_value(lab) -> None:
    lab.run('use tool "t" with n = 1, record as {a}\nset {b} to 1\nset {c} to {a} + {b}\n', tools={"t": lambda n: n})
    assert [(e.name, e.provenance) for e in lab.events.of(VariableSet)] == [
        ("a", "tool"),
        ("b", "program"),
        ("c", "tool"),
    ]


def test_a_program_that_stops_shows_its_reason_and_its_end_names_the_line(lab) -> None:
    outcome = lab.exact('set {n} to 3\nif {n} > 2, stop the program: "{n} is too many"\ntell user "never"\n')
    assert [event.text for event in lab.events.of(Told)] == ["3 is too many"]
    assert (outcome.kind, outcome.reason) == (OutcomeKind.COMPLETED, "stopped at line 2, without an effect on a phone")


def test_a_program_that_stops_without_a_reason_shows_no_message(lab) -> None:
    outcome = lab.exact("set {n} to 3\nstop the program\nset {n} to 4\n")
    assert lab.events.of(Told) == []
    assert outcome.reason.startswith("stopped at line 2")
