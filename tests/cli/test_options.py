"""KEY=VALUE and KIND=RULE options."""

from __future__ import annotations

import pytest
import typer.main

from agentprog import resources
from agentprog.cli.commands.bench.group import apart
from agentprog.cli.options import parse_parameters
from agentprog.cli.settings_options import parse_policy
from agentprog.cli.tree import load_all
from agentprog.errors import UsageError
from agentprog.lang.effects.kinds import Risk
from agentprog.runtime.safety.policy import Rule


def test_parameters_are_split_at_the_first_equals_sign() -> None:
    assert parse_parameters(["day=Friday", " note = a=b"]) == {"day": "Friday", "note": " a=b"}


@pytest.mark.parametrize("given", [["day"], ["=x"], ["a=1", "a=2"]])
def test_a_wrong_parameter_is_a_usage_error(given: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_parameters(given)


def test_names_may_be_in_one_option_or_in_several() -> None:
    assert apart(["ours,window", " plan ,"]) == ["ours", "window", "plan"]
    assert apart(None) is None


def test_a_policy_has_a_default_and_rules_for_kinds() -> None:
    policy = parse_policy(["deny", "send=allow"])
    assert policy.rule(Risk.SEND) is Rule.ALLOW
    assert policy.rule(Risk.PAY) is Rule.DENY


def test_an_unknown_rule_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="Rules: ask, allow, deny"):
        parse_policy(["perhaps"])


@pytest.mark.parametrize(("name", "kept_in"), [("image", "images"), ("profile", "profiles"), ("latency", "latency")])
def test_the_help_names_every_value_that_is_in_the_data(name: str, kept_in: str) -> None:
    start = typer.main.get_group(load_all()).commands["phone"].commands["start"]  # type: ignore[attr-defined]
    names = next(option.help for option in start.params if option.name == name).rstrip(".").partition(": ")[2]
    assert sorted(names.split(", ")) == sorted(
        path.stem for path in resources.folder("devices").glob(f"{kept_in}/*.toml")
    )
