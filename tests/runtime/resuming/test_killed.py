"""A run is killed at every point of its journal and of its actions, resumed, and compared with an undisturbed one."""

from __future__ import annotations

from agentprog.ports import OutcomeKind, describe
from agentprog.runtime.journal.events import (
    ActionDone,
    RunResumed,
    StepFinished,
    StepStarted,
    Told,
)
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.journal.standing import in_words, resumed
from agentprog.runtime.roles import Roles
from tests.runtime.resuming.lives import (
    IN_QUARTERS,
    Killed,
    deaths,
    first_life,
    fresh,
    kill_at,
    of_quarter,
    second_life,
)

EXACT = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\n'


def test_the_program_of_these_tests_runs_to_its_end(undisturbed) -> None:
    lab, events = undisturbed
    assert lab.phone.notes == ["Eggs", "Tea"]
    assert lab.phone.messages == [("+1234567", "left: Eggs, Tea")]
    assert events[-1].outcome == "verified"
    assert len(events) > 100


@IN_QUARTERS
def test_killed_at_any_line_of_its_journal_it_loses_nothing_and_does_nothing_twice(
    new_lab, tmp_path, undisturbed, quarter: int
) -> None:
    calm, calm_events = undisturbed
    messages = [event.text for event in calm_events if isinstance(event, Told)]
    left = deaths(new_lab, tmp_path)
    assert len(left) == len(calm_events)
    for count, (phone, path) in of_quarter(left, quarter):
        outcome, _second = second_life(new_lab, phone, path)
        assert outcome.kind is OutcomeKind.VERIFIED, (count, outcome)
        assert outcome.answer == "3 yes"
        assert (phone.notes, phone.messages) == (calm.phone.notes, calm.phone.messages), count
        events = RunFolder.open(path).events()
        assert [event.text for event in events if isinstance(event, Told)] == messages, count
        assert [e.text for e in events if isinstance(e, StepStarted)] == [
            e.text for e in calm_events if isinstance(e, StepStarted)
        ]


def test_an_action_killed_before_it_reaches_the_phone_is_done_once(new_lab, tmp_path, undisturbed) -> None:
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


@IN_QUARTERS
def test_killed_at_any_line_an_exact_program_is_done_once(new_lab, tmp_path, quarter: int) -> None:
    program = 'for each {x} in ["Milk", "Eggs"]:\n' + "".join(
        f"    {line}\n" for line in (EXACT.replace('"Milk"', "{x}") + 'verify that "{x}" appears').splitlines()
    )
    for gone in (False, True):
        for count, (phone, path) in of_quarter(deaths(new_lab, tmp_path, program, roles=Roles()), quarter):
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


def test_an_interrupted_action_with_a_visible_effect_counts_as_done(new_lab, tmp_path) -> None:
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


def test_a_resumed_run_asks_no_model_again_for_a_known_answer(new_lab, tmp_path) -> None:
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


def test_a_resumed_run_names_its_current_line(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 60)
    assert first_life(lab, folder)
    begun = [event for event in folder.events() if isinstance(event, StepStarted)]
    ended = [event for event in folder.events() if isinstance(event, StepFinished)]
    open_steps = [event for event in begun if event.step not in {one.step for one in ended}]
    second_life(new_lab, lab.phone, folder.path)
    resumed = next(event for event in folder.events() if isinstance(event, RunResumed))
    innermost = max(open_steps, key=lambda event: event.depth)
    assert (resumed.line, resumed.text, resumed.done) == (innermost.line, innermost.text, len(ended))
    assert f"in line {innermost.line}" in in_words(resumed)
    assert in_words(RunResumed(at=0.0, replayed=0)) == "from the beginning: no line of it had begun"


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


def test_a_last_line_that_was_cut_off_is_left_out_and_mended(new_lab, tmp_path) -> None:
    lab, folder = new_lab(), fresh(tmp_path)
    kill_at(folder, 30)
    assert first_life(lab, folder)
    with folder.journal_path.open("ab") as journal:
        journal.write(b'{"n": 31, "type": "Act')
    outcome, _second = second_life(new_lab, lab.phone, folder.path)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert len(RunFolder.open(folder.path).events()) > 100


def test_a_step_that_stopped_the_run_has_not_ended() -> None:
    journal = [_begun(1), _ended(1, "failed"), _begun(2), _ended(2, "done"), _begun(3), _begun(4)]
    stopped = [*journal, _ended(4, "failed"), _ended(3, "failed")]
    assert [resumed(life, 0).done for life in (journal, stopped)] == [2, 2]


def test_a_run_that_stopped_between_two_lines_goes_on_behind_the_first() -> None:
    journal = [_begun(1), _ended(1, "done"), _begun(2), _ended(2, "done")]
    lives = (journal, [*journal, _begun(3)], [*journal, _begun(3), _ended(3, "failed")], [])
    words = [in_words(resumed(life, 0)).split(":")[0] for life in lives]
    assert words == ["behind line 2", "in line 3", "in line 3", "from the beginning"]


def _begun(step: int) -> StepStarted:
    return StepStarted(at=0, step=step, node="n", line=step, kind="Ask", text="x")


def _ended(step: int, status: str) -> StepFinished:
    return StepFinished(
        at=0, step=step, node="n", line=step, kind="Ask", operation="", status=status, tier="exact", seconds=0
    )
