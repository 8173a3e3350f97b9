"""The form of a reading, from the lines that use it."""

from __future__ import annotations

import pytest

from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.shapes import Part, Shape, shape_of
from agentprog.lang.uses import Uses
from agentprog.lang.visit import statements

READ = 'In the "Shop" app, get all orders, record as {orders}\n'


def shapes(text: str) -> dict[int, str]:
    """The shape of each line's reading, by its number."""
    program = parse(text).program
    assert program is not None
    uses = Uses(program)
    return {s.span.line: str(uses.of(s)) for s in statements(program) if str(uses.of(s))}


@pytest.mark.parametrize(
    ("below", "kind"),
    [
        ("Tell user {orders}", ""),
        ("For each {order} in {orders}:\n    Tell user {order}", "list"),
        ('For each {order} in {orders}:\n    Tell user "{order.item}"', "list of objects with item"),
        (
            "For each {order} in {orders}:\n    If {order.price} > 50, tell user {order.item}",
            "list of objects with price as number and item",
        ),
        (
            ('Filter {orders} where "price" > 5, record as {dear}\nGet the first item of {dear}, record as {one}\n'
             'Tell user "{one.item} {orders.day}"'),
            "list of objects with price as number, item and day",
        ),
        ("Calculate the sum of {orders}, record as {total}\nTell user {total}", "list of number"),
        ("If the number of items in {orders} > 3, tell user \"many\"", "list"),
        ('Tell user "{orders.total} of {orders.day}"', "object with total and day"),
        ("If {orders.day} is before 2026-02-01, tell user \"old\"", "object with day as date"),
        ("Set {twice} to {orders} * 2\nTell user {twice}", "number"),
        ("Set {all} to 0\nFor each {order} in {orders}:\n    Add {order.price} to {all}\nTell user {all}",
         "list of objects with price as number"),
        (
            ('Execute task "Pay", {who} is {orders}\nDefine a task named "Pay":\n    Task input: {who}\n'
             "    Tell user {who.name}"),
            "object with name",
        ),
        ("For each {tag} in {orders.tags}:\n    Tell user {tag}", "list of objects with tags"),
        ("Calculate the average of {orders.price}, record as {mean}\nTell user {mean}",
         "list of objects with price as number"),
        ('For each {tag} in {orders.tags}:\n    Tell user "{tag} {orders.shop}"', "object with tags as list and shop"),
    ],
)  # fmt: skip
def test_a_reading_has_the_shape_that_the_lines_below_use(below: str, kind: str) -> None:
    assert shapes(f"{READ}{below}\n").get(1, "") == kind


@pytest.mark.parametrize(
    "below",
    [
        "Sort {orders} by price from dear to cheap\nTell user {orders[0].item}",
        "Compute how many of {orders} are over 50, record as {n}\nTell user \"{n}, first {orders[0].item}\"",
        ('Create an empty list {all}\nFor each {one} in {orders}:\n    Add {one} to {all}\nSort {all} by the price\n'
         "Tell user {all[0].item}"),
        'For each {order} in {orders}:\n    If {order.item} is "tea":\n        In the "Shop" app, cancel {order}',
        'For each {order} in {orders}:\n    If {order.item} is "tea", tell user {order}',
    ],
)  # fmt: skip
def test_a_value_that_a_message_shows_whole_is_read_with_all_its_parts(below: str) -> None:
    assert shapes(f"{READ}{below}\n")[1] == "list of objects with item and all else that is shown"


def test_objects_on_the_phone_have_the_parts_that_the_loop_uses() -> None:
    text = 'For each {mail} in the unread messages:\n    Tell user "{mail.sender}: {mail.subject}"\n'
    assert shapes(text) == {1: "list of objects with sender and subject"}


def test_several_variables_are_the_parts_of_one_reading() -> None:
    text = 'In the "Shop" app, read item and price, record as {item} and {price}\nSet {x} to {price} * {item.count}\n'
    assert shapes(text) == {1: "object with item and price as number"}
    many = 'In the "Shop" app, read names and sums, record as {names} and {sums}\n'
    assert shapes(
        many + "For each {n} in {names}:\n    Tell user {n}\nCalculate the sum of {sums}, record as {s}\n"
    ) == {1: "list of objects with names and sums as number"}


