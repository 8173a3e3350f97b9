"""The JSON object in what a model wrote."""

from __future__ import annotations

import pytest

from agentprog.ports.objects import first_object


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": [1]}}',
        '  \n{"a": {"b": [1]}}\n',
        '```json\n{"a": {"b": [1]}}\n```',
        'Here {it is}: {"a": {"b": [1]}} and {"a": 2} is another.',
    ],
)
def test_the_first_object_is_found_whatever_stands_around_it(text: str) -> None:
    assert first_object(text) == {"a": {"b": [1]}}


def test_a_line_end_inside_a_text_is_kept() -> None:
    assert first_object('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


@pytest.mark.parametrize("text", ["", "no", "[1, 2]", '{"a": 1', "{a: 1}", '{"a":' * 100_000])
def test_what_holds_none_is_a_value_error(text: str) -> None:
    """An object that is cut off is none: what a repair would make of it was never said."""
    with pytest.raises(ValueError, match="JSON"):
        first_object(text)
