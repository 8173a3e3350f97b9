"""The role of a node for a person, by its class and its surroundings."""

from __future__ import annotations

import re
from functools import lru_cache

from agentprog.devices.hierarchy.nodes import Node
from agentprog.ports import Role

_FIELD = re.compile(r"EditText$|AutoComplete|SearchAutoComplete|TextInputEditText$")
_TABBED = re.compile(r"(^|_)tabs?(_|$)|tab_?(layout|widget|host|bar)|bottom_?nav|navigation_bar", re.IGNORECASE)
_ROWS = ("RecyclerView", "ListView", "GridView", "AbsListView")
_BY_SUFFIX = (
    ("CheckBox", Role.CHECKBOX),
    ("CheckedTextView", Role.CHECKBOX),
    ("RadioButton", Role.RADIO),
    ("Switch", Role.SWITCH),
    ("SwitchCompat", Role.SWITCH),
    ("SwitchMaterial", Role.SWITCH),
    ("ToggleButton", Role.SWITCH),
    ("SeekBar", Role.SLIDER),
    ("RatingBar", Role.SLIDER),
    ("Slider", Role.SLIDER),
    ("Spinner", Role.SPINNER),
    ("TabView", Role.TAB),
    ("ActionBar$Tab", Role.TAB),
    ("Button", Role.BUTTON),
    ("FloatingActionButton", Role.BUTTON),
    ("Chip", Role.BUTTON),
)
_MOST_TABS = 12
STATEFUL = (Role.CHECKBOX, Role.RADIO, Role.SWITCH)
"""A tuple, because enumeration members hash slowly."""

BUTTON, CHECKBOX, FIELD, IMAGE = Role.BUTTON, Role.CHECKBOX, Role.FIELD, Role.IMAGE
ITEM, LIST, OTHER, SLIDER, TAB, TEXT = Role.ITEM, Role.LIST, Role.OTHER, Role.SLIDER, Role.TAB, Role.TEXT
SPINNER = Role.SPINNER
"""A separate name, because Python 3.11 takes ten times as long to look up an enumeration member."""


@lru_cache(maxsize=4096)
def class_role(class_name: str) -> Role | None:
    """The role that a widget class alone decides; None for layouts, plain views and texts."""
    if _FIELD.search(class_name):
        return Role.FIELD
    return next((role for suffix, role in _BY_SUFFIX if class_name.endswith(suffix)), None)


def is_field(node: Node) -> bool:
    """True if the node takes text."""
    return class_role(node.class_name) is FIELD


def is_image(node: Node) -> bool:
    """True if the node is an image."""
    return node.class_name.endswith(("ImageView", "Image"))


def holds_rows(node: Node) -> bool:
    """True if the node is a list of rows, so that its tappable contents are items."""
    return node.class_name.endswith(_ROWS)


def holds_tabs(node: Node) -> bool:
    """True if the node is a tab bar, by its class or its id."""
    return node.class_name.endswith(("TabWidget", "TabLayout", "BottomNavigationView", "NavigationBarView")) or (
        bool(node.resource_id) and _TABBED.search(node.resource_id.rsplit("/", 1)[-1]) is not None
    )


def is_actionable(node: Node) -> bool:
    """True if a person can act on this node itself."""
    return (
        node.clickable
        or node.long_clickable
        or node.checkable
        or node.scrollable
        or class_role(node.class_name) is FIELD
    )


def is_selected_among(node: Node, siblings: tuple[Node, ...]) -> bool:
    """True if the node is the only selected one of at least two clickable nodes in a row: tabs."""
    if not 2 <= len(siblings) <= _MOST_TABS:
        return False
    row = [
        sibling
        for sibling in siblings
        if sibling.clickable and sibling.class_name == node.class_name and sibling.bounds.top == node.bounds.top
    ]
    return len(row) >= 2 and node in row and sum(sibling.selected for sibling in row) == 1
