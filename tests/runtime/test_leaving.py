"""What one app has shown leaves by another only where a person's words hold it, or name who gets it."""

from __future__ import annotations

import pytest

from agentprog.ports import App, Role, Screen, TypeText
from agentprog.runtime.safety.gate import Authority, Gate
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule

from .test_parties import part, shown

APPS = (App(package="org.sms", label="Texts"), App(package="org.parcels", label="Parcels"))
SEARCH = part("Search", 300, role=Role.FIELD, editable=True)
BOX = shown(SEARCH, package="org.parcels")
INBOX = shown(part("Your code is 481 276", 300), part("Write to mara.quist@example.org", 500))
NETWORK = frozenset({"android.permission.INTERNET"})


def passes(ask: str, *texts: str, seen: Screen = INBOX, permissions: frozenset[str] | None = NETWORK) -> list[bool]:
    made = Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())
    look = TypeText(text="", target=SEARCH)
    made.pass_(look, seen, step=ask, apps=APPS, described="look")
    typing = [TypeText(text=text, target=SEARCH) for text in texts]
    return [
        made.pass_(one, BOX, step=ask, apps=APPS, described="type", permissions=permissions).allowed for one in typing
    ]


FIND = "Find the cheapest cable"


@pytest.mark.parametrize(
    "text",
    [
        "481276",
        "cable 481-276",
        "672184",
        "NDgxMjc2",
        "343831323736",
        "mara.quist@example.org",
        "Your code is 481 276",
    ],
)
def test_a_value_of_another_app_does_not_leave_by_a_search_however_it_is_written(text: str) -> None:
    assert passes(FIND, text) == [False]
    assert passes(FIND, text, permissions=None) == [False]


def test_a_value_that_is_split_over_two_moves_is_seen_whole() -> None:
    assert passes(FIND, "481", "276") == [True, False]


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (FIND, "usb cable"),
        ("Find the parcel with the number 481276", "481276"),
        ("Look up the code of the newest message in Parcels", "481276"),
    ],
)
def test_what_was_not_seen_and_what_the_words_hold_or_send_there_passes(ask: str, text: str) -> None:
    assert passes(ask, text) == [True]


def test_what_the_app_itself_has_shown_may_be_looked_up_in_it() -> None:
    assert passes(FIND, "481276", seen=shown(part("Your code is 481 276", 300), package="org.parcels")) == [True]


def test_a_search_in_an_app_that_reaches_no_network_lets_nothing_out() -> None:
    assert passes(FIND, "481276", permissions=frozenset()) == [True]
