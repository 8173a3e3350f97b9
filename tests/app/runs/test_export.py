"""Copies of a run: complete, or without any personal word."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.runs.export import export
from agentprog.app.runs.redaction import Redactor
from agentprog.errors import UsageError
from agentprog.report import write_report
from agentprog.report.story import Teller
from agentprog.runtime.journal.folder import RunFolder
from tests.examples import examples

_LITTLE = "a an the in of to and or is it on for at as with app by from this that if not"
LITTLE = frozenset(_LITTLE.split())
LITERALS = ("Grete", "Hermann", "4915550001", "Milk", "noted")


def words_of(folder: Path) -> set[str]:
    """Every word of every file of a copy."""
    texts = [path.read_bytes().decode("utf-8", "replace") for path in folder.rglob("*") if path.is_file()]
    return {word.casefold() for text in texts for word in re.findall(r"\w+", text)}


def redacted(run: RunFolder, place: Path) -> Path:
    return export(run, place / "copy", redact=True, finish=write_report)


def test_a_redacted_copy_holds_no_word_that_was_typed_or_shown(recorded: RunFolder, tmp_path: Path) -> None:
    (recorded.path / "steps").mkdir(exist_ok=True)
    Image.new("RGB", (1080, 2400), "white").save(recorded.path / "steps" / "0001.png")
    copy = redacted(recorded, tmp_path)
    assert not words_of(copy) & {literal.casefold() for literal in LITERALS}
    assert words_of(recorded.path) >= {literal.casefold() for literal in LITERALS}
    assert {path.name for path in copy.iterdir()} == {
        "events.jsonl", "manifest.json", "models", "program.stp", "report.html", "steps",
    }  # fmt: skip


def test_the_course_can_still_be_read(recorded: RunFolder, tmp_path: Path) -> None:
    copy = RunFolder.open(redacted(recorded, tmp_path))
    before, after = Teller().tell(recorded.events()), Teller().tell(copy.events())
    assert [(s.line, s.kind, s.status, s.depth) for s in after.steps] == [
        (s.line, s.kind, s.status, s.depth) for s in before.steps
    ]
    assert after.finished is not None
    assert after.finished.outcome == "verified"
    program = (copy.path / "program.stp").read_text(encoding="utf-8")
    assert program.startswith("In the ")
    assert "{" in program
    assert (copy.path / "report.html").stat().st_size > 1000


def test_the_same_word_is_always_the_same_placeholder(recorded: RunFolder, tmp_path: Path) -> None:
    copy = redacted(recorded, tmp_path)
    program = (copy / "program.stp").read_text(encoding="utf-8")
    name = re.search(r'note "(‹w\d+›) (‹w\d+›)', program)
    assert name is not None
    events = (copy / "events.jsonl").read_text(encoding="utf-8")
    typed = next(json.loads(line) for line in events.splitlines() if '"TypeText"' in line and "ActionIntended" in line)
    assert typed["what"]["text"].startswith(f"{name.group(1)} {name.group(2)}")


def test_numbers_and_names_of_variables_go_too(job: Job, tmp_path: Path) -> None:
    text = 'Set {salary} to 7300\nSet {answer} to {salary} * 2\nTell user "it is {answer}"\n'
    program = Program(text=text, name="pay.stp", folder=tmp_path)
    run = RunFolder.open(launch(replace(job, program=program, device=None)).folder)
    assert not words_of(redacted(run, tmp_path)) & {"salary", "7300", "14600"}


def test_pictures_keep_no_letters(recorded: RunFolder, tmp_path: Path) -> None:
    (recorded.path / "steps").mkdir(exist_ok=True)
    Image.effect_noise((1080, 2400), 100).save(recorded.path / "steps" / "0001.png")
    with Image.open(redacted(recorded, tmp_path) / "steps" / "0001.png") as picture:
        assert len(set(picture.convert("L").resize((27, 60), Image.Resampling.NEAREST).tobytes())) < 256
        assert picture.size == (270, 600)


def test_a_whole_copy_is_a_zip_that_can_be_read_again(recorded: RunFolder, tmp_path: Path) -> None:
    packed = export(recorded, tmp_path / "run.zip", redact=False, finish=write_report)
    zipfile.ZipFile(packed).extractall(tmp_path / "out")
    again = RunFolder.open(tmp_path / "out" / recorded.name)
    assert again.events() == recorded.events()
    assert (again.path / "report.html").is_file()


def test_an_existing_file_is_not_overwritten(recorded: RunFolder, tmp_path: Path) -> None:
    (tmp_path / "there.zip").write_bytes(b"")
    with pytest.raises(UsageError, match="is there already"):
        export(recorded, tmp_path / "there.zip", redact=False, finish=write_report)


@examples(60)
@given(st.text(max_size=40), st.text(max_size=40))
def test_no_word_of_any_literal_survives_redaction(literal: str, around: str) -> None:
    found = Redactor([literal]).text(f"{around} {literal} {around}")
    left = {word.casefold() for word in re.findall(r"\w+", re.sub(r"‹\w+ ?\d+›", " ", found))}
    assert not left & (set(re.findall(r"\w+", literal.casefold())) - LITTLE)


def test_our_own_words_stay_and_everybody_elses_go() -> None:
    redactor = Redactor(["Mum is here", "to the"])
    assert redactor.text("Press back, Zelda: 42 steps to the left of open_app") == (
        "Press back, ‹w1›: ‹n1› steps ‹w2› left of open_app"
    )
    assert redactor.text("zelda is here") == "‹w1› is ‹w3›"
