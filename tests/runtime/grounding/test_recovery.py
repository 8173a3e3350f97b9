"""The phone is disturbed; the same policy succeeds with belief on and fails with it off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import OpenApp, OutcomeKind, Role, Tap, TypeText, Window, describe
from agentprog.runtime.journal.events import ActionIntended, Recovering
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Act, Roles, StepStuck
from tests.runtime.conftest import SensibleExtractor, SensibleGrounder

ADD = 'In the "Notes" app, add the note "Milk"\n'


def exits_to_home(lab, *, before: str, times: int = 1) -> None:
    """The app dies just before that action, and the typed text is lost."""
    left = times

    def die(action) -> bool:
        nonlocal left
        if left and describe(action) == before:
            left -= 1
            lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            return False
        return True

    lab.phone.before_action = die


@pytest.mark.parametrize("before", ['tap button "New"', 'type "Milk" into field "Title"', 'tap button "Save"'])
def test_an_app_that_dies_is_opened_again_and_the_step_finished(lab, new_lab, before: str) -> None:
    exits_to_home(lab, before=before)
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk"]
    assert [event.routine for event in lab.events.of(Recovering)] == ["relaunch app"]
    assert any("may be lost" in hint for context in lab.grounder.contexts for hint in context.background.hints)

    off = new_lab()
    exits_to_home(off, before=before)
    off.person.answers["This is not Notes"] = "no idea"
    assert off.run(ADD, belief=False).kind in (OutcomeKind.FAILED, OutcomeKind.UNVERIFIED)
    assert off.phone.notes == []


def test_an_app_that_dies_again_and_again_is_given_up(lab) -> None:
    exits_to_home(lab, before='tap button "New"', times=99)
    lab.person.answers["This is not Notes"] = "no idea"
    assert lab.run(ADD).kind is OutcomeKind.FAILED
    assert len(lab.events.of(Recovering)) == 3


def test_a_crash_dialog_is_dismissed_without_a_model(lab) -> None:
    crashed = False
    widgets = lab.phone._widgets

    def with_dialog():
        if not crashed:
            return widgets()
        window = {"window": Window.DIALOG, "package": "android"}
        return [(Role.TEXT, "Notes isn't responding", {**window}), (Role.BUTTON, "Close app", window)]

    def crash(action) -> bool:
        nonlocal crashed
        if isinstance(action, TypeText) and not lab.events.of(Recovering):
            crashed = True
            return False
        if isinstance(action, Tap) and describe(action) == 'tap button "Close app"':
            crashed = False
            lab.phone.package, lab.phone.page = "com.android.launcher3", "home"
            return False
        return True

    lab.phone._widgets = with_dialog
    lab.phone.before_action = crash
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert [event.routine for event in lab.events.of(Recovering)] == ["dismiss dialog", "relaunch app"]
    assert lab.phone.notes == ["Milk"]


def test_a_dropped_tap_is_hinted_at_and_done_again(lab) -> None:
    dropped = []

    def drop(action) -> bool:
        if isinstance(action, Tap) and not dropped:
            dropped.append(action)
            return False
        return True

    lab.phone.before_action = drop
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert any("changed nothing" in hint for context in lab.grounder.contexts for hint in context.background.hints)


def test_leaving_an_app_on_purpose_is_no_gap(lab) -> None:
    lab.run('In the "Notes" app:\n    press home\n    set {answer} to 1\n')
    assert lab.events.of(Recovering) == []
    assert lab.phone.page == "home"


def test_a_recovery_is_part_of_the_journal_a_resumed_run_reads(new_lab, lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    exits_to_home(lab, before='tap button "Save"')
    dies = lab.phone.before_action

    def die_later(action) -> bool:
        if describe(action) == 'tap button "Save"' and lab.events.of(Recovering):
            raise Killed
        return dies(action)

    lab.phone.before_action = die_later
    with pytest.raises(Killed):
        lab.run(ADD, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    assert second.run(ADD, folder=kept.folder, journal=kept.journal).kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["Milk"]
    assert [e.why for e in run_folder.events() if isinstance(e, ActionIntended)].count("recovery: relaunch app") == 1


FORM = """for each {x} in ["Milk", "Eggs"]:
    open the "Notes" app
    tap "New"
    type {x} into "Title"
    tap "Save"
    verify that "{x}" appears
    tell user "{x}"
