"""The list holds every element that a person could act on or needs to read, for any tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentprog.devices.hierarchy import Hierarchy, Node, Reading, read_elements, read_hierarchy
from agentprog.devices.hierarchy.roles import is_actionable, is_field
from agentprog.devices.hierarchy.windows import arrange
from agentprog.devices.hierarchy.words import clean
from agentprog.ports import Bounds, Element
from tests.examples import examples

SCREEN = Bounds(0, 0, 1080, 2400)
CLASSES = (
    "FrameLayout", "LinearLayout", "TextView", "EditText", "Button", "ImageButton", "ImageView", "CheckBox", "Switch",
    "ScrollView", "androidx.recyclerview.widget.RecyclerView", "android.view.View", "Spinner", "HorizontalScrollView",
)  # fmt: skip
FLAGS = ("clickable", "long-clickable", "checkable", "checked", "scrollable", "focused", "selected", "password")
words = st.sampled_from(
    ["", "", "Save", "Hana Ferreira", "2", "12:30", "a, b", "two\nlines", "你好", "\uf47f", "  x  "]
)


@st.composite
def nodes(draw: st.DrawFn, trees: SimpleNamespace, room: Bounds, depth: int) -> str:
    left = draw(st.integers(room.left - 30, room.right))
    top = draw(st.integers(room.top - 30, room.bottom))
    box = Bounds(left, top, left + draw(st.integers(0, room.width + 30)), top + draw(st.integers(0, room.height + 30)))
    count = draw(st.integers(0, 3)) if depth else 0
    children = [draw(nodes(trees, box, depth - 1)) for _ in range(count)]
    return trees.node(
        draw(st.sampled_from(CLASSES)),
        (box.left, box.top, box.right, box.bottom),
        *children,
        text=draw(words),
        desc=draw(words),
        rid=draw(st.sampled_from(["", "save_button", "list"])),
        hint=draw(st.sampled_from(["", "", "Name"])),
        flags=" ".join(draw(st.sets(st.sampled_from(FLAGS), max_size=3))),
        visible=draw(st.booleans()) or draw(st.booleans()),
    )  # type: ignore[no-any-return]


def missing(hierarchy: Hierarchy, reading: Reading, screen: Bounds = SCREEN) -> list[str]:
    """Visible elements of the tree that are not in the list. The keyboard hides the elements under it."""
    keyboard = arrange(hierarchy).keyboard
    texts = [_plain(" ".join((e.label, e.text, e.description, e.hint))) for e in reading.elements]
    lost: list[str] = []

    def visit(node: Node, clip: Bounds) -> None:
        area = node.bounds.clip(clip)
        if node.visible and not area.empty:
            if is_actionable(node) and not any(_serves(e, node, area) for e in reading.elements):
                lost.append(f"{node.class_name} {area}")
            if not node.password:
                for line in (*node.text.splitlines(), *node.description.splitlines()):
                    if _plain(line) and not any(_plain(line) in words for words in texts):
                        lost.append(repr(line))
            if node.scrollable and not is_field(node):
                clip = area
        for child in node.children:
            visit(child, clip)

    for root in hierarchy.roots:
        area = root.bounds.clip(screen)
        if keyboard is not None and area.top < keyboard.top < area.bottom and area.bottom >= keyboard.bottom:
            area = Bounds(area.left, area.top, area.right, keyboard.top)
        visit(root, screen if area.empty else area)
    return lost


def _plain(words: str) -> str:
    return clean(words).replace(",", "").replace("  ", " ")


def _serves(element: Element, node: Node, area: Bounds) -> bool:
    """Whether acting on the element acts on the node."""
    able = (element.clickable, element.long_clickable, element.checkable, element.scrollable, element.editable)
    wanted = (node.clickable, node.long_clickable, node.checkable, node.scrollable, is_field(node))
    if element.bounds == area and all(has >= needs for has, needs in zip(able, wanted, strict=True)):
        return True
    passive = node.checkable and not (node.clickable or node.long_clickable or node.scrollable or is_field(node))
    return passive and element.checkable and element.checked == node.checked and element.bounds.clip(area) == area


@examples(100)
@given(data=st.data())
def test_everything_visible_is_in_the_list(data: st.DataObject, trees: SimpleNamespace) -> None:
    children = [data.draw(nodes(trees, SCREEN, 3)) for _ in range(data.draw(st.integers(0, 3)))]
    raw = trees.dump(trees.node("FrameLayout", (0, 0, 1080, 2400), *children))
    hierarchy = read_hierarchy(raw)
    reading = read_elements(hierarchy, size=(1080, 2400))
    assert missing(hierarchy, reading) == []
    names = [element.descriptor for element in reading.elements]
    assert len(set(names)) == len(names)
    assert all(not e.bounds.empty and e.bounds.clip(SCREEN) == e.bounds for e in reading.elements)
    assert [e.index for e in reading.elements] == list(range(1, len(names) + 1))


HERE = Path(__file__).resolve()
PUBLIC = HERE.parents[4] / "shared" / "ui_dumps"
"""Hierarchy files of public repositories, beside the checkout where somebody has them; not ours to pass on."""


def dumps() -> Iterator[object]:
    for file in sorted((HERE.parent / "dumps").glob("*.xml")):
        yield pytest.param(file, id=file.stem)
    public = sorted(PUBLIC.glob("*.xml"))
    skip = pytest.mark.skipif(not public, reason=f"no dumps of public repositories in {PUBLIC}")
    for file in public or [PUBLIC / "none.xml"]:
        yield pytest.param(file, id=f"public {file.stem[-30:]}", marks=skip)


@pytest.mark.parametrize("file", list(dumps()))
def test_everything_visible_in_a_whole_dump_is_in_the_list(file: Path) -> None:
    hierarchy = read_hierarchy(file.read_bytes())
    reading = read_elements(hierarchy)
    assert reading.elements
    assert missing(hierarchy, reading, reading.display) == []
    names = [element.descriptor for element in reading.elements]
    assert len(set(names)) == len(names)
    assert all(not e.bounds.empty for e in reading.elements)
