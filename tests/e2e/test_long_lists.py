"""Lists longer than a screen, read off the simulated phone by a model that sees nothing but its prompt."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agentprog.agents.extractor import ModelExtractor
from agentprog.devices import open_device
from agentprog.lang.parser import parse
from agentprog.models.tokens import estimate_tokens
from agentprog.phone.client import PhoneHandle, start_phone
from agentprog.ports import Capabilities, Device, Event, ModelReply, ModelRequest, Outcome, OutcomeKind, Scores, Usage
from agentprog.runtime.journal.events import ActionDone, VariableSet
from agentprog.runtime.options import RunOptions
from agentprog.runtime.roles import Roles
from agentprog.runtime.run import run_program
from tests.conftest import AdbServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.phone,
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
]
_NEW_EXPENSE = (
    "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES (?, ?, 3, '', ?, ?)"
)
_PROVIDER, _CONTACTS = "com.android.providers.contacts", "contacts2.db"


class ReadsPrompts:
    """Copies from the fenced screen of its prompt every match of the pattern."""

    id = "test:reads"
    capabilities = Capabilities(context=32_000, schema=True)

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(pattern)

    def complete(self, request: ModelRequest) -> ModelReply:
        fenced = request.messages[-1].text.rpartition("<<<")[2].partition(">>>")[0]
        found = [match[1] for line in fenced.splitlines() if (match := self._pattern.search(line))]
        return ModelReply(text=json.dumps({"found": bool(found), "value": found}), usage=Usage())

    def score(self, request: object) -> Scores:
        raise NotImplementedError

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        pass


class Kept:
    """The device without its end: it serves several runs."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def close(self) -> None:
        pass


Run = Callable[..., tuple[Outcome, list[Event]]]


@pytest.fixture(scope="module")
def phone(adb_server: AdbServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneHandle]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with start_phone(lifetime="command") as phone:
            adb_server.connect(phone.serial)
            yield phone
            adb_server.run("disconnect", phone.serial)


@pytest.fixture(scope="module")
def run(phone: PhoneHandle, adb_server: AdbServer) -> Iterator[Run]:
    device = open_device(phone.serial, env={**os.environ, "ANDROID_ADB_SERVER_PORT": str(adb_server.port)})

    def call(program: str, pattern: str, during: Callable[[Event], None] = lambda _event: None) -> Any:
        parsed = parse(program, name="test", known_apps=("Contacts", "Pro Expense", "Simple SMS Messenger")).program
        assert parsed is not None
        events: list[Event] = []

        class Listening:
            def on_event(self, event: Event) -> None:
                events.append(event)
                during(event)

        outcome = run_program(
            parsed, device=Kept(device), roles=Roles(extractor=ModelExtractor(ReadsPrompts(pattern))),
            listeners=[Listening()], options=RunOptions(text=program, screenshots="off"),
        )  # fmt: skip
        return outcome, events

    yield call
    device.close()


def add_people(phone: PhoneHandle, names: list[str]) -> list[str]:
    """The phone's contacts after these have been added, as its list shows them."""
    phone.shell("am force-stop com.google.android.contacts")
    rows = [
        (
            "INSERT INTO contacts (given_name, family_name, display_name) VALUES (?, ?, ?)",
            (name.split()[0], name.split()[1], name),
        )
        for name in names
    ]
    phone.write_sql(_PROVIDER, _CONTACTS, rows)
    found = phone.sql(_PROVIDER, _CONTACTS, "SELECT display_name FROM contacts")
    return sorted(str(row["display_name"]) for row in found if row["display_name"])


def test_forty_contacts_two_of_them_with_one_name(phone: PhoneHandle, run: Run) -> None:
    names = [
        f"{given} {family}" for given in ("Anna", "Bela", "Cora", "Dina") for family in ("Abt", "Bick", "Cole", "Dorn")
    ]
    everybody = add_people(phone, [*names, "Anna Abt", *(f"Zoe {family}" for family in ("Rau", "Sahl", "Tann") * 5)])
    assert len(everybody) >= 40
    program = (
        'In the "Contacts" app, get the names of all contacts from the screen, record as {answer} (a list of text)\n'
    )
    outcome, events = run(program, r'item "(?:[A-Z], )?([A-Z][a-z]+ [A-Z][a-z]+)"')
    assert sorted(outcome.answer) == everybody
    assert outcome.kind is OutcomeKind.COMPLETED
    (set_,) = [event for event in events if isinstance(event, VariableSet)]
    assert set_.provenance == "screen"


def test_a_list_that_grows_while_it_is_read_doubles_nobody(phone: PhoneHandle, run: Run) -> None:
    everybody = add_people(phone, [])
    scrolled = 0

    def during(event: Event) -> None:
        nonlocal scrolled
        if isinstance(event, ActionDone):
            scrolled += 1
            if scrolled == 2:
                phone.shell("content insert --uri content://com.android.contacts/raw_contacts --bind account_name:s:x")

    program = (
        'In the "Contacts" app, get the names of all contacts from the screen, record as {answer} (a list of text)\n'
    )
    outcome, _events = run(program, r'item "(?:[A-Z], )?([A-Z][a-z]+ [A-Z][a-z]+)"', during)
    assert sorted(outcome.answer) == everybody


def test_counting_is_the_runtimes(phone: PhoneHandle, run: Run) -> None:
    everybody = add_people(phone, [])
    program = 'In the "Contacts" app, count the contacts on the screen, record as {answer}\n'
    outcome, _events = run(program, r'item "(?:[A-Z], )?([A-Z][a-z]+ [A-Z][a-z]+)"')
    assert outcome.answer == len(everybody)


def test_expenses_that_repeat_are_all_counted(phone: PhoneHandle, run: Run) -> None:
    phone.shell("am force-stop com.arduia.expense")
    package, database = "com.arduia.expense", "accounting.db"
    (first,) = phone.sql(package, database, "SELECT max(modified_date) AS last FROM expense")
    statements = [
        (
            _NEW_EXPENSE,
            ("Coffee" if n % 3 else f"Lunch {n}", 300, int(first["last"] or 0), int(first["last"] or 0) - n * 1000),
        )
        for n in range(24)
    ]
    phone.write_sql(package, database, statements)
    every = phone.sql(package, database, "SELECT name FROM expense")
    text = (
        'In the "Pro Expense" app:\n'
        '    Tap "More"\n'
        "    get the names of all entries from the screen, record as {answer} (a list of text)\n"
    )
    outcome, _events = run(text, r'item "([A-Z][\w ]+?),')
    assert sorted(outcome.answer) == sorted(str(row["name"]) for row in every)
