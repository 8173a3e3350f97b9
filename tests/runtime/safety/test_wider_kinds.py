"""Ordering, booking, cancelling and joining: kinds of their own, in words, manifest, permissions and policy."""

from __future__ import annotations

import pytest

from agentprog.errors import NeedsHuman
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.manifest import manifest
from agentprog.lang.parser import parse
from agentprog.ports import Role, Tap
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.proposal import Pending
from tests.runtime.safety.pages import gate, part, passes, shown


def pending(step: str) -> Pending:
    program = parse(f"{step}\n").program
    assert program is not None
    (effect,) = manifest(program).effects
    return Pending(effect=effect, why="")


@pytest.mark.parametrize(
    ("step", "kind", "commits"),
    [
        ("Order 2 pizzas", "order", {Risk.ORDER, Risk.PAY}),
        ("Book a table for two", "book", {Risk.BOOK, Risk.PAY}),
        ("Cancel the subscription", "cancel", {Risk.CANCEL, Risk.DELETE}),
        ("Join the group", "join", {Risk.JOIN}),
        ("Bestelle zwei Pizzen", "pay", {Risk.PAY, Risk.ORDER}),
    ],
)
def test_a_step_has_its_own_kind_and_a_yes_covers_the_risks_of_its_buttons(
    step: str, kind: str, commits: set[Risk]
) -> None:
    one = pending(step)
    assert one.effect.kind == kind
    assert commits <= one.permit.kinds


def test_an_order_has_its_amount() -> None:
    assert pending("Order 2 pizzas for 18 euros").effect.values("amount") == ("18",)


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ({}, Rule.ASK),
        ({Risk.PAY: Rule.DENY}, Rule.DENY),
        ({Risk.PAY: Rule.DENY, Risk.ORDER: Rule.ALLOW}, Rule.ALLOW),
        ({Risk.DELETE: Rule.DENY}, Rule.ASK),
    ],
)
def test_a_kind_without_a_rule_has_the_rule_of_its_wider_kind(rules: dict[Risk, Rule], rule: Rule) -> None:
    assert Policy(rules=rules).rule(Risk.ORDER) is rule


@pytest.mark.parametrize(
    ("ask", "label"),
    [
        ("Buy the ticket for 20 euros", "Place order"),
        ("Order the ticket for 20 euros", "Pay 20.00 EUR"),
        ("Book the room for 20 euros", "Pay 20.00 EUR"),
        ("Book the room for 20 euros", "Book now"),
        ("Cancel the booking", "Cancel booking"),
        ("Join the group", "Join"),
    ],
)
def test_an_instruction_orders_the_effect_of_a_buying_button(ask: str, label: str) -> None:
    button = part(label, 900, role=Role.BUTTON)
    page = shown(part("Total 20.00 EUR", 500), button, package="org.bank")
    assert passes(gate(ask), page, step=ask, action=Tap(target=button))


@pytest.mark.parametrize("label", ["Place order", "Book now", "Cancel booking", "Join"])
def test_looking_something_up_orders_no_buying_button(label: str) -> None:
    button, ask = part(label, 900, role=Role.BUTTON), "Find the cheapest room"
    with pytest.raises(NeedsHuman):
        passes(gate(ask), shown(button, package="org.bank"), step=ask, action=Tap(target=button))


def test_an_order_for_another_sum_is_asked_about() -> None:
    button, ask = part("Place order", 900, role=Role.BUTTON), "Order the ticket for 20 euros"
    page = shown(part("Total 29.00 EUR", 500), button, package="org.bank")
    with pytest.raises(NeedsHuman, match="an amount that nobody named"):
        passes(gate(ask), page, step=ask, action=Tap(target=button))