def test_a_declared_type_counts_before_the_uses() -> None:
    text = 'In the "Shop" app, get all orders, record as {orders} (list of objects with item and price as number)\n'
    assert shapes(text + "For each {order} in {orders}:\n    Tell user {order.day}\n") == {
        1: "list of objects with item and price as number"
    }


@pytest.mark.parametrize(
    "kind", ["", "number", "list", "list of text", "object with a", "list of objects with a and b",
             "list of objects with a, b as number and all else that is shown"],
)  # fmt: skip
def test_a_shape_survives_reading_and_writing(kind: str) -> None:
    assert str(shape_of(kind)) == kind


def test_parts_of_a_type_have_kinds() -> None:
    assert shape_of("object with a as number, b c and d as a date") == Shape(
        parts=(Part(name="a", kind="number"), Part(name="b c"), Part(name="d", kind="date"))
    )


def test_a_piece_of_a_text_is_no_part_that_a_reading_must_have() -> None:
    text = 'In the "Contacts" app, find the owner, record as {x}\nTell user "{x.first word} {x.name.last word}"\n'
    assert not [found.message for found in check_text(text).diagnostics if found.severity == "error"]
    fixed = 'Set {x} to "Hana Ferreira"\nTell user {x.first word}\nTell user {x.second word}\n'
    assert [found.code for found in check_text(fixed).diagnostics if found.severity == "error"] == ["STP217"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('Set {xs} to [{"name": "Ann"}]\nFor each {x} in {xs}:\n    Tell user "{x.name} {x.number}"\n', "number"),
        (f"{READ}For each {{x}} in {{orders}}:\n    Tell user {{x.buyer.city}}\n", "city"),
        (f"{READ}For each {{x}} in {{orders[0].lines}}:\n    Tell user {{x.item}}\n", "item"),
        ('Create an empty table {t} with columns "a", "b"\nAdd {"a": 1, "b": 2} to {t}\nTell user {t[0].c}\n', "c"),
    ],
)  # fmt: skip
def test_a_part_that_no_value_can_have_is_found_before_the_run(text: str, part: str) -> None:
    found = [finding for finding in check_text(text).diagnostics if finding.severity == "error"]
    assert [one.code for one in found] == ["STP217"]
    assert f"asks for '{part}'" in found[0].message


@pytest.mark.parametrize(
    "text",
    [
        'Set {xs} to [{"name": "Ann"}]\nFor each {x} in {xs}:\n    Set {x.number} to 5\n    Tell user {x.number}\n',
        'Set {xs} to [{"a": {"b": 1}}, {"c": 2}]\nTell user "{xs[0].a.b} {xs[1].c}"\n',
        'Create an empty table {t} with columns "a", "b"\nAdd [1, 2] to {t}\nTell user "{t[0].b}"\n',
        'Set {x} to {"a": 1}\nSet {k} to "b"\nSet {x[{k}]} to 2\nTell user "{x.b}"\n',
        f'{READ}Set {{one}} to {{"buyer": {{orders[0].buyer}}}}\nTell user "{{one.buyer}}"\n',
        'Set {x} to {"a": 1}\nIn the "Shop" app, find the number of Ann, record as {x.b}\nTell user "{x.b}"\n',
    ],
)  # fmt: skip
def test_a_part_that_a_line_sets_is_not_read(text: str) -> None:
    assert not [finding.message for finding in check_text(text).diagnostics if finding.severity == "error"]


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        ("Set {sum} to {sum} + {prices[item]}", True),
        ('Tell user "{item}"', True),
        ("Set {sum} to {sum} + {item.value}", False),
        ('Tell user "{item.key}"', False),
        ('In the "Notes" app, add {item}', False),
    ],
)
def test_an_item_of_an_object_is_no_key_and_no_text(body: str, reported: bool) -> None:
    given = 'Set {prices} to {"milk": 2, "tea": 3}\nSet {sum} to 0\n'
    text = f"{given}For each {{item}} in {{prices}}:\n    {body}\nTell user {{sum}}"
    found = [finding.suggestion for finding in check_text(text).diagnostics if finding.code == "STP217"]
    assert found == (["write {item.key} or {item.value}"] if reported else [])
    lists = text.replace('{"milk": 2, "tea": 3}', '["milk", "tea"]')
    assert not [finding for finding in check_text(lists).diagnostics if "of the object" in finding.message]
