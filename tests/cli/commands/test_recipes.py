"""Learned recipes at a terminal: listed, shown, forgotten, and carried to another computer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agentprog.app.recipes.shelf import Shelf
from agentprog.cli.main import status_of
from agentprog.recipes.form import Aim, Home, Move, Recipe, Text, Use
from agentprog.recipes.proving import taken_in

HOME = Home(package="org.notes", version="7", language="en-US", shape="1080x2400")
MADE = Recipe(
    key='add the note "<1>"',
    app="notes",
    begins="org.notes/.notes",
    moves=(
        Move(command="tap", aims=(Aim(label=Text.of("New"), role="button"),)),
        Move(command="type", aims=(Aim(label=Text.of("Title"), role="field"),), texts=(Text.of(Use(slot=1)),)),
    ),
)


@pytest.fixture(autouse=True)
def _learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    Shelf().change(HOME, (MADE.key, MADE.app), lambda known: taken_in(known, MADE, distinct=False))


def test_the_list_names_each_recipe_and_its_proofs(capsys: pytest.CaptureFixture[str]) -> None:
    name = Shelf().all()[0].id
    assert status_of(["recipes", "list"]) == 0
    assert capsys.readouterr().out == f'{name}  org.notes 7  proven once, 2 lines: add the note "<1>"\n'


def test_a_recipe_is_shown_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    name = Shelf().all()[0].id
    assert status_of(["recipes", "show", name]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f'{name}  add the note "<1>"',
        "  org.notes 7, en-US, screen 1080x2400; proven once",
        '    Tap the button "New"',
        '    Type "<1>" into the field "Title"',
    ]


def test_an_exported_recipe_comes_back_by_import_without_its_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.json"
    assert status_of(["recipes", "export", "org.notes", "-o", str(file)]) == 0
    assert status_of(["recipes", "forget", "org.notes"]) == 0
    assert Shelf().all() == ()
    assert status_of(["recipes", "import", str(file), "--json"]) == 0
    taken = json.loads(capsys.readouterr().out)
    assert [(one["trust"], one["proven"]) for one in taken] == [("not proven here", 0)]
    assert [one.recipe.moves for one in Shelf().all()] == [MADE.moves]


def test_nothing_is_forgotten_by_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["recipes", "forget"]) == 2
    assert "name a recipe or an app, or add --all" in capsys.readouterr().err
    assert len(Shelf().all()) == 1