"""


@pytest.mark.parametrize("before", ['type "Eggs" into field "Title"', 'tap button "Save"', 'tap button "New"'])
def test_a_form_that_is_lost_is_filled_again_from_where_it_began(lab, before: str) -> None:
    lab.roles = Roles()
    armed = {"left": 1}

    def die(action) -> bool:
        if armed["left"] and describe(action) == before and (lab.phone.notes or before.startswith("tap")):
            armed["left"] = 0
            lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            return False
        return True

    lab.phone.before_action = die
    outcome = lab.run(FORM)
    if before == 'tap button "Save"':  # whether it was saved is unknown: it is never gone back past
        assert outcome.kind is OutcomeKind.FAILED
        assert lab.phone.notes == []
        return
    assert outcome.kind is OutcomeKind.VERIFIED, outcome
    assert lab.phone.notes == ["Milk", "Eggs"]
    assert lab.person.told == ["Milk", "Eggs"]
    assert [event.routine for event in lab.events.of(Recovering)] == ["go back to line 2"]


def test_a_wrong_name_is_no_disturbance(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntap "Nowhere"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert 'no element "Nowhere"' in outcome.reason
    assert lab.events.of(Recovering) == []


def test_going_back_is_bounded(lab) -> None:
    lab.roles = Roles()

    def die(action) -> bool:
        if isinstance(action, TypeText):
            lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            return False
        return True

    lab.phone.before_action = die
    program = 'open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\n'
    outcome = lab.run(program)
    assert outcome.kind is OutcomeKind.FAILED
    assert len(lab.events.of(Recovering)) == 2
    assert lab.phone.notes == []


def test_a_run_is_never_taken_back_past_something_committed(lab) -> None:
    lab.roles = Roles()
    outcome = lab.run('open the "Notes" app\ntap "New"\ntype "Milk" into "Title"\ntap "Save"\ntap "Nowhere"\n')
    assert outcome.kind is OutcomeKind.FAILED
    assert lab.phone.notes == ["Milk"]
    assert lab.events.of(Recovering) == []


def test_going_back_is_part_of_the_journal_a_resumed_run_reads(lab, new_lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    lab.roles = Roles()
    seen = []

    def die(action) -> bool:
        seen.append(describe(action))
        if len(seen) == 3:
            lab.phone.package, lab.phone.page, lab.phone.fields = "com.android.launcher3", "home", {}
            return False
        if seen.count('tap button "Save"') == 1 and describe(action) == 'tap button "Save"':
            raise Killed
        return True

    lab.phone.before_action = die
    with pytest.raises(Killed):
        lab.run(FORM, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone, roles=Roles())
    outcome = second.run(FORM, folder=kept.folder, journal=kept.journal)
    assert outcome.kind in (OutcomeKind.VERIFIED, OutcomeKind.FAILED)
    assert lab.phone.notes in (["Milk", "Eggs"], [])


# ------------------------------------------------------------ before a screen is read or judged


def crashes(lab, *, at: int) -> dict[str, int]:
    """At that look at Notes a system window covers it; its button closes the app. Returns the window's counts."""
    state = {"looks": 0, "open": 0, "closed": 0}
    widgets = lab.phone._widgets

    def with_dialog():
        if lab.phone.package == "org.notes":
            state["looks"] += 1
            state["open"] = int(state["open"] or (state["looks"] == at and not state["closed"]))
        if not state["open"]:
            return widgets()
        window = {"window": Window.DIALOG, "package": "android"}
        return [(Role.TEXT, "Notes keeps stopping", window), (Role.BUTTON, "Close app", window)]

    def close(action) -> bool:
        if isinstance(action, Tap) and describe(action) == 'tap button "Close app"':
            state.update(open=0, closed=1)
            lab.phone.package, lab.phone.page = "com.android.launcher3", "home"
            return False
        return True

    lab.phone._widgets = with_dialog
    lab.phone.before_action = close
    return state


MENDED = ["dismiss dialog", "relaunch app"]
NOTES = [f"note {number}" for number in range(14)]
READ = 'In the "Notes" app, get all notes from the screen, record as {answer} (list of text)\n'


@pytest.mark.parametrize("at", range(1, 5))
def test_a_list_is_read_whole_although_the_app_crashes(lab, at: int) -> None:
    lab.phone.notes = list(NOTES)
    state = crashes(lab, at=at)
    outcome = lab.run(READ)
    assert state["closed"]
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    assert outcome.answer == NOTES
    assert [event.routine for event in lab.events.of(Recovering)] == MENDED


