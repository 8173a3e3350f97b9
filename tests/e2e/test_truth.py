"""A run's claims agree with the phone's storage: similar things are not confused, and right work is recognised."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job, RunResult
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.phones.simulator import SimulatedPhone
from agentprog.app.settings import config
from agentprog.bench.attacks.hijacked import Hijacked, director
from agentprog.phone.client import PhoneHandle
from agentprog.ports import OutcomeKind
from agentprog.runtime.safety.policy import Policy, Rule
from tests.e2e.conftest import QuickClock, quick_phone

pytestmark = [pytest.mark.slow, pytest.mark.phone]

NUMBER = "+12025550147"
CONTACTS, MESSENGER = ("com.android.providers.contacts", "contacts2.db"), "Simple SMS Messenger"
Run = Callable[..., RunResult]


@pytest.fixture(scope="module")
def phone() -> Iterator[SimulatedPhone]:
    with quick_phone(image="empty", seed=7) as started:
        yield started


@pytest.fixture
def run(phone: SimulatedPhone, tmp_path: Path) -> Run:
    """Runs a program of a person, or a task whose program the model writes, with these moves at the phone."""

    def go(program: str, *moves: str, task: str = "", read: str = "", witness: str = "phone") -> RunResult:
        settings = config.load({"run_dir": str(tmp_path / "runs"), "witness": witness}).but(
            serial=phone.serial, environment=phone.environment, policy=Policy(default=Rule.ALLOW), replan=False
        )
        answers = {"read": f'{{"found": true, "value": "{read}"}}'} if read else {}
        model = Hijacked(program, moves, answers, director(phone.handle))
        written = None if task else Program(text=program, name="p.stp", folder=tmp_path)
        code, clock = tmp_path / "code", QuickClock()
        return launch(Job(settings=settings, task=task, program=written, model=model, code_folder=code, clock=clock))

    return go


@pytest.fixture(autouse=True)
def fresh(phone: SimulatedPhone) -> None:
    phone.handle.reset()


def people(phone: PhoneHandle, *names: str) -> None:
    for at, name in enumerate(names):
        given, _, family = name.partition(" ")
        phone.write_sql(
            *CONTACTS,
            [
                ("INSERT INTO contacts (given_name, family_name, display_name) VALUES (?,?,?)", [given, family, name]),
                (
                    "INSERT INTO phones (contact_id, number) VALUES ((SELECT max(id) FROM contacts), ?)",
                    [f"+120255501{at:02d}"],
                ),
            ],
        )


# ---------------------------------------------------------------- nothing is taken for another


@dataclass(frozen=True, kw_only=True)
class Mistaken:
    """A line about `meant`, while the phone has only similar things."""

    there: str
    meant: str


NAMES = [
    ("Samir Tanaka", "Sam"),
    ("Leonie Frank", "Leo"),
    ("Marianne Roy", "Anne"),
    ("Bo-Yeon Lim", "Yeo"),
    ("Evander Holt", "Eva"),
    ("Kristina Berg", "Tina"),
]


@pytest.mark.parametrize(("there", "meant"), NAMES)
def test_a_person_with_a_longer_name_is_another_person(phone: SimulatedPhone, run: Run, there: str, meant: str) -> None:
    people(phone.handle, there, "Zoe Sato")
    delete = f'In the "Contacts" app, delete the contact "{meant}"\n'
    found = run(delete, f"tap {there}", "tap More options", "tap Delete", "tap Delete", f"done {meant}")
    assert found.outcome.kind in (OutcomeKind.FAILED, OutcomeKind.NEEDS_HUMAN, OutcomeKind.UNVERIFIED)
    phone.handle.reset()
    people(phone.handle, there)
    opened = run(f'In the "Contacts" app, open the contact "{meant}"\n', f"tap {there}", f"done {meant}")
    assert opened.outcome.kind is OutcomeKind.UNVERIFIED


TEXTS = [
    ("this is junk", "hi"),
    ("Your booking is confirmed", "book"),
    ("I'll be there at 10:15", "be there at 10:1"),
    ("Call 5550100 now", "555"),
    ("It costs 1,250 dollars", "250"),
    ("Yesterday was fine", "Yes"),
]


@pytest.mark.parametrize(("there", "meant"), TEXTS)
def test_a_longer_text_is_another_text(phone: SimulatedPhone, run: Run, there: str, meant: str) -> None:
    phone.handle.incoming_sms(NUMBER, there)
    send = f'In the "{MESSENGER}" app, send "{meant}" to {NUMBER}\n'
    assert run(send, f"tap {NUMBER}", f"done {meant}").outcome.kind is OutcomeKind.UNVERIFIED
    look = f'Open the "{MESSENGER}" app\nVerify that "{meant}" appears\n'
    assert run(look).outcome.kind is OutcomeKind.FAILED


@pytest.mark.parametrize("meant", ["100", "Battery", "percent"])
def test_a_text_of_the_systems_bars_is_not_shown_by_the_app(run: Run, meant: str) -> None:
    look = f'Open the "Contacts" app\nVerify that "{meant}" appears\n'
    assert run(look).outcome.kind is OutcomeKind.FAILED


def test_a_heading_cannot_be_tapped(phone: SimulatedPhone, run: Run) -> None:
    people(phone.handle, "Zoe Sato")
    found = run('Open the "Contacts" app\nTap "Zoe Sato"\nTap "Contact info"\n')
    assert found.outcome.kind is OutcomeKind.UNVERIFIED
    assert found.outcome.proofs[-1].detail == "nothing was touched"


CLAIMS = ["done: deleted", "Zoe Sato has been removed.", "OK", "The contact is gone", "1 contact deleted"]


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_is_no_deed(phone: SimulatedPhone, run: Run, claim: str) -> None:
    people(phone.handle, "Zoe Sato")
    found = run(f'Tell user "{claim}"\n', task="Delete Zoe Sato from my contacts")
    assert found.outcome.kind is OutcomeKind.UNVERIFIED


@pytest.mark.parametrize("number", ["3", "1,250"])
def test_a_number_that_was_read_nowhere_is_no_answer(run: Run, number: str) -> None:
    found = run(f'Set {{answer}} to "{number}"\n', task="How many contacts do I have?")
    assert found.outcome.kind is OutcomeKind.UNVERIFIED


NEW_NOTE = "tap Create a new file or folder"
FOLDERS = ["lucky_candle", "2026"]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_note_is_no_folder(run: Run, name: str) -> None:
    make = f'In the "Markor" app, create a folder called "{name}"\n'
    wrong = run(make, NEW_NOTE, f"type my_note = {name}", "tap OK", "tap Save", "press back", f"done {name}")
    assert wrong.outcome.kind is OutcomeKind.FAILED
    assert "is a file, and the step asks for a folder" in wrong.outcome.reason
    right = run(make, NEW_NOTE, f"type my_note = {name}", "tap Folder", f"done {name}")
    assert right.outcome.kind is OutcomeKind.VERIFIED


OTHER_SORTS = [
    ('In the "Markor" app, create a note called "{}"', (NEW_NOTE, "type my_note = {}", "tap Folder")),
    (
        'In the "Markor" app, create a folder called "{}.md"',
        (NEW_NOTE, "type my_note = {}", "tap OK", "tap Save", "press back"),
    ),
    (
        'In the "Simple Calendar Pro" app, add the event "{}"',
        ("tap New Event", "tap Task", "type Title = {}", "tap Save", "tap Change view", "tap Simple event list"),
    ),
    (
        'In the "Simple Calendar Pro" app, add the task "{}"',
        ("tap New Event", "tap Event", "type Title = {}", "tap Save", "tap Change view", "tap Simple event list"),
    ),
]


@pytest.mark.parametrize(("line", "moves"), OTHER_SORTS)
@pytest.mark.parametrize("look", ["", 'Verify that "{}" appears\n'])
def test_the_screen_alone_does_not_prove_a_thing_of_another_sort(
    run: Run, line: str, moves: tuple[str, ...], look: str
) -> None:
    name = "lucky_candle"
    program, done = f"{line}\n{look}".replace("{}", name), f"done {name}"
    program = program.replace(f'"{name}" appears', f'"{name}.md" appears') if ".md" in line else program
    wrong = run(program, *(move.replace("{}", name) for move in moves), done, witness="screen")
    assert wrong.outcome.kind is OutcomeKind.UNVERIFIED
    assert "and the step asks for a" in wrong.outcome.proofs[0].detail


RIGHT_SORTS = [
    ('In the "Markor" app, create a note called "{}.md"', OTHER_SORTS[1][1]),
    ('In the "Markor" app, create a folder called "{}"', OTHER_SORTS[0][1]),
    ('In the "Simple Calendar Pro" app, add the event "{}"', OTHER_SORTS[3][1]),
    ('In the "Simple Calendar Pro" app, add the task "{}"', OTHER_SORTS[2][1]),
]


@pytest.mark.parametrize(("line", "moves"), RIGHT_SORTS)
def test_the_screen_alone_proves_a_thing_of_the_ordered_sort(run: Run, line: str, moves: tuple[str, ...]) -> None:
    name = "lucky_candle"
    right = run(
        line.replace("{}", name) + "\n",
        *(move.replace("{}", name) for move in moves),
        f"done {name}",
        witness="screen",
    )
    assert right.outcome.kind is OutcomeKind.VERIFIED, right.outcome.proofs


@pytest.mark.parametrize("name", ["plan.txt", "2026-05-02.md"])
def test_a_note_without_its_ending_is_another(run: Run, name: str) -> None:
    stem, _, ending = name.rpartition(".")
    make = f'In the "Markor" app, create a note called "{name}"\n'
    kept = ("tap OK", "tap Save", "press back")
    named = (NEW_NOTE, f"type my_note = {stem}")
    wrong = run(make, *named, "type new file dialog ext = .log", *kept, f"done {stem}")
    assert wrong.outcome.kind is not OutcomeKind.VERIFIED
    right = run(make, *named, f"type new file dialog ext = .{ending}", *kept, f"done {name}")
    assert right.outcome.kind is OutcomeKind.VERIFIED


@pytest.mark.parametrize(("there", "meant"), [("René Dubois", "Rene Dubois"), ("Zoe Sato", "Zoë Sato")])
@pytest.mark.parametrize("witness", ["phone", "screen"])
def test_other_accents_are_never_silently_the_same(
    phone: SimulatedPhone, run: Run, there: str, meant: str, witness: str
) -> None:
    people(phone.handle, there, "Bo Quist", "Al Fry")
    delete = f'In the "Contacts" app, delete the contact "{meant}"\n'
    touches = (f"tap {there}", "tap More options", "tap Delete", "tap Delete", f"done {meant}")
    found = run(delete, *touches, witness=witness)
    assert found.outcome.kind is OutcomeKind.UNVERIFIED
    assert f'is written with other accents than "{meant}"' in found.outcome.proofs[0].detail


@pytest.mark.parametrize("meant", ["Zoe Sato", "Al Fry"])
def test_a_namesake_scrolled_out_of_view_is_not_deleted(phone: SimulatedPhone, run: Run, meant: str) -> None:
    people(phone.handle, meant, *(f"{chr(65 + at % 26)}{chr(97 + at)} Quist" for at in range(26)), f"{meant} Quist")
    delete = f'In the "Contacts" app, delete the contact "{meant}"\n'
    moves = (f"tap {meant}", "press back", "scroll down", "scroll down", "scroll up", "scroll down", "done")
    assert run(delete, *moves).outcome.kind is not OutcomeKind.VERIFIED


def test_a_contact_from_before_is_not_added_by_doing_nothing(phone: SimulatedPhone, run: Run) -> None:
    people(phone.handle, "Zoe Sato")
    found = run('In the "Contacts" app, add the contact "Zoe Sato"\n', "done Zoe Sato")
    assert found.outcome.kind is OutcomeKind.UNVERIFIED


# ---------------------------------------------------------------- right work is known for right


def test_a_second_text_of_the_same_words_is_sent(phone: SimulatedPhone, run: Run) -> None:
    send = f'In the "{MESSENGER}" app, send "Yes" to {NUMBER}\n'
    moves = ("type Type a message… = Yes", "tap SMS", "wait", "done Yes")
    phone.handle.incoming_sms(NUMBER, "Are you there?")
    for _ in range(2):
        assert run(send, f"tap {NUMBER}", *moves).outcome.kind is OutcomeKind.VERIFIED
    assert len(phone.handle.sql("com.android.providers.telephony", "mmssms.db", "SELECT 1 FROM sms WHERE type=2")) == 2


CALENDAR, LISTED = "Simple Calendar Pro", ("tap Change view", "tap Simple event list")
TITLES = ["Dentist", "Team lunch, 4th floor"]


def added(title: str) -> tuple[str, ...]:
    return "tap New Event", "tap Event", f"type Title = {title}", "tap Save"


@pytest.mark.parametrize("title", TITLES)
def test_a_second_event_with_one_name_is_recognised(phone: SimulatedPhone, run: Run, title: str) -> None:
    add = f'In the "{CALENDAR}" app, add the event "{title}"\n'
    for before in (LISTED, ()):
        assert run(add, *before, *added(title), f"done {title}").outcome.kind is OutcomeKind.VERIFIED
    events = phone.handle.sql("com.simplemobiletools.calendar.pro", "events.db", "SELECT title FROM events")
    assert [event["title"] for event in events] == [title, title]


@pytest.mark.parametrize("title", TITLES)
def test_an_event_that_the_month_hides_is_proven_once_it_is_looked_up(
    phone: SimulatedPhone, run: Run, title: str
) -> None:
    add = f'In the "{CALENDAR}" app, add the event "{title}"\n'
    assert run(add, *added(title), f"done {title}").outcome.kind is OutcomeKind.UNVERIFIED
    phone.handle.reset()
    assert run(add, *added(title), *LISTED, f"done {title}").outcome.kind is OutcomeKind.VERIFIED


@pytest.mark.parametrize("name", ["shopping.md", "plan.txt", "to_do.md", "2026_trip.md", "Ideas.txt"])
def test_a_note_is_read_though_its_title_lacks_its_ending(phone: SimulatedPhone, run: Run, name: str) -> None:
    phone.handle.write_file(f"/storage/emulated/0/Documents/Markor/{name}", b"milk and eggs\n")
    read = f'In the "Markor" app, open the note "{name}" and read its text, record as {{answer}}\n'
    found = run(read, f"tap File {name}", "done milk and eggs", read="milk and eggs")
    assert (found.outcome.kind, found.answer) == (OutcomeKind.VERIFIED, "milk and eggs")
