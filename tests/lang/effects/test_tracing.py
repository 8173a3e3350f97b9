"""Values reach the effects of a program with their sources: through assignments, loops, branches, tasks, templates."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.lang.ast import Node
from agentprog.lang.effects import tracing
from agentprog.lang.effects.effect import Argument, Effect
from agentprog.lang.effects.manifest import manifest
from agentprog.lang.effects.possible_values import Origin
from agentprog.lang.parser import parse

PEOPLE = (
    'Set {people} to [{"name": "Ann", "number": "+1 500 555 0101"}, {"name": "Bob", "number": "+1 500 555 0102"}]\n'
)


def effects(text: str, **inputs: object) -> tuple[Effect, ...]:
    program = parse(text).program
    assert program is not None
    return manifest(program, inputs=inputs).effects


def argument(text: str, role: str, **inputs: object) -> Argument:
    (effect,) = effects(text, **inputs)
    return next(argument for argument in effect.arguments if argument.role == role)


def test_a_loop_over_a_list_names_everybody_in_it() -> None:
    text = PEOPLE + 'For each {person} in {people}:\n    Send "hello, {person.name}" to {person.number}\n'
    (effect,) = effects(text)
    assert effect.values("recipient") == ("+1 500 555 0101", "+1 500 555 0102")
    assert effect.values("content") == ("hello, Ann", "hello, Bob")
    assert (effect.each, effect.times) == ("person of people", 2)


def test_parts_of_one_object_are_not_mixed_with_those_of_another() -> None:
    text = PEOPLE + 'For each {p} in {people}:\n    Send "{p.name}: {p.number}" to Cleo Diaz\n'
    assert argument(text, "content").values == ("Ann: +1 500 555 0101", "Bob: +1 500 555 0102")


def test_values_go_through_assignments_and_templates() -> None:
    text = 'Set {a} to "Ann Lee"\nSet {b} to {a}\nSet {c} to "{b}"\nText {c} "hi"\n'
    assert argument(text, "recipient").values == ("Ann Lee",)


def test_values_go_into_tasks_and_come_back() -> None:
    text = (
        'Define a task named "greet":\n    Task input: {who} (text)\n    Task returns {said}\n'
        '    Set {said} to "hi {who}"\n    Text {who} "hello"\n'
        'Execute task "greet", {who} is "Ann", record as {back}\nSend {back} to Bob\n'
    )
    inside, outside = effects(text)
    assert inside.values("recipient") == ("Ann",)
    assert [argument.values for argument in outside.arguments if argument.text == "{back}"] in ([("hi Ann",)], [])


def test_two_calls_of_a_task_are_one_effect_with_both_recipients() -> None:
    text = (
        'Define a task named "greet":\n    Task input: {who} (text)\n    Text {who} "hello"\n'
        'Execute task "greet", {who} is "Ann"\nExecute task "greet", {who} is "Bob"\n'
    )
    (effect,) = effects(text)
    assert effect.values("recipient") == ("Ann", "Bob")
    assert effect.times == 2


def test_a_task_that_calls_itself_is_an_unknown_effect_of_the_line_that_calls() -> None:
    text = 'Define a task named "again":\n    Execute task "again"\nExecute task "again"\n'
    (effect,) = effects(text)
    assert (effect.text, effect.line, effect.kinds) == ('run "again"', 2, ())


def test_a_list_that_grows_is_known_while_each_item_is() -> None:
    text = 'Set {names} to ["Ann"]\nAdd "Bob" to {names}\nFor each {who} in {names}:\n    Text {who} "hi"\n'
    assert argument(text, "recipient").values == ("Ann", "Bob")
    unknown = text.replace('Add "Bob"', 'Ask user "Who?", record as {new}\nAdd {new}')
    assert argument(unknown, "recipient").values == ()


def test_a_typed_text_belongs_to_the_next_button_and_to_no_step() -> None:
    text = 'Type "hello" into "Message"\nText Ann "hi"\nTap "Send"\nTap "Send"\n'
    typed = [[argument.values for argument in effect.arguments if argument.role == "typed"] for effect in effects(text)]
    assert typed == [[], [("hello",)], []]


def test_branches_give_each_of_their_values() -> None:
    text = 'Set {who} to "Ann"\nIf the battery is low:\n    Set {who} to "Bob"\nText {who} "hi"\n'
    assert argument(text, "recipient").values == ("Bob", "Ann")
    both = text.replace("Text {who}", 'Else:\n    Set {who} to "Cleo"\nText {who}')
    assert argument(both, "recipient").values == ("Bob", "Cleo")


@pytest.mark.parametrize(
    ("line", "origin"),
    [
        ("Read the name from the screen, record as {x}", Origin.SCREEN),
        ('Read the text of "a.txt", record as {x}', Origin.FILE),
        ('Use tool "who", record as {x}', Origin.TOOL),
        ('Ask AI "who?", record as {x}', Origin.MODEL),
        ('Ask user "who?", record as {x}', Origin.PERSON),
    ],
)
def test_a_read_value_is_known_only_at_run_time_and_has_its_origin(line: str, origin: Origin) -> None:
    found = argument(f'{line}\nSet {{y}} to {{x}}\nSend "hi" to {{y}}\n', "recipient")
    assert (found.values, found.origin) == ((), origin)


def test_a_value_that_rounds_change_is_not_taken_for_its_first() -> None:
    text = (
        'Set {who} to "Ann"\nRepeat 3 times:\n    Text {who} "hi"\n'
        "    Read the next name from the screen, record as {who}\n"
    )
    (effect,) = effects(text)
    assert effect.values("recipient") == ()
    assert next(argument for argument in effect.arguments if argument.role == "recipient").origin is Origin.SCREEN


def test_a_variable_that_a_round_sets_is_unknown_and_has_its_least_trusted_origin() -> None:
    rounds = 'Repeat 3 times:\n    Text {who} "hi"\n    Set {who} to "Bob"\n'
    known = argument(f'Set {{who}} to "Ann"\n{rounds}', "recipient")
    assert (known.values, known.origin) == ((), Origin.PERSON)
    read = argument(f"Read the name from the screen, record as {{who}}\n{rounds}", "recipient")
    assert (read.values, read.origin) == ((), Origin.SCREEN)


@pytest.mark.parametrize("content", ["{read} and {own}", "{own} and {read}"])
def test_a_text_of_several_variables_has_the_least_trusted_source(content: str) -> None:
    text = f'Read the name from the screen, record as {{read}}\nSet {{own}} to "Bo"\nSend "{content}" to Cleo Diaz\n'
    assert argument(text, "content").origin is Origin.SCREEN


def test_a_value_handed_on_round_by_round_has_the_least_trusted_origin() -> None:
    text = (
        'Set {a} to "Ann"\nSet {b} to "Bob"\nRepeat 3 times:\n    Text {a} "hi"\n    Set {a} to {b}\n'
        "    Read the next name from the screen, record as {b}\n"
    )
    assert argument(text, "recipient").origin is Origin.SCREEN


def test_inputs_are_the_persons_and_known_once_they_are_given() -> None:
    text = '---\ninputs:\n  who: {type: text}\n---\nText {who} "hi"\n'
    assert argument(text, "recipient").values == ()
    assert argument(text, "recipient", who="Ann").values == ("Ann",)


def test_lines_of_a_model_are_its_words_until_they_are_a_persons() -> None:
    program = parse('Set {who} to "Mallory"\nText {who} "hi"\n').program
    assert program is not None
    mine = program.body[1].id

    def author(node: Node) -> Origin:
        return Origin.PERSON if node.id.partition(".")[0] == mine else Origin.PLAN

    (effect,) = manifest(program, author=author).effects
    assert effect.author is Origin.PERSON
    assert [(argument.role, argument.origin) for argument in effect.arguments] == [
        ("recipient", Origin.PLAN),
        ("content", Origin.PERSON),
    ]


def test_a_typed_text_belongs_to_the_button_after_it() -> None:
    (kept,) = effects('Type "Ada" into "First name"\nTap "Save"\n')
    assert kept.values("typed") == ("Ada",)


def test_an_amount_is_an_argument_of_a_payment() -> None:
    assert argument("Pay 20 dollars to Cleo Diaz", "amount").values == ("20",)


def test_a_task_that_calls_itself_ends() -> None:
    again = 'Define a task named "a":\n    Text Ann "hi"\n    Execute task "a"\nExecute task "a"\n'
    assert {effect.kind for effect in effects(again)} == {"send", "unknown"}


def test_loops_in_loops_are_walked_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    walked = 0
    statement = tracing.Tracing._statement

    def counted(*args: Any) -> Any:
        nonlocal walked
        walked += 1
        return statement(*args)

    monkeypatch.setattr(tracing, "_MOST", 500)
    monkeypatch.setattr(tracing.Tracing, "_statement", counted)
    loops = "".join("    " * depth + "Repeat 9 times:\n" for depth in range(12))
    deep = f'Set {{n}} to 1\n{loops}{"    " * 12}Set {{n}} to {{n}} + 1\n{"    " * 12}Text Ann "hi"\n'
    assert effects(deep)[-1].kind == "unknown"
    assert 0 < walked <= 500


# ------------------------------------------------------------ whole effects

GREET = 'Text Ann "hi"'
ASKED = 'Ask user "How often?", record as {n}\n'


def one(text: str, **inputs: object) -> Effect:
    (effect,) = effects(text, **inputs)
    return effect


def arguments_in(text: str, **inputs: object) -> list[tuple[str, str, tuple[str, ...], Origin]]:
    """The arguments of the only effect."""
    return [(each.role, each.text, each.values, each.origin) for each in one(text, **inputs).arguments]


P, S, M = Origin.PERSON, Origin.SCREEN, Origin.MODEL


@pytest.mark.parametrize(
    ("text", "each", "times"),
    [
        (GREET, "", 1),
        ('Set {n} to 3\nRepeat {n} times:\n    Repeat 2 times:\n        Text Ann "hi"\n', "round", 6),
        (f"{ASKED}Repeat {{n}} times:\n    {GREET}\n", "round", None),
        (f"{ASKED}Repeat {{n}} times:\n    Repeat 2 times:\n        {GREET}\n", "round", None),
        ('While the list is not empty:\n    Text Ann "hi"\n', "round", None),
        ('Repeat until "Done" appears:\n    Text Ann "hi"\n', "round", None),
        (PEOPLE + 'For each {p} in {people}:\n    Repeat 2 times:\n        Text Ann "hi"\n', "p of people", 4),
        (f"{PEOPLE}For each {{p}} in {{people}}:\n    While it is long:\n        {GREET}\n", "p of people", None),
        ('For each {p} in the people on the screen:\n    Text Ann "hi"\n', "the people on the screen", None),
        ('For each {p} in ["Ann", "Bo"]:\n    Text Ann "hi"\n', "p", 2),
        ('Set {list} to []\nFor each {p} in {list}:\n    Text Ann "hi"\n', "p of list", 0),
        ('Define a task named "greet":\n    Text Ann "hi"\nRepeat 3 times:\n    Execute task "greet"\n', "round", 3),
    ],
)  # fmt: skip
def test_an_effect_has_its_loop_and_its_count(text: str, each: str, times: int | None) -> None:
    assert (one(text).each, one(text).times) == (each, times)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (
            'In the "Chat" app:\n    Text Ann "hi"\n',
            [("recipient", "Ann", ("Ann",), P), ("content", "hi", ("hi",), P), ("app", "Chat", ("Chat",), P)],
        ),
        (
            'Set {app} to "Chat"\nIn the "{app}" app, text Ann "hi"\n',
            [("recipient", "Ann", ("Ann",), P), ("content", "hi", ("hi",), P), ("app", "{app}", ("Chat",), P)],
        ),
        (
            'Read the app on the screen, record as {app}\nIn the "{app}" app, text Ann "hi"\n',
            [("recipient", "Ann", ("Ann",), P), ("content", "hi", ("hi",), P), ("app", "{app}", (), S)],
        ),
        (
            '---\ninputs:\n  who: {type: text, default: "Ann"}\n---\nText {who} "hi"\n',
            [("recipient", "{who}", ("Ann",), P), ("content", "hi", ("hi",), P)],
        ),
        (
            'Define a task named "greet":\n    Text {who} "hi"\nSet {who} to "Ann"\nExecute task "greet"\n',
            [("recipient", "{who}", ("Ann",), P), ("content", "hi", ("hi",), P)],
        ),
        (
            PEOPLE + 'Set {i} to 1\nText {people[i].name} "hi"\n',
            [("recipient", "{people[{i}].name}", ("Bob",), P), ("content", "hi", ("hi",), P)],
        ),
        (
            PEOPLE + 'Read the number of the row, record as {i}\nText {people[i].name} "hi"\n',
            [("recipient", "{people[{i}].name}", (), S), ("content", "hi", ("hi",), P)],
        ),
        (
            'Set {l} to ["Ann", "Bob"]\nRemove "Ann" from {l}\nText {l[0]} "hi"\n',
            [("recipient", "{l[0]}", (), P), ("content", "hi", ("hi",), P)],
        ),
        (
            'Read the name from the screen, record as {w}\nSet {o} to {"name": {w}}\nText {o.name} "hi"\n',
            [("recipient", "{o.name}", (), S), ("content", "hi", ("hi",), P)],
        ),
        (
            'Set {w} to "Ann"\nSet {o} to {"name": {w}}\nText {o.name} "hi"\n',
            [("recipient", "{o.name}", ("Ann",), P), ("content", "hi", ("hi",), P)],
        ),
        (
            'Read the name from the screen, record as {w}\nSet {o} to [{w}]\nText {o[0]} "hi"\n',
            [("recipient", "{o[0]}", (), S), ("content", "hi", ("hi",), P)],
        ),
        (
            'Set {n} to true\nSend "{n}" to Ann\n',
            [("recipient", "Ann", ("Ann",), P), ("content", "{n}", ("true",), P)],
        ),
        (
            'Text {nobody} "hi"\n',
            [("recipient", "{nobody}", (), M), ("content", "hi", ("hi",), P)],
        ),
        ('Tap the button in the row of "Milk"\n', [("tapped", "Milk", ("Milk",), P)]),
        ('Set {b} to "Send"\nTap {b}\n', [("tapped", "{b}", ("Send",), P)]),
        ('Make sure that "Wi-Fi" is on\n', [("setting", "Wi-Fi", ("Wi-Fi",), P)]),
        (
            'Try 2 times:\n    Set {w} to "Bob"\nOn error:\n    Set {w} to "Cy"\nText {w} "hi"\n',
            [("recipient", "{w}", ("Bob", "Cy"), P), ("content", "hi", ("hi",), P)],
        ),
    ],
)  # fmt: skip
def test_an_effect_has_each_argument_with_its_values_and_its_source(
    text: str, arguments: list[tuple[str, str, tuple[str, ...], Origin]]
) -> None:
    assert arguments_in(text) == arguments


def test_a_task_gives_back_its_value_with_the_source_of_all_it_was_given() -> None:
    def back(body: str, given: str = '"Ann"') -> list[tuple[str, str, tuple[str, ...], Origin]]:
        head = 'Define a task named "name":\n    Task input: {who} (text)\n'
        call = f'Execute task "name", {{who}} is {given}, record as {{x}}\n'
        return arguments_in(f'{head}{body}{call}Text {{x}} "hi"\n')[:1]

    assert back("    Task returns {who}\n    Set {a} to 1\n") == [("recipient", "{x}", ("Ann",), P)]
    assert back("    Set {a} to 1\n") == [("recipient", "{x}", (), S)]
    two = "    Task returns {who} and {a}\n    Set {a} to 1\n"
    assert back(two)[0][2] == ()


def test_a_typed_value_that_is_no_text_is_named_as_a_value() -> None:
    (kept,) = effects('Type 5 into "Count"\nTap "Save"\n')
    assert [(each.text, each.values) for each in kept.arguments if each.role == "typed"] == [("a value", ("5",))]


def test_the_rest_of_a_too_long_program_is_an_unknown_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "_MOST", 3)
    last = effects('Press back\nPress back\nText Ann "hi"\nText Bo "hi"\n')[-1]
    assert (last.text, last.line) == ("the rest of the program, which is too long to be looked through", 0)
    monkeypatch.setattr(tracing, "_MOST", 5)
    assert [found.line for found in effects('Press back\nPress back\nText Ann "hi"\nText Bo "hi"\n')] == [3, 4]


def test_a_touch_quotes_its_label_and_shows_its_variable() -> None:
    (label,), (variable,) = effects('Tap "Send"\n'), effects('Set {b} to "Send"\nTap {b}\n')
    assert (label.text, variable.text) == ('tap "Send"', "tap {b}")


def test_a_list_that_a_loop_changes_is_known_only_at_run_time() -> None:
    change = "For each {p} in {people}:\n    Set {p.number} to {new}\n"
    text = "---\ninputs: {new: text}\n---\n" + PEOPLE + change + 'Send "hello" to {people[0].number}\n'
    assert argument(text, "recipient", new="+1 500 555 0199").values == ()
    other = change.replace("{p.number} to {new}", "{new.number} to {p.number}").replace("text", "object")
    assert argument(text.replace(change, other), "recipient").values == ("+1 500 555 0101",)
