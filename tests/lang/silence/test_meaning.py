"""An advice keeps the meaning of its line, and a finding on a condition hides none on the step after it."""

from __future__ import annotations

import pytest

from tests.lang.silence.telling import messages

_HEAD = 'Set {dogs} to ["Pip"]\nSet {n} to 3\nSet {cost} to 2\n'


def _advice(line: str, head: str = _HEAD) -> list[tuple[str, str]]:
    last = len(f"{head}{line}".split("\n"))
    found = messages("en", f"{head}{line}")
    return [(code, f"{message}: {hint}") for at, code, message, hint in found if at == last and code != "STP501"]


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("If {n} ≠ {n}({n}+1)/6, then report an error and stop.", "`stop` in it is an instruction"),
        ("If price per night > 120, try the next {n}", "`try the next …` is not an action on a phone"),
        ("Unless {n} is known, go back and scan again.", "it goes back to lines above"),
        ('If "Saved" appears, go back and scan again', "it goes back to lines above"),
    ],
)
def test_the_step_after_a_doubtful_condition_is_checked(line: str, body: str) -> None:
    assert any(code == "STP137" and body in text for code, text in _advice(line))


@pytest.mark.parametrize("line", ["Go back", "Scroll down and tap the first result again", "Go back and open the menu"])
def test_a_step_with_an_object_goes_back_to_no_line(line: str) -> None:
    assert not any("goes back" in text for _, text in _advice(line))


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Take {cost} off {n}", "`Set {n} to {n} - {cost}`"),
        ("Take {cost} from {n}", "`Set {n} to {n} - {cost}`"),
        ("Knock {cost} off {n}", "`Set {n} to {n} - {cost}`"),
        ("Set {budget} to 900 EUR", 'write 900 to calculate with it, or "900 EUR" as a text'),
        ("set {name} to answer", 'write `Ask user "...", record as {name}`'),
        ('print("room for", n, "people?")', '`Tell user "room for {n} people?"`'),
        (
            'n = n + int(input("How many more? "))',
            '`Set {n} to {n} + {reply}`? Put `Ask user "How many more? ", record as {reply}` above.',
        ),
        ("change {n} by 5", "`Increase {n} by 5`"),
        ("time.sleep(5)", "`Wait 5 seconds`"),
        ("Let it run for 90 seconds", "`Wait 90 seconds`"),
        ('Tell user "Left: {n}" unless {n} is below 0', '`Unless {n} is below 0: Tell user "Left: {n}"`'),
        ("Subtract 1 from {n} if any are damaged", "`If any are damaged: Subtract 1 from {n}`"),
        ("If {n} runs out: press home", "`{n} is at most 0`"),
        ("Unless {n} is known, press home", "`{n} is not empty`"),
        ("If there are fewer than 4 dogs, press home", "`the number of items in {dogs} is less than 4`"),
    ],
)
def test_an_advice_keeps_the_meaning_of_its_line(line: str, advice: str) -> None:
    assert any(advice in text for _, text in _advice(line))


def test_a_condition_on_a_recorded_result_gets_the_exact_form() -> None:
    look = 'In the "Calendar" app, look whether {dog} is booked today, record as {booked}'
    head = f"{_HEAD}For each {{dog}} in {{dogs}}:\n    {look}\n"
    assert any("`{booked} is true`" in text for _, text in _advice("    If {dog} is booked: press home", head))


@pytest.mark.parametrize("line", ["Put {n} into the first empty row", "Put {n}; {cost} into the first empty row"])
def test_values_put_into_a_place_on_the_screen_change_no_variable(line: str) -> None:
    head = f'{_HEAD}In the "Sheets" app, open "2026"\n'
    assert _advice(line, head) == []


@pytest.mark.parametrize("line", ["Round {n} and {cost}", "Put {n} up by 3"])
def test_a_step_that_changes_a_value_of_the_program_is_reported(line: str) -> None:
    assert any(code == "STP222" for code, _ in _advice(line))


def test_a_loop_of_another_programming_language_gets_the_loop_of_stp() -> None:
    assert any("`Repeat forever:`" in text for _, text in _advice("forever"))
