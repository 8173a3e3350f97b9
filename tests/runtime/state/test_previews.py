from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.runtime.state.previews import preview
from agentprog.runtime.state.values import Image, Table
from agentprog.runtime.state.variables import Provenance, Variable
from tests.examples import examples


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Hana", '{x} = "Hana" (text, screen)'),
        ("Hana: 1\nBo:  2\n\n\n\nend\n", r'{x} = "Hana: 1\nBo: 2\n\nend" (text, screen)'),
        ("", '{x} = "" (text, screen)'),
        (None, "{x} = empty (nothing, screen)"),
        (3.0, "{x} = 3 (number, screen)"),
        (True, "{x} = true (boolean, screen)"),
        (date(2026, 1, 2), "{x} = 2026-01-02 (date, screen)"),
        ([], "{x} = empty (list of 0, screen)"),
        (["a", "b"], '{x} = ["a", "b"] (list of 2, screen)'),
        ({"name": "Hana", "age": 24}, '{x} = {name: "Hana", age: 24} (object, screen)'),
        (Image(b"1234"), "{x} = [image, 4 bytes] (image, screen)"),
        (list(range(1000)), "{x} = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 990 more items] (list of 1,000, screen)"),
        (
            Table.of([{"n": n, "who": f"P{n}"} for n in range(10_000)]),
            (
                '{x} = {n: 0, who: "P0"}, {n: 1, who: "P1"}, {n: 2, who: "P2"}, … 9,997 more rows '
                "(table of 10,000 rows, columns n, who, screen)"
            ),
        ),
    ],
)
def test_a_value_in_a_line(value: object, shown: str) -> None:
    assert Variable(name="x", value=value, provenance=Provenance.SCREEN).preview() == shown


def test_a_preview_of_a_long_text_gives_its_length() -> None:
    shown = Variable(name="x", value="word " * 200_000, provenance=Provenance.FILE).preview(40)
    assert shown.endswith('word…" (text of 1,000,000 characters, file)')
    assert len(shown) < 100


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=80) | st.just("word " * 60),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=20), inner, max_size=12),
    max_leaves=20,
)


@examples(60)
@given(VALUES)
def test_a_preview_of_any_value_is_one_short_line(value: object) -> None:
    shown = preview(value, 120)
    assert "\n" not in shown
    assert len(shown) <= 400
