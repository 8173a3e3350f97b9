"""The parts of an offline replay: the comparison, the recorded phone, person, tools and clock, and likeness."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.replays.likeness import Unlike, aligned, alike
from agentprog.app.replays.offline import Departed, OfflineClock, OfflinePerson, OfflinePhone, OfflineTools
from agentprog.app.replays.recording import Recording, recorded_screen
from agentprog.app.replays.regression import compare, course_of
from agentprog.app.replays.replaying import replay
from agentprog.errors import NeedsHuman, UsageError
from agentprog.ports import Bounds, Element, OpenApp, PointTarget, PressKey, Role, Screen, Tap, TypeText, Window
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.ending import DamagedJournal
from agentprog.runtime.journal.folder import RunFolder
from tests.app.replays.test_regression import Change
from tests.runtime.conftest import FakePhone


def at(line: int) -> dict[str, object]:
    return {"at": 0.0, "step": 1, "line": line}


def test_the_course_of_a_run_has_a_line_for_each_important_event() -> None:
    here = {"at": 0.0, "step": 1, "node": "a"}
    done = {"kind": "action", "operation": "act", "status": "ok", "tier": "exact", "seconds": 1.0}
    events = [
        e.StepStarted(**here, line=3, kind="action", text="  Tap it "),
        e.ActionIntended(**here, action=1, what={}, text="tap it"),
        e.ActionIntended(**here, action=2, what={}, text="send it", dry=True),
        e.ActionRefused(**here, text="pay it", risk="pay", reason="nobody ordered it"),
        e.VariableSet(**at(3), name="x", kind="text", provenance="screen", preview='{x} = "1"'),
        e.Told(**at(3), text="hello"),
        e.Asked(**at(3), question="who?"),
        e.Remarked(**at(3), text="no matter"),
        e.StepFinished(**here, line=3, **done),
        e.RunFinished(at=1.0, outcome="verified", reason="all done", exit_code=0, answer="7"),
    ]
    assert course_of(events) == (
        "line 3: Tap it",
        "    tap it",
        "    would send it",
        "    refused: pay it (nobody ordered it)",
        '    {x} = "1"',
        "    says: hello",
        "    asks: who?",
        "line 3: act, ok",
        "verified: all done",
        "answer: 7",
    )
    assert course_of([e.RunFinished(at=1.0, outcome="failed", reason="why", exit_code=1)]) == ("failed: why",)


def test_the_first_five_of_many_changed_prompts_are_named(recorded: RunFolder) -> None:
    calls = sorted((recorded.path / "models").glob("*.json"))
    for path in calls:
        path.write_text(path.read_text(encoding="utf-8").replace("You ", "Now you "), encoding="utf-8")
    (note,) = compare(recorded.path).notes
    assert note == (
        f"{len(calls) - 1} prompts are not as recorded, and got the next recorded reply: "
        "line 1 (ground), line 1 (ground), line 1 (ground), line 1 (ground), line 2 (judge)"
    )


def test_a_persons_remarks_and_changes_are_noted_as_not_repeated(recorded: RunFolder) -> None:
    journal = recorded.path / "events.jsonl"
    *before, last = journal.read_text(encoding="utf-8").splitlines()
    number = json.loads(last)
    for type_, more in (("Remarked", {"text": "hurry"}), ("ValueGiven", {"node": "a", "name": "x", "value": 1})):
        before.append(json.dumps({**{k: v for k, v in number.items() if k == "at"}, "type": type_, **at(1), **more}))
    journal.write_text("\n".join([*before, last]) + "\n", encoding="utf-8")
    assert compare(recorded.path).notes == (
        "a person sent notes to the recorded run; the replay cannot send them",
        "a person changed variables of the recorded run at a pause; the replay does not",
    )


def test_a_comparison_is_given_as_data(recorded: RunFolder) -> None:
    found = compare(recorded.path)
    assert found.data() == {
        "run": recorded.name, "same": True, "compared": len(found.recorded), "notes": [], "difference": [],
    }  # fmt: skip


def test_a_replay_is_no_run_to_compare_with(job: Job, recorded: RunFolder) -> None:
    again = replay(replace(job, device=FakePhone(notes=["Milk"])), recorded)
    with pytest.raises(UsageError, match="is a replay") as caught:
        compare(again.folder)
    assert caught.value.hint == f"Test the run that it repeats: {recorded.name}."


def test_a_replay_has_the_settings_of_the_recorded_run(job: Job, tmp_path: Path) -> None:
    program = Program(text='Open the "Notes" app\nTap "New"\n', name="new.stp", folder=tmp_path)
    settings = job.settings.but(mode="separate", without=frozenset({"tree"}))
    done = launch(replace(job, settings=settings, device=FakePhone(), program=program))
    again = replay(replace(job, device=FakePhone()), RunFolder.open(done.folder))
    setup = RunFolder.open(again.folder).manifest()["setup"]
    assert (setup["mode"], setup["without"]) == ("separate", ["tree"])


def test_a_run_without_a_phone_is_refused_with_the_reason(recorded: RunFolder, change: Change) -> None:
    change("manifest.json", '"device"', '"phone"')
    with pytest.raises(UsageError, match="does not name its phone"):
        compare(recorded.path)


def test_a_damaged_or_missing_record_is_refused_with_the_file(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    call = next(call for calls in recording.calls.values() for call in calls)
    for folder, name, read in (
        ("models", call.record, lambda: recording.call(call)),
        ("steps", "0001", lambda: recorded_screen(recorded, "0001")),
    ):
        path = recorded.path / folder / f"{name}.json"
        path.write_text("{", encoding="utf-8")
        with pytest.raises(DamagedJournal, match=path.name):
            read()
        path.unlink()
        with pytest.raises(UsageError, match=path.name):
            read()


# ------------------------------------------------------------------------------------------------ phone, person, tools


def test_only_the_recorded_actions_lead_on_on_the_recorded_phone(recorded: RunFolder) -> None:
    phone = OfflinePhone(Recording(recorded))
    first = phone.observe()
    assert phone.observe(screenshot=False).screenshot is None
    with pytest.raises(Departed, match=r"the run wants to press back; .*open app"):
        phone.perform(PressKey(key="back"))
    recording = Recording(recorded)
    phone = OfflinePhone(recording)
    for turn in recording.turns[1:]:
        assert turn.action is not None
    assert first.package == phone.observe().package


def test_a_person_answers_as_recorded_and_then_nobody_does(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    recording.events = [
        e.Resolved(at=0.0, step=1, node="a", what="asked", value="Ida"),
        e.Resolved(at=0.0, step=1, node="a", what="confirmed", value=True),
        e.TookOver(at=0.0, step=1, line=1, reason="a lock", note="unlocked", seconds=1.0),
    ]
    person = OfflinePerson(recording)
    assert (person.ask("who?"), person.confirm("sure?"), person.take_over("a lock")) == ("Ida", True, "unlocked")
    for ask, question in ((person.ask, "who?"), (person.confirm, "sure?"), (person.take_over, "a lock")):
        with pytest.raises(NeedsHuman, match=question.replace("?", r"\?")):
            ask(question)


def test_tools_give_their_recorded_results_in_order_and_no_more(recorded: RunFolder) -> None:
    recording = Recording(recorded)
    recording.events = [e.Resolved(at=0.0, step=1, node="a", what="tool", value=value) for value in (1, 2)]
    tools = OfflineTools(recording)
    assert (tools["a"](), tools["b"](x=3)) == (1, 2)
    with pytest.raises(Departed, match='uses the tool "a" more often'):
        tools["a"]()


def test_the_clock_starts_with_the_run_and_only_sleeping_advances_it() -> None:
    clock = OfflineClock("2030-01-02T03:04:05+00:00")
    start = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert clock.now() == start
    clock.sleep(60)
    clock.sleep(-60)
    assert clock.now() == start + timedelta(seconds=60)
    assert 60 < clock.monotonic() < clock.monotonic() < 61


# ------------------------------------------------------------------------------------------------ likeness


def element(index: int, label: str, **more: object) -> Element:
    at = {"role": Role.BUTTON, "bounds": Bounds(0, index * 100, 90, index * 100 + 90), "clickable": True}
    return Element(index=index, label=label, **{**at, **more})  # type: ignore[arg-type]


def screen(*elements: Element, package: str = "p") -> Screen:
    now = datetime(2030, 1, 1, tzinfo=UTC)
    return Screen(package=package, activity="a", width=90, height=900, taken_at=now, elements=elements)


SAVE = element(1, "Save")


def test_a_bar_of_the_system_the_keyboard_and_a_nameless_element_make_no_difference() -> None:
    rows = [element(n, f"row {n}") for n in range(4)]
    others = (
        element(20, "Battery", window=Window.SYSTEM),
        element(21, "q", window=Window.KEYBOARD),
        element(22, ""),
    )
    alike(screen(*rows[:2], *others), screen(*rows[:1]))
    with pytest.raises(Unlike, match=r'^the screen lacks "button row 1", "button row 2", "button row 3"$'):
        alike(screen(*rows, *others), screen(rows[0], *others))


FIELD = element(2, "Title", role=Role.FIELD, editable=True, resource_id="app:id/title")
POPUP = element(3, "Rate us", window=Window.DIALOG)


def test_an_action_without_a_target_needs_no_recorded_screen() -> None:
    press = PressKey(key="back")
    assert aligned(press, None, screen(POPUP)) is press
    assert aligned(Tap(target=SAVE), None, screen(replace(SAVE, index=9))) == Tap(target=replace(SAVE, index=9))


def test_an_action_with_its_element_needs_no_other_name_of_the_screen() -> None:
    before = screen(SAVE, *(element(n, f"row {n}") for n in range(5, 9)))
    assert aligned(Tap(target=SAVE), before, screen(SAVE)) == Tap(target=SAVE)
    with pytest.raises(Unlike, match='the screen before it would press back lacks "button row 5", "button row 6"'):
        aligned(PressKey(key="back"), before, screen(SAVE))


@pytest.mark.parametrize(("there", "fits"), [(5, True), (4, False)])
def test_a_screen_with_half_of_the_names_fits(there: int, fits: bool) -> None:
    rows = [element(n, f"row {n}") for n in range(10)]
    if fits:
        alike(screen(*rows), screen(*rows[:there]))
    else:
        with pytest.raises(Unlike, match="lacks"):
            alike(screen(*rows), screen(*rows[:there]))


@pytest.mark.parametrize(("there", "fits"), [(9, True), (8, False)])
def test_for_a_bare_place_nine_of_ten_names_must_be_there(there: int, fits: bool) -> None:
    rows = [element(n, f"row {n}") for n in range(10)]
    tap = Tap(target=PointTarget(x=5, y=5))
    if fits:
        assert aligned(tap, screen(*rows), screen(*rows[:there])) == tap
    else:
        with pytest.raises(Unlike, match="lacks"):
            aligned(tap, screen(*rows), screen(*rows[:there]))


@pytest.mark.parametrize(
    ("recorded", "now", "why"),
    [
        (screen(SAVE), screen(SAVE, package="q"), "q is in front, not p"),
        (screen(SAVE), screen(SAVE, package=""), "no app is in front, not p"),
        (screen(SAVE, package=""), screen(SAVE), "p is in front, not the launcher"),
        (screen(SAVE), screen(SAVE, POPUP), 'a dialog is in the way: "Rate us"'),
        (screen(SAVE, POPUP), screen(SAVE), 'the dialog "Rate us" is not there'),
        (screen(SAVE), screen(FIELD), r'there is no button "Save" on the screen of p; there is field "Title"'),
        (screen(SAVE), screen(), r'there is no button "Save" on the screen of p; there is nothing'),
        (screen(SAVE), screen(element(5, "Save"), element(6, "Save")), 'there is no button "Save"'),
    ],
)
def test_another_app_or_a_missing_element_is_unlike(recorded: Screen, now: Screen, why: str) -> None:
    with pytest.raises(Unlike, match=why):
        aligned(Tap(target=SAVE), recorded, now)


def test_a_renamed_field_is_found_by_its_id_and_a_twin_by_its_place() -> None:
    renamed = replace(FIELD, label="Heading")
    assert aligned(TypeText(text="x", target=FIELD), screen(FIELD), screen(renamed)) == TypeText(
        text="x", target=renamed
    )
    other = replace(SAVE, index=4, bounds=Bounds(0, 800, 90, 890))
    assert aligned(Tap(target=SAVE), screen(SAVE), screen(other, SAVE)) == Tap(target=SAVE)


def test_opening_an_app_has_no_target() -> None:
    opened = OpenApp(name="p")
    assert aligned(opened, screen(SAVE), screen(SAVE)) is opened
