"""`agentprog alias`: set, list and remove."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from agentprog.app.aliases import book
from agentprog.cli.commands import alias
from agentprog.cli.tree import load_all
from tests.app.aliases.test_aliases import MARA, OTTO, Known


def answered(*words: str) -> str:
    done = CliRunner().invoke(load_all(), ["alias", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_an_alias_is_the_contact_of_the_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alias, "open_phone", lambda *_, **__: Known(MARA, OTTO))
    assert '"my sister" is Mara Quist (+15005550101) as of now' in answered("set", "my sister", "Mara Quist")
    assert [alias.id for alias in book.aliases()] == ["7"]


def test_an_alias_is_listed_with_its_contact_and_forgotten() -> None:
    book.keep(book.Alias(said="my sister", id="7", name="Mara Quist", numbers=("+15005550101",)))
    assert "my sister: Mara Quist (+15005550101), contact 7" in answered("list")
    assert json.loads(answered("list", "--json"))[0]["id"] == "7"
    assert json.loads(answered("remove", "my sister", "--json"))["said"] == "my sister"
    assert json.loads(answered("list", "--json")) == []
