"""From a person's actions on a phone to a program that repeats them."""

from __future__ import annotations

from dataclasses import replace

from agentprog.app.handiwork.recorder import Recorder, suggested
from agentprog.app.launching.programs import Program
from agentprog.ports import Action, Drag, LongPress, PointTarget, PressKey, Role, Screen, Tap, TypeText
from tests.app.handiwork.test_naming import screen

LIST = screen(
    (Role.ITEM, "Milk", (0, 200, 1080, 300), {}),
    (Role.ITEM, "Oats", (0, 300, 1080, 400), {}),
    (Role.ITEM, "Figs", (0, 400, 1080, 500), {}),
    (Role.BUTTON, "Delete", (0, 600, 1080, 700), {}),
    (Role.FIELD, "Title", (0, 800, 1080, 900), {"editable": True, "hint": "Title", "focused": True}),
)
LOGIN = screen(
    (Role.FIELD, "Pass phrase", (0, 800, 1080, 900),
     {"editable": True, "hint": "Pass phrase", "focused": True, "password": True}),
)  # fmt: skip


def at(y: int) -> PointTarget:
    return PointTarget(x=500, y=y)


def recorded(*done: Action, on: Screen = LIST) -> Recorder:
    recorder = Recorder(lambda _package: ())
    for action in done:
        recorder.did(action, on, on)
    return recorder


def test_each_touch_and_key_becomes_an_exact_line() -> None:
    made = recorded(Tap(target=at(250)), LongPress(target=at(350)), PressKey(key="back")).program()
    assert made == 'Tap "Milk"\nLong press "Oats"\nPress back\n'


def test_keystrokes_are_joined() -> None:
    typed = [TypeText(text=key, replace=False) for key in ("a", "b", " ", "c")]
    assert recorded(*typed).program() == 'Type "ab c" into "Title"\n'


def test_a_recorded_password_is_a_secret_and_its_text_is_stored_nowhere() -> None:
    recorder = recorded(TypeText(text="hunter", replace=False), TypeText(text="2", replace=False), on=LOGIN)
    made = recorder.program()
    assert "pass_phrase: {type: text}" in made
    assert 'Type "{pass_phrase}" into' in made
    assert "hunter" not in made
    assert "hunter" not in repr(recorder.deeds)
    assert not [finding for finding in Program(text=made).diagnostics if finding.severity == "error"]


def test_a_shape_that_repeats_over_siblings_is_suggested_as_a_loop_that_checks() -> None:
    done: list[Action] = []
    for y in (250, 350, 450):
        done += [LongPress(target=at(y)), Tap(target=at(650))]
    recorder = recorded(*done)
    made = recorder.program(loop=True)
    assert 'items: {type: list, default: ["Milk", "Oats", "Figs"]}' in made
    assert made.endswith('For each {item} in {items}:\n    Long press "{item}"\n    Tap "Delete"\n')
    assert [finding.message for finding in Program(text=made).diagnostics] == []
    assert recorder.program().count("Long press") == 3


def test_touches_on_unrelated_elements_are_no_loop() -> None:
    done = [Tap(target=at(250)), Tap(target=at(650))]  # a row, and a button below the list
    assert suggested(list(recorded(*done).deeds)) is None


def test_a_reader_of_the_change_count_sees_the_change() -> None:
    recorder, seen = Recorder(lambda _package: ()), []

    class Watched(list[str]):
        def append(self, words: str) -> None:
            seen.append(recorder.changes)
            super().append(words)

    recorder._remarks = Watched()
    recorder.did(Drag(start=at(250), end=at(350)), LIST, LIST)
    assert (seen, recorder.changes) == ([0], 1)


def test_rounds_that_differ_in_more_than_one_value_are_no_loop() -> None:
    done = [Tap(target=at(250)), LongPress(target=at(350)), Tap(target=at(350)), LongPress(target=at(450))]
    assert "For each" not in recorded(*done).program(loop=True)


def test_a_typed_text_can_become_an_input() -> None:
    made = recorded(TypeText(text="Rye", replace=False)).program(inputs=True)
    assert 'title: {type: text, default: "Rye"}' in made
    assert 'Type "{title}" into "Title"' in made


def test_a_tap_on_an_icon_opens_its_app() -> None:
    home = screen((Role.ITEM, "Notes", (0, 200, 300, 400), {}))
    inside = screen((Role.BUTTON, "New", (0, 200, 300, 400), {}))
    recorder = Recorder(lambda package: ("Notes",) if package == "org.notes" else ())
    recorder.did(Tap(target=PointTarget(x=100, y=300)), _of(home, "org.home"), _of(inside, "org.notes"))
    assert recorder.program() == 'Open the "Notes" app\n'


def _of(shown: Screen, package: str) -> Screen:
    return replace(shown, package=package)


def test_an_expected_text_becomes_a_check_and_a_slip_is_forgotten() -> None:
    recorder = recorded(Tap(target=at(250)))
    recorder.expect("Milk")
    assert recorder.program() == 'Tap "Milk"\nVerify that "Milk" appears\n'
    recorder.forget()
    assert recorder.program() == 'Tap "Milk"\n'


def test_a_touch_on_a_place_without_words_is_marked_as_doubtful() -> None:
    recorder = recorded(Tap(target=at(2000)))
    assert recorder.deeds[0].doubt
