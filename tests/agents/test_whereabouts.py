"""A prompt names the app in front, not the app of the step, as the screen's app."""

from __future__ import annotations

import json

import pytest

from agentprog.agents.navigator import ModelNavigator
from agentprog.agents.whereabouts import whereabouts
from agentprog.runtime.roles import ConditionContext, Seen, SummaryContext
from tests.agents.models import Answering
from tests.agents.screens import NOW, element, screen

SHOWN = screen(element("item", "Network"))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"front": "Settings", "aside": True}, "Screen of Settings, while the step is in Contacts:"),
        ({"front": "Contacts", "aside": False}, "Screen of Contacts:"),
        ({}, "Screen of Contacts:"),
    ],
)
def test_a_question_names_the_app_of_its_screen(place: dict[str, object], words: str) -> None:
    model = Answering(reply=lambda request: json.dumps({"evidence": "", "holds": "no"}))
    asked = ConditionContext(condition="it is on", seen=Seen(app="Contacts", screen=SHOWN, now=NOW, **place))
    ModelNavigator(model).judge(asked)
    assert words in model.requests[0].messages[-1].text


def test_without_an_app_of_the_step_the_prompt_names_the_package() -> None:
    asked = ConditionContext(condition="it is on", seen=Seen(app=None, screen=SHOWN, now=NOW))
    assert whereabouts(asked.seen) == {"app": "org.example", "scope": ""}


def test_a_summary_is_of_the_screen_after_the_move() -> None:
    asked = SummaryContext(
        goal="", move="", before=None, seen=Seen(screen=SHOWN, app="Contacts", now=NOW, front="Maps", aside=True)
    )
    assert whereabouts(asked.seen) == {"app": "Maps", "scope": "Contacts"}


@pytest.mark.parametrize(("language", "stated"), [("de-DE", True), ("", False)])
def test_a_prompt_names_the_phones_language_if_known(language: str, stated: bool) -> None:
    model = Answering(reply=lambda request: json.dumps({"evidence": "", "holds": "no"}))
    asked = ConditionContext(condition="it is on", seen=Seen(app=None, screen=SHOWN, now=NOW, language=language))
    ModelNavigator(model).judge(asked)
    assert ("Language of the phone: de-DE" in model.requests[0].messages[-1].text) is stated
