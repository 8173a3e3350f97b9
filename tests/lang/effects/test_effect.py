"""An effect as a person reads it, and as data."""

from __future__ import annotations

import pytest

from agentprog.lang.effects.effect import Argument, Effect
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.possible_values import Origin

EFFECT = Effect(
    kinds=(Risk.SEND, Risk.SHARE),
    text="Send {text} to Ann",
    line=7,
    arguments=(
        Argument(role="recipient", text="Ann", values=("Ann",)),
        Argument(role="content", text="{text}", values=("a", "b"), origin=Origin.FILE),
        Argument(role="app", text="Chat", values=("Chat",)),
    ),
    each="round",
    times=3,
    author=Origin.PLAN,
)


@pytest.mark.parametrize(
    ("values", "origin", "line"),
    [
        (("a  b\nc",), Origin.PERSON, 'says   "a b c"'),
        ((), Origin.SCREEN, "says   {x}, known only when it runs  (read from the screen)"),
        (tuple("abcdefgh"), Origin.TOOL, 'says   "a", "b", "c", "d", "e", "f", "g", "h"  (from a tool)'),
        (tuple("abcdefghij"), Origin.PERSON, 'says   "a", "b", "c", "d", "e", "f", "g", "h" and 2 more'),
        (("x" * 60,), Origin.PERSON, f'says   "{"x" * 60}"'),
        (("x" * 61,), Origin.PERSON, f'says   "{"x" * 59}…"'),
    ],
)
def test_an_argument_is_one_line_with_its_values_and_their_source(
    values: tuple[str, ...], origin: Origin, line: str
) -> None:
    assert Argument(role="content", text="{x}", values=values, origin=origin).render() == line


def test_an_effect_prints_its_line_and_its_further_values() -> None:
    assert EFFECT.render() == [
        "send or share line 7: Send {text} to Ann  [for each round: 3]",
        '         says   "a", "b"  (from a file)',
    ]
    assert Effect(text="do it", line=2, each="note", times=None).render() == [
        "?        line 2: do it  [for each note]  (only the run shows its effect)"
    ]
    assert (EFFECT.app, EFFECT.values("content"), EFFECT.kind) == ("Chat", ("a", "b"), "send")


def test_an_effect_as_data_has_all_its_parts() -> None:
    assert EFFECT.to_json() == {
        "kind": "send",
        "or": ["share"],
        "line": 7,
        "text": "Send {text} to Ann",
        "author": "plan",
        "arguments": [
            {"role": "recipient", "said": "Ann", "values": ["Ann"], "origin": "person"},
            {"role": "content", "said": "{text}", "values": ["a", "b"], "origin": "file"},
            {"role": "app", "said": "Chat", "values": ["Chat"], "origin": "person"},
        ],
        "each": "round",
        "times": 3,
    }