def test_without_belief_a_crash_is_read_as_the_list(lab) -> None:
    lab.phone.notes = list(NOTES)
    state = crashes(lab, at=2)
    lab.person.answers["stuck"] = "no idea"
    outcome = lab.run(READ, belief=False)
    assert not state["closed"]
    assert outcome.answer != NOTES


@pytest.mark.parametrize(
    "condition", ['"Milk" appears', 'a note called "Milk" is in the list']
)  # exactly, and as a question to the navigator
def test_a_condition_is_judged_on_the_app_below_an_overlay(lab, new_lab, condition: str) -> None:
    program = f'In the "Notes" app:\n    if {condition}:\n        set {{answer}} to "there"\n'
    answers = []
    for belief in (True, False):
        tried = new_lab()
        tried.phone.notes = ["Milk"]
        crashes(tried, at=1)
        tried.person.answers["Does it?"] = "no"
        tried.person.allows = False
        answers.append(tried.run(program, belief=belief).answer)
    assert answers == ["there", None]


@pytest.mark.parametrize("condition", ['"Notes keeps stopping" appears', '"Close app" appears'])
def test_a_condition_about_a_system_window_finds_the_window(lab, condition: str) -> None:
    state = crashes(lab, at=1)
    lab.run(f'In the "Notes" app:\n    if {condition}:\n        set {{answer}} to "there"\n')
    assert not state["closed"]
    assert lab.events.of(Recovering) == []


def test_an_app_that_crashes_at_every_look_is_given_up(lab) -> None:
    lab.phone.notes = list(NOTES)
    state = crashes(lab, at=1)
    state["closed"] = 0
    widgets = lab.phone._widgets

    def again():
        state["closed"] = 0
        state["looks"] = 0
        return widgets()

    lab.phone._widgets = again
    lab.roles = Roles(extractor=SensibleExtractor())
    outcome = lab.run(READ)
    assert outcome.kind is not OutcomeKind.COMPLETED
    assert len(lab.events.of(Recovering)) == 3


def test_a_reading_that_was_recovered_is_read_again_from_the_journal(lab, new_lab, run_folder: RunFolder) -> None:
    class Killed(BaseException):
        pass

    lab.phone.notes = list(NOTES)
    crashes(lab, at=3)
    closes = lab.phone.before_action

    def die(action) -> bool:
        if len(lab.events.of(Recovering)) == 2 and describe(action).startswith("scroll"):
            raise Killed
        return closes(action)

    lab.phone.before_action = die
    with pytest.raises(Killed):
        lab.run(READ, folder=run_folder)
    lab.phone.before_action = lambda action: True
    kept = load(RunFolder.open(run_folder.path))
    second = new_lab(phone=lab.phone)
    outcome = second.run(READ, folder=kept.folder, journal=kept.journal)
    assert outcome.kind is OutcomeKind.COMPLETED, outcome
    assert outcome.answer == NOTES
    whys = [event.why for event in run_folder.events() if isinstance(event, ActionIntended)]
    assert whys.count("recovery: dismiss dialog") == 1


class Chooses(SensibleGrounder):
    """Sends the text of an item in an app that it opens itself; its expectation of the next screen is wrong."""

    def next_move(self, context):  # type: ignore[no-untyped-def]
        if context.seen.screen.package != "org.chat" and not any(
            "Milk" in e.label for e in context.seen.screen.elements
        ):
            return StepStuck(reason="somewhere else")
        if context.seen.screen.package != "org.chat":
            return Act(action=OpenApp(name="Chat"))
        move = self._send(context, {element.label: element for element in context.seen.screen.elements})
        return replace(move, expectation="never to be seen") if isinstance(move, Act) else move


def test_a_step_that_names_no_app_stays_in_the_app_that_it_opens(lab) -> None:
    """Going back must not close that app."""
    lab.phone.notes = ["Milk"]
    lab.roles = Roles(grounder=Chooses(), extractor=SensibleExtractor())
    program = 'Open the "Notes" app\nDo what it says in the app that it needs: send "Milk" to "+15550100"\n'
    outcome = lab.run(program)
    assert [event.routine for event in lab.events.of(Recovering)] == []
    assert lab.phone.messages == [("+15550100", "Milk")], outcome
