"""`agentprog check`, `fmt` and `show`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from agentprog.cli.commands import programs as program_commands
from agentprog.cli.main import status_of

GOOD = 'Set {x} to 1\nTell user "{x}"\n'
BAD = "Break the loop\n"
DOUBTFUL = 'Set {row} to 1\nFor each {row} in [1, 2]:\n    Tell user "{row}"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("good", GOOD), ("bad", BAD), ("doubtful", DOUBTFUL)):
        (tmp_path / f"{name}.stp").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_clean_program_passes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", "--strict", str(folder / "good.stp")]) == 0
    assert capsys.readouterr().err == "1 file: 0 errors, 0 warnings\n"


def test_check_reports_the_questions_to_a_model_and_can_forbid_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "asks.stp").write_text('Set {n} to 1\nIn the "Clock" app, set an alarm for {n}\n', encoding="utf-8")
    assert status_of(["check", str(folder / "asks.stp")]) == 0
    assert "asks.stp: 1 exact, 1 needs a model (line 2)" in capsys.readouterr().err
    assert status_of(["check", "--no-model", str(folder / "asks.stp")]) == 1
    printed = capsys.readouterr().err
    assert "asks.stp: error: line 2 needs a model, and --no-model allows none\n" in printed
    assert printed.endswith("1 file: 1 error, 0 warnings\n")
    assert status_of(["check", "--no-model", str(folder / "good.stp")]) == 0


def test_check_reports_each_models_task_in_the_words_of_the_program(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        'Open the "Clock" app\nSet {x} to "a"\nIf {x} sounds angry:\n    Press back\nIf {x} is "b":\n    Press home\n'
        "Keep a tally in {taken}\nSet {y} to {x} in capitals\nAdd 100 to score\nTell user {taken}{y}\n"
        'If needed, tap "More"\nIf judge "all is quiet":\n    Press back\nVerify that it worked\n'
    )
    (folder / "judges.stp").write_text(text, encoding="utf-8")
    assert status_of(["check", str(folder / "judges.stp")]) == 0
    printed = capsys.readouterr().err
    assert "  line 3: {x} sounds angry\n" in printed
    assert "  line 7: a tally\n" in printed
    assert "  line 8: {x} in capitals\n" in printed
    assert "  line 9: Add 100 to {score}\n" in printed
    stays = '  steps that stay in "Clock", which a line above names:\n    line 9: Add 100 to score\n'
    assert f'{stays}    line 11: If needed, tap "More"\n' in printed
    assert printed.count("  line ") == len((3, 7, 8, 9, 9, 11))
    assert status_of(["check", "--json", str(folder / "judges.stp")]) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == [
        {"asks": "judges", "line": 3, "text": "{x} sounds angry"},
        {"asks": "reads", "line": 7, "text": "a tally"},
        {"asks": "computes", "line": 8, "text": "{x} in capitals"},
        {"asks": "would set", "line": 9, "text": "Add 100 to {score}"},
        {"asks": "stays", "line": 9, "text": "Add 100 to score", "app": "Clock"},
        {"asks": "stays", "line": 11, "text": 'If needed, tap "More"', "app": "Clock"},
    ]


def test_a_long_list_of_questions_is_shortened(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'Open the "Clock" app\n' + "".join(
        f"If {{x}} sounds {n} times {'so ' * 40}bad:\n    Press back\n" for n in range(43)
    )
    (folder / "many.stp").write_text(f"---\ninputs: [x]\n---\n{text}", encoding="utf-8")
    status_of(["check", str(folder / "many.stp")])
    printed = capsys.readouterr().err
    assert "and 3 more" in printed
    assert "…\n" in printed


def test_a_list_is_made_a_program(folder: Path) -> None:
    listed = folder / "listed.stp"
    listed.write_text('1. Open the "Clock" app\n2. Tap "Alarm"\n', encoding="utf-8")
    assert status_of(["check", str(listed)]) == 1
    assert status_of(["fmt", "--from-list", str(listed)]) == 0
    assert listed.read_text(encoding="utf-8") == 'Open the "Clock" app\nTap "Alarm"\n'


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Go back to step 1", "STP136"),
        ("{tries} + 1", "STP121"),
        ("If there is no tries to be found, press back", "STP138"),
        ("When it rings, press back", "STP137"),
    ],
)
def test_a_list_with_a_doubtful_line_is_not_touched(
    folder: Path, capsys: pytest.CaptureFixture[str], line: str, code: str
) -> None:
    listed = folder / "listed.stp"
    text = f'1. Open the "Clock" app\n2. Set {{tries}} to 1\n3. {line}\n'
    listed.write_text(text, encoding="utf-8")
    assert status_of(["fmt", "--from-list", str(listed)]) == 1
    assert listed.read_text(encoding="utf-8") == text
    printed = capsys.readouterr().err
    assert code in printed
    assert "listed.stp:3:" in printed


def test_errors_fail_and_are_shown_with_their_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", str(folder / "bad.stp")]) == 1
    assert f"{folder / 'bad.stp'}:1:1: error STP301" in capsys.readouterr().out


def test_warnings_fail_only_when_strict(folder: Path) -> None:
    assert status_of(["check", str(folder / "doubtful.stp")]) == 0
    assert status_of(["check", "--strict", str(folder / "doubtful.stp")]) == 1


def test_a_folder_means_its_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", "--json", str(folder)]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["errors"] for report in found] == [1, 0, 0]
    assert found[0]["diagnostics"][0]["code"] == "STP301"


def test_looking_through_many_folders_is_not_silent(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "also.stp").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(program_commands, "_PATIENCE", 0.0)
    assert status_of(["check", str(folder)]) == 1
    printed = capsys.readouterr().err
    assert f"Looking through {folder}: 3 folders so far, 4 programs in them.\n4 files: 1 error, 1 warning\n" in printed
    assert status_of(["check", "--quiet", str(folder)]) == 1
    assert capsys.readouterr().err == ""


def test_a_missing_file_is_a_usage_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", str(folder / "goood.stp")]) == 2
    assert "There are: bad.stp, doubtful.stp, good.stp." in capsys.readouterr().err


def test_standard_input_is_named_once_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", "-", "-"]) == 2
    assert "can be read only once" in capsys.readouterr().err


def test_a_file_that_is_not_utf8_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "latin.stp").write_bytes(b'Tell user "caf\xe9"\n')
    assert status_of(["check", str(folder / "latin.stp")]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err


def test_fmt_lays_out_once_and_then_has_nothing_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "untidy.stp"
    file.write_text("# why\nfor each {x} in [1,2]\n  tell user {x}\n", encoding="utf-8")
    assert status_of(["fmt", "--check", str(file)]) == 1
    assert file.read_text(encoding="utf-8").startswith("# why\nfor each")
    assert status_of(["fmt", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == "# why\nFor each {x} in [1, 2]:\n    Tell user {x}\n"
    assert status_of(["fmt", "--check", str(file)]) == 0


def test_fmt_does_not_touch_a_program_with_errors(folder: Path) -> None:
    before = (folder / "bad.stp").read_text(encoding="utf-8")
    broken = folder / "broken.stp"
    broken.write_text("Else:\n    Tell user 1\n", encoding="utf-8")
    assert status_of(["fmt", str(broken)]) == 1
    assert broken.read_text(encoding="utf-8") == "Else:\n    Tell user 1\n"
    assert (folder / "bad.stp").read_text(encoding="utf-8") == before


def test_fmt_reads_standard_input_and_writes_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"set {x} to 1\n"), encoding="utf-8"))
    assert status_of(["fmt", "-"]) == 0
    assert capsys.readouterr().out == "Set {x} to 1\n"


def test_show_gives_tree_table_and_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = str(folder / "good.stp")
    assert status_of(["show", good]) == 0
    assert "set [exact] Set {x} to 1" in capsys.readouterr().out
    assert status_of(["show", good, "--table"]) == 0
    assert "Set {x} to 1" in capsys.readouterr().out
    assert status_of(["show", good, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)
    assert status_of(["show", good, "--tree"]) == 0
    assert "set [exact] Set {x} to 1" in capsys.readouterr().out
    assert status_of(["show", good, "--table", "--json"]) == 0
    assert [row["kind"] for row in json.loads(capsys.readouterr().out)] == ["set", "tell"]
    assert status_of(["show", good, "--table", "--tree"]) == 2


def test_check_lists_the_effects_of_a_program(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "send.stp"
    file.write_text('In the "Messages" app, send "hi" to +1 555 0100\n', encoding="utf-8")
    assert status_of(["check", "--manifest", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "apps     Messages" in shown
    assert "send     line 1" in shown
    assert status_of(["check", "--manifest", "--json", str(file), str(folder / "bad.stp")]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found[0]["manifest"]["people"] == ["+1 555 0100"]
    assert found[1]["manifest"]["effects"] == []


@pytest.mark.parametrize("text", ["", "# Buy milk\n", "---\nname: x\n---\n"])
def test_a_file_without_a_line_is_an_error_for_check_as_for_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "empty.stp"
    file.write_text(text, encoding="utf-8")
    for command in (["check", str(file)], ["run", str(file), "--sim", "--run-dir", str(tmp_path / "runs")]):
        assert status_of(command) != 0
        assert "error STP139: there is no line to run" in "".join(capsys.readouterr())


def test_a_given_input_that_nothing_uses_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tell.stp"
    file.write_text('---\ninputs: {y: number}\n---\nTell user "{y}"\n', encoding="utf-8")
    assert status_of(["run", str(file), "-p", "y=1", "--run-dir", str(tmp_path / "runs")]) == 0
    assert "nothing in" not in capsys.readouterr().err
    file.write_text('Tell user "hi"\n', encoding="utf-8")
    assert status_of(["run", str(file), "-p", "x=1", "--run-dir", str(tmp_path / "runs")]) == 0
    assert f"-p x: nothing in {file} uses {{x}}" in capsys.readouterr().err.replace("\n", " ")
