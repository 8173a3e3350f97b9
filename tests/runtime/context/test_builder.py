"""In any run every section of every prompt stays within its budget, and the prompt's record lists the omitted parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agentprog.agents.whereabouts import in_full
from agentprog.ports import App, DeviceInfo, Element, Role, Screen, Tap, TypeText
from agentprog.runtime.journal.events import ContextBuilt, DeviceOpened
from agentprog.runtime.roles import (
    Act,
    ConditionContext,
    ExtractContext,
    Move,
    Reading,
    Roles,
    StepContext,
    StepDone,
    Verdict,
)
from agentprog.runtime.state.values import Table
from tests.runtime.conftest import CHAT, FakePhone, Lab, SensibleExtractor, SensibleGrounder, SensibleNavigator

_STATIC_AND_SCREEN = ("instruction", "apps", "program", "screen", "screen to read")


class Words:
    """A tokenizer whose tokens are words and line ends."""

    tokenizer = "words"
    context = 100_000

    def count_tokens(self, text: str) -> int:
        return len(text.split()) + text.count("\n")


class Crowded(FakePhone):
    """Its list of notes has 500 rows on one screen."""

    def _notes(self) -> list[tuple[Role, str, dict[str, Any]]]:
        rows = [(Role.ITEM, f"Note number {n} with a few words", {"container": 2}) for n in range(500)]
        return [(Role.BUTTON, "New", {}), (Role.LIST, "notes", {"scrollable": True, "clickable": False}), *rows]


def checked(lab: Lab) -> list[ContextBuilt]:
    """All contexts of a run, each within its budgets."""
    built = lab.events.of(ContextBuilt)
    assert built
    for event in built:
        over = {name: tokens for name, tokens in event.sections.items() if tokens > event.budgets[name]}
        assert over == {}, event
        assert sum(n for name, n in event.sections.items() if name not in _STATIC_AND_SCREEN) <= 2000
    return built


def finished(lab: Lab) -> Lab:
    """A run with a grounder that looks once and calls the step done."""

    class Done(SensibleGrounder):
        def next_move(self, context: Any) -> StepDone:
            self.contexts.append(context)
            return StepDone(reason="looked")

    lab.grounder = Done()
    return lab


def test_a_straight_program_of_three_hundred_lines_is_shown_page_by_page(lab: Lab) -> None:
    finished(lab).run("".join(f'In the "Notes" app, look at the note "Number {n}"\n' for n in range(1, 301)))
    built = checked(lab)
    assert len(built) == 300
    assert all(event.dropped["program"] > 200 for event in built)
    for context in lab.grounder.contexts:
        assert (
            f'{context.goal.line:>3} In the "Notes" app, look at the note "Number {context.goal.line}"'
            in context.goal.program
        )
    pages = [context.goal.program for context in lab.grounder.contexts]
    assert len(set(pages)) == 10, "the program changes only from page to page, so a prompt cache holds"
    assert "… lines 1 to 60 are not shown" in pages[64]
    assert pages[299].endswith('"Number 300"')


def test_a_long_program_is_shown_with_the_blocks_around_the_current_line(lab: Lab) -> None:
    filler = "".join(f"    set {{x{n}}} to {n}\n" for n in range(400))
    inner = '    repeat 2 times:\n        In the "Notes" app, look at the note "deep"\n'
    finished(lab).run(f"repeat 1 times:\n{filler}{inner}repeat 1 times:\n    set {{y}} to 1\n")
    program = lab.grounder.contexts[-1].goal.program
    checked(lab)
    assert "  1 repeat 1 times:" in program
    assert "402     repeat 2 times:" in program
    assert '403         In the "Notes" app' in program
    assert "404 repeat 1 times:" in program, "the other blocks are an outline"
    assert "{x200}" not in program


@pytest.mark.slow
def test_huge_values_are_shown_by_their_beginning_and_typed_in_full(lab: Lab) -> None:
    text = "All that was said, word by word. " * 31_250
    table = Table.of([{"name": f"Person {n}", "number": n} for n in range(10_000)])
    program = 'In the "Notes" app, add the note {text}\nIn the "Notes" app, look at {table} and {list}\n'
    finished(lab).run(program, inputs={"text": text, "table": table, "list": list(range(10_000))})
    checked(lab)
    first, second = lab.grounder.contexts
    assert len(text) > 1_000_000
    assert first.goal.step.startswith('add the note {text} (1,031,250 characters, beginning "All that was said')
    assert any("table of 10,000 rows, columns name, number" in line for line in first.background.variables)
    named = Act(action=TypeText(text="{text}"))
    assert in_full(named, first.goal.texts) == Act(action=TypeText(text=text))
    assert in_full(Act(action=TypeText(text="{other}")), first.goal.texts) == Act(action=TypeText(text="{other}"))
    assert set(second.goal.texts) == {"table", "list"}
    assert len(second.goal.step) < 1000


def test_a_screen_of_five_hundred_rows_is_cut_for_every_role(lab: Lab) -> None:
    seen: list[Screen] = []

    class Looks(SensibleNavigator, SensibleExtractor):
        def judge(self, context: ConditionContext) -> Verdict:
            seen.append(context.seen.screen)
            return Verdict(holds=True)

        def read(self, context: ExtractContext) -> Reading:
            seen.append(context.seen.screen)
            return Reading(value="here")

    lab = finished(Lab(phone=Crowded()))
    lab.roles = Roles(grounder=lab.grounder, navigator=Looks(), extractor=Looks())
    lab.run(
        'In the "Notes" app, open "Note number 444 with"\n'
        'If the note "Note number 444 with" is old:\n    set {x} to 1\n'
        'In the "Notes" app, get the age of "Note number 444 with", record as {age}\n'
    )
    built = checked(lab)
    assert {event.purpose for event in built} == {"ground", "judge", "read"}
    assert all(event.dropped["screen"] > 300 for event in built if event.purpose != "read")
    reading = next(event for event in built if event.purpose == "read")
    assert reading.kept["screen to read"] > 400, "where data is read off, a row left out is lost"
    for screen in (seen[0], lab.grounder.contexts[0].seen.screen):
        labels = [element.label for element in screen.elements]
        assert "Note number 444 with a few words" in labels
        assert "New" in labels
        assert "Note number 10 with a few words" not in labels


def test_sections_are_counted_by_the_named_tokenizer_of_the_model(lab: Lab) -> None:
    program = 'set {x} to "one two three"\nIn the "Notes" app, add the note "Milk"\n'
    lab.roles = Roles(grounder=SensibleGrounder(), tokens=Words())
    lab.run(program)
    built = checked(lab)[0]
    assert built.tokenizer == "words"
    assert built.sections["program"] == Words().count_tokens("1 " + program.replace("\nIn", "\n2 In"))
    new_lab = Lab()
    new_lab.run(program)
    estimated = new_lab.events.of(ContextBuilt)[0]
    assert estimated.tokenizer == ""
    assert estimated.sections["program"] > built.sections["program"]


@pytest.mark.parametrize(
    ("part", "section"),
    [("tree", "path"), ("retrieval", "earlier"), ("variables", "variables"), ("belief", "beliefs")],
)
@pytest.mark.usefixtures("asked_anew")
def test_each_part_can_be_switched_off(new_lab: Callable[..., Lab], part: str, section: str) -> None:
    program = 'set {n} to 1\nfor each {x} in ["A1", "B2"]:\n    In the "Notes" app, add the note "{x}"\n'

    def last(**options: bool) -> ContextBuilt:
        lab = new_lab()
        lab.run(program, **options)
        return lab.events.of(ContextBuilt)[-1]

    assert last().sections[section] > 0
    assert section not in last(**{part: False}).sections


def test_the_path_shows_each_open_round_and_a_finished_loop_in_a_line(lab: Lab) -> None:
    program = (
        'for each {x} in ["A1", "B2"]:\n    In the "Notes" app, add the note "{x}"\n'
        'for each {y} in ["C3", "D4"]:\n    repeat 2 times:\n        In the "Notes" app, find "{y}{loop.iteration}"\n'
    )
    lab.phone.notes = ["C31", "C32", "D41", "D42"]
    lab.run(program)
    path = lab.grounder.contexts[-1].background.path
    assert path == (
        'line 1: for each {x} in ["A1", "B2"]: -> left after 2 rounds',
        'line 3: for each {y} in ["C3", "D4"]: (round 2)',
        "line 4: repeat 2 times: (round 2)",
    )
    assert "{loop.iteration} = 2 of 2" in lab.grounder.contexts[-1].background.variables


@pytest.mark.usefixtures("asked_anew")
def test_the_prompts_of_a_loop_of_sixty_rounds_do_not_grow(lab: Lab) -> None:
    program = 'repeat 60 times:\n    In the "Notes" app, add the note "Number {loop.iteration}"\n'
    lab.run(program)
    rounds: dict[int, list[int]] = {}
    for event in checked(lab):
        total = sum(n for name, n in event.sections.items() if name not in _STATIC_AND_SCREEN)
        rounds.setdefault(event.step, []).append(total)
    sizes = [sum(found) / len(found) for found in rounds.values()]
    assert abs(sizes[-1] / sizes[1] - 1) < 0.1


def test_a_prompt_lists_the_latest_moves_of_a_long_step(lab: Lab) -> None:
    class Taps(SensibleGrounder):
        def next_move(self, context: Any) -> Any:
            self.contexts.append(context)
            if len(context.tried.attempts) >= 22:
                return StepDone(reason="enough")
            field = next(e for e in context.seen.screen.elements if e.label == "Message")
            return Act(
                action=TypeText(text=f"text {len(context.tried.attempts)} of quite a number of words", target=field)
            )

    lab.grounder = Taps()
    lab.run('In the "Chat" app, write\n')
    checked(lab)
    last = lab.grounder.contexts[-1]
    assert 0 < last.tried.skipped < len(last.tried.attempts)
    assert isinstance(last.seen.screen.elements[0], Element)


class Elsewhere(FakePhone):
    """Once a note is begun, the app of messages is in front."""

    @property
    def info(self) -> DeviceInfo:
        return replace(super().info, language="pt-BR")

    def _tap(self, label: str) -> None:
        super()._tap(label)
        if label == "New":
            self.package, self.page = CHAT, "chat"


def test_a_prompt_names_the_app_in_front_and_the_language(lab: Lab) -> None:
    class TapsNew(SensibleGrounder):
        def next_move(self, context: StepContext) -> Move:
            self.contexts.append(context)
            new = next((e for e in context.seen.screen.elements if e.label == "New"), None)
            return Act(action=Tap(target=new)) if new is not None else StepDone(reason="looked")

    lab.phone, lab.grounder = Elsewhere(), TapsNew()
    lab.run('In the "Notes" app, begin a note\n')
    first, second = lab.grounder.contexts[:2]
    seen = first.seen
    assert (seen.app, seen.front, seen.aside, seen.language) == ("Notes", "Notes", False, "pt-BR")
    assert (second.seen.app, second.seen.front, second.seen.aside) == ("Notes", "Chat", True)
    assert lab.events.of(DeviceOpened)[0].language == "pt-BR"


def test_an_app_under_its_other_name_counts_as_in_front(lab: Lab) -> None:
    finished(lab).run('In the "Messages" app, look\n')
    (context,) = lab.grounder.contexts
    assert (context.seen.app, context.seen.front, context.seen.aside) == ("Messages", "Chat", False)


class Full(FakePhone):
    """A phone with more apps than a prompt lists."""

    def apps(self) -> tuple[App, ...]:
        filling = (App(package=f"fill.n{n}", label=f"Filler number {n}") for n in range(200))
        return (*filling, App(package="x.art", label="Art"), App(package="x.maps", label="Maps Plus"), *super().apps())


def test_among_very_many_apps_a_prompt_lists_the_named_ones_first(lab: Lab) -> None:
    lab.phone = Full()
    finished(lab).run('In the "Notes" app, look at the start\n', instruction="Start with what maps plus says")
    apps = lab.grounder.contexts[0].background.apps
    assert apps[:2] == ("Maps Plus", "Notes")
    assert "Art" not in apps
