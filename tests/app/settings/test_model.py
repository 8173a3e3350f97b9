"""One set-up model: options, arguments, variables, later lives, exports and the page are made from it."""

from __future__ import annotations

import inspect
import json
import re
import typing
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer.main

from agentprog.app.embedding.agent import Agent, SetUp
from agentprog.app.runs.redaction import Redactor
from agentprog.app.settings import config
from agentprog.app.settings.model import FLAG, KEYS, RunSettings, Settings, flags_of, said_later, variable_of
from agentprog.app.settings.reference import reference
from agentprog.cli.tree import load_all
from agentprog.errors import ConfigError
from agentprog.lang.effects.kinds import Risk
from agentprog.runtime.safety.policy import Policy, Rule

VALUES: dict[str, Any] = {
    "api": "chat",
    "sim": True,
    "seed": 3,
    "dry_run": True,
    "form": "python",
    "mode": "separate",
    "witness": "screen",
    "recipes": "only",
    "replan": True,
    "context": "window",
    "strategy": "ces",
    "without": ["belief", "tree"],
}


def value_of(key: str) -> Any:
    """A value that is not the default."""
    kinds = typing.get_args(typing.get_type_hints(RunSettings)[key])
    return VALUES.get(key) or (7 if int in kinds or float in kinds else "something")


def options_of(command: str) -> dict[str, Any]:
    group: Any = typer.main.get_group(load_all())
    return {parameter.name: parameter for parameter in group.commands[command].params}


def test_an_agent_takes_every_setting_with_the_type_that_it_has() -> None:
    given, kept = typing.get_type_hints(SetUp), typing.get_type_hints(RunSettings)
    own = inspect.signature(Agent.__init__).parameters
    assert set(given) | {"model", "serial", "secrets"} == set(KEYS)
    assert {"model", "device", "secrets"} <= set(own)
    parts = typing.get_args(kept["without"])[0]
    widened = {"policy": Policy | None, "run_dir": Path | None, "without": Collection[parts]}
    for key, kind in given.items():
        table = typing.get_origin(kind) is typing.get_origin(Mapping[str, int])
        assert kind == widened.get(key, Mapping[typing.get_args(kept[key])] if table else kept[key]), key


def test_the_command_line_takes_every_setting_that_has_an_option() -> None:
    run, resume = options_of("run"), options_of("resume")
    for key in KEYS:
        for flag in flags_of(key):
            assert set(flag.split("/")) <= {*run[key].opts, *run[key].secondary_opts}
    assert {key for key in KEYS if key in resume} == {key for key in KEYS if flags_of(key)} - said_later("fixed")


def test_the_option_of_the_policy_lists_every_kind_of_effect() -> None:
    words = options_of("run")["policy"].help
    assert [kind for kind in Risk if not re.search(rf"[( ]{kind}[,)]", words)] == []


def test_every_environment_variable_sets_its_value(tmp_path: Path) -> None:
    (tmp_path / "something").mkdir()
    for key in KEYS:
        variable = variable_of(key)
        if variable is None:
            continue
        value = str(tmp_path / "something") if key == "workspace" else value_of(key)
        text = ",".join(value) if isinstance(value, list) else str(value)
        settings = config.load(environ={variable: text}, directory=tmp_path)
        assert getattr(settings, key) == getattr(config.load({key: value}, environ={}, directory=tmp_path), key), key
        assert getattr(settings, key) != getattr(Settings(), key), key
        assert settings.origin == {key: "the environment"}


def test_a_resumed_run_has_its_first_settings_unless_a_person_sets_them_again() -> None:
    rules = Policy(rules={Risk.SEND: Rule.DENY}, apps=("Notes",))
    first = Settings(
        model="a", steps=7, form="python", without=frozenset({"tree"}), policy=rules, workspace=Path("gone")
    )
    setup = json.loads(json.dumps(first.setup()))
    assert Settings(base_url="new").as_begun(setup) == first.but(base_url="new")
    again = Settings(model="b", form="json", steps=9).but(origin={"model": FLAG, "form": FLAG, "steps": "a file"})
    later = again.as_begun(setup)
    assert (later.model, later.form, later.steps) == ("b", "python", 7)


def test_limits_that_an_early_run_stored_apart_are_found() -> None:
    assert Settings().as_begun({"limits": {"steps": 5, "tokens": None}}).steps == 5


def test_an_unreadable_setup_is_an_error() -> None:
    with pytest.raises(ConfigError, match="the run's settings cannot be read"):
        Settings().as_begun({"form": "verse"})


def test_an_export_keeps_the_names_of_all_settings() -> None:
    redacted = Redactor([]).data({"setup": Settings().setup()})["setup"]
    assert set(redacted) == set(Settings().setup())


def test_the_settings_page_equals_the_generated_reference(checkout: Path) -> None:
    page = (checkout / "docs" / "settings.md").read_text(encoding="utf-8")
    assert page == reference(), "write it anew: python -m agentprog.app.settings.reference > docs/settings.md"
