"""The lines that a person sees during a run."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from agentprog.cli.watching.lines import RunLines, lines_of
from agentprog.ports import ENDS, OutcomeKind
from agentprog.ports.outcome import End
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    Asked,
    ModelCalled,
    ProgramReady,
    RunFinished,
    StepFinished,
    StepStarted,
    Told,
    TrapsMet,
)

STEP = StepStarted(at=61.25, step=1, node="n", line=3, kind="DirectUI", text='Tap "Save"', depth=1, iteration=2)
ACTION = ActionIntended(at=62, step=1, node="n", action=1, what={}, text='tap button "Save"')
TOLD = Told(at=63, step=2, line=4, text="done [all]")
END = RunFinished(at=64, outcome="verified", reason="Ada is there", exit_code=0)


def show(capsys: pytest.CaptureFixture[str], progress: RunLines) -> tuple[str, str]:
    for event in (STEP, ACTION, TOLD, END):
        progress.on_event(event)
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_steps_and_actions_go_to_standard_error_and_messages_to_standard_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, err = show(capsys, RunLines())
    assert out == "done [all]\n"
    assert err.splitlines() == [
        '  1:01.2  line 3     Tap "Save" (2 done)',
        '  1:02.0           - tap button "Save"',
        "  1:04.0  verified: Ada is there",
    ]


def test_quiet_prints_only_messages_and_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = show(capsys, RunLines(quiet=True))
    assert out == "done [all]\n"
    assert err == "  1:04.0  verified: Ada is there\n"


def test_with_json_messages_leave_standard_output_empty(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = show(capsys, RunLines(told_aside=True))
    assert out == ""
    assert "says: done [all]" in err


def test_a_message_of_a_dry_run_is_printed_as_intended(capsys: pytest.CaptureFixture[str]) -> None:
    RunLines().on_event(replace(TOLD, dry=True))
    out, err = capsys.readouterr()
    assert out == ""
    assert "would say: done [all]" in err


def test_in_a_terminal_a_long_line_breaks_between_words_and_hangs_below_its_first() -> None:
    long = StepStarted(
        at=1, step=1, node="n", line=7, kind="Tell", depth=1, text="Tell user that the wall of the room is green now"
    )
    console = Console(file=StringIO(), width=50, soft_wrap=False)
    first, second = RunLines(console=console).lines(long)
    assert first.plain == "  0:01.0  line 7     Tell user that the wall of"
    assert second.plain == "                     the room is green now"


def test_in_a_file_no_line_is_broken() -> None:
    long = replace(END, reason="it " * 60)
    (line,) = RunLines(console=Console(file=StringIO(), width=50, soft_wrap=True)).lines(long)
    assert "\n" not in line.plain


def test_a_question_that_is_asked_here_is_not_shown_twice() -> None:
    asked = Asked(at=1, step=1, line=2, question="Which colour?")
    assert RunLines(asks=True).lines(asked)
    assert RunLines(asks=False).lines(asked) == []


def test_a_dry_run_does_not_end_green() -> None:
    ended = RunFinished(at=1, outcome="completed", reason="dry run: nothing was done on the phone", exit_code=0)
    assert lines_of(ended)[0][1] == "bold green"
    assert lines_of(replace(ended, dry=True))[0][1] == "bold yellow"


@pytest.mark.parametrize(("kind", "end"), ENDS.items())
def test_every_end_of_a_run_has_the_colour_of_its_tone(kind: OutcomeKind, end: End) -> None:
    colour = {"good": "green", "plain": "yellow", "bad": "red"}[end.tone]
    ended = RunFinished(at=1, outcome=kind.value, reason="", exit_code=end.exit_code)
    assert lines_of(ended)[0][1] == f"bold {colour}"


def test_the_last_lines_count_a_runs_actions_and_readings() -> None:
    proof = {"line": 2, "text": "add Ada", "proven": True, "witness": "contacts", "detail": '"Ada" is there now'}
    texts = [text for text, _ in lines_of(replace(END, did=1, saw=1200, proofs=[proof]))]
    assert texts[1] == "  1 effect on the phone, 1,200 readings of its screen"
    assert texts[2] == '  proven: line 2, by contacts: "Ada" is there now'
    assert len(lines_of(END)) == 1


def test_a_statement_that_was_not_done_shows_the_reason() -> None:
    ended = StepFinished(
        at=1, step=1, node="n", line=2, kind="DirectUI", operation="continue", status="not done", tier="exact",
        seconds=0, actions=0, model_calls=0, tokens=0, detail="dry run: the screen is as it was",
    )  # fmt: skip
    assert [text.strip() for text, _ in lines_of(ended)] == ["not done: dry run: the screen is as it was"]
    assert lines_of(replace(ended, status="done")) == []


def test_a_model_call_shows_seconds_and_tokens() -> None:
    call = ModelCalled(at=1, model="m", purpose="plan", prompt=900, cached=800, completion=40, seconds=2.04, money=0.0)
    assert lines_of(call)[0][0].strip() == "model, the program: 2.0 s, 900 tokens (800 cached) in, 40 out"
    assert lines_of(replace(call, money=0.0123))[0][0].endswith("40 out, $0.0123")
    assert lines_of(replace(call, money=None))[0][0].endswith("40 out, cost unknown")
    failed = replace(call, ok=False, detail="there is no key. " + "Set one, and more words about it. " * 9)
    (line, _), *more = lines_of(failed)
    assert not more
    assert line.strip().startswith("model, the program: failed after 2.0 s: there is no key. Set one")
    assert line.endswith("...")
    assert len(line) < 120


def test_a_failed_action_shows_the_reason() -> None:
    done = ActionDone(at=1, step=1, node="n", action=1, ok=False, changed=False, detail="no such app")
    assert lines_of(done)[0][0].strip() == "did not work: no such app"


def test_only_a_program_that_a_model_wrote_is_shown() -> None:
    written = ProgramReady(at=0, text="a\nb\n", source="model", digest="d", notes=["removed a fence"])
    assert [text for text, _ in lines_of(written)][1:] == ["  | a", "  | b", "  mended: removed a fence"]
    assert lines_of(ProgramReady(at=0, text="a", source="file", digest="d")) == []


def test_trouble_with_the_phone_is_one_line() -> None:
    traps = [
        {"name": "dropped", "mended": True, "times": 2, "detail": ""},
        {"name": "never idle", "mended": False, "times": 1, "detail": ""},
    ]
    line = lines_of(TrapsMet(at=1, traps=traps))[0][0]
    assert line == "trouble with the phone: dropped (mended, 2 times), never idle"


FAILED = StepFinished(
    at=63, step=2, node="n", line=4, kind="Verify", operation="verify", status="failed", tier="exact", seconds=1.0,
    detail='line 4: this does not hold: Verify that "Ada" appears',
)  # fmt: skip
FAILED_END = RunFinished(at=64, outcome="failed", reason=FAILED.detail, exit_code=1)


def test_a_run_that_fails_shows_the_reason_of_its_failed_step_once() -> None:
    lines = RunLines(console=Console(file=StringIO(), soft_wrap=True))
    shown = [line.plain for event in (FAILED, FAILED_END) for line in lines.lines(event)]
    assert shown == [f"  1:03.0           failed: {FAILED.detail}", "  1:04.0  failed, for the reason above"]


def test_a_run_that_fails_shows_a_reason_that_no_step_has_shown() -> None:
    quiet, other = RunLines(quiet=True), RunLines(console=Console(file=StringIO(), soft_wrap=True))
    assert [line.plain for event in (FAILED, FAILED_END) for line in quiet.lines(event)] == [
        f"  1:04.0  failed: {FAILED.detail}"
    ]
    end = replace(FAILED_END, reason="the phone is gone")
    assert [line.plain for event in (FAILED, end) for line in other.lines(event)][
        -1
    ] == "  1:04.0  failed: the phone is gone"
    done = replace(FAILED, status="done", detail="the phone is gone")
    assert [line.plain for line in other.lines(done)] == []
    assert [line.plain for line in other.lines(end)] == ["  1:04.0  failed: the phone is gone"]
