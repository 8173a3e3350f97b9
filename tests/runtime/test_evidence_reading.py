from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from agentprog.ports import Bounds, Element, Role, Screen, Window
from agentprog.runtime.grounding.evidence import judge, readable
from agentprog.runtime.grounding.pursuit import Pursuit
from agentprog.runtime.grounding.reading import at_end


def screen(*texts: str, field: str = "") -> Screen:
    elements = [
        Element(index=index, role=Role.TEXT, label=text, text=text, bounds=Bounds(0, index, 9, index + 9))
        for index, text in enumerate(texts, 1)
    ]
    if field:
        bounds = Bounds(0, 90, 9, 99)
        elements.append(Element(index=9, role=Role.FIELD, label=field, text=field, bounds=bounds, editable=True))
    now = datetime(2026, 5, 2, tzinfo=UTC)
    return Screen(package="p", activity="a", width=9, height=9, taken_at=now, elements=tuple(elements))


@pytest.mark.parametrize(
    ("text", "shown", "found"),
    [
        ("Hello", ["he said: hello  there"], True),
        ("hello there", ["Hello\n there"], True),
        ("+1 066 290 8339", ["+1066-290-8339"], True),
        ("+10662908339", ["Mobile (106) 629-08339"], True),
        ("12345", ["1 2345"], False),
        ("2026", ["20 26"], False),
        ("Bob", ["Alice"], False),
        ("", ["x"], False),
    ],
)
def test_a_text_is_readable_whatever_its_case_spacing_or_grouping_of_digits(text, shown, found) -> None:
    assert readable(screen(*shown), text) is found


def test_a_field_is_not_read_it_was_typed_into() -> None:
    assert not readable(screen(field="hello"), "hello")


def test_a_step_is_proven_by_a_text_that_has_appeared() -> None:
    found = judge(
        sentence="send {m}", literals=("hello",), claimed="", seen=frozenset(), before=frozenset(), last=screen("hello")
    )
    assert found.proven
    assert found.found == ("hello",)


def test_a_text_that_was_there_before_counts_only_with_all_the_others() -> None:
    kept = frozenset({"Bob"})
    some = judge(sentence="add", literals=("Bob", "+1555000"), claimed="", seen=kept, before=kept, last=screen("Bob"))
    assert not some.proven
    assert some.missing == ("+1555000",)
    every = judge(sentence="add", literals=("Bob",), claimed="", seen=kept, before=kept, last=screen("Bob"))
    assert every.proven


def test_what_was_sent_must_be_new_or_the_place_it_went_to() -> None:
    there = frozenset({"+1555000"})
    told = {"sentence": "send the file to {x}", "literals": ("+1555000",), "claimed": "", "seen": there}
    before = judge(before=there, last=screen("+1555000"), **told)
    assert (before.proven, before.note) == (False, "stood there before")
    opened = judge(before=frozenset(), last=screen("+1555000"), **told)
    assert opened.proven
    other = judge(before=there, last=screen("+1555000"), **{**told, "sentence": "open the chat with {x}"})
    assert other.proven


def test_removing_is_proven_by_having_gone_after_having_been_there() -> None:
    seen = frozenset({"Bob"})
    gone = judge(sentence="delete {x}", literals=("Bob",), claimed="", seen=seen, before=seen, last=screen("Ann"))
    assert gone.proven
    still = judge(sentence="delete {x}", literals=("Bob",), claimed="", seen=seen, before=seen, last=screen("Bob"))
    assert not still.proven
    never = judge(
        sentence="delete {x}", literals=("Bob",), claimed="", seen=frozenset(), before=frozenset(), last=screen("Ann")
    )
    assert not never.proven


@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        ('delete the recipes "Soup", "Stew" and "Cake"', ("Soup", "Stew", "Cake")),
        ("delete Soup, Stew, and Cake", ("Soup", "Stew", "Cake")),
        ('delete "Soup" und "Stew Pot"', ("Stew Pot", "Soup", "Stew")),
    ],
)
def test_of_several_that_are_to_go_each_must_have_gone(goal: str, texts: tuple[str, ...]) -> None:
    seen = frozenset(texts)
    told = {"sentence": goal, "goal": goal, "claimed": "", "before": seen}
    every = judge(literals=texts, seen=seen, last=screen("Tart"), **told)
    assert every.proven
    some = judge(literals=texts, seen=seen, last=screen("Soup"), **told)
    assert (some.proven, some.missing) == (False, ("Soup",))
    unseen = judge(literals=texts, seen=seen - {"Soup"}, last=screen("Tart"), **told)
    assert (unseen.proven, unseen.missing) == (False, ("Soup",))


def test_where_something_is_removed_from_need_not_go() -> None:
    goal = 'remove "Soup" from the list "Menu"'
    both = frozenset({"Soup", "Menu"})
    found = judge(
        sentence=goal, goal=goal, literals=("Soup", "Menu"), claimed="", seen=both, before=both, last=screen("Menu")
    )
    assert found.proven
    assert found.found == ("Soup",)


def test_what_went_without_anything_being_removed_proves_nothing() -> None:
    seen = frozenset({"Bob"})
    opened = judge(
        sentence="delete {x}", literals=("Bob",), claimed="", seen=seen, before=seen, last=screen("Ann"), removed=False
    )
    assert not opened.proven


def test_what_is_gone_from_another_page_or_under_a_dialog_says_nothing() -> None:
    pursuit = Pursuit(goal="delete it", literals=("Bob",))
    listed, opened = screen("Bob", "Ann"), replace(screen("Robert"), activity="Page")
    pursuit.look(listed)
    assert pursuit.seen_at(screen("Ann")) == {"Bob"}
    assert pursuit.seen_at(opened) == frozenset()
    asked = replace(listed, elements=tuple(replace(e, window=Window.DIALOG) for e in screen("Really?").elements))
    assert pursuit.seen_at(asked) == frozenset()
    told = replace(opened, elements=tuple(replace(e, window=Window.DIALOG) for e in screen("Name: Bob").elements))
    assert pursuit.look(told) == {"Bob"}
    assert pursuit.seen_at(opened) == frozenset()


def test_a_claim_must_be_readable_to_count() -> None:
    none: frozenset[str] = frozenset()
    assert judge(sentence="x", literals=(), claimed="Saved", seen=none, before=none, last=screen("Saved")).proven
    assert not judge(sentence="x", literals=(), claimed="Saved", seen=none, before=none, last=screen("Oops")).proven
    assert not judge(sentence="x", literals=(), claimed="", seen=none, before=none, last=screen("Oops")).proven


def test_the_end_of_a_list_is_what_the_screen_says() -> None:
    shown = screen("a")
    assert at_end(shown)
    longer = Element(index=5, role=Role.LIST, label="l", bounds=Bounds(0, 0, 9, 9), scrollable=True, more_below=True)
    more = Screen(
        package="p", activity="a", width=9, height=9, taken_at=shown.taken_at, elements=(*shown.elements, longer)
    )
    assert not at_end(more)
