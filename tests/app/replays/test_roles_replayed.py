"""The role that answers in a replay: the record's or the model's, and from which of several models."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args, get_type_hints

import pytest

from agentprog.agents.seeing import SeeingLocator
from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.lazy_roles import LazyRoles, Part
from agentprog.app.launching.programs import Program
from agentprog.app.replays.likeness import Unlike
from agentprog.app.replays.recording import Course, Recording
from agentprog.app.replays.regression import _job, _notes, compare
from agentprog.app.replays.regression_files import write_test
from agentprog.app.replays.replaying import Guard, _guarded, replay
from agentprog.app.replays.tape import Tape, taped_roles
from agentprog.app.runs.origin import is_sent
from agentprog.errors import ModelNotConfigured, NeedsHuman, ProgramError, UsageError
from agentprog.ports import Capabilities, Event
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.interaction import NobodyThere
from tests.runtime.conftest import FakePhone


def methods() -> dict[str, str]:
    """The method of each role, from the Protocols of the roles. The journal has the moves of the grounder."""
    kinds = {role: get_args(kind) for role, kind in get_type_hints(Roles).items() if role not in ("grounder", "tokens")}
    protocols = {role: kind[0] for role, kind in kinds.items() if type(None) in kind}
    found = {role: [name for name in vars(kind) if not name.startswith("_")] for role, kind in protocols.items()}
    return {role: name for role, (name,) in found.items()}


METHODS = methods()
READS = ("navigator", "extractor")


def answering(role: str, answer: str) -> Roles:
    """Roles with only this role, which gives this answer about whatever the context names."""
    return Roles(**{role: SimpleNamespace(**{METHODS[role]: lambda context: f"{answer} {context.about}"})})


def asked(roles: Roles, role: str, context: Any) -> Any:
    return getattr(getattr(roles, role), METHODS[role])(context)


@pytest.mark.parametrize("role", METHODS)
def test_the_record_answers_first_and_the_model_only_where_the_record_cannot(recorded: RunFolder, role: str) -> None:
    seen = SimpleNamespace(screen=FakePhone(notes=["Never seen then"]).observe())
    context = SimpleNamespace(seen=seen, about="tea")
    guard = Guard(Recording(recorded), with_model=True)
    taped, live = answering(role, "taped"), answering(role, "live")
    both = _guarded(guard, taped, live)
    assert asked(both, role, context) == ("live tea" if role in READS else "taped tea")
    assert guard.asked == ([0] if role in READS else [])
    assert [other for other in METHODS if getattr(both, other) is not None] == [role]
    assert both.grounder is None
    assert asked(_guarded(Guard(Recording(recorded), with_model=True), Roles(), live), role, context) == "live tea"
    alone = _guarded(Guard(Recording(recorded), with_model=False), Roles(), live)
    with pytest.raises(NeedsHuman, match=r"^the replay stops at line 0: the recorded run made no model call here$"):
        asked(alone, role, context)


def test_a_role_that_nobody_has_is_named(recorded: RunFolder) -> None:
    def unlike(_context: Any) -> str:
        raise Unlike("the record ends here")

    taped = Roles(planner=SimpleNamespace(plan=unlike), grounder=SimpleNamespace(next_move=unlike))  # type: ignore[arg-type]
    roles = _guarded(Guard(Recording(recorded), with_model=True), taped, Roles())
    assert roles.grounder is not None
    with pytest.raises(ModelNotConfigured, match=r"^there is no model for the planner"):
        asked(roles, "planner", None)
    with pytest.raises(ModelNotConfigured, match=r"^there is no model to choose an action"):
        roles.grounder.next_move(None)  # type: ignore[arg-type]
    alone = _guarded(Guard(Recording(recorded), with_model=False), taped, Roles())
    with pytest.raises(NeedsHuman, match=r"^the replay stops at line 0: the record ends here"):
        asked(alone, "planner", None)


def test_tokens_are_counted_by_the_model_or_else_by_the_record(recorded: RunFolder) -> None:
    guard = Guard(Recording(recorded), with_model=True)
    one, other = Roles(tokens=SimpleNamespace()), Roles(tokens=SimpleNamespace())  # type: ignore[arg-type]
    assert _guarded(guard, one, other).tokens is other.tokens
    assert _guarded(guard, one, Roles()).tokens is one.tokens


# ------------------------------------------------------------------------------------------------ several models

OWN: dict[Part, tuple[str, str]] = {
    "plan": ("planner", "plan_model"),
    "act": ("extractor", "model"),
    "judge": ("navigator", "judge_model"),
    "believe": ("believer", "belief_model"),
}


def several(recorded: RunFolder, **setup: Any) -> LazyRoles:
    recording = Recording(recorded)
    known = recording.manifest["models"]
    (abilities,) = known.values()
    recording.manifest["models"] = {
        f"m:{name}": abilities for name in ("first", "model", *(o for _, o in OWN.values()))
    }
    recording.manifest["models"]["m:locator_model"] = {**abilities, "vision": True}
    recording.setup = setup
    made = taped_roles(recording, Tape(recording, Course(), unanswered=NeedsHuman, differs=str)).planner
    assert isinstance(made, LazyRoles)
    return made


@pytest.mark.parametrize("part", OWN)
def test_each_role_has_its_recorded_model_and_otherwise_the_runs_model(recorded: RunFolder, part: Part) -> None:
    role, name = OWN[part]
    every = {own: f"m:{own}" for _, own in OWN.values()}
    for setup, id_ in (
        (every, f"m:{name}"),
        ({"model": "m:model"}, "m:model"),
        ({"model": "m:model", name: "m:gone"}, "m:model" if part != "act" else "m:first"),
        ({}, "m:first"),
    ):
        assert getattr(several(recorded, **setup)._roles(part), role)._model.id == id_


def test_only_the_part_that_acts_has_the_runs_eyes_and_form(recorded: RunFolder) -> None:
    blind, seeing = several(recorded), several(recorded, locator_model="m:locator_model")
    kinds = {part: type(seeing._roles(part).locator) for part in OWN}
    plain = type(blind._roles("act").locator)
    assert {part for part in OWN if kinds[part] is not plain} == {"act"}
    eyes = seeing._roles("act").locator
    assert isinstance(eyes, SeeingLocator)
    assert eyes._eyes.id == "m:locator_model"
    assert type(several(recorded, locator_model="m:gone")._roles("act").locator) is plain
    coded = several(recorded, form="python")._roles("act").grounder
    assert type(coded) is not type(blind._roles("act").grounder)
    assert type(several(recorded, form="json")._roles("act").grounder) is type(blind._roles("act").grounder)


def test_abilities_belong_to_their_model(recorded: RunFolder) -> None:
    assert several(recorded)._roles("act").tokens is not None
    (known,) = Recording(recorded).models.values()
    assert isinstance(known, Capabilities)
    assert several(recorded).context == known.context


# ------------------------------------------------------------------------------------------------ what a replay keeps

GIVEN = '---\ninputs: {title: text}\n---\nOpen the "Notes" app\nTap "New"\nType {title} into "Title"\nTap "Save"\n'


def test_a_replay_has_its_runs_inputs_and_an_offline_replay_a_folder_of_its_own(job: Job, tmp_path: Path) -> None:
    program = Program(text=GIVEN, name="tea.stp", folder=tmp_path)
    done = launch(replace(job, program=program, inputs={"title": "Tea"}, device=FakePhone()))
    run, phone = RunFolder.open(done.folder), FakePhone()
    again = replay(replace(job, device=phone), run)
    assert (again.outcome.kind, phone.notes) == ("verified", ["Tea"])
    run.update_manifest(setup={**run.manifest()["setup"], "apps": ["Notes", "Chat"]})
    recording = Recording(run)
    (tmp_path / "work").mkdir()
    made = _job(recording, tmp_path / "work", Roles(), listeners=())
    assert made.program is not None
    assert (made.program.apps, made.program.folder) == (("Notes", "Chat"), tmp_path / "work")
    assert made.inputs == {"title": "Tea"}
    assert made.settings.run_dir.is_relative_to(tmp_path / "work")
    assert made.clock is not None
    assert made.clock.now().isoformat()[:16] == recording.manifest["started_at"][:16]


def test_a_replay_passes_every_event_to_its_listeners_and_stays_marked_as_sent(job: Job, tmp_path: Path) -> None:
    program = Program(text='Open the "Notes" app\n', name="open.stp", folder=tmp_path)
    for sent in (True, False):
        run = RunFolder.open(launch(replace(job, program=program, device=FakePhone(), sent=sent)).folder)
        assert is_sent(run) is sent
        heard: list[Event] = []
        again = replay(replace(job, device=FakePhone(), listeners=(Heard(heard),)), run)
        made = RunFolder.open(again.folder)
        assert is_sent(made) is sent
        assert heard == list(made.events())


@dataclass
class Heard:
    """A listener that records its calls."""

    events: list[Event]

    def on_event(self, event: Event) -> None:
        self.events.append(event)


WRONG = 'Open the "Notes" app\nSet {n to 1\n'


def test_an_error_in_the_program_of_a_run_is_named_with_its_file(job: Job, recorded: RunFolder) -> None:
    program = recorded.path / "program.stp"
    program.write_text(WRONG, encoding="utf-8")
    with pytest.raises(ProgramError) as caught:
        compare(recorded.path)
    assert caught.value.message.startswith(f"{program} has ")
    journal = recorded.path / "events.jsonl"
    events = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    for event in events:
        if event["type"] == "ProgramReady":
            event["text"] = WRONG
    journal.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    with pytest.raises(ProgramError) as caught:
        replay(replace(job, device=FakePhone()), recorded)
    assert caught.value.message.startswith(f"{recorded.name.partition('_')[2]}.stp has ")


def test_a_program_that_cannot_be_read_is_named(recorded: RunFolder) -> None:
    program = recorded.path / "program.stp"
    program.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="the program of the run cannot be read: ") as caught:
        compare(recorded.path)
    assert str(program) in caught.value.message


class Doubtful(NobodyThere):
    """Refuses to use the work of another author."""

    def confirm(self, question: str) -> bool:
        assert "You did not make the run folder" in question
        return False


def test_a_run_from_elsewhere_is_not_replayed_without_a_yes(job: Job, recorded: RunFolder, tmp_path: Path) -> None:
    sent = recorded.path.rename(tmp_path / recorded.name)
    phone = FakePhone()
    with pytest.raises(UsageError, match="made elsewhere, and you did not accept it"):
        replay(replace(job, device=phone, interaction=Doubtful()), RunFolder.open(sent))
    assert phone.actions == []


def test_a_dialog_that_the_recorded_run_did_not_see_stops_a_replay(job: Job, recorded: RunFolder) -> None:
    phone = FakePhone(notes=["Milk"])
    phone.popup = "Rate this app"
    done = replay(replace(job, device=phone), recorded)
    assert (done.outcome.kind, phone.notes, phone.popup) == ("needs human", ["Milk"], "Rate this app")
    assert "a dialog is in the way" in done.outcome.reason


def test_a_step_with_fewer_moves_than_the_phone_needs_stops_where_they_end(job: Job, recorded: RunFolder) -> None:
    journal = recorded.path / "events.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    last = max(at for at, line in enumerate(lines) if '"MoveDecided"' in line)
    journal.write_text("\n".join(lines[:last] + lines[last + 1 :]) + "\n", encoding="utf-8")
    done = replay(replace(job, device=FakePhone(notes=["Milk"])), recorded)
    assert "stops at line 1: the recorded run made no further move here" in done.outcome.reason


# ------------------------------------------------------------------------------------------------ files and notes


def test_files_in_folders_go_with_a_written_test_into_a_folder_that_is_made(job: Job, tmp_path: Path) -> None:
    (tmp_path / "people" / "at home").mkdir(parents=True)
    (tmp_path / "people" / "at home" / "names.txt").write_text("Ada\n", encoding="utf-8")
    (tmp_path / "people" / "at home" / "pets.txt").write_text("Rex\n", encoding="utf-8")
    text = (
        'Read the text of "people/at home/names.txt", record as {names}\n'
        'Read the text of "people/at home/pets.txt", record as {pets}\nTell user "{names} {pets}"\n'
    )
    done = launch(replace(job, program=Program(text=text, name="read.stp", folder=tmp_path)))
    run = RunFolder.open(done.folder)
    assert done.outcome.error is None
    run.update_manifest(instruction="Grüße an alle")
    test = write_test(run, tmp_path / "kept" / "of mine")
    assert test.read_text(encoding="utf-8").startswith('"""Grüße an alle.\n')
    assert '"Grüße an alle"' in (test.parent / "manifest.json").read_text(encoding="utf-8")
    assert compare(test.parent).same


def test_at_most_five_changed_prompts_are_named(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    (note,) = _notes(recording, list("abcdefg"))
    assert note.startswith("7 prompts are not as recorded")
    assert note.endswith(": a, b, c, d, e, ...")
    (note,) = _notes(recording, ["a"])
    assert note.startswith("a prompt is not as recorded")
