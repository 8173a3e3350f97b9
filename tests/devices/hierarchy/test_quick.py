"""The quick reader and the XML parser agree on every dump that both read."""

from __future__ import annotations

import string
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentprog.devices.hierarchy import Hierarchy, Node
from agentprog.devices.hierarchy.quick import read_quickly
from agentprog.devices.hierarchy.source import _parse_strictly, _Tree

HARMLESS = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"), max_size=12)


def strictly(text: str) -> Hierarchy | None:
    tree = _Tree()
    return tree.result() if _parse_strictly(text, tree) else None


def alike(one: Node, other: Node) -> bool:
    facts = [(*node[:7], *node[8:]) for node in (one, other)]
    return facts[0] == facts[1] and len(one.children) == len(other.children) and all(
        alike(a, b) for a, b in zip(one.children, other.children, strict=True)
    )  # fmt: skip


def agree(text: str) -> bool:
    """Whether both give the same. What the quick reader leaves to the parser is no disagreement."""
    quick = read_quickly(text)
    if quick is None:
        return True
    slow = strictly(text)
    return (
        slow is not None
        and quick.rotation == slow.rotation
        and len(quick.roots) == len(slow.roots)
        and all(alike(a, b) for a, b in zip(quick.roots, slow.roots, strict=True))
    )


def body(trees: SimpleNamespace, *roots: str) -> str:
    return str(trees.dump(*roots)).partition("?>")[2]


def test_an_ordinary_dump_needs_no_parser(trees: SimpleNamespace) -> None:
    inner = trees.node("TextView", (0, 0, 50, 20), text='né 你 & <b> "q" \' &#10;\n2', flags="clickable")
    text = body(trees, trees.node("FrameLayout", (0, 0, 100, 200), inner, inner), trees.status_bar())
    quick = read_quickly(text)
    assert quick is not None
    assert quick.roots[0].children[0].text == 'né 你 & <b> "q" \' &#10;\n2'
    assert agree(text)


@pytest.mark.parametrize("old", ["hint", "visible-to-user", "enabled", "bounds", "class"])
def test_a_dump_without_an_attribute_has_its_usual_value(trees: SimpleNamespace, old: str) -> None:
    text = body(trees, trees.node("Button", (0, 0, 9, 9), text="Go", flags="clickable"))
    start = text.index(f" {old}=")
    text = text[:start] + text[text.index('"', start + len(old) + 3) + 1 :]
    assert read_quickly(text) is not None
    assert agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "plain", "<hierarchy/>", "<hierarchy></hierarchy>", '<node bounds="[0,0][1,1]"/>',
        '<hierarchy><node text="a" text="b"/></hierarchy>', '<hierarchy><node text="&x;"/></hierarchy>',
        '<hierarchy><node text="a"/></hierarchy> more', '<hierarchy><node text="a"></hierarchy></node>',
        '<hierarchy><node text="&#55357;"/></hierarchy>', '<hierarchy><node text="a\x01"/></hierarchy>',
        "<hierarchy><node text='a'/></hierarchy>", '<hierarchy><!-- c --><node text="a"/></hierarchy>',
        '<hierarchy><node text="a"/>words</hierarchy>', '<hierarchy><node text="a" checked/></hierarchy>',
        '<hierarchy><node text="a"b="c"/></hierarchy>', '<hierarchy><node text="a" / ></hierarchy>',
        '<hierarchy><node text="two\nlines"/></hierarchy>', "<hierarchy><node /></hierarchy>",
    ],
)  # fmt: skip
def test_what_is_not_of_the_usual_shape_is_left_to_the_parser(text: str) -> None:
    assert read_quickly(text) is None


FLAGS = (
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
)


@settings(max_examples=80, deadline=None, suppress_health_check=HARMLESS)
@given(texts=st.lists(WORDS, min_size=1, max_size=5), flags=st.sets(st.sampled_from(FLAGS)), spelled=st.booleans())
def test_any_text_is_read_alike(trees: SimpleNamespace, texts: list[str], flags: set[str], spelled: bool) -> None:
    inner = [
        trees.node("TextView", (0, 0, 50, 20), text=text, desc=text[::-1], flags=" ".join(flags if at % 2 else ()))
        for at, text in enumerate(texts)
    ]
    raw = body(trees, trees.node("FrameLayout", (0, 0, 100, 200), *inner, *inner))
    assert agree(raw.encode("ascii", "xmlcharrefreplace").decode() if spelled else raw)


@settings(max_examples=250, deadline=None, suppress_health_check=HARMLESS)
@given(data=st.data())
def test_no_damage_makes_them_differ(data: st.DataObject, trees: SimpleNamespace) -> None:
    """The tags after the second are read by a pattern made of those before: damage is done there as well."""
    words = ("é & 你", "one", "two", "three")
    inner = [trees.node("TextView", (0, 0, 50, 20 + at), text=text) for at, text in enumerate(words)]
    text = body(trees, trees.node("FrameLayout", (0, 0, 90, 90), *inner))
    at = data.draw(st.integers(0, len(text)))
    noise = data.draw(st.text(alphabet=string.printable + "\x00<>&\"'=/ 你", max_size=4))
    cut = data.draw(st.integers(at, min(len(text), at + 40)))
    assert agree(text[:at] + noise + text[cut:])


@pytest.mark.parametrize("name", ["visible-to-user", "checkable", "hint", "index", "package", "bounds"])
def test_tags_of_several_shapes_in_a_row_are_read_alike(trees: SimpleNamespace, name: str) -> None:
    whole = trees.node("Button", (0, 0, 9, 9), text="Go", flags="clickable checked")
    before = whole.index(f" {name}=")
    less = whole[:before] + whole[whole.index('"', before + len(name) + 3) + 1 :]
    older = whole.replace("visible-to-user=", "displayed=").replace('displayed="true"', 'displayed="false"')
    wider = whole.replace(" clickable=", ' focusable="false" clickable=')
    order = [whole, whole, whole, less, less, less, older, older, older, whole, less, older, wider, wider, wider]
    text = body(trees, trees.node("FrameLayout", (0, 0, 100, 200), *order))
    quick = read_quickly(text)
    assert quick is not None
    assert [child.visible for child in quick.roots[0].children][6:9] == [False] * 3
    assert agree(text)
