"""A run pauses at the moments that breakpoints wait for, steps over a statement, and runs to a line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agentprog.ports import OutcomeKind, Tap
from agentprog.runtime.journal.events import ActionIntended, Continued, Paused
from agentprog.runtime.safety.steering import Breakpoint, Moment, Place, Steering

COUNT = "set {n} to 0\nrepeat 4 times:\n    calculate {n} + 1, record as {n}\nset {answer} to {n}\n"
ADD = 'In the "Notes" app, add the note "Milk"\n'


class Script:
    """A person who does the next thing of the script at each pause; `seen` holds the answers of `look`."""

    def __init__(self, *doings: Callable[[Steering], None], look: Callable[[], object] = lambda: None) -> None:
        self.doings = list(doings)
        self.places: list[Place] = []
        self.seen: list[object] = []
        self._look = look

    def __call__(self, steering: Steering, place: Place) -> None:
        self.places.append(place)
        self.seen.append(self._look())
        (self.doings.pop(0) if self.doings else Steering.go_on)(steering)


def stopping(lab, *at: Breakpoint, look: Callable[[], object] = lambda: None) -> Script:
    script = Script(look=look)
    lab.steering = Steering(script)
    lab.steering.breakpoints = at
    return script


def test_a_run_pauses_before_a_person_is_asked(lab) -> None:
    script = stopping(lab, Breakpoint(moment=Moment.PERSON), look=lambda: list(lab.person.asked))
    lab.person.answers = {"Which day": "Monday"}
    assert lab.run('ask user "Which day?", record as {day}\nset {answer} to {day}\n').answer == "Monday"
    (place,) = script.places
    assert (place.line, place.moment, place.within) == (1, Moment.PERSON, True)
    assert "Which day?" in place.said
    assert script.seen == [[]], "nobody was asked yet"


def test_a_run_pauses_at_a_failed_check_before_its_on_error_block(lab) -> None:
    script = stopping(lab, Breakpoint(moment=Moment.FAILED))
    program = 'try up to 1 times:\n    verify that {n} is 2\non error:\n    set {answer} to "dealt with"\n'
    assert lab.run("set {n} to 1\n" + program).answer == "dealt with"
    (place,) = script.places
    assert (place.line, place.moment) == (3, Moment.FAILED)
    (paused,) = lab.events.of(Paused)
    assert (paused.line, paused.moment) == (3, "failed check")


def test_a_run_pauses_before_an_effect_and_not_before_other_actions(lab) -> None:
    script = stopping(lab, Breakpoint(moment=Moment.EFFECT), look=lambda: len(lab.phone.messages))
    lab.phone.package, lab.phone.page = "org.chat", "chat"
    program = 'in the "Chat" app, type "hello" into "Message"\ntap "Send"\n'
    lab.run(program)
    (place,) = script.places
    assert place.moment is Moment.EFFECT
    assert "Send" in place.action
    assert script.seen == [0], "nothing was sent yet"
    assert len(lab.phone.messages) == 1


def test_a_breakpoint_on_a_moment_may_have_a_condition(lab) -> None:
    script = stopping(lab, Breakpoint(moment=Moment.PERSON, condition="{n} is 2"))
    lab.person.answers = {"go on": "yes"}
    asks = '    ask user "go on?", record as {a}\n'
    lab.run("set {n} to 0\nrepeat 3 times:\n    calculate {n} + 1, record as {n}\n" + asks)
    assert len(script.places) == 1


@pytest.mark.usefixtures("asked_anew")
def test_stepping_over_goes_from_statement_to_statement_and_into_from_move_to_move(lab) -> None:
    script = Script(Steering.over, Steering.over, Steering.over)
    lab.steering = Steering(script)
    lab.steering.pause()
    assert lab.run("set {n} to 1\n" + ADD + "set {m} to 2\n").kind is OutcomeKind.VERIFIED
    assert [(place.line, place.within) for place in script.places] == [(1, False), (2, False), (3, False)]
    assert len(lab.events.of(ActionIntended)) > 1
    assert [event.how for event in lab.events.of(Continued)] == ["one statement"] * 3


def test_running_to_a_line_pauses_there_once(lab) -> None:
    script = Script(lambda reins: reins.run_to(3))
    lab.steering = Steering(script)
    lab.steering.pause()
    assert lab.run(COUNT).answer == 4
    assert [place.line for place in script.places] == [1, 3]
    assert lab.steering.breakpoints == ()


def test_another_pause_on_the_way_ends_running_to_a_line(lab) -> None:
    script = Script(lambda reins: reins.run_to(4))
    lab.steering = Steering(script)
    lab.steering.breakpoints = (Breakpoint(line=3, condition="{n} is 1"),)
    lab.steering.pause()
    assert lab.run(COUNT).answer == 4
    assert [place.line for place in script.places] == [1, 3]


def test_a_phone_taken_over_before_an_effect_is_looked_at_again(lab) -> None:
    def by_hand(reins: Steering) -> None:
        reins.take_over()
        lab.phone.package, lab.phone.page = "org.notes", "notes"
        reins.go_on()

    script = Script(by_hand)
    lab.steering = Steering(script)
    lab.steering.breakpoints = (Breakpoint(moment=Moment.EFFECT),)
    lab.phone.package, lab.phone.page = "org.chat", "chat"
    outcome = lab.run('in the "Chat" app, type "hello" into "Message"\ntap "Send"\n')
    assert "the screen has changed" in outcome.reason
    assert not lab.phone.messages
    assert not [action for action in lab.phone.actions if isinstance(action, Tap)]
