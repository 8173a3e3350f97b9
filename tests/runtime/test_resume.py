"""A run is killed at every point of its journal and of its actions, resumed, and compared with an undisturbed one."""

from __future__ import annotations

import copy
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentprog.errors import ModelUnreachable, UsageError
from agentprog.ports import Outcome, OutcomeKind, describe
from agentprog.runtime.journal.events import (
    ActionDone,
    ActionIntended,
    ProgramReady,
    RunFinished,
    RunResumed,
    StepStarted,
    Told,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.replay import ResumeMismatch
from agentprog.runtime.journal.resume import digest, load
from agentprog.runtime.roles import Roles
from agentprog.runtime.safety.gate import Gate
from agentprog.runtime.safety.interaction import Consent
from tests.runtime.conftest import FakePhone

PROGRAM = """set {n} to 0
for each {x} in ["Milk", "Eggs", "Tea"]:
    set {n} to {n} + 1
    In the "Notes" app, add the note "{x}"
    if "Eggs" appears:
        tell user "round {n} saw eggs"
In the "Notes" app, delete the note "Milk"
In the "Notes" app, get all notes from the screen, record as {left} (list of text)
In the "Chat" app, send "left: {left}" to +1234567
ask user "Done?", record as {done}
set {answer} to "{n} {done}"
"""


class Killed(BaseException):
    """Stands for SIGKILL: nothing of the runtime may catch it."""


@pytest.fixture(autouse=True)
def _no_disk_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power cut tells fsync from flush, and there is none here: hundreds of runs need not wait for the disk."""
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


def fresh(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, instruction="x", now=datetime(2026, 5, 2, tzinfo=UTC))


def kill_at(folder: RunFolder, count: int) -> None:
    """The process ends just before it would write that line of its journal."""
    real, written = folder.append, 0

    def append(event, *, durable):
        nonlocal written
        if written == count:
            raise Killed
        written += 1
        real(event, durable=durable)

    folder.append = append  # type: ignore[method-assign]


def deaths(
    new_lab, tmp_path: Path, program: str = PROGRAM, *, sealing: str = "", **options
) -> list[tuple[FakePhone, Path]]:
    """One undisturbed run: the phone and the folder as each line of its journal finds them, for a second life each."""
    lab, folder = new_lab(**options), fresh(tmp_path)
    real, found = folder.append, []

    def append(event, *, durable):
        left = shutil.copytree(folder.path, tmp_path / f"{folder.path.name}-{len(found)}")
        found.append((copy.deepcopy(lab.phone), left))
        real(event, durable=durable)

    folder.append = append  # type: ignore[method-assign]
    assert not first_life(lab, folder, program, sealing=sealing)
    return found


def first_life(lab, folder: RunFolder, program: str = PROGRAM, **options) -> bool:
    """Whether it was killed."""
    lab.person.answers["Done?"] = "yes"
    try:
        lab.run(program, folder=folder, **options)
    except Killed:
        folder.close()
        return True
    return False


def second_life(new_lab, phone, path: Path, **options) -> tuple[Outcome, object]:
    lab = new_lab(phone=phone)
    lab.person.answers["Done?"] = "yes"
    kept = load(RunFolder.open(path), known_apps=("Notes", "Chat"))
    outcome = lab.run(kept.text, folder=kept.folder, journal=kept.journal, inputs=kept.inputs, **options)
    return outcome, lab


@pytest.fixture
def undisturbed(new_lab, tmp_path):
    lab = new_lab()
    folder = fresh(tmp_path)
    assert not first_life(lab, folder)
    return lab, folder.events()


def test_the_program_of_these_tests_runs_to_its_end(undisturbed) -> None:
    lab, events = undisturbed
    assert lab.phone.notes == ["Eggs", "Tea"]
    assert lab.phone.messages == [("+1234567", "left: Eggs, Tea")]
    assert events[-1].outcome == "verified"
    assert len(events) > 100


def test_killed_at_any_line_of_its_journal_it_loses_nothing_and_does_nothing_twice(
    new_lab, tmp_path, undisturbed
) -> None:
    calm, calm_events = undisturbed
    told = [event.text for event in calm_events if isinstance(event, Told)]
    asked_a_human = []
    left = deaths(new_lab, tmp_path)
    assert len(left) == len(calm_events)
    for count, (phone, path) in enumerate(left[3:], 3):
        outcome, _second = second_life(new_lab, phone, path)
        if outcome.kind is OutcomeKind.NEEDS_HUMAN:
            asked_a_human.append(count)
            continue
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert outcome.answer == "3 yes"
        assert (phone.notes, phone.messages) == (calm.phone.notes, calm.phone.messages), count
        events = RunFolder.open(path).events()
        assert [event.text for event in events if isinstance(event, Told)] == told, count
        assert [e.text for e in events if isinstance(e, StepStarted)] == [
            e.text for e in calm_events if isinstance(e, StepStarted)
        ]
    assert len(asked_a_human) <= 2, asked_a_human


def test_killed_before_any_action_reaches_the_phone_it_is_done_once(new_lab, tmp_path, undisturbed) -> None:
    calm, _events = undisturbed
    for count in range(1, len(calm.phone.actions) + 1):
        lab, folder = new_lab(), fresh(tmp_path)

        def die(action, lab=lab, count=count) -> bool:
            if len(lab.phone.actions) == count:
                raise Killed
            return True

        lab.phone.before_action = die
        assert first_life(lab, folder)
        lab.phone.before_action = lambda action: True
        outcome, _second = second_life(new_lab, lab.phone, folder.path)
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert (lab.phone.notes, lab.phone.messages) == (calm.phone.notes, calm.phone.messages), count


def test_a_send_of_unknown_outcome_without_evidence_asks_a_human_and_is_not_repeated(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    program = 'In the "Chat" app, send "hello" to +1234567\n'

    def die(action) -> bool:
        if describe(action) == 'tap button "Send"':
            lab.phone._tap("Send")
            lab.phone.messages.clear()  # this phone shows no trace of what was sent
            lab.phone.package, lab.phone.page = "com.android.launcher3", "home"
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, program)
    lab.phone.before_action = lambda action: True
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert "Send" in outcome.reason
    assert lab.phone.messages == []
    outcome, third = second_life(new_lab, lab.phone, folder.path)  # a person says that it happened
    assert ["Did it happen?" in asked for asked in third.person.asked] == [True]
    assert lab.phone.messages == []


EXACT = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\n'


def interrupted_at(lab, folder: RunFolder, words: str, *, done: bool, gone: bool, program: str) -> None:
    """The process ends during that action; `gone`: and the phone has gone back to its home screen."""

    def die(action) -> bool:
        if describe(action) == words:
            if done:
                lab.phone._tap(action.target.label)
            if gone:
                lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, program)
    lab.phone.before_action = lambda action: True


@pytest.mark.parametrize("words", ['open app "Notes"', 'tap button "New"', 'type "Milk" into field "Title"'])
@pytest.mark.parametrize("gone", [False, True])
def test_an_exact_command_that_was_begun_and_not_done_is_done(new_lab, tmp_path, words: str, gone: bool) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, words, done=False, gone=gone, program=EXACT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("gone", [False, True])
def test_a_save_of_unknown_outcome_is_told_by_the_programs_own_verify(
    new_lab, tmp_path, done: bool, gone: bool
) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    lab.phone.notes = [f"note {number}" for number in range(9)]
    program = EXACT + 'verify that "Milk" appears\npress home\n'
    interrupted_at(lab, folder, 'tap button "Save"', done=done, gone=gone, program=program)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes.count("Milk") == 1
    assert isinstance(RunFolder.open(folder.path).events()[-1], RunFinished)


CHAT = (
    'open the "Chat" app\ntype "+1234567" into "Number"\ntype "hello" into "Message"\ntap "Send"\n'
    'verify that "hello" appears\n'
)


@pytest.mark.parametrize("done", [False, True])
def test_a_message_of_unknown_outcome_is_looked_for_before_anybody_is_asked(new_lab, tmp_path, done: bool) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, 'tap button "Send"', done=done, gone=True, program=CHAT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    if done:
        assert outcome.kind is OutcomeKind.VERIFIED, outcome
    else:
        assert outcome.kind is OutcomeKind.NEEDS_HUMAN, "that it is not to be seen does not prove that it was not sent"
        third = new_lab(phone=lab.phone, roles=Roles())
        third.person.allows = False
        kept = load(RunFolder.open(folder.path), known_apps=("Notes", "Chat"))
        outcome = third.run(kept.text, folder=kept.folder, journal=kept.journal)
        assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.messages == [("+1234567", "hello")]


@pytest.mark.parametrize("says", [None, True, False])
def test_a_save_of_unknown_outcome_that_nothing_tells_of_is_asked_about(new_lab, tmp_path, says: bool | None) -> None:
    lab, folder = new_lab(roles=Roles()), fresh(tmp_path)
    interrupted_at(lab, folder, 'tap button "Save"', done=bool(says), gone=True, program=EXACT)
    outcome, _second = second_life(new_lab, lab.phone, folder.path, interactive=False)
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    if says is None:
        return
    third = new_lab(phone=lab.phone, roles=Roles())
    third.person.allows = says
    kept = load(RunFolder.open(folder.path))
    outcome = third.run(kept.text, folder=kept.folder, journal=kept.journal)
    assert outcome.kind in (OutcomeKind.VERIFIED, OutcomeKind.UNVERIFIED), outcome
    assert lab.phone.notes == ["Milk"]


def test_killed_at_any_line_an_exact_program_is_done_once(new_lab, tmp_path) -> None:
    program = 'for each {x} in ["Milk", "Eggs"]:\n' + "".join(
        f"    {line}\n" for line in (EXACT.replace('"Milk"', "{x}") + 'verify that "{x}" appears').splitlines()
    )
    for gone in (False, True):
        for count, (phone, path) in enumerate(deaths(new_lab, tmp_path, program, roles=Roles())[3:], 3):
            if gone:
                phone.package, phone.page, phone.fields = "com.android.launcher3", "home", {}
            kept = load(RunFolder.open(path), known_apps=("Notes", "Chat"))
            second = new_lab(phone=phone, roles=Roles())
            outcome = second.run(kept.text, folder=kept.folder, journal=kept.journal, interactive=False)
            assert outcome.kind in (OutcomeKind.VERIFIED, OutcomeKind.NEEDS_HUMAN), (gone, count, outcome)
            if outcome.kind is OutcomeKind.VERIFIED:
                assert phone.notes == ["Milk", "Eggs"], (gone, count)
            else:
                assert gone, count


def test_an_action_whose_effect_is_on_the_screen_counts_as_done(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    program = 'In the "Chat" app, send "hello" to +1234567\n'

    def die(action) -> bool:
        if describe(action) == 'tap button "Send"':
            lab.phone._tap("Send")
            raise Killed
        return True

    lab.phone.before_action = die
    assert first_life(lab, folder, program)
    lab.phone.before_action = lambda action: True
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+1234567", "hello")]
    done = [event for event in folder.events() if isinstance(event, ActionDone)][-1]
    assert "interrupted" in done.detail


def test_a_resumed_run_asks_no_model_again_for_what_it_knows(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 60)
    assert first_life(lab, folder)
    known = len(lab.grounder.contexts)
    _outcome, second = second_life(new_lab, lab.phone, folder.path)
    calm = new_lab()
    first_life(calm, fresh(tmp_path))
    assert known + len(second.grounder.contexts) <= len(calm.grounder.contexts) + 1
    resumed = [event for event in folder.events() if isinstance(event, RunResumed)]
    assert len(resumed) == 1
    assert resumed[0].replayed > 30


def test_a_run_may_be_killed_and_resumed_again_and_again(new_lab, tmp_path, undisturbed) -> None:
    calm, _events = undisturbed
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 20)
    assert first_life(lab, folder)
    for _life in range(50):
        again = RunFolder.open(folder.path)
        kill_at(again, 9)
        kept = load(again, known_apps=("Notes", "Chat"))
        life = new_lab(phone=lab.phone)
        life.person.answers["Done?"] = "yes"
        try:
            outcome = life.run(kept.text, folder=again, journal=kept.journal)
        except Killed:
            again.close()
            continue
        break
    assert outcome.kind is OutcomeKind.VERIFIED
    assert (lab.phone.notes, lab.phone.messages) == (calm.phone.notes, calm.phone.messages)


def test_a_run_that_needed_a_human_goes_on_where_it_was(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    program = 'In the "Notes" app, add the note "Milk"\nask user "Done?", record as {answer}\n'
    assert lab.run(program, folder=folder, interactive=False).kind is OutcomeKind.NEEDS_HUMAN
    outcome, second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert outcome.answer == "yes"
    assert lab.phone.notes == ["Milk"]
    assert second.grounder.contexts == []
    assert sum(isinstance(event, ActionIntended) for event in folder.events()) == 4


def test_a_run_whose_model_could_not_be_reached_goes_on_where_it_was(new_lab, tmp_path) -> None:
    class Silent:
        def next_move(self, context):
            raise ModelUnreachable("no answer")

    lab, folder = new_lab(), fresh(tmp_path)
    program = 'set {n} to 1\nIn the "Notes" app, add the note "Milk"\n'
    lab.roles = Roles(grounder=Silent())
    assert lab.run(program, folder=folder).kind is OutcomeKind.FAILED
    outcome, _ = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]


def test_a_finished_run_is_not_resumed(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    first_life(lab, folder)
    assert any(isinstance(event, RunFinished) for event in folder.events())
    with pytest.raises(UsageError, match="has ended: verified"):
        load(RunFolder.open(folder.path))


def test_a_changed_program_is_refused(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 20)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    text = path.read_text(encoding="utf-8")
    for executed in ("set {n} to 0\n", "set {n} to {n} + 1"):
        path.write_text(text.replace(executed, executed.replace("n", "m")), encoding="utf-8")
        with pytest.raises(UsageError, match=r"has changed since its run began: line .* has been executed"):
            load(RunFolder.open(folder.path))
    path.write_text(text + "break the loop\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has errors now"):
        load(RunFolder.open(folder.path))
    path.write_text("---\ninputs:\n  day: {type: text, default: x}\n---\n" + text, encoding="utf-8")
    with pytest.raises(UsageError, match="inputs of the program have changed"):
        load(RunFolder.open(folder.path))


def test_a_program_changed_where_the_run_has_not_been_is_gone_on_with(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 40)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    text = path.read_text(encoding="utf-8")
    text = "# changed\n\n" + text.replace('delete the note "Milk"', 'delete the note "Tea"')
    path.write_text(text, encoding="utf-8")
    outcome, second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert second.events.all[0] == folder.events()[40]
    assert [event.digest for event in folder.events() if isinstance(event, ProgramReady)][-1] == digest(text)


def test_a_changed_program_may_be_resumed_again_and_changed_again(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 30)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    original = path.read_text(encoding="utf-8")
    for life in range(1, 4):
        path.write_text("# changed\n" * life + original, encoding="utf-8")
        again = RunFolder.open(folder.path)
        kill_at(again, 12)
        kept = load(again, known_apps=("Notes", "Chat"))
        with pytest.raises(Killed):
            new_lab(phone=lab.phone).run(kept.text, folder=again, journal=kept.journal)
        again.close()
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Eggs", "Tea"]


def test_a_statement_put_among_those_executed_stops_the_resumed_run(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 40)
    assert first_life(lab, folder)
    path = folder.path / "program.stp"
    path.write_text("set {z} to 1\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    done = len(lab.phone.actions)
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert isinstance(outcome.error, ResumeMismatch)
    assert outcome.exit_code == 2
    assert len(lab.phone.actions) == done


def test_a_run_without_a_program_cannot_be_resumed(tmp_path) -> None:
    folder = fresh(tmp_path)
    with pytest.raises(UsageError, match="nothing to resume"):
        load(RunFolder.open(folder.path))


def test_a_last_line_that_was_cut_off_is_left_out_and_mended(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 30)
    assert first_life(lab, folder)
    with folder.journal_path.open("ab") as journal:
        journal.write(b'{"n": 31, "type": "Act')
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert len(RunFolder.open(folder.path).events()) > 100


ERRANDS = """In the "Notes" app, add the note "Bob Ray +1234567"
In the "Chat" app, send "milk" to +1234567
for each {x} in ["bread", "tea"]:
    In the "Chat" app, send {x} to +7654321
"""


def gate_of(lab, text: str, **options) -> tuple:
    """What the gate knows at the end of a run."""
    made: list[Gate] = []
    with pytest.MonkeyPatch.context() as patch:
        build = Gate.__init__

        def kept(self, *given) -> None:
            build(self, *given)
            made.append(self)

        patch.setattr(Gate, "__init__", kept)
        lab.run(text, **options)
    gate = made[-1]
    pairs, pages = list(gate._known._pairs), list(gate._known._pages)
    return gate._granted, gate._once, gate._led, gate._led_to, pairs, pages


@pytest.mark.parametrize("consent", [Consent.ONCE, Consent.RUN])
def test_a_resumed_gate_knows_what_it_knew(new_lab, tmp_path, monkeypatch, consent: Consent) -> None:
    """Killed at any line, also between two sends: what was allowed, seen and let through is what it would have been."""
    options = {"source": "model", "instruction": "send something to +1234567"}

    def answered(lab):
        monkeypatch.setattr(lab.person, "permit", lambda wanted: lab.person.asked.append(wanted.question) or consent)
        return lab

    calm, whole = answered(new_lab()), fresh(tmp_path)
    known = gate_of(calm, ERRANDS, folder=whole, **options)
    assert len(calm.phone.messages) == 3
    assert known[-2], "the gate saw no name beside a number"
    asked, total = list(calm.person.asked), len(whole.events())
    assert len(asked) >= 1
    for count in range(3, total, 7):
        lab, folder = answered(new_lab()), fresh(tmp_path)
        kill_at(folder, count)
        with pytest.raises(Killed):
            lab.run(ERRANDS, folder=folder, **options)
        folder.close()
        second = answered(new_lab(phone=lab.phone))
        kept = load(RunFolder.open(folder.path), known_apps=("Notes", "Chat"))
        again = gate_of(second, kept.text, folder=kept.folder, journal=kept.journal, **options)
        assert lab.phone.messages == calm.phone.messages, count
        assert again == known, count
        said = [*lab.person.asked, *(q for q in second.person.asked if "Did it happen" not in q)]
        # What was asked about an action that was never begun is asked again.
        assert said in (asked, *([*asked[: at + 1], *asked[at:]] for at in range(len(asked)))), count


class Witnessed(FakePhone):
    """A phone that lets its notes be read as files, and its messages."""

    @property
    def witness(self):
        return self

    def offers(self, store) -> str:
        return ""

    def read(self, store):
        from agentprog.identity import Kind, Record
        from agentprog.identity.records import file
        from agentprog.ports import Store, Unread

        if store is Store.FILES:
            return tuple(file(f"{name}.md", id=f"/sdcard/{name}.md") for name in self.notes)
        if store is Store.MESSAGES:
            return tuple(
                Record(kind=Kind.MESSAGE, labels=(text,), numbers=(to,), facts={"box": "sent"}, id=str(at))
                for at, (to, text) in enumerate(self.messages)
            )
        return Unread(why="there are none")

    def text_of(self, record):
        return None


WITNESSED = """In the "Notes" app, delete the note "Milk"
In the "Chat" app, send "hello there" to +1234567
"""


def test_killed_in_the_middle_of_a_step_it_is_proven_by_the_records_all_the_same(new_lab, tmp_path) -> None:
    phone = Witnessed(notes=["Milk", "Tea"], messages=[("+1234567", "before")])
    left = deaths(new_lab, tmp_path, WITNESSED, phone=phone, sealing="a key")
    ends = []
    for phone, path in left[4:]:
        outcome, _ = second_life(new_lab, phone, path, sealing="a key")
        assert phone.notes == ["Tea"]
        ends.append([(proof.proven, proof.witness) for proof in outcome.proofs])
    assert ends == [[(True, "files"), (True, "messages")]] * len(ends)
