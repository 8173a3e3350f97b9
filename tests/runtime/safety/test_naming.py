"""A name inside a longer one, or a day, does not allow a deletion."""

from __future__ import annotations

import pytest

from agentprog.runtime.safety.coverage import Words, is_named
from agentprog.runtime.safety.naming import means_with_all


def named(text: str, subject: str) -> bool:
    return is_named(subject, Words(person=(text,), step="", by_person=False), ())


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("delete the contact Anna Berg", "Anna"),
        ("delete the note 'Old plans'", "Plans"),
        ("Lösche den Kontakt Anna Berg", "Anna"),
        ("Borra el contacto Anna Berg", "Anna"),
        ("Supprime le contact Anna Berg", "Anna"),
        ("Delete the expense Taxi of Oct 09", "Hotel, Oct 09, - 43.00, $"),
        ("Delete the event Dentist on October 28 (Sat)", "Lunch, October 28 (Sat)"),
    ],
)
def test_a_part_of_a_name_does_not_name_the_thing(text: str, subject: str) -> None:
    """At c3b0712 each of these could be deleted instead of the named thing."""
    assert not named(text, subject)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("delete the contact Anna Berg", "Anna Berg, +15550100"),
        ("delete the notes 'Plans' and 'Old plans'", "Plans"),
        ("Delete the recipe 'Thai Soup'", "Thai Soup, easy, 4 servings"),
        ("Delete Plans, Old Ideas and More", "Plans"),
        ("Lösche die Notizen Plan und Reise", "Plan"),
        ("删除联系人“张伟”", "张伟"),
        ("Delete the event 'Party (at home)'", "Party (at home)"),
        ("Delete Mara's Dentist event", "Dentist"),
        ("remove the contact Bob. Then text Ann", "Bob"),
        ("Delete the contact Dr. Anna Berg", "Anna Berg"),
        ("Delete 'Ann, Bob and Zoe'", "Zoe"),
        ("Delete the note Oct 9 ideas", "Oct 9 ideas"),
        ("Delete the file IMG_2023.jpg in Downloads", "IMG_2023.jpg"),
    ],
)
def test_the_instruction_names_its_own_things(text: str, subject: str) -> None:
    assert named(text, subject)


@pytest.mark.parametrize(
    ("texts", "name", "spared", "meant"),
    [
        (("Delete all notes",), "Plans", (), True),
        (("Delete all texts from Ann",), "Ann", (), True),
        (("Delete all texts from Ann",), "Ann!", (), True),
        (("Delete all texts from Ann",), " Ann. ", (), True),
        (("Delete all of these: Ann, Bob",), "Bob", (), True),
        (("Delete all texts. Keep 'Old Plans'",), "Plans", (), True),
        (("Delete all of these: Ann, Bob",), "Bob", ("Bob",), False),
        (("Delete all notes",), "Plans", ("Plans",), False),
        (("Delete all notes",), "Plans", ("'Old Plans'",), True),
        (("Delete all notes", "Show Plans"), "Plans", (), False),
        (("Delete all texts from Ann", "Keep Ann"), "Ann.", (), False),
    ],
)
def test_all_includes_everything_without_an_exception(
    texts: tuple[str, ...], name: str, spared: tuple[str, ...], meant: bool
) -> None:
    assert means_with_all(texts, name, spared) is meant
