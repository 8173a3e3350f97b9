"""UiSelector semantics: matches, instances, children and siblings."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from agentprog.phone.records import Rect, UiNode
from agentprog.phone.u2server.rpc import BadParams, JavaError
from agentprog.phone.u2server.selectors import find_all, parse_selector

_tokens = itertools.count(1)


def node(text: str = "", *children: UiNode, **fields: Any) -> UiNode:
    return UiNode(
        token=next(_tokens),
        index=fields.pop("index", 0),
        class_name=fields.pop("class_name", "android.widget.TextView"),
        package="app",
        bounds=Rect(0, 0, 10, 10),
        text=text,
        children=tuple(children),
        **fields,
    )


def row(title: str, detail: str, index: int) -> UiNode:
    return node(
        "",
        node(title, resource_id="app:id/title"),
        node(detail, resource_id="app:id/detail", index=1),
        class_name="android.widget.LinearLayout",
        clickable=True,
        index=index,
    )


TREE = (
    node(
        "",
        row("Ann", "call", 0),
        row("Bob", "text", 1),
        row("ann Lee", "call", 2),
        class_name="android.widget.ListView",
        scrollable=True,
    ),
)


def texts(**selector: Any) -> list[str]:
    return [found.text for found in find_all(parse_selector(selector), TREE)]


def test_text_is_compared_whole_and_with_case() -> None:
    assert texts(text="Ann") == ["Ann"]
    assert texts(text="ann") == []


def test_parts_of_text_are_compared_without_case() -> None:
    assert texts(textContains="ANN") == ["Ann", "ann Lee"]
    assert texts(textStartsWith="aN") == ["Ann", "ann Lee"]
    assert texts(textMatches="(?i)ann.*") == ["Ann", "ann Lee"]
    assert texts(textMatches="nn") == []


def test_all_conditions_must_hold() -> None:
    assert texts(resourceId="app:id/detail", text="call") == ["call", "call"]
    assert texts(resourceIdMatches=".*title", className="android.widget.TextView", instance=1) == ["Bob"]
    assert len(find_all(parse_selector({"clickable": True, "index": 2}), TREE)) == 1


def test_instance_counts_matches_in_tree_order() -> None:
    assert texts(text="call", instance=1) == ["call"]
    assert texts(text="call", instance=2) == []
    assert texts(text="call", instance=-1) == []


def test_children_are_sought_below_every_match() -> None:
    outer = {"clickable": True, "childOrSibling": ["child"]}
    assert texts(**outer, childOrSiblingSelector=[{"resourceId": "app:id/title"}]) == ["Ann", "Bob", "ann Lee"]
    assert texts(**outer, childOrSiblingSelector=[{"resourceId": "app:id/title", "instance": 2}]) == ["ann Lee"]
    assert texts(**outer, instance=1, childOrSiblingSelector=[{"resourceId": "app:id/title"}]) == ["Bob"]


def test_siblings_are_sought_below_the_parent() -> None:
    assert texts(text="Bob", childOrSibling=["sibling"], childOrSiblingSelector=[{"resourceId": "app:id/detail"}]) == [
        "text"
    ]


def test_relations_can_be_chained() -> None:
    assert texts(
        scrollable=True,
        childOrSibling=["child", "sibling"],
        childOrSiblingSelector=[{"text": "Bob"}, {"resourceId": "app:id/detail"}],
    ) == ["text"]


def test_bad_selectors_are_refused() -> None:
    with pytest.raises(BadParams, match="nonsense"):
        parse_selector({"nonsense": 1})
    with pytest.raises(BadParams):
        parse_selector({"childOrSibling": ["child"], "childOrSiblingSelector": []})
    with pytest.raises(JavaError, match="PatternSyntaxException"):
        parse_selector({"textMatches": "("})
