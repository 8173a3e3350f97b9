"""The scripted model: its answers depend on the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentprog.errors import ModelError, ModelNotConfigured
from agentprog.models.registry import open_model
from agentprog.models.scripted import ScriptedModel
from agentprog.ports import Message, ModelRequest, ScoreRequest

SCRIPT = r"""
[capabilities]
context = 4096
small = true

[[rule]]
purpose = "plan"
pattern = "call (?P<who>\\w+)"
expand = 'Tap "\g<who>"'

[[rule]]
purpose = "plan*"
reply = "Press home"

[[rule]]
purpose = "ground"
pattern = "step: save"
choose = ['^tap button "Save"$', "Save"]
"""


@pytest.fixture
def model(tmp_path: Path) -> ScriptedModel:
    path = tmp_path / "model.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    return ScriptedModel(path)


def ask(text: str, purpose: str = "plan") -> ModelRequest:
    return ModelRequest(messages=(Message.of("user", text),), purpose=purpose)


def choose(text: str, *candidates: str) -> ScoreRequest:
    return ScoreRequest(messages=(Message.of("user", text),), candidates=candidates, purpose="ground")


def test_the_first_rule_that_fits_answers_whatever_came_before(model: ScriptedModel) -> None:
    for _ in range(2):
        assert model.complete(ask("please call Hana")).text == 'Tap "Hana"'
        assert model.complete(ask("anything")).text == "Press home"
        assert model.complete(ask("anything", "plan again")).text == "Press home"


def test_the_preferred_candidate_scores_best(model: ScriptedModel) -> None:
    scores = model.score(choose("step: save", 'tap button "Save as"', 'tap button "Save"', 'tap button "Back"'))
    assert scores.best == 1
    assert scores.values[0] > scores.values[2]


def test_no_rule_shows_the_end_of_the_prompt(model: ScriptedModel) -> None:
    with pytest.raises(ModelError, match="'belief'") as caught:
        model.complete(ask("x" * 5000 + "the very end", "belief"))
    assert caught.value.hint.endswith("the very end")
    assert len(caught.value.hint) < 1000
    with pytest.raises(ModelError) as caught:
        model.score(choose("step: save", "tap nothing"))
    assert "tap nothing" in caught.value.hint


def test_the_capabilities_are_those_of_the_file(model: ScriptedModel) -> None:
    assert model.capabilities.context == 4096
    assert model.capabilities.small
    assert model.count_tokens("x" * 35) == 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "rule"),
        ("[[rule]]\nreply = 'a'\nchoose = ['b']", "exactly one"),
        ("[[rule]]\npattern = '('\nreply = 'a'", "pattern"),
        ("[[rule]]\nanswer = 'a'", "answer"),
        ("[[rule", "parsed"),
    ],
)
def test_a_wrong_file_is_refused_at_once(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ModelNotConfigured, match=words):
        ScriptedModel(path)


def test_json_is_read_too_and_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text('{"rule": [{"reply": "hi"}]}', encoding="utf-8")
    assert ScriptedModel(path).complete(ask("x")).text == "hi"
    with pytest.raises(ModelNotConfigured, match=r"absent\.toml"):
        ScriptedModel(tmp_path / "absent.toml")


def test_the_demo_answers_its_single_line_and_refuses_anything_else() -> None:
    demo = open_model("demo")
    prompt = 'Wanted: read the newest message\ntext "See you at 10:15."\nbutton "Attachment"'
    assert "See you at 10:15." in demo.complete(ask(prompt, "read")).text
    with pytest.raises(ModelError, match="a recording that answers one line"):
        demo.complete(ask(prompt))


def test_the_demo_takes_no_name() -> None:
    with pytest.raises(ModelNotConfigured, match="not a model id"):
        open_model("demo:other")
