"""Breakpoints, and a person's changes to a paused run: variables and the rest of the program."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest

from agentprog.errors import UsageError
from agentprog.ports import OutcomeKind
from agentprog.runtime.changing import exact_condition, variable
from agentprog.runtime.journal.events import Paused, ProgramAmended, StepStarted, ValueGiven
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.safety.steering import Assigned, Breakpoint, Place, Rewritten, Steering

COUNT = "set {n} to 0\nrepeat 4 times:\n    calculate {n} + 1, record as {n}\nset {answer} to {n}\n"


class Script:
    """At each pause the next thing a person does, then on."""

    def __init__(self, *doings: Callable[[Steering], object]) -> None:
        self.doings = list(doings)
        self.places: list[Place] = []
        self.given: list[object] = []

    def __call__(self, steering: Steering, place: Place) -> None:
        if not self.places or self.places[-1] != place or not self.doings:
            self.places.append(place)
        if self.doings:
            self.given.append(self.doings.pop(0)(steering))
        else:
            steering.go_on()


def held(lab, *doings: Callable[[Steering], object], at: tuple[Breakpoint, ...]) -> Script:
    script = Script(*doings)
    lab.steering = Steering(script)
    lab.steering.breakpoints = at
    return script


def failed(given: object) -> str:
    assert isinstance(given, Future)
    return str(given.exception(timeout=1))


def test_a_breakpoint_pauses_before_its_line_each_time(lab) -> None:
    script = held(lab, at=(Breakpoint(line=3),))
    assert lab.run(COUNT).answer == 4
    assert [place.line for place in script.places] == [3, 3, 3, 3]


def test_the_condition_of_a_breakpoint_is_evaluated_on_the_variables(lab) -> None:
    script = held(lab, at=(Breakpoint(line=3, condition="{n} > 1"), Breakpoint(line=1, condition="{unknown} is 2")))
    assert lab.run(COUNT).answer == 4
    assert len(script.places) == len(lab.events.of(Paused)) == 2


def test_a_condition_that_needs_a_model_is_refused() -> None:
    assert exact_condition('{guest.name} is "Ada" and {n} < 3')
    for text in ("the note is there", '"Save" appears', "{n} >", ""):
        with pytest.raises(UsageError, match="exact condition"):
            exact_condition(text)


def test_a_changed_variable_has_its_new_value_and_is_recorded(lab) -> None:
    held(lab, lambda reins: reins.change(Assigned(name="n", value=10)), at=(Breakpoint(line=4),))
    assert lab.run(COUNT).answer == 10
    (given,) = lab.events.of(ValueGiven)
    assert (given.line, given.name, given.value) == (4, "n", 10)


def test_changing_a_part_of_a_value_works_and_changing_a_non_variable_is_refused(lab) -> None:
    script = held(
        lab,
        lambda reins: reins.change(Assigned(name="{guest.name}", value="Ida")),
        lambda reins: reins.change(Assigned(name="nobody.name", value="Ida")),
        lambda reins: reins.change(Assigned(name="two words here!", value=1)),
        at=(Breakpoint(line=2),),
    )
    text = 'set {guest} to {name: "Ada", age: 3}\nset {answer} to {guest.name}\n'
    assert lab.run(text).answer == "Ida"
    assert "nobody.name cannot have that value" in failed(script.given[1])
    assert "is no name of a variable" in failed(script.given[2])
    assert len(lab.events.of(ValueGiven)) == 1
    assert str(variable("guest.name")) == str(variable("{guest.name}"))


def test_the_rest_of_a_program_is_rewritten_inside_of_a_loop(lab) -> None:
    text = COUNT.replace("{n} + 1", "{n} + 5")
    held(lab, lambda reins: reins.change(Rewritten(text=text)), at=(Breakpoint(line=3, condition="{n} is 2"),))
    assert lab.run(COUNT).answer == 2 + 5 + 5
    (amended,) = lab.events.of(ProgramAmended)
    assert (amended.line, amended.reason) == (3, "a person rewrote it")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (COUNT.replace("to 0", "to 7"), "the lines above line 3 must stay"),
        (COUNT.replace("calculate {n} + 1", "calculate {m} + 1"), "the run cannot continue with this program"),
        ("set {n} to 0\nrepeat 4 times:\n", "the run cannot continue with this program"),
    ],
)
def test_a_program_that_cannot_take_its_place_is_refused(lab, text: str, message: str) -> None:
    script = held(lab, lambda reins: reins.change(Rewritten(text=text)), at=(Breakpoint(line=3, condition="{n} is 0"),))
    assert lab.run(COUNT).answer == 4
    assert message in failed(script.given[0])
    assert lab.events.of(ProgramAmended) == []


def test_a_run_that_goes_on_is_not_changed() -> None:
    steering = Steering()
    with pytest.raises(UsageError, match="the run goes on"):
        steering.change(Assigned(name="n", value=1))
    with steering.held_at(Place(line=2, text="add a note", within=True)), pytest.raises(UsageError, match="in line 2"):
        steering.change(Assigned(name="n", value=1))
    with steering.held_at(Place(line=2, text="add a note")):
        late = steering.change(Assigned(name="n", value=1))
    assert "went on before" in failed(late)


def test_a_second_life_changes_it_again(lab, new_lab, tmp_path) -> None:
    text = COUNT.replace("set {answer}", "tell user {n}\nset {answer}")
    script = held(
        lab,
        lambda reins: reins.change(Assigned(name="n", value=10)),
        lambda reins: reins.change(Rewritten(text=text)),
        lambda _: lab.cancel.cancel("enough"),
        at=(Breakpoint(line=4),),
    )
    folder = RunFolder.create(tmp_path, instruction="count", now=lab.clock.now())
    assert lab.run(COUNT, folder=folder).kind is OutcomeKind.INTERRUPTED
    assert len(script.given) == 3
    kept = load(RunFolder.open(folder.path))
    again = new_lab()
    assert again.run(kept.text, folder=kept.folder, journal=kept.journal).answer == 10
    assert [event.text for event in again.events.of(StepStarted)] == ["tell user {n}", "set {answer} to {n}"]
