"""A planner's program gets quotes around the names that it copied from the instruction without them."""

from __future__ import annotations

import pytest

from agentprog.ports import App
from agentprog.runtime.quoting import with_quotes

APPS = (App(package="p.contacts", label="Contacts"), App(package="p.sms", label="Simple SMS Messenger"))
CONTACTS = 'In the "Contacts" app, '


@pytest.mark.parametrize(
    ("step", "quoted"),
    [
        ("add Ada Byron with the phone number +15550001", 'add "Ada Byron" with the phone number +15550001'),
        ('reply "yes" to the last message from Ada Byron', 'reply "yes" to the last message from "Ada Byron"'),
        ("delete the contact Ada Byron", 'delete the contact "Ada Byron"'),
        ("find the number of Ada Byron, record as {n}", 'find the number of "Ada Byron", record as {n}'),
    ],
)
def test_a_name_of_the_instruction_gets_its_quotes(step: str, quoted: str) -> None:
    assert with_quotes(CONTACTS + step, "Do it for Ada Byron, please", APPS) == CONTACTS + quoted


def test_two_steps_for_two_people_become_one_step_with_two_values() -> None:
    draft = f"{CONTACTS}add Ada Byron\n{CONTACTS}add Zoë Ní Dhomhnaill"
    found = with_quotes(draft, "Add Ada Byron and Zoë Ní Dhomhnaill to my contacts", APPS)
    assert found == f'{CONTACTS}add "Ada Byron"\n{CONTACTS}add "Zoë Ní Dhomhnaill"'


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("add Ada Lovelace", "the instruction names somebody else"),
        ('add "Ada Byron"', "it has quotes"),
        ("add ada byron", "nothing shows that it is a name"),
        ("pay Ada Byron 5 euros", "the recipient of a payment would become its text"),
        ("turn on Ada Byron", "a switch is no object"),
        ("open Ada Byron's contact", "the name has an ending"),
        ("create the event on Monday Ada Byron 9", "a name beside a number may be a date"),
        ("share it by Simple SMS Messenger", "an app is no value"),
    ],
)
def test_other_words_stay_as_they_are(step: str, why: str) -> None:
    draft = CONTACTS + step
    assert with_quotes(draft, "Do it for Ada Byron by Simple SMS Messenger on Monday Ada Byron 9", APPS) == draft, why


def test_a_language_that_writes_nouns_with_capitals_does_not_show_its_names() -> None:
    draft = '---\nlanguage: de\n---\nIn der App "Kontakte" den Kontakt Ada Byron hinzufügen'
    assert with_quotes(draft, "Den Kontakt Ada Byron hinzufügen", APPS) == draft


def test_a_program_keeps_its_other_lines() -> None:
    draft = f'Set {{n}} to "1"\n\nFor each {{x}} in [1, 2]:\n    {CONTACTS}add Ada Byron with {{x}}\n'
    assert with_quotes(draft, "nobody", APPS) == draft
    assert with_quotes(draft, "Ada Byron", APPS).splitlines()[3] == f'    {CONTACTS}add "Ada Byron" with {{x}}'
