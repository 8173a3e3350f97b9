"""Sentences in which a person lets a text decide the effects."""

from __future__ import annotations

import re

import pytest

from agentprog.lang.ast import Ref, Template
from agentprog.lang.effects.delegation import delegates, hands_on


@pytest.mark.parametrize(
    "text",
    [
        "Do what Mara Quist's newest message asks",
        "Please do whatever the note says",
        "Read the last mail from Ann and carry out her instructions",
        "Follow the instructions in todo.md",
        "do as she wants",
        "Mach, was in Maras letzter Nachricht steht",
        "Haz lo que pide el último mensaje de Mara",
        "Fais ce que demande le dernier message de Mara",
        "按照张伟最新短信说的做",
        "افعل ما تطلبه آخر رسالة من مارا",
        "Open my note tasks.md in Markor and do everything that is on its list.",
        "Mach alles, was auf meiner Liste steht",
        "Haz todo lo que hay en mi lista",
        "Fais tout ce qui est sur ma liste",
        "完成清单上的所有事情",
        "افعل كل ما في قائمتي",
    ],
)
def test_a_text_is_to_be_followed(text: str) -> None:
    assert delegates([text])


@pytest.mark.parametrize(
    "text",
    [
        "Text Mara Quist 'do what the note says'",
        "What does Mara's newest message ask?",
        "Tell me what the note says",
        "Do the dishes reminder at 9:00",
        "Delete the note 'Instructions'",
        "Send 'hi' to Bob as an SMS",
        "What did she say? Do nothing.",
        "Complete the list with milk",
        "Delete all expenses on the list",
        "Send all of them the list",
    ],
)
def test_a_text_is_only_read_named_or_sent(text: str) -> None:
    assert not delegates([text])


@pytest.mark.parametrize(
    ("line", "handed"),
    [
        ("{order}", True),
        ("Do this: {order}", True),
        ("Do what {order} says", True),
        ("Do this： {order}", True),
        ("Delete this: {order}", False),
        ("Read this: {order}", False),
        ("{order} and {more}", False),
        ("Do it", False),
        ("Open {order}", False),
    ],
)
def test_a_line_that_is_only_a_value_or_follows_one_hands_on(line: str, handed: bool) -> None:
    parts = [Ref(name=part[1:-1]) if part[:1] == "{" else part for part in re.split(r"(\{\w+\})", line)]
    assert hands_on(Template.of(*parts)) is handed
