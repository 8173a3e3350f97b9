"""A recorded run read back: its pictures, its phone to the last action, its person and its model."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agentprog.app.replays.offline import Departed, OfflineClock, OfflinePerson, OfflinePhone, OfflineTools
from agentprog.app.replays.recording import Course, RecordedCall, Recording, recorded_screen
from agentprog.app.replays.regression_files import write_test
from agentprog.app.replays.tape import Tape, TapeModel, taped_roles
from agentprog.errors import DeviceGone, ModelError, NeedsHuman, UsageError
from agentprog.lang.effects.manifest import Manifest
from agentprog.ports import (
    Capabilities,
    Message,
    ModelRequest,
    PressKey,
    ReadClipboard,
    ScoreRequest,
)
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.codec import action_from
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.safety.interaction import Consent, RiskyAction
from agentprog.runtime.safety.proposal import Proposal

PNG, JPEG = b"\x89PNG\r\n\x1a\n...", b"\xff\xd8\xff..."
RISKY = RiskyAction(action="tap Send", risk="send", step="send it", app="Chat")
NOTHING = Manifest(apps=(), allowed=(), inputs=(), files=(), tools=(), people=(), effects=())
ASKED = Proposal(manifest=NOTHING, pending=())
A_CALL = RecordedCall(purpose="ground", record="")


def ended(outcome: str = "failed", **more: Any) -> e.RunFinished:
    return e.RunFinished(at=1.0, outcome=outcome, exit_code=1, **{"reason": "why", **more})


@pytest.mark.parametrize(("name", "data", "kind"), [("png", PNG, "image/png"), ("jpg", JPEG, "image/jpeg")])
def test_a_recorded_screen_has_its_picture_where_one_is_asked_for(
    recorded: RunFolder, name: str, data: bytes, kind: str
) -> None:
    first = Recording(recorded).turns[0].looks[0].record
    assert recorded_screen(recorded, first).screenshot is None
    (recorded.path / "steps" / f"{first}.{name}").write_bytes(data)
    shot = recorded_screen(recorded, first).screenshot
    assert shot is not None
    assert (shot.data, shot.media_type, shot.width, shot.height) == (data, kind, 1080, 2400)
    phone = OfflinePhone(Recording(recorded))
    assert phone.observe(screenshot=True).screenshot == shot
    assert phone.observe().screenshot is None


def test_a_run_without_a_program_and_a_resumed_run_are_refused_with_the_remedy(recorded: RunFolder) -> None:
    journal = recorded.path / "events.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    number = json.loads(lines[0])["at"]
    resumed = json.dumps({"type": "RunResumed", "at": number, "replayed": 1})
    journal.write_text("\n".join([*lines[:-1], resumed, lines[-1]]) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="was resumed, so its journal covers more than one process") as caught:
        Recording(recorded)
    assert caught.value.hint == "Run it again from its start, and take that run."
    journal.write_text("\n".join(line for line in lines if "ProgramReady" not in line) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="ended before it had a program: there is nothing to replay") as caught:
        Recording(recorded)
    assert caught.value.hint == "Start anew."


def test_a_screen_is_read_back_as_the_run_saw_it(recorded: RunFolder) -> None:
    path = recorded.path / "steps" / "0001.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(
        json.dumps(data | {"rotation": 1, "keyboard": True, "issues": [{"kind": "no tree", "detail": "x"}]})
    )
    found = recorded_screen(recorded, "0001")
    assert (found.package, found.activity, found.width, found.height) == (
        data["package"], data["activity"], data["width"], data["height"],
    )  # fmt: skip
    assert (found.taken_at.isoformat(), found.rotation, found.keyboard_shown) == (data["taken_at"], 1, True)
    assert [(issue.kind.value, issue.detail) for issue in found.issues] == [("no tree", "x")]
    assert [element.label for element in found.elements] == [one["label"] for one in data["elements"]]


def test_a_recording_holds_the_model_calls_before_the_first_statement_and_the_setup(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    assert [call.purpose for call in recording.calls["", 0]] == ["plan"]
    assert recording.setup == recorded.manifest()["setup"]
    assert recording.setup["mode"] == "fused"
    recorded.update_manifest(setup="broken")
    assert Recording(recorded).setup == {}


def test_the_clipboards_text_belongs_to_the_action_before(recorded: RunFolder) -> None:
    journal = recorded.path / "events.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if "ActionDone" in line)
    here = {"type": "Resolved", "at": json.loads(lines[at])["at"], "step": 1, "node": "a"}
    for kind, held in (("clipboard", "copied"), ("clipboard value", "copied"), ("asked", "")):
        event = json.dumps(here | {"what": kind, "value": "copied"})
        journal.write_text("\n".join([*lines[: at + 1], event, *lines[at + 1 :]]) + "\n", encoding="utf-8")
        assert [turn.value for turn in Recording(recorded).turns][:3] == ["", held, ""]


def test_a_look_at_a_known_screen_without_a_file_of_its_own_is_that_screen(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    look = recording.turns[0].looks[0]
    assert look.record
    assert recording.screen(replace(look, record="")) == recording.screen(look)
    assert recording.screen(replace(look, record="", signature="never stored")) is None


# ------------------------------------------------------------------------------------------------ the phone


def test_the_recorded_phone_goes_to_the_last_action_and_no_further(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    phone = OfflinePhone(recording)
    for turn in recording.turns[1:]:
        assert turn.action is not None
        assert turn.done is not None
        done = phone.perform(action_from(turn.action.what))
        assert (done.ok, done.detail, done.seconds) == (turn.done.ok, turn.done.detail, turn.done.seconds)
        assert phone.observe() == recording.screen(turn.looks[0])
    with pytest.raises(Departed, match="the run goes on to press back; the recorded run did nothing more"):
        phone.perform(PressKey(key="back"))


def test_the_offline_phone_shows_the_looks_of_a_turn_in_order_and_then_the_last(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    first, second = recording.turns[0].looks[0], recording.turns[-1].looks[-1]
    assert recording.screen(first) != recording.screen(second)
    unknown = replace(second, record="", signature="never stored")
    for looks, shown in (
        ([first, second, unknown], (first, second, second, second)),
        ([first, second, first], (first, second, first, first)),
    ):
        recording.turns[0].looks = looks
        phone = OfflinePhone(recording)
        assert [phone.observe() for _ in range(4)] == [recording.screen(one) for one in shown]


def test_after_an_action_it_shows_the_first_look_of_that_action(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    first, last = recording.turns[0].looks[0], recording.turns[-1].looks[-1]
    after = recording.turns[1]
    after.looks = [last, first]
    assert after.action is not None
    phone = OfflinePhone(recording)
    phone.observe()
    phone.observe()
    phone.perform(action_from(after.action.what))
    assert [phone.observe() for _ in range(2)] == [recording.screen(last), recording.screen(first)]


def test_the_offline_phone_refuses_a_look_that_the_run_did_not_make(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    recording.turns[0].looks = []
    with pytest.raises(Departed, match=r"^the run reads the screen, and the recorded run did not do so here$"):
        OfflinePhone(recording).observe()


def test_a_clipboard_that_was_not_read_then_is_not_known(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    phone = OfflinePhone(recording)
    found = phone.perform(ReadClipboard())
    assert (found.ok, found.detail) == (False, "the recording does not hold the clipboard's text")
    first = recording.turns[1]
    assert first.action is not None
    first.action = replace(first.action, what={"type": "ReadClipboard"}, text="read the clipboard")
    first.value = "copied"
    assert phone.perform(ReadClipboard()).value == "copied"


@pytest.mark.parametrize(
    ("error", "kind", "message"),
    [
        ("DeviceGone: the phone fake-1 is gone", DeviceGone, "the phone fake-1 is gone"),
        ("ModelError: no answer", Departed, "the record ends in the middle of this action"),
        ("Nonsense: no answer", Departed, "the record ends in the middle of this action"),
        ("", Departed, "the record ends in the middle of this action"),
    ],
)
def test_an_action_that_ended_the_run_ends_it_again(
    recorded: RunFolder, error: str, kind: type[Exception], message: str
) -> None:
    recording = Recording(recorded)
    first = recording.turns[1]
    assert first.action is not None
    first.done = None
    recording.events = [ended(error=error)]
    with pytest.raises(kind, match=message):
        OfflinePhone(recording).perform(action_from(first.action.what))
    recording.events = []
    with pytest.raises(Departed, match="in the middle of this action"):
        OfflinePhone(recording).perform(action_from(first.action.what))


# ------------------------------------------------------------------------------------------------ person, tools, clock


def test_a_person_consents_and_approves_as_then(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    here: dict[str, Any] = {"at": 0.0, "step": 1, "question": "send?"}
    recording.events = [
        e.Confirmed(**here, allowed=True, consent="run"),
        e.Confirmed(**here, allowed=True),
        e.Confirmed(**here, allowed=False),
        e.Approved(at=0.0, question="all?", allowed=False),
        e.TookOver(at=0.0, step=1, line=1, reason="", note="unasked", seconds=1.0),
        e.Resolved(at=0.0, step=1, node="a", what="help", value="left"),
        e.Resolved(at=0.0, step=1, node="a", what="done", value=False),
    ]
    person = OfflinePerson(recording)
    assert [person.permit(RISKY) for _ in range(3)] == [Consent.RUN, Consent.ONCE, Consent.NO]
    assert [person.approve(ASKED).yes for _ in range(2)] == [False, True]
    assert (person.ask("where?"), person.confirm("done?")) == ("left", False)
    with pytest.raises(NeedsHuman, match="a lock"):
        person.take_over("a lock")


def test_a_replay_ends_for_want_of_a_person_with_the_recorded_reason(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    for outcome, message in (("needs human", "nobody was there"), ("failed", "who?")):
        recording.events = [ended(outcome, reason="nobody was there")]
        with pytest.raises(NeedsHuman, match=message.replace("?", r"\?")):
            OfflinePerson(recording).ask("who?")


def test_tools_are_not_listed_and_an_unknown_start_is_now(recorded: RunFolder) -> None:
    tools = OfflineTools(Recording(recorded))
    assert (list(tools), len(tools)) == ([], 0)
    assert abs(OfflineClock("").now() - datetime.now(UTC)) < timedelta(minutes=1)


# ------------------------------------------------------------------------------------------------ the model


class At(Course):
    """A course at one execution."""

    def __init__(self, *, line: int = 1) -> None:
        super().__init__()
        self.key, self.line = ("a", 1), line


def taped(recorded: RunFolder, *records: dict[str, Any]) -> tuple[TapeModel, list[str]]:
    """A model that answers with these records, and the purposes of the questions that it did not know."""
    recording, other = Recording(recorded), list[str]()
    recording.calls = {("a", 1): []}
    for at, record in enumerate(records):
        (recorded.path / "models" / f"own{at}.json").write_text(json.dumps(record), encoding="utf-8")
        recording.calls["a", 1].append(replace(A_CALL, record=f"own{at}"))
    tape = Tape(recording, At(), unanswered=NeedsHuman, differs=other.append)
    return TapeModel("m", Capabilities(context=99, tokenizer=True), tape), other


def asked(text: str, **more: Any) -> dict[str, Any]:
    return {"request": {"messages": [{"role": "user", "text": text}], **more}, "usage": {"prompt": 3, "completion": 1}}


def question(text: str, purpose: str = "ground") -> ModelRequest:
    return ModelRequest(messages=(Message.of("user", text),), purpose=purpose)


def replied(text: str, reply: str) -> dict[str, Any]:
    return asked(text) | {"reply": {"text": reply, "finish": "stop"}}


def test_the_same_question_gets_its_own_reply_and_another_one_the_next(recorded: RunFolder) -> None:
    model, other = taped(recorded, replied("one?", "1"), replied("two?", "2"), replied("three?", "3"))
    found = model.complete(question("two?"))
    assert (found.text, found.finish, found.usage.prompt) == ("2", "stop", 3)
    assert other == []
    assert model.complete(question("four?")).text == "1"
    assert other == ["ground"]
    with pytest.raises(NeedsHuman, match="judge"):
        model.complete(question("three?", "judge"))
    assert model.complete(question("three?")).text == "3"
    with pytest.raises(NeedsHuman, match="ground"):
        model.complete(question("three?"))


def test_a_call_that_failed_fails_again_with_the_first_line_of_its_error(recorded: RunFolder) -> None:
    model, _ = taped(recorded, asked("one?") | {"error": "no answer\nTraceback"}, replied("two?", "2"))
    with pytest.raises(ModelError, match=r"^no answer$"):
        model.complete(question("one?"))
    assert model.complete(question("two?")).text == "2"


def test_a_call_that_was_answered_the_second_time_is_answered_at_once(recorded: RunFolder) -> None:
    model, other = taped(recorded, asked("one?") | {"error": "no answer"}, replied("one?", "1"))
    assert (model.complete(question("one?")).text, other) == ("1", [])


def test_scores_belong_to_their_candidates_and_a_new_one_is_the_last(recorded: RunFolder) -> None:
    scored = asked("which?", candidates=["a", "b"]) | {"scores": [-2.0, -5.0]}
    model, other = taped(recorded, replied("which?", "a"), scored)
    wanted = ScoreRequest(messages=(Message.of("user", "which?"),), candidates=("b", "c", "a"), purpose="ground")
    assert model.score(wanted).values == (-5.0, -6.0, -2.0)
    assert other == ["ground"]
    with pytest.raises(NeedsHuman):
        model.score(wanted)


def test_the_text_of_a_question_with_a_picture_is_its_question(recorded: RunFolder) -> None:
    record = replied("one?", "1")
    record["request"]["messages"] = [{"role": "user", "parts": [{"text": "one"}, {"image": "x"}, {"text": "?"}]}]
    model, other = taped(recorded, record)
    assert (model.complete(question("one?")).text, other) == ("1", [])


def test_a_taped_model_counts_no_tokens_of_its_own(recorded: RunFolder) -> None:
    model, _ = taped(recorded)
    assert (model.id, model.capabilities) == ("m", Capabilities(context=99))
    assert model.count_tokens("some words of a text") > 1


def test_a_run_that_asked_no_model_has_no_roles(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    assert taped_roles(recording, Tape(recording, Course(), unanswered=NeedsHuman, differs=str)).planner is not None
    recording.calls, recording.manifest = {}, {}
    assert taped_roles(recording, Tape(recording, Course(), unanswered=NeedsHuman, differs=str)).planner is None


# ------------------------------------------------------------------------------------------------ what is written


def test_a_written_test_names_no_path_of_this_computer_and_describes_its_run(
    recorded: RunFolder, tmp_path: Path
) -> None:
    instruction = 'Say "hi" to C:\\Ann ' + "and so on " * 12
    recorded.update_manifest(instruction=instruction, setup={**recorded.manifest()["setup"], "serial": "secret-7"})
    test = write_test(recorded, tmp_path / "kept")
    first, _, third, *_ = test.read_text(encoding="utf-8").splitlines()
    title = ("Say 'hi' to C:Ann " + "and so on " * 12)[:100].rstrip()
    assert first == f'"""{title}.'
    assert third.startswith(f"A run of {recorded.manifest()['started_at'][:10]}, again without a phone")
    setup = json.loads((tmp_path / "kept" / "manifest.json").read_text(encoding="utf-8"))["setup"]
    assert (setup["serial"], setup["workspace"]) == (None, None)
    recorded.update_manifest(instruction="Who was it?")
    (tmp_path / "asked").mkdir()
    assert write_test(recorded, tmp_path / "asked").read_text(encoding="utf-8").startswith('"""Who was it?\n')
    for title, first in (("Stop!", "Stop!"), ("Go on.", "Go on."), ("Go on", "Go on."), ("", "a run.")):
        recorded.update_manifest(instruction=title)
        kept = write_test(recorded, tmp_path / f"kept {title}")
        assert kept.read_text(encoding="utf-8").startswith(f'"""{first}\n')
    manifest = (tmp_path / "kept" / "manifest.json").read_text(encoding="utf-8")
    assert manifest.splitlines()[1].startswith(' "'), "a line for each entry, so that a change can be read"


@pytest.mark.parametrize("seen", [True, False])
def test_a_written_test_has_pictures_only_of_screens_that_the_model_saw(
    recorded: RunFolder, tmp_path: Path, seen: bool
) -> None:
    (recorded.path / "steps" / "0001.png").write_bytes(PNG)
    call = next(call for calls in Recording(recorded).calls.values() for call in calls)
    path = recorded.path / "models" / f"{call.record}.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    part = {"text": "look"} | ({"image": "iVBORw0KGgo="} if seen else {})
    record["request"]["messages"].append({"role": "user", "parts": [part]})
    path.write_text(json.dumps(record), encoding="utf-8")
    kept = write_test(recorded, tmp_path / "kept").parent
    assert (kept / "steps" / "0001.json").is_file()
    assert (kept / "steps" / "0001.png").is_file() is seen
    assert "iVBOR" not in (kept / "models" / path.name).read_text(encoding="utf-8")


def test_a_test_that_cannot_be_written_names_the_place_and_the_remedy(recorded: RunFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    target = tmp_path / "file" / "kept"
    with pytest.raises(UsageError, match=r"cannot write the test in .*kept: Not a directory") as caught:
        write_test(recorded, target)
    assert caught.value.hint == "Name a folder of yours with --write."
